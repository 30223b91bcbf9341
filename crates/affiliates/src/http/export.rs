//! The CSV export of payouts, for the shop owner's accounting.

use axum::{extract::State, response::Response};
use edge::{
    AppError, Shop,
    audit::AuditWriter,
    spreadsheet::{csv_file, escape_formula, to_csv},
};

use crate::store::{self, ExportRow};

/// Payouts read per query.
const CHUNK: i64 = 1_000;

const COLUMNS: [&str; 12] = [
    "payout",
    "state",
    "created",
    "changed",
    "affiliate",
    "name",
    "email",
    "tax",
    "credits",
    "amount",
    "currency",
    "reference",
];

/// A payout is made by hand, so all of them fit into memory.
pub async fn payouts(State(shop): State<Shop>, audit: AuditWriter) -> Result<Response, AppError> {
    audit.record(&shop.db, "affiliate-payouts-export", "").await?;
    let mut table = vec![COLUMNS.map(str::to_owned)];
    let mut after = 0;
    loop {
        let rows = store::export(&shop.db, after, CHUNK).await?;
        table.extend(rows.iter().map(cells));
        match rows.last() {
            Some(last) if rows.len() as i64 == CHUNK => after = last.id,
            _ => break,
        }
    }
    csv_file("affiliate-payouts.csv", to_csv(table)?)
}

fn cells(row: &ExportRow) -> [String; COLUMNS.len()] {
    [
        row.id.to_string(),
        row.state.clone(),
        row.created_at.to_rfc3339(),
        row.changed_at.to_rfc3339(),
        row.affiliate_id.to_string(),
        row.slug.clone(),
        row.email.clone().unwrap_or_default(),
        row.tax_note.clone(),
        row.credits.to_string(),
        row.amount.to_decimal(),
        row.currency.clone(),
        row.reference.clone(),
    ]
    .map(|cell| escape_formula(&cell))
}
