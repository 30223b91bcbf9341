use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use kernel::Quantity;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::rules::{Countdown, PLACE, Price, TableRow, Words};

/// Drawn by `web/src/pricing/Price.tsx`. Amounts are already written out.
#[derive(Debug, Clone, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "pricing.ts")]
pub struct PriceView {
    pub amount: String,
    pub regular: Option<String>,
    #[ts(type = "number | null")]
    pub percent_off: Option<i64>,
    /// The cheapest of several.
    pub from: bool,
}

impl PriceView {
    pub fn of(price: Price) -> Self {
        Self {
            amount: price.amount.format(),
            regular: price.regular.map(kernel::Money::format),
            percent_off: price.percent_off(),
            from: false,
        }
    }

    /// The price of a thing with choices: the cheapest one, marked as such when they differ.
    pub fn cheapest(prices: &[Price]) -> Option<Self> {
        let cheapest = *prices.iter().min_by_key(|price| price.amount)?;
        let differ = prices.iter().any(|price| price.amount != cheapest.amount);
        let view = Self::of(cheapest);
        Some(if differ { Self { from: true, regular: None, percent_off: None, ..view } } else { view })
    }
}

/// The time left of a sale. The first five are named as on the wire.
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
    /// The two prices of `countdown_data_change`, for our own components.
    pub regular: PriceView,
    pub sale: PriceView,
    /// The page may be a cached copy: the server is asked before the page is loaded again.
    pub cached: bool,
    /// The bar: whole percent of what is offered that is gone.
    #[ts(type = "number | null")]
    pub width: Option<i64>,
    /// What stood before and after the timer when this was drawn.
    pub before: String,
    pub after: String,
    pub days: bool,
    /// What the timer counts to, for programs and, in words, for those who see no timer.
    pub target: String,
    pub until: String,
}

/// What the phases of a countdown show, apart from the times.
#[derive(Debug)]
pub struct CountdownPrices {
    pub regular: PriceView,
    pub sale: PriceView,
}

/// What kind of item an id on the wire names.
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
    /// 1: the sale does not come back.
    pub remove_sale: i32,
}

impl CountdownView {
    /// `None`: nothing is left to count, or the words have no place for it.
    pub fn new(
        countdown: &Countdown,
        change: CountdownChange,
        prices: CountdownPrices,
        width: Option<i64>,
        now: DateTime<Utc>,
    ) -> Option<Self> {
        let words = |words: Words| match words {
            Words::Message => &change.message,
            Words::Upcoming => &change.upcoming_message,
        };
        let state = countdown.at(now, |which| words(which).contains(PLACE));
        let (target, (before, after)) = state.target.zip(words(state.words?).split_once(PLACE))?;
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
            width,
            before,
            after,
            days: target - now >= TimeDelta::days(1),
            target: target.to_rfc3339_opts(SecondsFormat::Secs, true),
            until: kernel::date::moment(target),
        })
    }
}

/// What more pieces save. Drawn by `web/src/pricing/DiscountTable.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "pricing.ts")]
pub struct DiscountTableView {
    pub rows: Vec<DiscountRow>,
    /// The cheapest of several variations.
    pub from: bool,
    /// Where its rules are kept; only for those who may change them.
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
