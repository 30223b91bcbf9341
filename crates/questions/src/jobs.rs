//! Background work: the email about an answer, and cleanup.

use accounts::{rules::ThrottlePolicy, service::ThrottledAction, view::UNSUBSCRIBE_URL};
use chrono::{DateTime, Utc};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::{CustomerId, EmailAddress, msg};
use mail::{Email, Mailer, MailingList, jobs::mailer, service::OutboxId};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use crate::{
    store::{self, Asker},
    urls::{STOP_URL, question_url},
};

/// Queues the email that tells the asker about the first answer. The outbox has each question once, so it does not
/// matter how often this runs. Nothing happens while the only answers are the asker's own.
pub(crate) async fn notify_asker(
    db: &mut PgConnection,
    question: i64,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    if !store::has_foreign_answer(&mut *db, question).await? {
        return Ok(());
    }
    let content = AnswerEmail { question };
    mail::service::enqueue(db, "question-answered", &question.to_string(), &content, now, |outbox_id| {
        SendAnswerEmail { outbox_id }
    })
    .await?;
    Ok(())
}

/// The question was answered.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AnswerEmail {
    question: i64,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct SendAnswerEmail {
    pub outbox_id: OutboxId,
}

impl TaskHandler for SendAnswerEmail {
    const IDENTIFIER: &'static str = "questions.send_email";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        let compose = async |payload: AnswerEmail| compose(&mailer, payload.question).await;
        mailer.deliver(self.outbox_id, compose).await.map_err(|error| format!("{error:#}"))
    }
}

async fn compose(mailer: &Mailer, question: i64) -> anyhow::Result<Option<Email>> {
    let settings = store::settings(&mailer.db).await?;
    if !settings.answer_emails {
        return Ok(None);
    }
    let Some(asker) = store::find_asker(&mailer.db, question).await? else { return Ok(None) };
    let Ok(to) = EmailAddress::parse(&asker.email) else { return Ok(None) };
    // A guest's address is not verified: anybody may have typed it, so it gets few of these emails.
    let action = ThrottledAction {
        kind: "question answered",
        subject: to.as_str(),
        policy: ThrottlePolicy::LINK_EMAILS,
    };
    let is_guest = asker.customer_id.is_none();
    if is_guest && !accounts::service::try_throttle(&mailer.db, &action, mailer.clock.now()).await? {
        return Ok(None);
    }
    // Nothing that was typed: the page shows what staff have read.
    let text = match asker.by_shop {
        true => msg::mail::QUESTION_ANSWERED_BY_SHOP_TEXT,
        false => msg::mail::QUESTION_ANSWERED_TEXT,
    };
    let email = Email::new(to, "", msg::mail::QUESTION_ANSWERED)
        .paragraph(text.with("name", asker.product_name.as_str()))
        .button(msg::mail::QUESTION_ANSWERED_BUTTON, mailer.url(&question_url(question)));
    let Some(list) = settings.answer_list else { return Ok(Some(email)) };
    Ok(mailing_list(mailer, list, &asker).await?.map(|list| email.for_list(list)))
}

/// The list of the email, with the link that ends it: the customer's own subscription, or a link of the guest's address.
/// `None` if a customer does not subscribe to the list.
async fn mailing_list(mailer: &Mailer, list: i64, asker: &Asker) -> anyhow::Result<Option<MailingList>> {
    if let Some(customer) = asker.customer_id {
        let own = accounts::service::find_subscription(&mailer.db, CustomerId(customer), list).await?;
        return Ok(own.map(|own| MailingList {
            id: list,
            name: own.list_name,
            unsubscribe_url: mailer.url(&UNSUBSCRIBE_URL.replace("{key}", &own.key)),
        }));
    }
    let Some(name) = store::list_name(&mailer.db, list).await? else { return Ok(None) };
    let key = store::add_stop_key(&mailer.db, &asker.email, mailer.clock.now()).await?;
    let unsubscribe_url = mailer.url(&STOP_URL.replace("{key}", &key));
    Ok(Some(MailingList { id: list, name, unsubscribe_url }))
}

/// Reports how long staff let questions wait, and forgets what has expired.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MaintainQuestions {}

impl TaskHandler for MaintainQuestions {
    const IDENTIFIER: &'static str = "questions.maintain";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        maintain(&mailer).await.map_err(|error| format!("{error:#}"))
    }
}

async fn maintain(mailer: &Mailer) -> anyhow::Result<()> {
    let (db, now) = (&mailer.db, mailer.clock.now());
    let oldest = store::oldest_held(db).await?;
    let seconds = oldest.map_or(0, |created| (now - created).num_seconds().max(0));
    metrics::gauge!("matjar_questions_oldest_held_seconds").set(seconds as f64);
    while store::forget_networks(db, now).await? > 0 {}
    while store::sweep_stop_keys(db, now).await? > 0 {}
    Ok(())
}
