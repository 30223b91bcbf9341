//! The CSV export of orders.

use axum::{body::Body, extract::State, response::Response};
use edge::{
    AppError, Fields, Shop,
    audit::AuditWriter,
    spreadsheet::{csv_file, escape_formula, to_csv},
};
use futures_util::{StreamExt, stream};
use kernel::Messages;
use payments::service::form::method_title;
use serde::Deserialize;

use super::office::query::OrdersQuery;
use crate::store::{self, OrderExportRow, OrderLine};

/// Orders read per query.
const CHUNK: i64 = 1_000;

#[derive(Debug, Deserialize)]
pub struct ExportForm {
    #[serde(default)]
    state: String,
}

const COLUMNS: [&str; 28] = [
    "number",
    "state",
    "date",
    "email",
    "first_name",
    "last_name",
    "phone",
    "country",
    "city",
    "address",
    "items",
    "subtotal",
    "discount",
    "shipping",
    "tax",
    "total",
    "refunded",
    "notes",
    "source_type",
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "referrer",
    "session_entry",
    "session_pages",
    "session_count",
    "recipient",
    "payment_method",
];

/// Streams the export in chunks, because all orders may not fit into memory.
pub async fn orders(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Fields(form): Fields<ExportForm>,
) -> Result<Response, AppError> {
    let chosen = OrdersQuery { state: form.state.clone(), ..OrdersQuery::default() }.states();
    if chosen.is_empty() && !form.state.is_empty() {
        return Err(AppError::BadRequest("unknown state"));
    }
    let states: Vec<String> = chosen.iter().map(|state| state.name().to_owned()).collect();
    audit.record(&shop.db, "orders-export", &states.join(" ")).await?;
    let head = to_csv([COLUMNS.map(str::to_owned)])?;
    let rest = stream::try_unfold(Some(0), move |after| {
        let (db, states) = (shop.db.clone(), states.clone());
        async move {
            let Some(after) = after else { return Ok::<_, anyhow::Error>(None) };
            let rows = store::export(&db, &states, after, CHUNK).await?;
            let lines =
                store::lines_by_order(&db, &rows.iter().map(|row| row.id).collect::<Vec<_>>()).await?;
            let items = |row: &OrderExportRow| {
                let lines = lines.get(&row.id).map(Vec::as_slice).unwrap_or_default();
                lines.iter().map(OrderLine::text).collect::<Vec<_>>().join("، ")
            };
            let next = rows.last().filter(|_| rows.len() as i64 == CHUNK).map(|row| row.id);
            Ok(Some((to_csv(rows.iter().map(|row| cells(row, items(row))))?, next)))
        }
    });
    let table = Body::from_stream(stream::once(async { Ok(head) }).chain(rest));
    csv_file("orders.csv", table)
}

/// Whom the parcel of a gift goes to, in one cell; empty if it goes to the buyer.
fn recipient(row: &OrderExportRow) -> String {
    let Some(to) = row.gift.as_ref().and_then(|gift| gift.recipient.as_ref()) else { return String::new() };
    let name = format!("{} {}", to.first_name, to.last_name);
    let parts = [&name, &to.address_1, &to.home_number, &to.city, &to.postcode, &to.country, &to.phone];
    parts.map(|part| part.trim()).into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("، ")
}

fn cells(row: &OrderExportRow, items: String) -> [String; COLUMNS.len()] {
    let source = |field: &str| row.attribution.get(field).cloned().unwrap_or_default();
    [
        row.number.to_string(),
        row.state.name().to_owned(),
        row.created_at.to_rfc3339(),
        row.email.clone(),
        row.first_name.clone(),
        row.last_name.clone(),
        row.phone.clone(),
        row.country.clone(),
        row.city.clone(),
        row.address_1.clone(),
        items,
        row.subtotal.to_decimal(),
        row.discount.to_decimal(),
        row.shipping.to_decimal(),
        row.tax.to_decimal(),
        row.total.to_decimal(),
        row.refunded.to_decimal(),
        row.notes.clone(),
        source("source_type"),
        source("utm_source"),
        source("utm_medium"),
        source("utm_campaign"),
        source("referrer"),
        source("session_entry"),
        source("session_pages"),
        source("session_count"),
        recipient(row),
        row.method.map(|kind| Messages::arabic().text(method_title(kind))).unwrap_or_default(),
    ]
    .map(|cell| escape_formula(&cell))
}
