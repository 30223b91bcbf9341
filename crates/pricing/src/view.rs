use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use kernel::{Quantity, Zone};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::rules::{Countdown, CountdownMessage, Price, TIMER_PLACEHOLDER, TableRow};

/// Rendered by `web/src/pricing/Price.tsx`. Amounts are formatted texts.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "pricing.ts")]
pub struct PriceView {
    pub amount: String,
    pub regular: Option<String>,
    #[ts(type = "number | null")]
    pub percent_off: Option<i64>,
    /// The lowest of several prices.
    pub from: bool,
}

impl PriceView {
    pub fn from_price(price: Price) -> Self {
        Self {
            amount: price.amount.format(),
            regular: price.regular.map(kernel::Money::format),
            percent_off: price.percent_off(),
            from: false,
        }
    }

    /// The lowest price of a product with variations, marked as such if the prices differ.
    pub fn cheapest(prices: &[Price]) -> Option<Self> {
        let cheapest = *prices.iter().min_by_key(|price| price.amount)?;
        let differ = prices.iter().any(|price| price.amount != cheapest.amount);
        let view = Self::from_price(cheapest);
        Some(if differ { Self { from: true, regular: None, percent_off: None, ..view } } else { view })
    }
}

/// Countdown of a sale. The first five fields are named as in the HTTP protocol.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "pricing.ts")]
pub struct CountdownView {
    pub countdown_time_start: String,
    pub countdown_time_end: String,
    pub countdown_time_from: String,
    pub countdown_time_to: String,
    #[ts(type = "number")]
    pub countdown_time_reset: i64,
    pub countdown_data_change: CountdownChange,
    /// The two prices of `countdown_data_change`, for this shop's components.
    pub regular: PriceView,
    pub sale: PriceView,
    /// The page may be a cached copy: the browser checks with the server before it reloads the page.
    pub cached: bool,
    /// Width of the progress bar: sold share of the offered quantity in whole percent.
    #[ts(type = "number | null")]
    pub width: Option<i64>,
    /// The same share in pieces.
    pub share: Option<SoldShare>,
    /// The text before and after the timer at the time of rendering.
    pub before: String,
    pub after: String,
    pub days: bool,
    /// Time that the timer counts down to: as a timestamp, and as text for readers without the timer.
    pub target: String,
    pub until: String,
}

/// How much of the quantity that a sale offers was sold, in pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "pricing.ts")]
pub struct SoldShare {
    #[ts(type = "number")]
    pub sold: i64,
    #[ts(type = "number")]
    pub offered: i64,
}

impl SoldShare {
    pub fn new(sold: Quantity, offered: Quantity) -> Self {
        let pieces = |quantity: Quantity| quantity.as_units() / Quantity::UNITS_PER_ONE;
        Self { sold: pieces(sold), offered: pieces(offered) }
    }

    fn percent(self) -> i64 {
        self.sold.saturating_mul(100) / self.offered.max(1)
    }
}

/// The prices that the phases of a countdown show.
#[derive(Debug)]
pub struct CountdownPrices {
    pub regular: PriceView,
    pub sale: PriceView,
}

/// Kind of item that an id in a request or response names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "pricing.ts")]
pub enum ProductType {
    Simple,
    Variable,
    Variation,
    External,
    Bundle,
}

#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "pricing.ts")]
pub struct CountdownChange {
    pub product_type: ProductType,
    pub product_id: String,
    pub message: String,
    pub upcoming_message: String,
    pub regular_price_html: String,
    pub sale_price_html: String,
    /// 1: the sale does not repeat.
    pub remove_sale: i32,
}

impl CountdownView {
    /// `None`: there is nothing to count down to, or the message has no placeholder for the timer.
    pub fn new(
        countdown: &Countdown,
        change: CountdownChange,
        prices: CountdownPrices,
        share: Option<SoldShare>,
        zone: &Zone,
        now: DateTime<Utc>,
    ) -> Option<Self> {
        let message_text = |message: CountdownMessage| match message {
            CountdownMessage::Message => &change.message,
            CountdownMessage::Upcoming => &change.upcoming_message,
        };
        let state = countdown.state_at(now, |message| message_text(message).contains(TIMER_PLACEHOLDER));
        let (target, (before, after)) =
            state.target.zip(message_text(state.message?).split_once(TIMER_PLACEHOLDER))?;
        let (before, after) = (before.trim().to_owned(), after.trim().to_owned());
        let time = |time: DateTime<Utc>| time.format("%Y-%m-%d %H:%M:%S").to_string();
        Some(Self {
            countdown_time_start: time(countdown.start),
            countdown_time_end: time(countdown.end),
            countdown_time_from: countdown.from.map(time).unwrap_or_default(),
            countdown_time_to: countdown.to.map(time).unwrap_or_default(),
            countdown_time_reset: countdown.reset,
            countdown_data_change: change,
            regular: prices.regular,
            sale: prices.sale,
            cached: true,
            width: share.map(SoldShare::percent),
            share,
            before,
            after,
            days: target - now >= TimeDelta::days(1),
            target: target.to_rfc3339_opts(SecondsFormat::Secs, true),
            until: zone.date_time(target),
        })
    }
}

/// Quantity discounts of a product. Rendered by `web/src/pricing/DiscountTable.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "pricing.ts")]
pub struct DiscountTableView {
    pub rows: Vec<DiscountRow>,
    /// The amounts are the lowest of several variations.
    pub from: bool,
    /// URL of the page that edits its rules; only for staff who may change them.
    pub settings_url: Option<String>,
}

impl edge::view::View for DiscountTableView {
    const COMPONENT: &'static str = "pricing/DiscountTable";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "pricing.ts")]
pub struct DiscountRow {
    pub from: String,
    pub to: Option<String>,
    pub amount: String,
    #[ts(type = "number | null")]
    pub percent_off: Option<i64>,
}

impl DiscountTableView {
    pub fn new(rows: &[TableRow], from: bool, settings_url: Option<String>) -> Self {
        let text = |quantity: Quantity| quantity.to_string();
        let rows = rows.iter().map(|row| DiscountRow {
            from: text(row.from),
            to: row.to.map(text),
            amount: row.amount.format(),
            percent_off: row.percent_off,
        });
        Self { rows: rows.collect(), from, settings_url }
    }
}
