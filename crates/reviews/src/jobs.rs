//! Background work: emails about reviews, and cleanup.

mod emails;

use accounts::{rules::ThrottlePolicy, service::ThrottledAction};
use chrono::{DateTime, TimeDelta, Utc};
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

/// Asks the buyers of completed orders for reviews, and deletes what has expired.
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
    ask_buyers(mailer).await?;
    let oldest = store::oldest_held(db).await?;
    let seconds = oldest.map_or(0, |created| (now - created).num_seconds().max(0));
    metrics::gauge!("matjar_reviews_oldest_held_seconds").set(seconds as f64);
    while store::forget_networks(db, now).await? > 0 {}
    while store::sweep(db, now).await? > 0 {}
    Ok(())
}

/// Orders that are asked about in one run.
const MAX_ORDERS: i64 = 200;

/// Queues one email for each order. The outbox has each order once, so it does not matter how often this runs.
pub async fn ask_buyers(mailer: &Mailer) -> anyhow::Result<()> {
    let settings = store::settings(&mailer.db).await?;
    let Some(_) = settings.request_list else { return Ok(()) };
    let now = mailer.clock.now();
    let completed_before = now - TimeDelta::days(settings.request_after_days.into());
    for order in store::list_orders_to_ask(&mailer.db, completed_before, MAX_ORDERS).await? {
        let mut tx = mailer.db.begin().await?;
        let content = ReviewEmail::Request { order };
        mail::service::enqueue(&mut tx, "review-request", &order.to_string(), &content, now, |outbox_id| {
            SendReviewEmail { outbox_id }
        })
        .await?;
        tx.commit().await?;
    }
    Ok(())
}
