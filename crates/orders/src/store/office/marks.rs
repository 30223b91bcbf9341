//! Members, tags and saved lists of orders.

use kernel::OrderId;
use sqlx::PgExecutor;

#[derive(Debug, Clone)]
pub struct Colleague {
    pub id: i64,
    pub name: String,
}

/// Members who are not stopped. Reads `staff`, a table of `accounts`.
pub async fn colleagues(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Colleague>> {
    sqlx::query_as!(Colleague, "select id, name from staff where is_active order by name, id limit 200")
        .fetch_all(db)
        .await
}

pub async fn assignee(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Option<Colleague>> {
    sqlx::query_as!(
        Colleague,
        "select member.id, member.name from orders own join staff member on member.id = own.assignee_id
         where own.id = $1",
        order.0
    )
    .fetch_optional(db)
    .await
}

/// Returns false if it is assigned to them already.
pub async fn assign(db: impl PgExecutor<'_>, order: OrderId, staff: Option<i64>) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update orders set assignee_id = $2 where id = $1 and assignee_id is distinct from $2",
        order.0,
        staff
    )
    .execute(db)
    .await?;
    Ok(changed.rows_affected() == 1)
}

pub async fn tags(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!("select tag from order_tags where order_id = $1 order by tag", order.0)
        .fetch_all(db)
        .await
}

/// How many tags an order can have. The texts `not-more-tags` and `tags-full` of `staff_orders` name it.
const MAX_TAGS: i64 = 20;

/// What became of a tag that was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tagged {
    Added,
    /// The order has it already.
    Before,
    /// The order has as many tags as it can have.
    Full,
}

pub async fn add_tag(db: impl PgExecutor<'_>, order: OrderId, tag: &str) -> sqlx::Result<Tagged> {
    let row = sqlx::query!(
        r#"with added as (
               insert into order_tags (tag, order_id)
               select $2::text, $1::bigint where (select count(*) from order_tags where order_id = $1) < $3
               on conflict do nothing returning 1)
           select exists (select from added) as "is_added!",
                  (select count(*) from order_tags where order_id = $1 and tag <> $2) >= $3 as "is_full!""#,
        order.0,
        tag,
        MAX_TAGS
    )
    .fetch_one(db)
    .await?;
    Ok(match (row.is_added, row.is_full) {
        (true, _) => Tagged::Added,
        (false, true) => Tagged::Full,
        (false, false) => Tagged::Before,
    })
}

pub async fn remove_tag(db: impl PgExecutor<'_>, order: OrderId, tag: &str) -> sqlx::Result<bool> {
    let removed = sqlx::query!("delete from order_tags where order_id = $1 and tag = $2", order.0, tag)
        .execute(db)
        .await?;
    Ok(removed.rows_affected() == 1)
}

#[derive(Debug)]
pub struct SavedList {
    pub id: i64,
    pub title: String,
    pub query: String,
    pub is_own: bool,
}

/// The lists that a member sees: their own and the shared ones.
pub async fn saved_lists(db: impl PgExecutor<'_>, staff: i64) -> sqlx::Result<Vec<SavedList>> {
    sqlx::query_as!(
        SavedList,
        r#"select id, title, query, staff_id = $1 as "is_own!" from order_lists
           where staff_id = $1 or is_shared order by staff_id = $1 desc, id desc limit 12"#,
        staff
    )
    .fetch_all(db)
    .await
}

/// Saves a list under a title; a list of the member with the same title is replaced.
pub async fn save_list(
    db: impl PgExecutor<'_>,
    staff: i64,
    title: &str,
    query: &str,
    is_shared: bool,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into order_lists (staff_id, title, query, is_shared) values ($1, $2, $3, $4)
         on conflict (staff_id, title) do update set query = $3, is_shared = $4 returning id",
        staff,
        title,
        query,
        is_shared
    )
    .fetch_one(db)
    .await
}

pub async fn remove_list(db: impl PgExecutor<'_>, staff: i64, id: i64) -> sqlx::Result<bool> {
    let removed = sqlx::query!("delete from order_lists where id = $1 and staff_id = $2", id, staff)
        .execute(db)
        .await?;
    Ok(removed.rows_affected() == 1)
}

/// Reads `products`, a table of `catalog`.
pub async fn product_name(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select name from products where id = $1", id).fetch_optional(db).await
}
