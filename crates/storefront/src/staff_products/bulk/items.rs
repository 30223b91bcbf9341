//! The rows of a job that its steps go through.

use edge::changes::Patch;
use serde_json::Value;
use sqlx::{PgExecutor, types::Json};

use super::rules::{BulkChanges, MAX_ROWS};

/// Freezes what a job is about: products in this order, with their versions, and for prices their variations. `None`: they are
/// more rows than a job may have, and nothing may be committed.
pub async fn freeze(
    db: impl PgExecutor<'_>,
    job: i64,
    products: &[i64],
    changes: &BulkChanges,
) -> sqlx::Result<Option<u64>> {
    let frozen = sqlx::query!(
        "insert into bulk_results (job_id, position, thing, thing_id, product_id, version)
         select $1, row_number() over (order by place, rank, thing_id)::integer, thing, thing_id, product_id, version
         from (
             select wanted.place, -1 as rank, 'product' as thing, product.id as thing_id, product.id as product_id,
                    product.version
             from unnest($2::bigint[]) with ordinality as wanted (id, place)
             join products product on product.id = wanted.id
             where $3 or product.kind <> 'variable'
             union all
             select wanted.place, variation.position, 'variation', variation.id, product.id, variation.version
             from unnest($2::bigint[]) with ordinality as wanted (id, place)
             join products product on product.id = wanted.id and product.kind = 'variable'
             join variations variation on variation.product_id = product.id
             where $4
             limit $5
         ) chosen",
        job,
        products,
        changes.has_others(),
        changes.has_prices(),
        MAX_ROWS + 1
    )
    .execute(db)
    .await?
    .rows_affected();
    Ok((i64::try_from(frozen).unwrap_or(i64::MAX) <= MAX_ROWS).then_some(frozen))
}

/// A row that waits for a step.
#[derive(Debug)]
pub struct OpenItem {
    pub position: i32,
    pub thing: String,
    pub thing_id: i64,
    pub product_id: i64,
    pub version: i64,
    pub before: Patch,
    pub after: Patch,
}

pub async fn list_open(
    db: impl PgExecutor<'_>,
    job: i64,
    state: &str,
    limit: i64,
) -> sqlx::Result<Vec<OpenItem>> {
    let rows = sqlx::query!(
        r#"select position, thing, thing_id, product_id, version, before as "before: Json<serde_json::Map<String, Value>>",
                  after as "after: Json<serde_json::Map<String, Value>>"
           from bulk_results where job_id = $1 and state in ('new', 'ready') and state = $2
           order by position limit $3"#,
        job,
        state,
        limit
    )
    .fetch_all(db)
    .await?;
    let items = rows.into_iter().map(|row| OpenItem {
        position: row.position,
        thing: row.thing,
        thing_id: row.thing_id,
        product_id: row.product_id,
        version: row.version,
        before: Patch(row.before.0),
        after: Patch(row.after.0),
    });
    Ok(items.collect())
}

/// What a step found or did, one entry for each row.
#[derive(Debug, Default)]
pub struct Outcomes {
    positions: Vec<i32>,
    states: Vec<String>,
    before: Vec<String>,
    after: Vec<String>,
    reasons: Vec<String>,
    versions: Vec<i64>,
}

impl Outcomes {
    /// `version`: that a change made, or 0.
    pub fn push(
        &mut self,
        item: &OpenItem,
        state: &str,
        (before, after): (&Patch, &Patch),
        reason: String,
        version: i64,
    ) {
        let json = |patch: &Patch| Value::Object(patch.0.clone()).to_string();
        self.positions.push(item.position);
        self.states.push(state.to_owned());
        self.before.push(json(before));
        self.after.push(json(after));
        self.reasons.push(reason);
        self.versions.push(version);
    }

    pub async fn save(&self, db: impl PgExecutor<'_>, job: i64) -> sqlx::Result<()> {
        sqlx::query!(
            "update bulk_results result set state = found.state, before = found.before::jsonb,
                    after = found.after::jsonb, reason = found.reason, new_version = nullif(found.version, 0)
             from unnest($2::integer[], $3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[])
                 as found (position, state, before, after, reason, version)
             where result.job_id = $1 and result.position = found.position",
            job,
            &self.positions,
            &self.states,
            &self.before,
            &self.after,
            &self.reasons,
            &self.versions
        )
        .execute(db)
        .await?;
        Ok(())
    }
}
