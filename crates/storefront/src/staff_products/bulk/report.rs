//! What is read of a job's rows: counts, a page of them, and all for the spreadsheet.

use edge::changes::Patch;
use serde_json::{Map, Value};
use sqlx::{PgExecutor, types::Json};

/// How many rows have each state, and what the prices do.
#[derive(Debug, Default, Clone, Copy)]
pub struct Counts {
    pub all: i64,
    pub open: i64,
    pub ready: i64,
    pub same: i64,
    pub refused: i64,
    pub changed: i64,
    pub done: i64,
    pub failed: i64,
    pub rising: i64,
    pub falling: i64,
    /// The largest difference of a price, in minor units.
    pub largest: i64,
}

impl Counts {
    /// Rows that will be or were changed.
    pub const fn wanted(&self) -> i64 {
        self.ready + self.done
    }
}

pub async fn count(db: impl PgExecutor<'_>, job: i64) -> sqlx::Result<Counts> {
    sqlx::query_as!(
        Counts,
        r#"select count(*) as "all!",
                  count(*) filter (where state = 'new') as "open!",
                  count(*) filter (where state = 'ready') as "ready!",
                  count(*) filter (where state = 'same') as "same!",
                  count(*) filter (where state = 'refused') as "refused!",
                  count(*) filter (where state in ('changed', 'gone')) as "changed!",
                  count(*) filter (where state = 'done') as "done!",
                  count(*) filter (where state = 'failed') as "failed!",
                  count(*) filter (where difference > 0) as "rising!",
                  count(*) filter (where difference < 0) as "falling!",
                  coalesce(max(abs(difference)), 0) as "largest!"
           from (select state, case when state in ('ready', 'done') then
                     (after ->> 'regular_minor')::bigint - (before ->> 'regular_minor')::bigint end as difference
                 from bulk_results where job_id = $1) looked"#,
        job
    )
    .fetch_one(db)
    .await
}

/// A row with the names that people know.
#[derive(Debug)]
pub struct ReportRow {
    pub position: i32,
    pub product_id: i64,
    pub name: String,
    pub label: String,
    pub sku: String,
    pub state: String,
    pub before: Patch,
    pub after: Patch,
    pub reason: String,
}

/// Rows after a position, with one of these states.
pub async fn list(
    db: impl PgExecutor<'_>,
    job: i64,
    states: &[String],
    after: i32,
    limit: i64,
) -> sqlx::Result<Vec<ReportRow>> {
    let rows = sqlx::query!(
        r#"select result.position, result.product_id, result.state, result.reason,
                  result.before as "before: Json<Map<String, Value>>", result.after as "after: Json<Map<String, Value>>",
                  coalesce(product.name, '') as "name!", coalesce(variation.label, '') as "label!",
                  coalesce(variation.sku, product.sku, '') as "sku!"
           from bulk_results result
           left join products product on product.id = result.product_id
           left join variations variation on result.thing = 'variation' and variation.id = result.thing_id
           where result.job_id = $1 and result.state = any($2) and result.position > $3
           order by result.position limit $4"#,
        job,
        states,
        after,
        limit
    )
    .fetch_all(db)
    .await?;
    let rows = rows.into_iter().map(|row| ReportRow {
        position: row.position,
        product_id: row.product_id,
        name: row.name,
        label: row.label,
        sku: row.sku,
        state: row.state,
        before: Patch(row.before.0),
        after: Patch(row.after.0),
        reason: row.reason,
    });
    Ok(rows.collect())
}

/// States of rows that a page shows together.
pub static GROUPS: [(&str, &[&str]); 5] = [
    ("wanted", &["ready", "done"]),
    ("refused", &["refused", "failed"]),
    ("changed", &["changed", "gone"]),
    ("same", &["same"]),
    ("all", &["new", "ready", "done", "refused", "failed", "changed", "gone", "same"]),
];

pub fn states_of(group: &str) -> Vec<String> {
    let found = GROUPS.iter().find(|(name, _)| *name == group).or(GROUPS.last());
    found.map(|(_, states)| states.iter().map(|one| (*one).to_owned()).collect()).unwrap_or_default()
}
