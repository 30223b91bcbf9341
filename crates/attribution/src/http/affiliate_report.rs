//! What affiliates brought to the shop: a part of the staff's report, and a CSV file of it.

use std::collections::BTreeMap;

use accounts::{service::FormSession, view::STAFF_AFFILIATES_URL};
use axum::{extract::State, response::Response};
use chrono::{NaiveDate, TimeDelta};
use edge::{
    AppError, Fields, Shop,
    audit::AuditWriter,
    spreadsheet::{csv_file, escape_formula, to_csv},
};
use kernel::msg;

use super::{
    EXPORT_URL, STAFF_NONCE,
    report::{ReportQuery, count, money, plot, share},
};
use crate::{
    store::{self, AffiliateDay, ReportedAffiliate},
    view::{AffiliateReportView, AffiliateRow},
};

const MAX_ROWS: i64 = 100;

/// Reads the part of a report. `None` if no affiliate brought anything.
pub async fn load(
    shop: &Shop,
    session: &FormSession,
    from: NaiveDate,
    to: NaiveDate,
    period: i64,
) -> sqlx::Result<Option<AffiliateReportView>> {
    let rows = store::report_affiliates(&shop.db, from, MAX_ROWS).await?;
    if rows.is_empty() {
        return Ok(None);
    }
    let found = store::report_affiliate_days(&shop.db, from).await?;
    let visits = every_day(from, to, &found, |day| day.visits);
    let credits = every_day(from, to, &found, |day| day.credited.as_minor());
    let export = session.form(shop, EXPORT_URL, STAFF_NONCE, msg::attribution::REPORT_EXPORT);
    Ok(Some(AffiliateReportView {
        visits: plot(shop, &visits, msg::attribution::REPORT_AFFILIATE_VISITS, count),
        credits: plot(shop, &credits, msg::attribution::REPORT_CREDITS, money),
        rows: rows.iter().map(row_view).collect(),
        export: export.with_hidden("days", period.to_string()),
    }))
}

fn every_day(
    from: NaiveDate,
    to: NaiveDate,
    found: &[AffiliateDay],
    value: impl Fn(&AffiliateDay) -> i64,
) -> Vec<(NaiveDate, i64)> {
    let by_day: BTreeMap<NaiveDate, i64> = found.iter().map(|day| (day.day, value(day))).collect();
    let days = from.iter_days().take_while(|day| *day <= to);
    days.map(|day| (day, by_day.get(&day).copied().unwrap_or(0))).collect()
}

fn row_view(row: &ReportedAffiliate) -> AffiliateRow {
    AffiliateRow {
        id: row.affiliate_id.to_string(),
        name: row.slug.clone(),
        url: format!("{STAFF_AFFILIATES_URL}{}/", row.affiliate_id),
        visits: row.visits.to_string(),
        orders: row.orders.to_string(),
        conversion: share(row.orders, row.visits),
        sales: row.sales.format(),
        credited: row.credited.format(),
    }
}

const COLUMNS: [&str; 7] = ["day", "affiliate", "name", "visits", "orders", "sales", "credited"];

/// A line for each affiliate and day, at most 90 days: all of them fit into memory.
pub async fn export(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Fields(query): Fields<ReportQuery>,
) -> Result<Response, AppError> {
    audit.record(&shop.db, "affiliate-report-export", "").await?;
    let to = shop.clock.now().date_naive();
    let from = to - TimeDelta::days(query.period() - 1);
    let mut table = vec![COLUMNS.map(str::to_owned)];
    for day in from.iter_days().take_while(|day| *day <= to) {
        let rows = store::list_affiliates_of_day(&shop.db, day).await?;
        table.extend(rows.iter().map(|row| cells(day, row)));
    }
    csv_file("affiliate-report.csv", to_csv(table)?)
}

fn cells(day: NaiveDate, row: &ReportedAffiliate) -> [String; COLUMNS.len()] {
    [
        day.to_string(),
        row.affiliate_id.to_string(),
        escape_formula(&row.slug),
        row.visits.to_string(),
        row.orders.to_string(),
        row.sales.to_decimal(),
        row.credited.to_decimal(),
    ]
}
