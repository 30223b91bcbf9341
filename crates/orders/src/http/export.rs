//! The CSV export of orders.

use axum::{
    body::{Body, Bytes},
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Fields, Shop, audit::AuditWriter};
use futures_util::{StreamExt, stream};
use http::{HeaderValue, header};
use serde::Deserialize;

use crate::{
    rules::State as OrderState,
    store::{self, OrderExportRow, OrderLine},
};

/// Orders read per query.
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

/// Streams the export in chunks, because all orders may not fit into memory.
pub async fn orders(
    State(shop): State<Shop>,
    audit: AuditWriter,
    Fields(form): Fields<ExportForm>,
) -> Result<Response, AppError> {
    audit.record(&shop.db, "orders-export", &form.state).await?;
    let state = OrderState::parse(&form.state);
    let head = to_csv([COLUMNS.map(str::to_owned)])?;
    let rest = stream::try_unfold(Some(0), move |after| {
        let db = shop.db.clone();
        async move {
            let Some(after) = after else { return Ok::<_, anyhow::Error>(None) };
            let rows = store::export(&db, state, after, CHUNK).await?;
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
    let kind = HeaderValue::from_static("text/csv; charset=utf-8");
    let name = HeaderValue::from_static("attachment; filename=\"orders.csv\"");
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], table).into_response())
}

fn cells(row: &OrderExportRow, items: String) -> [String; COLUMNS.len()] {
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
    ]
}

/// Writes rows as CSV, with cells that a spreadsheet would run as formulas escaped.
fn to_csv(rows: impl IntoIterator<Item = [String; COLUMNS.len()]>) -> anyhow::Result<Bytes> {
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        table.write_record(row.iter().map(|cell| escape_formula(cell)))?;
    }
    Ok(table.into_inner().map_err(|error| anyhow::anyhow!("{error}"))?.into())
}

fn escape_formula(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_would_be_a_formula_is_text() {
        for cell in ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            assert_eq!(escape_formula(cell), format!("'{cell}"));
        }
        assert_eq!(escape_formula("سلمى"), "سلمى");
    }
}
