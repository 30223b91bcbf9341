//! The report of a count as CSV.

use axum::{body::Body, extract::State, response::Response};
use edge::{
    AppError, PathParam, Shop,
    session::StaffMember,
    spreadsheet::{csv_file, escape_formula, to_csv},
};
use futures_util::{StreamExt, stream};

use super::counts::load;
use crate::store::{self, CountLine};

/// Lines read per query.
const CHUNK: i64 = 1_000;
const COLUMNS: [&str; 6] = ["sku", "code", "name", "expected", "counted", "difference"];

/// All lines, in chunks: a large shop counts more than fits into memory.
pub async fn export(
    State(shop): State<Shop>,
    staff: StaffMember,
    PathParam(id): PathParam<i64>,
) -> Result<Response, AppError> {
    let count = load(&shop, &staff, id).await?;
    let head = to_csv([COLUMNS.map(str::to_owned)])?;
    let rest = stream::try_unfold(Some(String::new()), move |after| {
        let db = shop.db.clone();
        async move {
            let Some(after) = after else { return Ok::<_, anyhow::Error>(None) };
            let lines = store::list_lines(&db, count.id, false, &after, CHUNK).await?;
            let next = lines.last().filter(|_| lines.len() as i64 == CHUNK).map(|line| line.sku.clone());
            Ok(Some((to_csv(lines.iter().map(cells))?, next)))
        }
    });
    let table = Body::from_stream(stream::once(async { Ok(head) }).chain(rest));
    csv_file(&format!("count-{id}.csv"), table)
}

/// Texts that a spreadsheet would run as formulas are escaped. Numbers are the shop's own and stay numbers.
fn cells(line: &CountLine) -> [String; COLUMNS.len()] {
    let name =
        if line.label.is_empty() { line.name.clone() } else { format!("{}، {}", line.name, line.label) };
    [
        escape_formula(&line.sku),
        escape_formula(&line.gtin),
        escape_formula(&name),
        line.expected.to_string(),
        line.counted.to_string(),
        line.difference().to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use kernel::Quantity;

    use super::*;

    #[test]
    fn a_name_is_no_formula_and_a_difference_is_a_number() {
        let line = CountLine {
            sku: "=1+1".to_owned(),
            name: "@SUM(A1)".to_owned(),
            label: String::new(),
            gtin: "6291047100011".to_owned(),
            expected: Quantity::from_whole(5),
            counted: Quantity::from_whole(3),
        };
        assert_eq!(cells(&line), ["'=1+1", "6291047100011", "'@SUM(A1)", "5", "3", "-2"].map(str::to_owned));
    }
}
