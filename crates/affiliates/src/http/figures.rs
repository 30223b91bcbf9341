//! Plots, credits and payouts as they are shown to the affiliate and to staff.

use std::collections::BTreeMap;

use chrono::{Datelike, Days, Months, NaiveDate};
use edge::{
    Shop,
    plot::{PlotView, bars, month_label},
};
use kernel::{Money, date, msg};

use crate::{
    AffiliateSettings,
    rules::{CreditState, Rate, days, months},
    store::{self, Affiliate, CreditRow, Payout},
    view::*,
};

/// Days of the plot of visits, and months of the plot of credits.
pub const DAYS: u64 = 30;
const MONTHS: u32 = 12;

/// Credits on one page.
pub const PAGE_SIZE: i64 = 20;

pub struct Figures {
    pub facts: Vec<(String, String)>,
    pub visits: PlotView,
    pub earnings: PlotView,
}

pub fn rate_text(shop: &Shop, settings: &AffiliateSettings, own: Option<i32>) -> String {
    match own {
        Some(own) => Rate::from_basis_points(own).format(),
        None => shop.messages.text(msg::affiliates::RATE_OF_SHOP.with("rate", settings.rate().format())),
    }
}

/// Reads what an affiliate has reached.
pub async fn figures(
    shop: &Shop,
    settings: &AffiliateSettings,
    affiliate: &Affiliate,
) -> sqlx::Result<Figures> {
    let now = shop.clock.now();
    let today = now.date_naive();
    let first_day = today.checked_sub_days(Days::new(DAYS - 1)).unwrap_or(today);
    let visits = store::visits_by_day(&shop.db, affiliate.id, first_day).await?;
    let first_month = today.with_day(1).and_then(|day| day.checked_sub_months(Months::new(MONTHS - 1)));
    let since = first_month.unwrap_or(today).and_time(chrono::NaiveTime::MIN).and_utc();
    let earned = store::earned_by_month(&shop.db, affiliate.id, since).await?;
    let sums = store::sums(&shop.db, affiliate.id, settings.hold(), now).await?;
    let orders = store::count_credits(&shop.db, affiliate.id).await?;
    let text = |key| shop.messages.text(key);
    let all_visits: i64 = visits.values().sum();
    let facts = vec![
        (text(msg::affiliates::FACT_RATE), rate_text(shop, settings, affiliate.rate_bp)),
        (text(msg::affiliates::FACT_VISITS), all_visits.to_string()),
        (text(msg::affiliates::FACT_ORDERS), orders.to_string()),
        (text(msg::affiliates::FACT_PENDING), sums.pending.format()),
        (text(msg::affiliates::FACT_OPEN), sums.open.format()),
        (text(msg::affiliates::FACT_PAID), sums.paid.format()),
    ];
    Ok(Figures {
        facts,
        visits: visits_plot(shop, today, &visits),
        earnings: earnings_plot(shop, today, &earned),
    })
}

fn visits_plot(shop: &Shop, today: NaiveDate, values: &BTreeMap<NaiveDate, i64>) -> PlotView {
    let values = days(today, DAYS, values);
    PlotView {
        title: shop.messages.text(msg::affiliates::PLOT_VISITS),
        total: total(shop, values.iter().map(|(_, count)| count).sum::<i64>().to_string()),
        interval: shop.messages.text(msg::affiliates::PLOT_DAY),
        measure: shop.messages.text(msg::affiliates::VISITS),
        bars: bars(&values, date::date, |count| count.to_string()),
    }
}

fn earnings_plot(shop: &Shop, today: NaiveDate, values: &BTreeMap<NaiveDate, i64>) -> PlotView {
    let values = months(today, MONTHS, values);
    let format = |minor: i64| Money::from_minor(minor).format();
    PlotView {
        title: shop.messages.text(msg::affiliates::PLOT_EARNINGS),
        total: total(shop, format(values.iter().map(|(_, minor)| minor).sum())),
        interval: shop.messages.text(msg::affiliates::PLOT_MONTH),
        measure: shop.messages.text(msg::affiliates::EARNINGS),
        bars: bars(&values, month_label, format),
    }
}

fn total(shop: &Shop, text: String) -> String {
    shop.messages.text(msg::common::PLOT_TOTAL.with("total", text))
}

/// Who reads a list of credits. Only staff see which orders they are for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reader {
    Affiliate,
    Staff,
}

/// A page of credits, and the address of the next.
pub async fn credits(
    shop: &Shop,
    settings: &AffiliateSettings,
    affiliate: i64,
    before: &str,
    url: &str,
    reader: Reader,
) -> sqlx::Result<(Vec<CreditView>, Option<String>)> {
    let mut rows = store::list_credits(&shop.db, affiliate, before.parse().ok(), PAGE_SIZE + 1).await?;
    let has_more = rows.len() > PAGE_SIZE as usize;
    rows.truncate(PAGE_SIZE as usize);
    let older = rows.last().filter(|_| has_more).map(|last| format!("{url}?before={}", last.id));
    Ok((rows.iter().map(|row| credit_view(shop, settings, row, reader)).collect(), older))
}

fn credit_view(shop: &Shop, settings: &AffiliateSettings, row: &CreditRow, reader: Reader) -> CreditView {
    let is_reversed = row.reversed == row.amount;
    let payout = row.payout_state.as_deref();
    let state = CreditState::new(is_reversed, payout, row.created_at, settings.hold(), shop.clock.now());
    CreditView {
        id: row.id.to_string(),
        date: date::date(row.created_at),
        amount: row.amount.format(),
        reversed: (!row.reversed.is_zero()).then(|| row.reversed.format()),
        state: shop.messages.text(state.label()),
        order_number: (reader == Reader::Staff).then(|| row.number.to_string()),
        order_url: (reader == Reader::Staff).then(|| staff_order_url(row.number)),
    }
}

pub fn staff_order_url(number: i64) -> String {
    format!("{}{number}/", accounts::view::STAFF_ORDERS_URL)
}

pub fn payout_view(shop: &Shop, payout: &Payout) -> PayoutView {
    let state = match payout.state.as_str() {
        "paid" => msg::affiliates::PAYOUT_PAID,
        "cancelled" => msg::affiliates::PAYOUT_CANCELLED,
        _ => msg::affiliates::PAYOUT_OPEN,
    };
    PayoutView {
        id: payout.id.to_string(),
        date: date::date(payout.created_at),
        amount: payout.amount.format(),
        state: shop.messages.text(state),
        reference: payout.reference.clone(),
        affiliate: None,
        affiliate_url: None,
        pay: None,
        cancel: None,
    }
}
