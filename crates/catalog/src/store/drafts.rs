//! Statements on drafts of products: changes that are not published yet.

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};
use sqlx::{PgConnection, PgExecutor, types::Json};

/// The shared draft of a product.
#[derive(Debug, Clone)]
pub struct ProductDraft {
    pub product: i64,
    pub revision: i64,
    /// Of the product, that it was made on.
    pub version: i64,
    /// Values by field.
    pub patch: Map<String, Value>,
    pub actor: String,
    pub saved_at: DateTime<Utc>,
    pub publish_at: Option<DateTime<Utc>>,
    /// Who scheduled it.
    pub scheduler: Option<String>,
    /// Why the clock did not publish it: `changed` or `refused`.
    pub refusal: Option<String>,
}

struct Row {
    product_id: i64,
    revision: i64,
    version: i64,
    patch: Json<Map<String, Value>>,
    actor: String,
    saved_at: DateTime<Utc>,
    publish_at: Option<DateTime<Utc>>,
    scheduler: Option<String>,
    refusal: Option<String>,
}

impl From<Row> for ProductDraft {
    fn from(row: Row) -> Self {
        let Row { product_id, revision, version, patch, actor, saved_at, publish_at, scheduler, refusal } =
            row;
        Self {
            product: product_id,
            revision,
            version,
            patch: patch.0,
            actor,
            saved_at,
            publish_at,
            scheduler,
            refusal,
        }
    }
}

pub async fn find(db: impl PgExecutor<'_>, product: i64) -> sqlx::Result<Option<ProductDraft>> {
    let row = sqlx::query_as!(
        Row,
        r#"select product_id, revision, version, patch as "patch: Json<Map<String, Value>>", actor, saved_at, publish_at,
                  scheduler, refusal
           from product_drafts where product_id = $1"#,
        product
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(ProductDraft::from))
}

/// The same, locked until the end of the transaction.
pub async fn lock(db: &mut PgConnection, product: i64) -> sqlx::Result<Option<ProductDraft>> {
    sqlx::query!("select product_id from product_drafts where product_id = $1 for update", product)
        .fetch_optional(&mut *db)
        .await?;
    find(db, product).await
}

/// What an edit of a draft writes.
pub struct NewDraft<'a> {
    pub product: i64,
    pub version: i64,
    pub patch: &'a Map<String, Value>,
    pub actor: &'a str,
    pub now: DateTime<Utc>,
}

/// Writes a draft as its next revision. One that was scheduled no longer is: nobody has approved what it says now. False: its
/// revision is not `seen` any more, 0 for none.
pub async fn save(db: impl PgExecutor<'_>, draft: &NewDraft<'_>, seen: i64) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "insert into product_drafts as draft (product_id, version, patch, actor, saved_at)
         select $1::bigint, $2::bigint, $3::jsonb, $4::text, $5::timestamptz
         where $6::bigint = 0 or exists (select from product_drafts where product_id = $1)
         on conflict (product_id) do update set revision = draft.revision + 1, version = excluded.version,
             patch = excluded.patch, actor = excluded.actor, saved_at = excluded.saved_at, publish_at = null,
             scheduler = null, refusal = null
         where draft.revision = $6",
        draft.product,
        draft.version,
        Json(draft.patch) as _,
        draft.actor,
        draft.now,
        seen
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Schedules the publication of a revision, on the version of the product that it was compared with; without a moment it takes
/// that back, and the draft stays on its version.
pub async fn schedule(
    db: impl PgExecutor<'_>,
    draft: &ProductDraft,
    at: Option<DateTime<Utc>>,
    scheduler: &str,
    version: i64,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update product_drafts set publish_at = $3, scheduler = case when $3::timestamptz is null then null else $4::text end,
                refusal = null, version = case when $3::timestamptz is null then version else $5::bigint end
         where product_id = $1 and revision = $2",
        draft.product,
        draft.revision,
        at,
        scheduler,
        version
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Keeps a draft that the clock could not publish, with the reason. False: another server has done so, or its moment is a
/// later one by now.
pub async fn refuse(
    db: impl PgExecutor<'_>,
    product: i64,
    reason: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "update product_drafts set publish_at = null, scheduler = null, refusal = $2
         where product_id = $1 and publish_at <= $3",
        product,
        reason,
        now
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// False: it was saved, scheduled or unscheduled since it was read.
pub async fn delete(db: impl PgExecutor<'_>, draft: &ProductDraft) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "delete from product_drafts
         where product_id = $1 and revision = $2 and publish_at is not distinct from $3",
        draft.product,
        draft.revision,
        draft.publish_at
    )
    .execute(db)
    .await?;
    Ok(done.rows_affected() > 0)
}

/// Drafts whose moment has come.
pub async fn list_due(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!(
        "select product_id from product_drafts where publish_at <= $1 order by publish_at limit 100",
        now
    )
    .fetch_all(db)
    .await
}
