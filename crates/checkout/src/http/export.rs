//! Every order as a table for a spreadsheet.

use axum::{
    body::{Body, Bytes},
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Fields, Shop, audit, session::StaffMember};
use futures_util::{StreamExt, stream};
use http::{HeaderValue, header};
use kernel::Money;
use serde::Deserialize;

use crate::{
    rules::State as OrderState,
    store::{self, Exported, OrderLine},
};

/// Orders that are read at once.
const CHUNK: i64 = 1_000;

#[derive(Debug, Deserialize)]
pub struct ExportForm {
    #[serde(default)]
    state: String,
}

const COLUMNS: [&str; 18] = [
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
];

/// Sent while it is read: a shop of many years does not fit into memory.
pub async fn orders(
    State(shop): State<Shop>,
    member: StaffMember,
    Fields(form): Fields<ExportForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    audit::record(&shop.staff, now, &member.actor(), "orders-export", &form.state).await?;
    let state = OrderState::parse(&form.state);
    let head = written([COLUMNS.map(str::to_owned)])?;
    let rest = stream::try_unfold(Some(0), move |after| {
        let db = shop.staff.clone();
        async move {
            let Some(after) = after else { return Ok::<_, anyhow::Error>(None) };
            let rows = store::export(&db, state, after, CHUNK).await?;
            let lines = store::lines_of(&db, &rows.iter().map(|row| row.id).collect::<Vec<_>>()).await?;
            let items = |row: &Exported| {
                let lines = lines.get(&row.id).map(Vec::as_slice).unwrap_or_default();
                lines.iter().map(OrderLine::text).collect::<Vec<_>>().join("، ")
            };
            let next = rows.last().filter(|_| rows.len() as i64 == CHUNK).map(|row| row.id);
            Ok(Some((written(rows.iter().map(|row| cells(row, items(row))))?, next)))
        }
    });
    let table = Body::from_stream(stream::once(async { Ok(head) }).chain(rest));
    let kind = HeaderValue::from_static("text/csv; charset=utf-8");
    let name = HeaderValue::from_static("attachment; filename=\"orders.csv\"");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], table).into_response())
}

fn cells(row: &Exported, items: String) -> [String; COLUMNS.len()] {
    let money = |minor| Money::minor(minor).to_decimal();
    [
        row.number.to_string(),
        row.state.clone(),
        row.created_at.to_rfc3339(),
        row.email.clone(),
        row.first_name.clone(),
        row.last_name.clone(),
        row.phone.clone(),
        row.country.clone(),
        row.city.clone(),
        row.address_1.clone(),
        items,
        money(row.subtotal_minor),
        money(row.discount_minor),
        money(row.shipping_minor),
        money(row.tax_minor),
        money(row.total_minor),
        money(row.refunded_minor),
        row.notes.clone(),
    ]
}

/// A cell that would be a formula is written as text.
fn written(rows: impl IntoIterator<Item = [String; COLUMNS.len()]>) -> anyhow::Result<Bytes> {
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        table.write_record(row.iter().map(|cell| harmless(cell)))?;
    }
    Ok(table.into_inner().map_err(|error| anyhow::anyhow!("{error}"))?.into())
}

fn harmless(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_would_be_a_formula_is_text() {
        for cell in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            assert_eq!(harmless(cell), format!("'{cell}"));
        }
        assert_eq!(harmless("سلمى"), "سلمى");
    }
}
