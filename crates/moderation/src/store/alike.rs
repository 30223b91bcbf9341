//! Contributions with the same text or from the same sender. The view `contributions` reads the tables of all capabilities.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

use crate::queue::{ItemState, QueueId, QueueKind};

/// So many are looked at for one item, and so many are taken by one act.
pub const MAX_COPIES: i32 = 1_000;

/// What is known about an item besides itself.
#[derive(Debug, Clone)]
pub struct Insight {
    pub kind: QueueKind,
    pub id: i64,
    /// Others with the same text, and others of the same sender; whatever was decided about them.
    pub same_text: i64,
    pub same_sender: i64,
    /// Those that one act would refuse together with the item.
    pub copies: i64,
    /// The writer's account was created within the week before.
    pub is_new_account: bool,
}

/// Reads `customers`, which is `accounts`', for the age of an account.
pub async fn insights(
    db: impl PgExecutor<'_>,
    items: &[QueueId],
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<Insight>> {
    let (kinds, ids) = columns(items);
    sqlx::query_as!(
        Insight,
        r#"select item.kind as "kind!: QueueKind", item.id as "id!",
               count(other.id) filter (where other.by_text) as "same_text!",
               count(other.id) filter (where other.by_sender) as "same_sender!",
               count(other.id) filter (where other.state <> 'refused') as "copies!",
               exists (select from contributions one join customers customer on customer.id = one.customer_id
                       where one.kind = item.kind and one.id = item.id
                           and customer.created_at > one.created_at - interval '7 days') as "is_new_account!"
           from unnest($1::text[], $2::bigint[]) as item (kind, id)
           left join lateral alike_contributions(item.kind, item.id, $3, $4) other on true
           group by item.kind, item.id"#,
        &kinds,
        &ids,
        now,
        MAX_COPIES
    )
    .fetch_all(db)
    .await
}

/// Others that one act would refuse together with the items, the oldest first. `seen`: written until then, as the member
/// who decides has seen them.
pub async fn list_copies(
    db: impl PgExecutor<'_>,
    items: &[QueueId],
    seen: DateTime<Utc>,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<QueueId>> {
    let (kinds, ids) = columns(items);
    let found = sqlx::query!(
        r#"select other.kind as "kind!: QueueKind", other.id as "id!"
           from unnest($1::text[], $2::bigint[]) as item (kind, id)
           cross join lateral alike_contributions(item.kind, item.id, $4, $5) other
           where other.state <> 'refused' and other.written_at <= $3
           group by other.kind, other.id
           order by min(other.written_at), other.kind, other.id limit $5"#,
        &kinds,
        &ids,
        seen,
        now,
        MAX_COPIES
    )
    .fetch_all(db)
    .await?;
    Ok(found.into_iter().map(|row| QueueId { kind: row.kind, id: row.id }).collect())
}

/// A contribution as the list of copies shows it.
#[derive(Debug, Clone)]
pub struct Alike {
    pub kind: QueueKind,
    pub id: i64,
    pub state: ItemState,
    pub name: String,
    pub excerpt: String,
    pub created_at: DateTime<Utc>,
    pub by_text: bool,
    pub by_sender: bool,
}

/// The same with what is shown of them.
pub async fn list_alike(
    db: impl PgExecutor<'_>,
    item: QueueId,
    now: DateTime<Utc>,
    limit: i32,
) -> sqlx::Result<Vec<Alike>> {
    sqlx::query_as!(
        Alike,
        r#"select other.kind as "kind!: QueueKind", other.id as "id!", other.state as "state!: ItemState",
               one.name as "name!", left(one.text, 160) as "excerpt!", other.written_at as "created_at!",
               other.by_text as "by_text!", other.by_sender as "by_sender!"
           from alike_contributions($1, $2, $3, $4) other
           -- Not a join: see the function.
           cross join lateral (
               select found.name, found.text from contributions found
               where found.kind = other.kind and found.id = other.id offset 0
           ) one
           where other.state <> 'refused'
           order by other.written_at, other.kind, other.id"#,
        item.kind.name(),
        item.id,
        now,
        limit
    )
    .fetch_all(db)
    .await
}

/// One contribution itself.
pub async fn find_contribution(db: impl PgExecutor<'_>, item: QueueId) -> sqlx::Result<Option<Alike>> {
    sqlx::query_as!(
        Alike,
        r#"select kind as "kind!: QueueKind", id as "id!", state as "state!: ItemState", name as "name!",
               left(text, 160) as "excerpt!", created_at as "created_at!", false as "by_text!",
               false as "by_sender!"
           from contributions where kind = $1 and id = $2"#,
        item.kind.name(),
        item.id
    )
    .fetch_optional(db)
    .await
}

fn columns(items: &[QueueId]) -> (Vec<String>, Vec<i64>) {
    items.iter().map(|item| (item.kind.name().to_owned(), item.id)).unzip()
}
