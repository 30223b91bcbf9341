//! Background work: emails about reviews, and cleanup.

mod emails;

use accounts::{rules::ThrottlePolicy, service::ThrottledAction};
use chrono::{DateTime, Utc};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::EmailAddress;
use mail::{Mailer, jobs::mailer};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

pub use emails::{ReviewEmail, SendReviewEmail};

use crate::store;

/// Queues the email by which a guest confirms an address. Anybody may type it, so an address gets few of them.
pub async fn confirm_later(
    db: &mut PgConnection,
    review: i64,
    to: &EmailAddress,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let action = ThrottledAction {
        kind: "review confirmation",
        subject: to.as_str(),
        policy: ThrottlePolicy::LINK_EMAILS,
    };
    if !accounts::service::try_throttle(&mut *db, &action, now).await? {
        return Ok(());
    }
    let content = ReviewEmail::Confirm { review };
    mail::service::enqueue(db, "review-confirm", &review.to_string(), &content, now, |outbox_id| {
        SendReviewEmail { outbox_id }
    })
    .await?;
    Ok(())
}

/// Deletes what has expired.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MaintainReviews {}

impl TaskHandler for MaintainReviews {
    const IDENTIFIER: &'static str = "reviews.maintain";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        maintain(&mailer).await.map_err(|error| format!("{error:#}"))
    }
}

async fn maintain(mailer: &Mailer) -> anyhow::Result<()> {
    let (db, now) = (&mailer.db, mailer.clock.now());
    let oldest = store::oldest_held(db).await?;
    let seconds = oldest.map_or(0, |created| (now - created).num_seconds().max(0));
    metrics::gauge!("matjar_reviews_oldest_held_seconds").set(seconds as f64);
    while store::forget_networks(db, now).await? > 0 {}
    while store::sweep(db, now).await? > 0 {}
    Ok(())
}
