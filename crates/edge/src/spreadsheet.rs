//! Exports as CSV, for spreadsheets.

use axum::{
    body::{Body, Bytes},
    response::{IntoResponse, Response},
};
use http::{HeaderValue, header};

use crate::AppError;

/// Escapes a text that a spreadsheet would run as a formula. Numbers of the shop itself stay numbers.
pub fn escape_formula(cell: &str) -> String {
    if cell.starts_with(['=', '+', '-', '@', '\t', '\r']) { format!("'{cell}") } else { cell.to_owned() }
}

/// Writes rows as lines of CSV.
pub fn to_csv<const N: usize>(rows: impl IntoIterator<Item = [String; N]>) -> anyhow::Result<Bytes> {
    let mut table = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        table.write_record(row)?;
    }
    Ok(table.into_inner().map_err(|error| anyhow::anyhow!("{error}"))?.into())
}

/// A file to download. `name`: ASCII, without quotes.
pub fn csv_file(name: &str, table: impl Into<Body>) -> Result<Response, AppError> {
    let kind = HeaderValue::from_static("text/csv; charset=utf-8");
    let name = HeaderValue::try_from(format!("attachment; filename=\"{name}\""));
    let name = name.map_err(anyhow::Error::from)?;
    let body: Body = table.into();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], body).into_response())
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

    #[test]
    fn rows_end_with_carriage_return_and_line_feed_and_commas_are_quoted() {
        let table = to_csv([["a".to_owned(), "b,c".to_owned()]]).expect("a table");
        assert_eq!(&table[..], b"a,\"b,c\"\r\n");
    }
}
