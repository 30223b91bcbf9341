//! Topics of reviews (`review_tags`), which staff write and assign.

use sqlx::{PgConnection, PgExecutor};

use super::write::lock_figures;

/// A topic and how many published reviews have it.
#[derive(Debug, Clone)]
pub struct Topic {
    pub id: i64,
    pub label: String,
    pub count: i32,
}

/// More are not offered: a list of topics is for choosing.
const MAX_TOPICS: i64 = 200;

pub async fn list_topics(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<Topic>> {
    sqlx::query_as!(
        Topic,
        r#"select tag.id, tag.label, coalesce(counted.count, 0) as "count!" from review_tags tag
           left join review_tag_counts counted on counted.scope = 0 and counted.tag_id = tag.id
           order by tag.label limit $1"#,
        MAX_TOPICS
    )
    .fetch_all(db)
    .await
}

/// Returns false if there is such a topic, or there are too many.
pub async fn add_topic(db: impl PgExecutor<'_>, label: &str) -> sqlx::Result<bool> {
    let added = sqlx::query!(
        "insert into review_tags (label) select $1 where (select count(*) from review_tags) < $2
         on conflict do nothing",
        label,
        MAX_TOPICS
    )
    .execute(db)
    .await?;
    Ok(added.rows_affected() == 1)
}

/// Returns false if another topic has this name, or there is none with this id.
pub async fn rename_topic(db: impl PgExecutor<'_>, topic: i64, label: &str) -> sqlx::Result<bool> {
    let renamed = sqlx::query!(
        "update review_tags set label = $2
         where id = $1 and not exists (select from review_tags other where other.label = $2 and other.id <> $1)",
        topic,
        label
    )
    .execute(db)
    .await?;
    Ok(renamed.rows_affected() == 1)
}

/// Deletes a topic with its links and counts.
pub async fn delete_topic(db: impl PgExecutor<'_>, topic: i64) -> sqlx::Result<bool> {
    let deleted = sqlx::query!("delete from review_tags where id = $1", topic).execute(db).await?;
    Ok(deleted.rows_affected() == 1)
}

pub async fn list_topics_of(db: impl PgExecutor<'_>, review: i64) -> sqlx::Result<Vec<i64>> {
    sqlx::query_scalar!("select tag_id from review_tag_links where review_id = $1", review)
        .fetch_all(db)
        .await
}

/// Gives a review exactly these topics, and in the same statement moves the counts if it is published. Returns the product
/// of the review, or `None` if there is no such review.
pub async fn assign_topics(
    db: &mut PgConnection,
    review: i64,
    topics: &[i64],
) -> sqlx::Result<Option<Option<i64>>> {
    lock_figures(&mut *db).await?;
    sqlx::query_scalar!(
        r#"
        with review as (select id, product_id, state from reviews where id = $1 for update),
        scopes as (
            select scope.id as scope from review
            cross join lateral (values (coalesce(product_id, -1)), (0)) as scope (id) where state = 'published'
        ),
        removed as (
            delete from review_tag_links link using review
            where link.review_id = review.id and link.tag_id <> all($2) returning link.tag_id
        ),
        added as (
            insert into review_tag_links (review_id, tag_id, product_id)
            select review.id, tag.id, review.product_id from review, review_tags tag where tag.id = any($2)
            on conflict do nothing returning tag_id
        ),
        less as (
            update review_tag_counts old set count = old.count - 1 from scopes, removed
            where old.scope = scopes.scope and old.tag_id = removed.tag_id
        ),
        more as (
            insert into review_tag_counts as old (scope, tag_id, count)
            select scopes.scope, added.tag_id, 1 from scopes, added
            on conflict (scope, tag_id) do update set count = old.count + 1
        )
        select product_id from review
        "#,
        review,
        topics
    )
    .fetch_optional(db)
    .await
}
