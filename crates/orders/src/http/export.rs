//! The CSV export of orders.

use axum::{body::Body, extract::State, response::Response};
use edge::{
    AppError, Fields, Shop,
    audit::AuditWriter,
    session::StaffMember,
    spreadsheet::{csv_file, escape_formula, to_csv},
};
use futures_util::{StreamExt, stream};
use kernel::Messages;
use payments::service::form::method_title;

use super::office::{
    find::{Found, PAGE_ROUNDS, begin_reading, find},
    query::OrdersQuery,
};
use crate::store::{self, OrderExportRow, OrderLine};

/// Orders read per query.
const CHUNK: usize = 1_000;

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

/// Exports the orders that a list shows, newest first. Streamed in chunks, because all orders may not fit into memory.
pub async fn orders(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    Fields(query): Fields<OrdersQuery>,
) -> Result<Response, AppError> {
    if query.states().is_empty() && !query.state.is_empty() {
        return Err(AppError::BadRequest("unknown state"));
    }
    audit.record(&shop.db, "orders-export", &audit_subject(&query)).await?;
    let head = to_csv([COLUMNS.map(str::to_owned)])?;
    let rest = stream::try_unfold(Some(i64::MAX), move |below| {
        let (shop, member, query) = (shop.clone(), member.clone(), query.clone());
        async move {
            let Some(below) = below else { return Ok::<_, anyhow::Error>(None) };
            let Found { ids, next } = chunk(&shop, &member, &query, below).await?;
            let rows = store::export(&shop.db, &ids).await?;
            let lines =
                store::lines_by_order(&shop.db, &rows.iter().map(|row| row.id).collect::<Vec<_>>()).await?;
            let items = |row: &OrderExportRow| {
                let lines = lines.get(&row.id).map(Vec::as_slice).unwrap_or_default();
                lines.iter().map(OrderLine::text).collect::<Vec<_>>().join("، ")
            };
            Ok(Some((to_csv(rows.iter().map(|row| cells(row, items(row))))?, next)))
        }
    });
    let table = Body::from_stream(stream::once(async { Ok(head) }).chain(rest));
    csv_file("orders.csv", table)
}

/// The filters. What was searched may be a buyer's name, so the log says only that something was.
fn audit_subject(query: &OrdersQuery) -> String {
    let filters = query.without_search().to_query();
    let search = if query.search.is_empty() { "" } else { "search" };
    [filters.as_str(), search].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The next orders of the list. Each chunk is a transaction of its own: a slow download keeps none open.
async fn chunk(
    shop: &Shop,
    member: &StaffMember,
    query: &OrdersQuery,
    below: i64,
) -> Result<Found, anyhow::Error> {
    let mut tx = begin_reading(&shop.db).await?;
    let found = find(shop, &mut tx, member, query, Some(below), CHUNK, PAGE_ROUNDS).await?;
    tx.commit().await?;
    Ok(found)
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
