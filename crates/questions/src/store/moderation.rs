//! Questions and answers as staff see them.

use chrono::{DateTime, Utc};
use moderation::{ItemState, QueueKind};
use sqlx::{PgExecutor, PgPool};

/// A question or an answer in any state, with what only staff see.
#[derive(Debug, Clone)]
pub struct QueuedPost {
    pub id: i64,
    pub text: String,
    pub name: String,
    pub email: String,
    pub is_shop: bool,
    pub state: ItemState,
    pub signals: Vec<String>,
    pub created_at: DateTime<Utc>,
    pub product_name: String,
    pub product_slug: String,
    /// The question that is answered; empty for a question.
    pub question: String,
    /// The shop's answer to the question; empty for none.
    pub reply: String,
}

/// Held questions oldest first, others newest first; `after` is the last one of the page before. Reads `products`, which
/// is `catalog`'s.
pub async fn queue_of_questions(
    db: &PgPool,
    state: ItemState,
    after: Option<i64>,
    limit: i64,
) -> sqlx::Result<Vec<QueuedPost>> {
    macro_rules! queued {
        ($page:literal, $order:literal, $after:expr) => {
            sqlx::query_as!(
                QueuedPost,
                r#"select question.id as "id!", question.text as "text!", question.name as "name!",
                       coalesce(question.email, '') as "email!", false as "is_shop!",
                       question.state as "state!: ItemState",
                       question.signals as "signals!", question.created_at as "created_at!",
                       product.name as "product_name!", product.slug as "product_slug!", '' as "question!",
                       coalesce(own.text, '') as "reply!"
                   from (select * from questions where "# + $page + r#") question
                   join products product on product.id = question.product_id
                   left join question_answers own
                       on own.question_id = question.id and own.is_shop and own.state = 'published'
                   order by "# + $order,
                $after,
                limit
            )
            .fetch_all(db)
            .await
        };
    }
    match state {
        ItemState::Held => {
            queued!("state = 'held' and id > $1 order by id limit $2", "question.id", after.unwrap_or(0))
        }
        ItemState::Published => queued!(
            "state = 'published' and id < $1 order by id desc limit $2",
            "question.id desc",
            after.unwrap_or(i64::MAX)
        ),
        ItemState::Refused => queued!(
            "state = 'refused' and id < $1 order by id desc limit $2",
            "question.id desc",
            after.unwrap_or(i64::MAX)
        ),
    }
}

/// The same for answers.
pub async fn queue_of_answers(
    db: &PgPool,
    state: ItemState,
    after: Option<i64>,
    limit: i64,
) -> sqlx::Result<Vec<QueuedPost>> {
    macro_rules! queued {
        ($page:literal, $order:literal, $after:expr) => {
            sqlx::query_as!(
                QueuedPost,
                r#"select answer.id as "id!", answer.text as "text!", answer.name as "name!",
                       coalesce(answer.email, '') as "email!", answer.is_shop as "is_shop!",
                       answer.state as "state!: ItemState",
                       answer.signals as "signals!", answer.created_at as "created_at!",
                       product.name as "product_name!", product.slug as "product_slug!",
                       question.text as "question!", '' as "reply!"
                   from (select * from question_answers where "#
                    + $page
                    + r#") answer
                   join questions question on question.id = answer.question_id
                   join products product on product.id = answer.product_id
                   order by "#
                    + $order,
                $after,
                limit
            )
            .fetch_all(db)
            .await
        };
    }
    match state {
        ItemState::Held => {
            queued!("state = 'held' and id > $1 order by id limit $2", "answer.id", after.unwrap_or(0))
        }
        ItemState::Published => queued!(
            "state = 'published' and id < $1 order by id desc limit $2",
            "answer.id desc",
            after.unwrap_or(i64::MAX)
        ),
        ItemState::Refused => queued!(
            "state = 'refused' and id < $1 order by id desc limit $2",
            "answer.id desc",
            after.unwrap_or(i64::MAX)
        ),
    }
}

/// How many questions or answers have the state; counting stops at 1,000.
pub async fn count_by_state(db: impl PgExecutor<'_>, kind: QueueKind, state: ItemState) -> sqlx::Result<i64> {
    match (kind, state) {
        (QueueKind::Answer, ItemState::Published) => {
            sqlx::query_scalar!(
                r#"select count(*) as "count!" from (
                       select from question_answers where state = 'published' order by id desc limit 1000) counted"#
            )
            .fetch_one(db)
            .await
        }
        (QueueKind::Answer, _) => {
            sqlx::query_scalar!(
                r#"select count(*) as "count!" from (
                       select from question_answers where state = $1 and state <> 'published' limit 1000) counted"#,
                state as ItemState
            )
            .fetch_one(db)
            .await
        }
        (_, ItemState::Published) => {
            sqlx::query_scalar!(
                r#"select count(*) as "count!" from (
                       select from questions where state = 'published' order by id desc limit 1000) counted"#
            )
            .fetch_one(db)
            .await
        }
        (_, _) => {
            sqlx::query_scalar!(
                r#"select count(*) as "count!" from (
                       select from questions where state = $1 and state <> 'published' limit 1000) counted"#,
                state as ItemState
            )
            .fetch_one(db)
            .await
        }
    }
}

/// When the question or answer that has waited longest for staff was written.
pub async fn oldest_held(db: impl PgExecutor<'_>) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select least((select created_at from questions where state = 'held' order by id limit 1),
                      (select created_at from question_answers where state = 'held' order by id limit 1))"
    )
    .fetch_one(db)
    .await
}
