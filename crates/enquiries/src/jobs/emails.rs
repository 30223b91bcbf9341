//! Emails about an enquiry: to the shop, and to its sender if the form says so. The outbox has each of them once.

use accounts::{rules::ThrottlePolicy, service::ThrottledAction};
use chrono::{DateTime, Utc};
use edge::view::LinkView;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::{EmailAddress, msg};
use mail::{Email, Mailer, jobs::mailer, service::OutboxId};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use crate::{
    rules::StoredValue,
    service::inbox,
    store::{self, EnquiryEmail},
    urls::{enquiry_url, file_url},
};

/// Lines of one answer: an email shows the beginning of a long text.
const MAX_LINES: usize = 40;

/// Queues the emails about an enquiry that is no spam. It does not matter how often this runs.
pub(crate) async fn notify(db: &mut PgConnection, enquiry: i64, now: DateTime<Utc>) -> anyhow::Result<()> {
    let Some(found) = store::find_for_email(&mut *db, enquiry).await? else { return Ok(()) };
    let definition = &found.definition.0;
    // Without recipients the shop's own address gets it, which only the mailer knows.
    let mut recipients = definition.recipients.clone();
    if recipients.is_empty() {
        recipients.push(String::new());
    }
    for recipient in recipients {
        let key = format!("{enquiry} {recipient}");
        let content = EmailContent { enquiry, recipient: Some(recipient), answer: None };
        mail::service::enqueue(db, "enquiry-received", &key, &content, now, job).await?;
    }
    if definition.confirmation.is_some() {
        let content = EmailContent { enquiry, recipient: None, answer: None };
        mail::service::enqueue(db, "enquiry-confirmation", &enquiry.to_string(), &content, now, job).await?;
    }
    Ok(())
}

/// Queues an answer to the sender.
pub(crate) async fn send_answer(
    db: &mut PgConnection,
    enquiry: i64,
    answer: i64,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let content = EmailContent { enquiry, recipient: None, answer: Some(answer) };
    mail::service::enqueue(db, "enquiry-answer", &answer.to_string(), &content, now, job).await?;
    Ok(())
}

fn job(outbox_id: OutboxId) -> SendEnquiryEmail {
    SendEnquiryEmail { outbox_id }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EmailContent {
    enquiry: i64,
    /// An address of the shop, empty for that of the mailer; `None`: the sender of the enquiry.
    recipient: Option<String>,
    /// What staff answered to the sender; `None`: the email is about the enquiry's arrival.
    #[serde(default)]
    answer: Option<i64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct SendEnquiryEmail {
    pub outbox_id: OutboxId,
}

impl TaskHandler for SendEnquiryEmail {
    const IDENTIFIER: &'static str = "enquiries.send_email";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        let compose = async |content: EmailContent| compose(&mailer, content).await;
        mailer.deliver(self.outbox_id, compose).await.map_err(|error| format!("{error:#}"))
    }
}

/// `None`: the enquiry was deleted, or has no such recipient.
async fn compose(mailer: &Mailer, content: EmailContent) -> anyhow::Result<Option<Email>> {
    let Some(enquiry) = store::find_for_email(&mailer.db, content.enquiry).await? else { return Ok(None) };
    if let Some(id) = content.answer {
        return answer(mailer, enquiry, id).await;
    }
    match content.recipient {
        Some(recipient) => {
            let recipient = if recipient.is_empty() { mailer.sender() } else { recipient };
            let Ok(to) = EmailAddress::parse(&recipient) else { return Ok(None) };
            Ok(Some(to_shop(mailer, to, enquiry).await?))
        }
        None => confirmation(mailer, enquiry).await,
    }
}

async fn to_shop(mailer: &Mailer, to: EmailAddress, enquiry: EnquiryEmail) -> anyhow::Result<Email> {
    let definition = &enquiry.definition.0;
    let title = definition.title.as_str();
    let mut email = Email::new(to, "", msg::mail::ENQUIRY_RECEIVED.with("title", title))
        .paragraph(msg::mail::ENQUIRY_RECEIVED_TEXT.with("title", title))
        .button(msg::mail::ENQUIRY_RECEIVED_BUTTON, mailer.url(&enquiry_url(enquiry.id)))
        .reply_to(enquiry.email.as_deref().and_then(|address| EmailAddress::parse(address).ok()))
        .reason(msg::mail::WHY_ENQUIRY_SHOP);
    let files = store::list_file_names(&mailer.db, enquiry.id).await?;
    let mut is_shortened = false;
    for element in &definition.elements {
        let value = enquiry.fields.0.get(&element.id);
        let texts = value.map(|value| inbox::texts(element, value)).unwrap_or_default();
        let lines: Vec<String> = texts.iter().flat_map(|text| text.lines()).map(str::to_owned).collect();
        is_shortened |= lines.len() > MAX_LINES;
        let own = files.iter().filter(|file| u32::try_from(file.element_id) == Ok(element.id.0));
        let links = own.map(|file| LinkView::new(file.name.as_str(), mailer.url(&file_url(file.file_id))));
        let links: Vec<LinkView> = links.collect();
        if !lines.is_empty() || !links.is_empty() {
            let lines = lines.into_iter().take(MAX_LINES).collect();
            email = email.answer(element.label.clone(), lines, links);
        }
    }
    if is_shortened {
        email = email.note(msg::mail::ENQUIRY_RECEIVED_MORE);
    }
    if !files.is_empty() {
        email = email.note(msg::mail::ENQUIRY_RECEIVED_FILES);
    }
    Ok(email)
}

/// The owner's text and nothing that was typed: anybody may have typed this address, and the shop must not send their
/// words to it.
async fn confirmation(mailer: &Mailer, enquiry: EnquiryEmail) -> anyhow::Result<Option<Email>> {
    let Some(confirmation) = &enquiry.definition.confirmation else { return Ok(None) };
    let Some(StoredValue::Text(address)) = enquiry.fields.0.get(&confirmation.email_element) else {
        return Ok(None);
    };
    let Ok(to) = EmailAddress::parse(address) else { return Ok(None) };
    let action = ThrottledAction {
        kind: "enquiry confirmation",
        subject: to.as_str(),
        policy: ThrottlePolicy::LINK_EMAILS,
    };
    if !accounts::service::try_throttle(&mailer.db, &action, mailer.clock.now()).await? {
        return Ok(None);
    }
    let email = Email::new(to, "", msg::mail::PLAIN.with("text", confirmation.subject.as_str()))
        .reason(msg::mail::WHY_ENQUIRY_SENDER);
    let paragraphs = confirmation.text.split("\n\n").map(str::trim).filter(|text| !text.is_empty());
    Ok(Some(paragraphs.fold(email, |email, text| email.paragraph(msg::mail::PLAIN.with("text", text)))))
}

/// What staff wrote and nothing that was sent: anybody may have typed this address.
async fn answer(mailer: &Mailer, enquiry: EnquiryEmail, id: i64) -> anyhow::Result<Option<Email>> {
    let Some(text) = store::find_answer(&mailer.db, enquiry.id, id).await? else { return Ok(None) };
    let Some(to) = enquiry.email.as_deref().and_then(|address| EmailAddress::parse(address).ok()) else {
        return Ok(None);
    };
    let subject = msg::mail::ENQUIRY_ANSWER.with("title", enquiry.definition.title.as_str());
    let email = Email::new(to, "", subject).reason(msg::mail::WHY_ENQUIRY_SENDER);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(Some(lines.fold(email, |email, line| email.paragraph(msg::mail::PLAIN.with("text", line)))))
}
