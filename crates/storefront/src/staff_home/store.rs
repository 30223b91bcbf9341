//! What waits, one query a kind. Each looks at 1,001 rows of a table at most, by an index.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

/// How many wait, and since when the oldest does.
#[derive(Debug)]
pub struct Queue {
    pub count: i64,
    pub oldest: Option<DateTime<Utc>>,
    /// Verified reviews of one or two stars among them.
    pub urgent: i64,
}

/// Reviews, questions and comments to be read. Reads `reviews`, `questions` and `comments`, tables of the capabilities with
/// these names.
pub async fn to_moderate(db: impl PgExecutor<'_>) -> sqlx::Result<Queue> {
    sqlx::query_as!(
        Queue,
        r#"select count(*) as "count!", min(created_at) as oldest,
                  count(*) filter (where is_urgent) as "urgent!"
           from ((select created_at, is_verified and rating <= 2 as is_urgent from reviews where state = 'held' order by id limit 1001)
                 union all
                 (select created_at, false from questions where state = 'held' order by id limit 1001)
                 union all
                 (select created_at, false from comments where state = 'held' order by id limit 1001)) waiting"#
    )
    .fetch_one(db)
    .await
}

/// Messages that nobody closed. Reads `enquiries`, a table of the capability of that name.
pub async fn to_answer(db: impl PgExecutor<'_>) -> sqlx::Result<Queue> {
    sqlx::query_as!(
        Queue,
        r#"select count(*) as "count!", min(created_at) as oldest, 0::bigint as "urgent!"
           from (select created_at from enquiries where state = 'open' and not is_spam order by id desc limit 1001) waiting"#
    )
    .fetch_one(db)
    .await
}
