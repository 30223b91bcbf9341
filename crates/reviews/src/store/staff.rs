//! The staff's view of reviews.

use chrono::{DateTime, Utc};
use moderation::ItemState as ReviewState;
use sqlx::{PgExecutor, PgPool, types::Json};

use crate::rules::{StoredAnswer, StoredRating};

/// A review in any state, with what only staff see.
#[derive(Debug, Clone)]
pub struct QueuedReview {
    pub id: i64,
    pub rating: Option<i16>,
    pub criteria: Json<Vec<StoredRating>>,
    pub answers: Json<Vec<StoredAnswer>>,
    pub text: String,
    pub name: String,
    pub email: String,
    pub is_verified: bool,
    pub is_confirmed: bool,
    pub state: ReviewState,
    pub signals: Vec<String>,
    pub reply: String,
    pub created_at: DateTime<Utc>,
    pub product_name: Option<String>,
    pub product_slug: Option<String>,
}

macro_rules! queued {
    ($rest:literal, $($arg:expr),*) => {
        sqlx::query_as!(
            QueuedReview,
            r#"
            select review.id, review.rating,
                review.criteria as "criteria: Json<Vec<StoredRating>>",
                review.answers as "answers: Json<Vec<StoredAnswer>>", review.text, review.name,
                coalesce(review.email, '') as "email!", review.is_verified, review.is_confirmed,
                review.state as "state: ReviewState", review.signals, review.reply,
                review.created_at, product.name as "product_name?", product.slug as "product_slug?"
            from reviews review left join products product on product.id = review.product_id
            "# + $rest,
            $($arg),*
        )
    };
}

/// Held reviews oldest first, others newest first; `after` is the last review of the page before.
pub async fn queue(
    db: &PgPool,
    state: ReviewState,
    after: Option<i64>,
    limit: i64,
) -> sqlx::Result<Vec<QueuedReview>> {
    match state {
        ReviewState::Held => {
            queued!(
                "where review.state = 'held' and review.id > $1 order by review.id limit $2",
                after.unwrap_or(0),
                limit
            )
            .fetch_all(db)
            .await
        }
        ReviewState::Refused => {
            queued!(
                "where review.state = 'refused' and review.id < $1 order by review.id desc limit $2",
                after.unwrap_or(i64::MAX),
                limit
            )
            .fetch_all(db)
            .await
        }
        ReviewState::Published => {
            queued!(
                "where review.state = 'published' and review.id < $1 order by review.id desc limit $2",
                after.unwrap_or(i64::MAX),
                limit
            )
            .fetch_all(db)
            .await
        }
    }
}

pub async fn find_for_staff(db: impl PgExecutor<'_>, review: i64) -> sqlx::Result<Option<QueuedReview>> {
    queued!("where review.id = $1", review).fetch_optional(db).await
}

/// How many reviews are held and refused; counting stops at 1,000.
pub async fn count_by_state(db: impl PgExecutor<'_>, state: ReviewState) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from (
               select from reviews where state = $1 and state <> 'published' limit 1000) counted"#,
        state as ReviewState
    )
    .fetch_one(db)
    .await
}

/// When the review that has waited longest for staff was written.
pub async fn oldest_held(db: impl PgExecutor<'_>) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!("select created_at from reviews where state = 'held' order by id limit 1")
        .fetch_optional(db)
        .await
}

/// Sets the shop's reply; an empty one removes it. Returns the product of the review, or `None` if there is no such
/// review.
pub async fn reply(
    db: impl PgExecutor<'_>,
    review: i64,
    text: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Option<i64>>> {
    sqlx::query_scalar!(
        "update reviews set reply = $2, replied_at = case when $2 = '' then null else $3::timestamptz end
         where id = $1 returning product_id",
        review,
        text,
        now
    )
    .fetch_optional(db)
    .await
}

/// Notes that the external pictures and videos of a published review are being fetched. Returns true once.
pub async fn mark_external_requested(db: impl PgExecutor<'_>, review: i64) -> sqlx::Result<bool> {
    let marked = sqlx::query!(
        "update reviews set has_external_media = false
         where id = $1 and state = 'published' and has_external_media",
        review
    )
    .execute(db)
    .await?;
    Ok(marked.rows_affected() == 1)
}
