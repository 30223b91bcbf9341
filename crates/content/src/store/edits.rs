//! What staff saved, by the item's version number: what an editor was opened with is compared with what another person has
//! saved since.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::{PgExecutor, types::Json};

use super::Draft;

/// The version number of a new item.
pub const FIRST_VERSION: i64 = 1;

/// Older edits are deleted, except the last one of an item.
const RETENTION: TimeDelta = TimeDelta::days(90);

#[derive(Debug, Clone)]
pub struct Edit {
    pub version: i64,
    pub draft: Json<Draft>,
    pub saved_at: DateTime<Utc>,
    /// A member of staff; empty if the shop does not know them.
    pub name: String,
}

pub async fn put_edit(
    db: impl PgExecutor<'_>,
    (item, version): (i64, i64),
    draft: &Draft,
    actor: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into content_edits (item_id, version, draft, saved_at, saved_by) values ($1, $2, $3, $4, $5)",
        item,
        version,
        Json(draft) as _,
        now,
        actor
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The edit that made a version number; `None`: the last one of the item. Joins `staff`, which is `accounts`', for the
/// name.
pub async fn find_edit(
    db: impl PgExecutor<'_>,
    item: i64,
    version: Option<i64>,
) -> sqlx::Result<Option<Edit>> {
    sqlx::query_as!(
        Edit,
        r#"
        select edit.version, edit.draft as "draft: Json<Draft>", edit.saved_at, coalesce(member.name, '') as "name!"
        from content_edits edit left join staff member on 'staff ' || member.id = edit.saved_by
        where edit.item_id = $1 and ($2::bigint is null or edit.version = $2)
        order by edit.version desc limit 1
        "#,
        item,
        version
    )
    .fetch_optional(db)
    .await
}

/// Deletes old edits. Returns how many.
pub async fn forget_edits(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from content_edits old using content_items item
         where item.id = old.item_id and old.version < item.version and old.saved_at < $1",
        now - RETENTION
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected())
}
