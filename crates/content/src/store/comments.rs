//! Comments.

use chrono::{DateTime, TimeDelta, Utc};
use moderation::ItemState;
use sqlx::{PgConnection, PgExecutor, PgPool};

/// A published comment.
#[derive(Debug, Clone)]
pub struct Comment {
    pub id: i64,
    pub ancestors: Vec<i64>,
    pub text: String,
    pub name: String,
    pub is_staff: bool,
    pub created_at: DateTime<Utc>,
}

/// A page of comments in the order of their threads: an answer follows what it answers.
pub async fn list_comments(
    db: impl PgExecutor<'_>,
    post: i64,
    offset: i64,
    limit: i64,
) -> sqlx::Result<Vec<Comment>> {
    sqlx::query_as!(
        Comment,
        "select id, ancestors, text, name, is_staff, created_at from comments
         where post_id = $1 and state = 'published'
         order by array_append(ancestors, id) offset $2 limit $3",
        post,
        offset,
        limit
    )
    .fetch_all(db)
    .await
}

/// A comment that may be answered: published, and of this post.
pub async fn find_comment(db: impl PgExecutor<'_>, post: i64, comment: i64) -> sqlx::Result<Option<Comment>> {
    sqlx::query_as!(
        Comment,
        "select id, ancestors, text, name, is_staff, created_at from comments
         where id = $2 and post_id = $1 and state = 'published'",
        post,
        comment
    )
    .fetch_optional(db)
    .await
}

/// A comment in any state, for its writer.
pub async fn find_held_comment(
    db: impl PgExecutor<'_>,
    post: i64,
    comment: i64,
) -> sqlx::Result<Option<(Comment, ItemState)>> {
    let row = sqlx::query!(
        r#"select id, ancestors, text, name, is_staff, created_at, state as "state: ItemState" from comments
           where id = $2 and post_id = $1"#,
        post,
        comment
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| {
        let comment = Comment {
            id: row.id,
            ancestors: row.ancestors,
            text: row.text,
            name: row.name,
            is_staff: row.is_staff,
            created_at: row.created_at,
        };
        (comment, row.state)
    }))
}

/// How many published comments of the post are before this one.
pub async fn rank(db: impl PgExecutor<'_>, post: i64, comment: &Comment) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from comments
           where post_id = $1 and state = 'published' and array_append(ancestors, id) < array_append($2::bigint[], $3)"#,
        post,
        &comment.ancestors,
        comment.id
    )
    .fetch_one(db)
    .await
}

pub struct NewComment<'a> {
    pub post: i64,
    pub parent: Option<i64>,
    pub ancestors: &'a [i64],
    pub text: &'a str,
    pub name: &'a str,
    pub email: Option<&'a str>,
    pub customer: Option<i64>,
    pub is_staff: bool,
    pub signals: &'a [String],
    pub visitor: Option<&'a [u8]>,
    pub address: &'a str,
    pub now: DateTime<Utc>,
}

/// Inserts a held comment.
pub async fn insert_comment(db: impl PgExecutor<'_>, new: &NewComment<'_>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into comments (post_id, parent_id, ancestors, text, name, email, customer_id, is_staff, signals, visitor,
                               address, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) returning id",
        new.post,
        new.parent,
        new.ancestors,
        new.text,
        new.name,
        new.email,
        new.customer,
        new.is_staff,
        new.signals,
        new.visitor,
        new.address,
        new.now
    )
    .fetch_one(db)
    .await
}

/// Finds a comment with this text that the same visitor sent to the post from the same network within a day.
pub async fn find_repeated(
    db: impl PgExecutor<'_>,
    post: i64,
    text: &str,
    visitor: &[u8],
    address: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!(
        "select id from comments
         where address = $2 and address <> '' and post_id = $1 and text = $3 and visitor = $4 and created_at > $5
         order by id desc limit 1",
        post,
        address,
        text,
        visitor,
        now - TimeDelta::days(1)
    )
    .fetch_optional(db)
    .await
}

/// Recent texts that a new one is compared with: those of the post, and those from the same network.
pub async fn recent_texts(
    db: impl PgExecutor<'_>,
    post: i64,
    address: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar!(
        r#"
        select recent.text as "text!" from (
            (select text, created_at from comments where post_id = $1 order by id desc limit 100)
            union all
            (select text, created_at from comments where address = $2 and address <> '' order by id desc limit 100)
        ) recent
        where recent.created_at > $3
        "#,
        post,
        address,
        now - TimeDelta::days(30)
    )
    .fetch_all(db)
    .await
}

/// A comment whose state was changed.
#[derive(Debug, Clone)]
pub struct ChangedComment {
    pub post_id: i64,
    pub before: ItemState,
    pub before_reason: String,
}

/// Changes the state of a comment, and in the same statement the count of its post. Returns `None` if the comment does not
/// exist, has the state already, or has another than `from`.
pub async fn change_state(
    db: &mut PgConnection,
    comment: i64,
    state: ItemState,
    reason: &str,
    from: Option<ItemState>,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<ChangedComment>> {
    sqlx::query_as!(
        ChangedComment,
        r#"
        with before as (
            select id, post_id, state, reason from comments where id = $1 for update
        ),
        changed as (
            update comments set state = $2, reason = $3,
                published_at = case when $2 = 'published' then coalesce(comments.published_at, $5) else comments.published_at end
            from before
            where comments.id = before.id and before.state <> $2 and ($4::text is null or before.state = $4)
            returning comments.id
        ),
        counted as (
            update content_items item
            set comment_count = item.comment_count
                + case when $2 = 'published' then 1 when before.state = 'published' then -1 else 0 end
            from before join changed on changed.id = before.id
            where item.id = before.post_id and (before.state = 'published' or $2 = 'published')
        )
        select before.post_id, before.state as "before: ItemState", before.reason as before_reason
        from before join changed on changed.id = before.id
        "#,
        comment,
        state as ItemState,
        reason,
        from as Option<ItemState>,
        now
    )
    .fetch_optional(db)
    .await
}

/// A comment in the staff's queue.
#[derive(Debug, Clone)]
pub struct QueuedComment {
    pub id: i64,
    pub state: ItemState,
    pub text: String,
    pub name: String,
    pub email: Option<String>,
    pub is_customer: bool,
    pub is_staff: bool,
    pub signals: Vec<String>,
    pub created_at: DateTime<Utc>,
    pub slug: String,
    pub title: String,
    pub parent_name: Option<String>,
    pub parent_text: Option<String>,
    pub reply: Option<String>,
}

/// Held ones by ascending id, others by descending id.
pub async fn queue(
    db: &PgPool,
    state: ItemState,
    after: Option<i64>,
    limit: i64,
) -> sqlx::Result<Vec<QueuedComment>> {
    sqlx::query_as!(
        QueuedComment,
        r#"
        with page as (
            (select id from comments
             where $1 = 'held' and state = 'held' and id > coalesce($2::bigint, 0) order by id limit $3)
            union all
            (select id from comments
             where $1 <> 'held' and state = $1 and id < coalesce($2::bigint, 9223372036854775807) order by id desc limit $3)
        )
        select comment.id, comment.state as "state: ItemState", comment.text, comment.name, comment.email,
            comment.customer_id is not null as "is_customer!", comment.is_staff, comment.signals, comment.created_at,
            item.slug,
            coalesce((select one.title from content_versions one where one.item_id = item.id
                      order by one.valid_from desc nulls last, one.id desc limit 1), item.slug) as "title!",
            parent.name as "parent_name?", parent.text as "parent_text?",
            (select answer.text from comments answer
             where answer.parent_id = comment.id and answer.is_staff and answer.state = 'published'
             order by answer.id limit 1) as reply
        from page join comments comment on comment.id = page.id
        join content_items item on item.id = comment.post_id
        left join comments parent on parent.id = comment.parent_id
        order by case when $1 = 'held' then comment.id else -comment.id end
        "#,
        state as ItemState,
        after,
        limit
    )
    .fetch_all(db)
    .await
}

/// Stops counting at 1,000.
pub async fn count_by_state(db: &PgPool, state: ItemState) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from (select from comments where state = $1 limit 1000) counted"#,
        state as ItemState
    )
    .fetch_one(db)
    .await
}

/// What an answer of the shop needs to know about a comment.
#[derive(Debug, Clone)]
pub struct AnsweredComment {
    pub post_id: i64,
    pub ancestors: Vec<i64>,
    pub state: ItemState,
    /// The shop's answer.
    pub answer: Option<i64>,
}

pub async fn find_answered(db: impl PgExecutor<'_>, comment: i64) -> sqlx::Result<Option<AnsweredComment>> {
    sqlx::query_as!(
        AnsweredComment,
        r#"select comment.post_id, comment.ancestors, comment.state as "state: ItemState",
               (select answer.id from comments answer where answer.parent_id = comment.id and answer.is_staff
                order by answer.id limit 1) as answer
           from comments comment where comment.id = $1 for update"#,
        comment
    )
    .fetch_optional(db)
    .await
}

pub async fn set_comment_text(db: impl PgExecutor<'_>, comment: i64, text: &str) -> sqlx::Result<()> {
    sqlx::query!("update comments set text = $2 where id = $1", comment, text).execute(db).await?;
    Ok(())
}

/// Forgets sessions and networks of up to 1,000 comments that are older than 30 days.
pub async fn forget_networks(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let forgotten = sqlx::query!(
        "update comments set address = '', visitor = null where id in (
             select id from comments where address <> '' and created_at < $1 limit 1000)",
        now - TimeDelta::days(30)
    )
    .execute(db)
    .await?;
    Ok(forgotten.rows_affected())
}

/// Name and email address of a customer. Reads `customers`, which is `accounts`', in the request of the comment.
pub async fn customer_names(db: &PgPool, customer: i64) -> sqlx::Result<Option<(String, String)>> {
    let row = sqlx::query!(
        r#"select coalesce(nullif(trim(first_name || ' ' || last_name), ''), user_name) as "name!", email
           from customers where id = $1"#,
        customer
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.name, row.email)))
}
