//! Emails about reviews. They are composed when they are sent, so that no table contains a usable link.

use accounts::view::UNSUBSCRIBE_URL;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::{CustomerId, EmailAddress, msg};
use mail::{Email, Mailer, MailingList, jobs::mailer, service::OutboxId};
use serde::{Deserialize, Serialize};

use crate::{
    store::{self, Invitation, LineToReview, PurchasedLine},
    urls::{CONFIRM_URL, STOP_URL, WRITE_URL},
};

/// Products that one email asks about.
const MAX_PRODUCTS: usize = 5;

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewEmail {
    /// A guest confirms the address of a review.
    Confirm { review: i64 },
    /// The buyer of a completed order is asked for reviews.
    Request { order: i64 },
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
        ReviewEmail::Request { order } => compose_request(mailer, *order).await,
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

async fn compose_request(mailer: &Mailer, order: i64) -> anyhow::Result<Option<Email>> {
    let settings = store::settings(&mailer.db).await?;
    let Some(list) = settings.request_list else { return Ok(None) };
    let mut lines = store::list_order_lines(&mailer.db, order).await?;
    lines.truncate(MAX_PRODUCTS);
    let Some(first) = lines.first().cloned() else { return Ok(None) };
    let Ok(to) = EmailAddress::parse(&first.email) else { return Ok(None) };
    let mut links = Vec::new();
    for line in &lines {
        links.push(invite(mailer, order, line).await?);
    }
    let Some(list) = mailing_list(mailer, list, &first, &links[0].0).await? else { return Ok(None) };
    let mut email =
        Email::new(to, &first.first_name, msg::mail::REVIEW_REQUEST.with("number", first.number.to_string()))
            .paragraph(msg::mail::REVIEW_REQUEST_TEXT.with("name", first.product_name.as_str()))
            .button(msg::mail::REVIEW_REQUEST_BUTTON, links[0].1.clone())
            .for_list(list);
    for (line, (_, url)) in lines.iter().zip(&links).skip(1) {
        let further = msg::mail::REVIEW_REQUEST_FURTHER.with("name", line.product_name.as_str());
        email = email.note(further.with("url", url.as_str()));
    }
    Ok(Some(email))
}

/// Returns the token and the link of an invitation.
async fn invite(mailer: &Mailer, order: i64, line: &LineToReview) -> anyhow::Result<(String, String)> {
    let invitation = Invitation {
        line: PurchasedLine { order_id: order, position: line.position },
        product: line.product_id,
        email: line.email.clone(),
        name: line.first_name.clone(),
    };
    let token = store::add_invitation(&mailer.db, &invitation, mailer.clock.now()).await?;
    let url = mailer.url(&format!("{WRITE_URL}?item={}&key={token}", line.product_id));
    Ok((token, url))
}

/// The list of the email, with the link that ends it: the customer's own subscription, or for a guest the invitation.
/// `None` if a customer does not subscribe to the list.
async fn mailing_list(
    mailer: &Mailer,
    list: i64,
    line: &LineToReview,
    token: &str,
) -> anyhow::Result<Option<MailingList>> {
    if let Some(customer) = line.customer_id {
        let own = accounts::service::find_subscription(&mailer.db, CustomerId(customer), list).await?;
        return Ok(own.map(|own| MailingList {
            id: list,
            name: own.list_name,
            unsubscribe_url: mailer.url(&UNSUBSCRIBE_URL.replace("{key}", &own.key)),
        }));
    }
    let Some(name) = store::list_name(&mailer.db, list).await? else { return Ok(None) };
    let unsubscribe_url = mailer.url(&STOP_URL.replace("{key}", token));
    Ok(Some(MailingList { id: list, name, unsubscribe_url }))
}
