//! Changes of things that people edit: each accepted edit is a row with its version and the values of the fields that it
//! changed, before and after. Versions, merging, history and undo are made of these rows.

mod patch;

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};
use sqlx::{PgExecutor, types::Json};

pub use patch::{Comparison, Patch, compare};

/// What is edited: a kind of thing and its id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thing {
    pub kind: &'static str,
    pub id: i64,
}

/// One accepted edit.
#[derive(Debug, Clone)]
pub struct Change {
    /// That this change made.
    pub version: i64,
    /// As in the audit log.
    pub actor: String,
    pub at: DateTime<Utc>,
    pub before: Patch,
    pub after: Patch,
    /// The version whose change this one takes back.
    pub undoes: Option<i64>,
}

/// Stores a change, in the transaction that makes it.
pub async fn record(db: impl PgExecutor<'_>, thing: Thing, change: &Change) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into changes (thing, thing_id, version, actor, at, before, after, undoes)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        thing.kind,
        thing.id,
        change.version,
        change.actor,
        change.at,
        Json(&change.before) as _,
        Json(&change.after) as _,
        change.undoes
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A row as it is stored.
struct Row {
    version: i64,
    actor: String,
    at: DateTime<Utc>,
    before: Json<Map<String, Value>>,
    after: Json<Map<String, Value>>,
    undoes: Option<i64>,
}

impl From<Row> for Change {
    fn from(row: Row) -> Self {
        let Row { version, actor, at, before, after, undoes } = row;
        Self { version, actor, at, before: Patch(before.0), after: Patch(after.0), undoes }
    }
}

/// The changes of a thing after a version, oldest first.
pub async fn list_since(db: impl PgExecutor<'_>, thing: Thing, version: i64) -> sqlx::Result<Vec<Change>> {
    let rows = sqlx::query_as!(
        Row,
        r#"select version, actor, at, before as "before: Json<Map<String, Value>>",
                  after as "after: Json<Map<String, Value>>", undoes
           from changes where thing = $1 and thing_id = $2 and version > $3 order by version"#,
        thing.kind,
        thing.id,
        version
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Change::from).collect())
}

/// The newest changes of a thing, newest first.
pub async fn list_newest(db: impl PgExecutor<'_>, thing: Thing, limit: i64) -> sqlx::Result<Vec<Change>> {
    let rows = sqlx::query_as!(
        Row,
        r#"select version, actor, at, before as "before: Json<Map<String, Value>>",
                  after as "after: Json<Map<String, Value>>", undoes
           from changes where thing = $1 and thing_id = $2 order by version desc limit $3"#,
        thing.kind,
        thing.id,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(Change::from).collect())
}

/// The change that made a version.
pub async fn find(db: impl PgExecutor<'_>, thing: Thing, version: i64) -> sqlx::Result<Option<Change>> {
    let row = sqlx::query_as!(
        Row,
        r#"select version, actor, at, before as "before: Json<Map<String, Value>>",
                  after as "after: Json<Map<String, Value>>", undoes
           from changes where thing = $1 and thing_id = $2 and version = $3"#,
        thing.kind,
        thing.id,
        version
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(Change::from))
}

/// Creates the partitions of the next months and drops those of changes older than `oldest`. Returns how many were dropped.
pub async fn maintain_partitions(
    db: impl PgExecutor<'_>,
    now: DateTime<Utc>,
    oldest: DateTime<Utc>,
) -> sqlx::Result<i32> {
    sqlx::query_scalar!(r#"select change_partitions($1, $2) as "dropped!""#, now, oldest).fetch_one(db).await
}
