//! Emails about reviews. They are composed when they are sent, so that no table contains a usable link.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::{EmailAddress, msg};
use mail::{Email, Mailer, jobs::mailer, service::OutboxId};
use serde::{Deserialize, Serialize};

use crate::{store, urls::CONFIRM_URL};

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewEmail {
    /// A guest confirms the address of a review.
    Confirm { review: i64 },
}

#[derive(Debug, Serialize, Deserialize)]
pub struct SendReviewEmail {
    pub outbox_id: OutboxId,
}

impl TaskHandler for SendReviewEmail {
    const IDENTIFIER: &'static str = "reviews.send_email";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        let compose = async |payload: ReviewEmail| compose(&mailer, &payload).await;
        mailer.deliver(self.outbox_id, compose).await.map_err(|error| format!("{error:#}"))
    }
}

async fn compose(mailer: &Mailer, payload: &ReviewEmail) -> anyhow::Result<Option<Email>> {
    match payload {
        ReviewEmail::Confirm { review } => compose_confirmation(mailer, *review).await,
    }
}

async fn compose_confirmation(mailer: &Mailer, review: i64) -> anyhow::Result<Option<Email>> {
    let Some(found) = store::find_for_staff(&mailer.db, review).await? else { return Ok(None) };
    let Ok(to) = EmailAddress::parse(&found.email) else { return Ok(None) };
    let key = store::create_confirmation(&mailer.db, review, mailer.clock.now()).await?;
    // The address is not verified, so the email contains nothing that was typed.
    Ok(Some(
        Email::new(to, "", msg::mail::REVIEW_CONFIRM)
            .paragraph(msg::mail::REVIEW_CONFIRM_TEXT)
            .button(msg::mail::REVIEW_CONFIRM_BUTTON, mailer.url(&format!("{CONFIRM_URL}?key={key}")))
            .note(msg::mail::NOT_YOU),
    ))
}
