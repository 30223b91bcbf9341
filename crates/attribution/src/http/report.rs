//! The staff's report: from visits to sales, by day, by source and by affiliate.

use std::collections::BTreeMap;

use accounts::{
    service::FormSession,
    view::{STAFF_REPORTS_URL, STAFF_URL},
};
use axum::{extract::State, response::Response};
use chrono::{NaiveDate, TimeDelta};
use edge::{
    AppError, Fields, Shop, Visitor,
    plot::{PlotView, bars},
};
use http::StatusCode;
use kernel::{Key, Money, date, msg};
use serde::Deserialize;

use super::affiliate_report;
use crate::{
    rules::{DIRECT, NONE, SourceType},
    store::{self, ReportedDay, ReportedSource},
    view::{DayRow, FunnelStep, PeriodLink, ReportPageView, SourceRow},
};

const PERIODS: [i64; 3] = [7, 30, 90];
const MAX_SOURCES: i64 = 100;

#[derive(Debug, Default, Deserialize)]
pub struct ReportQuery {
    #[serde(default)]
    days: String,
}

impl ReportQuery {
    /// The last days that are reported, today included.
    pub fn period(&self) -> i64 {
        self.days.parse().ok().filter(|days| PERIODS.contains(days)).unwrap_or(30)
    }
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<ReportQuery>,
) -> Result<Response, AppError> {
    let period = query.period();
    let now = shop.clock.now();
    let (from, to) = (now.date_naive() - TimeDelta::days(period - 1), now.date_naive());
    let found = store::report_days(&shop.db, from).await?;
    let days = every_day(from, to, found);
    let sources = store::report_sources(&shop.db, from, MAX_SOURCES).await?;
    let differing = store::count_differing(&shop.db, now - TimeDelta::days(period)).await?;
    let period_link = |days: i64| PeriodLink {
        label: shop.messages.text(msg::attribution::REPORT_DAYS.with("count", days)),
        url: format!("{STAFF_REPORTS_URL}?days={days}"),
        is_chosen: days == period,
    };
    let session = FormSession::for_staff(&visitor)?;
    let affiliates = affiliate_report::load(&shop, &session, from, to, period).await?;
    let view = ReportPageView {
        periods: PERIODS.map(period_link).to_vec(),
        funnel: funnel(&shop, &days),
        visits: plot(&shop, &values(&days, |day| day.visits), msg::attribution::REPORT_VISITS, count),
        revenue: plot(
            &shop,
            &values(&days, |day| day.revenue.as_minor()),
            msg::attribution::REPORT_REVENUE,
            money,
        ),
        is_empty: days.iter().all(|day| day.visits == 0 && day.orders == 0),
        days: days.iter().rev().filter(|day| day.visits > 0 || day.orders > 0).map(day_row).collect(),
        sources: sources.iter().map(|source| source_row(&shop, source)).collect(),
        differing: (differing > 0)
            .then(|| shop.messages.text(msg::attribution::REPORT_DIFFERS.with("count", differing))),
        affiliates,
        home_url: STAFF_URL.to_owned(),
    };
    let title = shop.messages.text(msg::attribution::REPORT_TITLE);
    session.render_page(&shop, STAFF_REPORTS_URL, &title, &view, StatusCode::OK).await
}

/// A plot has a place for each day, also for days without visits.
fn every_day(from: NaiveDate, to: NaiveDate, found: Vec<ReportedDay>) -> Vec<ReportedDay> {
    let mut by_day: BTreeMap<NaiveDate, ReportedDay> = found.into_iter().map(|day| (day.day, day)).collect();
    let empty =
        |day| ReportedDay { day, visits: 0, adds: 0, checkouts: 0, orders: 0, paid: 0, revenue: Money::ZERO };
    from.iter_days()
        .take_while(|day| *day <= to)
        .map(|day| by_day.remove(&day).unwrap_or_else(|| empty(day)))
        .collect()
}

fn funnel(shop: &Shop, days: &[ReportedDay]) -> Vec<FunnelStep> {
    let sum = |count: fn(&ReportedDay) -> i64| days.iter().map(count).sum::<i64>();
    let visits = sum(|day| day.visits);
    let steps = [
        (msg::attribution::REPORT_VISITS, visits),
        (msg::attribution::REPORT_ADDS, sum(|day| day.adds)),
        (msg::attribution::REPORT_CHECKOUTS, sum(|day| day.checkouts)),
        (msg::attribution::REPORT_ORDERS, sum(|day| day.orders)),
        (msg::attribution::REPORT_PAID, sum(|day| day.paid)),
    ];
    let step = |(label, count)| FunnelStep {
        label: shop.messages.text(label),
        count: i64::to_string(&count),
        share: share(count, visits),
        width: width(count, visits),
    };
    steps.into_iter().map(step).collect()
}

/// A part of the visits in percent, with one decimal; empty without visits.
pub fn share(count: i64, visits: i64) -> String {
    if visits <= 0 {
        return String::new();
    }
    let tenths = count * 1_000 / visits;
    if tenths % 10 == 0 { format!("{}%", tenths / 10) } else { format!("{}.{}%", tenths / 10, tenths % 10) }
}

/// The length of a bar, from 0 to 100.
fn width(count: i64, most: i64) -> i64 {
    if most <= 0 { 0 } else { (count * 100 / most).clamp(0, 100) }
}

pub fn count(value: i64) -> String {
    value.to_string()
}

pub fn money(minor: i64) -> String {
    Money::from_minor(minor).format()
}

fn values(days: &[ReportedDay], value: impl Fn(&ReportedDay) -> i64) -> Vec<(NaiveDate, i64)> {
    days.iter().map(|day| (day.day, value(day))).collect()
}

pub fn plot(shop: &Shop, values: &[(NaiveDate, i64)], measure: Key, format: fn(i64) -> String) -> PlotView {
    let total = format(values.iter().map(|(_, value)| value).sum());
    let measure = shop.messages.text(measure);
    PlotView {
        title: measure.clone(),
        total: shop.messages.text(msg::common::PLOT_TOTAL.with("total", total)),
        interval: shop.messages.text(msg::attribution::REPORT_DAY),
        measure,
        bars: bars(values, date::date, format),
    }
}

fn day_row(day: &ReportedDay) -> DayRow {
    DayRow {
        day: date::date(day.day),
        visits: day.visits.to_string(),
        orders: day.orders.to_string(),
        paid: day.paid.to_string(),
        conversion: share(day.paid, day.visits),
        revenue: day.revenue.format(),
    }
}

fn source_row(shop: &Shop, row: &ReportedSource) -> SourceRow {
    let text = |key| shop.messages.text(key);
    let kind = match SourceType::parse(&row.source_type) {
        Some(SourceType::Utm) => msg::attribution::TYPE_UTM,
        Some(SourceType::Organic) => msg::attribution::TYPE_ORGANIC,
        Some(SourceType::Referral) => msg::attribution::TYPE_REFERRAL,
        Some(SourceType::Typein) => msg::attribution::TYPE_TYPEIN,
        None => msg::attribution::TYPE_UNKNOWN,
    };
    let value = |value: &str| match value {
        "" | NONE => String::new(),
        DIRECT => text(msg::attribution::SOURCE_DIRECT),
        other => other.to_owned(),
    };
    SourceRow {
        kind: text(kind),
        source: value(&row.source),
        medium: value(&row.medium),
        campaign: value(&row.campaign),
        visits: row.visits.to_string(),
        orders: row.orders.to_string(),
        paid: row.paid.to_string(),
        conversion: share(row.paid, row.visits),
        revenue: row.revenue.format(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_has_one_decimal_at_most() {
        assert_eq!(share(1, 4), "25%");
        assert_eq!(share(1, 3), "33.3%");
        assert_eq!(share(1, 0), "");
        assert_eq!(width(3, 2), 100);
    }

    #[test]
    fn days_without_visits_have_a_place_too() {
        let day = |day| NaiveDate::from_ymd_opt(2026, 11, day).expect("a date");
        let days = every_day(day(1), day(3), Vec::new());
        assert_eq!(days.iter().map(|one| one.day).collect::<Vec<_>>(), [day(1), day(2), day(3)]);
    }
}
