//! Renders an email, sends it, and records the outcome.

use std::{pin::Pin, sync::Arc};

use chrono::{DateTime, Utc};
use edge::{
    renderer::{RenderError, RenderedEmail, Renderer},
    view::View,
};
use kernel::{Clock, EmailAddress, Messages, text};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;

use crate::{
    Email,
    smtp::{OutgoingEmail, Smtp, SmtpError},
    store::{self, DeliveryOutcome, OutboxId},
    view::EmailView,
};

/// State shared by all jobs that send email.
#[derive(Clone)]
pub struct Mailer {
    pub db: PgPool,
    pub clock: Clock,
    pub messages: &'static Messages,
    pub renderer: Renderer,
    /// Scheme and host, for links.
    pub origin: Arc<str>,
    pub smtp: Arc<Smtp>,
    /// Cancelled when the server stops: an email that is being sent is finished, and no further one is started.
    pub stopping: CancellationToken,
}

impl std::fmt::Debug for Mailer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Mailer")
    }
}

/// Nothing was handed to the SMTP server; retry the job.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error("{0}")]
    Retry(String),
}

/// Decides in the transaction that hands an email over whether it may still be sent; records why not.
pub type Guard = for<'a> fn(
    &'a mut PgConnection,
    OutboxId,
    DateTime<Utc>,
) -> Pin<Box<dyn Future<Output = anyhow::Result<bool>> + Send + 'a>>;

/// Longer names are cut.
const MAX_SENDER_LENGTH: usize = 60;

/// A rendered email that was not handed to the SMTP server yet.
struct PreparedEmail {
    email: Email,
    subject: String,
    /// The shop's name, shown as the sender's.
    sender_name: String,
    rendered: RenderedEmail,
}

impl Mailer {
    /// The address that sends all emails: the shop's own.
    pub fn sender(&self) -> String {
        self.smtp.sender()
    }

    /// Returns the absolute URL of a path.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// Sends the email that `compose` builds from the stored content, unless it was sent before. `compose` runs only if
    /// this job claimed the email; if it returns `None`, the email is dropped.
    pub async fn deliver<C: DeserializeOwned>(
        &self,
        outbox_id: OutboxId,
        compose: impl AsyncFnOnce(C) -> anyhow::Result<Option<Email>>,
    ) -> anyhow::Result<()> {
        self.deliver_if(outbox_id, compose, |_, _, _| Box::pin(async { Ok(true) })).await
    }

    /// Like [`Self::deliver`], if `guard` agrees at the last moment. Once it has agreed, the email is sent at most once.
    pub async fn deliver_if<C: DeserializeOwned>(
        &self,
        outbox_id: OutboxId,
        compose: impl AsyncFnOnce(C) -> anyhow::Result<Option<Email>>,
        guard: Guard,
    ) -> anyhow::Result<()> {
        if self.stopping.is_cancelled() {
            return Err(MailError::Retry("the server is stopping".to_owned()).into());
        }
        let Some(claimed) = store::claim(&self.db, outbox_id, self.clock.now()).await? else {
            // The job that prepares it may have died: retry to find out.
            if store::is_being_prepared(&self.db, outbox_id).await? {
                return Err(MailError::Retry("another job is preparing the email".to_owned()).into());
            }
            return Ok(());
        };
        let (name, tries) = (claimed.name.to_string(), claimed.tries);
        let prepared = match serde_json::from_value(claimed.content.unwrap_or_default()) {
            Ok(content) => match compose(content).await {
                Ok(Some(email)) => self.prepare(email).await,
                other => other.map(|_| None),
            },
            Err(_) => Err(anyhow::anyhow!("invalid email content")),
        };
        match prepared {
            Ok(Some(prepared)) => self.send(outbox_id, tries, &name, prepared, guard).await,
            Ok(None) => Ok(self.settle(outbox_id, DeliveryOutcome::Dropped, "no recipient").await?),
            Err(error) => {
                store::release(&self.db, outbox_id, "composing failed").await?;
                Err(error)
            }
        }
    }

    /// Does everything that can fail before the SMTP server is involved. Returns `None` if the email must not be sent.
    async fn prepare(&self, email: Email) -> anyhow::Result<Option<PreparedEmail>> {
        if let Some(list) = &email.list
            && store::is_suppressed(&self.db, &email.to, list.id).await?
        {
            return Ok(None);
        }
        // An IP address literal may point into the internal network.
        if email.to.as_str().ends_with(']') {
            return Ok(None);
        }
        let shop_name = self.shop_name().await?;
        let view = email.view(&shop_name, self.url("/ar/"), self.messages);
        let rendered = self.render(&view).await?;
        let subject = text::without_isolates(&view.subject);
        let sender_name = text::clean(&shop_name, MAX_SENDER_LENGTH);
        Ok(Some(PreparedEmail { email, subject, sender_name, rendered }))
    }

    async fn send(
        &self,
        outbox_id: OutboxId,
        tries: i32,
        name: &str,
        prepared: PreparedEmail,
        guard: Guard,
    ) -> anyhow::Result<()> {
        let PreparedEmail { email, subject, sender_name, rendered } = prepared;
        if let Err(why) = self.smtp.check_connection().await {
            store::release(&self.db, outbox_id, &why).await?;
            return Err(MailError::Retry(why).into());
        }
        match self.hand_over(outbox_id, tries, guard).await {
            Ok(true) => {}
            Ok(false) => return Ok(()),
            Err(error) => {
                store::release(&self.db, outbox_id, "handing over failed").await?;
                return Err(error);
            }
        }
        let outgoing = OutgoingEmail {
            to: email.to.as_str(),
            subject: &subject,
            sender_name: &sender_name,
            reply_to: email.reply_to.as_ref().map(EmailAddress::as_str),
            id: name,
            unsubscribe: email.list.as_ref().map(|list| list.unsubscribe_url.as_str()),
            rendered,
        };
        match self.smtp.send(outgoing).await {
            Ok(()) => self.settle(outbox_id, DeliveryOutcome::Sent, "").await?,
            Err(SmtpError::Transient(why)) => {
                store::release(&self.db, outbox_id, &why).await?;
                return Err(MailError::Retry(why).into());
            }
            Err(SmtpError::UnknownMailbox(why)) => {
                // The mailbox does not exist: send it no more mailing-list emails.
                store::suppress(&self.db, &email.to, None, "refused", self.clock.now()).await?;
                self.settle(outbox_id, DeliveryOutcome::Refused, &why).await?;
            }
            Err(SmtpError::Permanent(why)) => self.settle(outbox_id, DeliveryOutcome::Refused, &why).await?,
            Err(SmtpError::Unknown(why)) => self.settle(outbox_id, DeliveryOutcome::Unknown, &why).await?,
        }
        Ok(())
    }

    /// Marks the email as handed over, in the transaction in which the guard decides. Returns false if another job has
    /// claimed it since, or if the guard refuses it.
    async fn hand_over(&self, outbox_id: OutboxId, tries: i32, guard: Guard) -> anyhow::Result<bool> {
        let now = self.clock.now();
        let mut tx = self.db.begin().await?;
        if !store::mark_handed_over(&mut *tx, outbox_id, tries, now).await? {
            return Ok(false);
        }
        let may_send = guard(&mut tx, outbox_id, now).await?;
        if !may_send {
            let outcome = DeliveryOutcome::Dropped;
            store::finish(&mut *tx, outbox_id, outcome, "not wanted any more", now).await?;
            metrics::counter!("matjar_emails_total", "outcome" => outcome.name()).increment(1);
        }
        tx.commit().await?;
        Ok(may_send)
    }

    async fn render(&self, view: &EmailView) -> Result<RenderedEmail, RenderError> {
        #[derive(Serialize)]
        struct RenderRequest<'a> {
            component: &'a str,
            props: &'a EmailView,
        }
        let request = RenderRequest { component: EmailView::COMPONENT, props: view };
        self.renderer.email(serde_json::to_string(&request).expect("a view serializes to JSON")).await
    }

    async fn settle(
        &self,
        outbox_id: OutboxId,
        outcome: DeliveryOutcome,
        trouble: &str,
    ) -> Result<(), MailError> {
        metrics::counter!("matjar_emails_total", "outcome" => outcome.name()).increment(1);
        if matches!(outcome, DeliveryOutcome::Refused | DeliveryOutcome::Unknown) {
            tracing::warn!(
                outbox_id = outbox_id.0,
                outcome = outcome.name(),
                trouble,
                "email delivery failed"
            );
        }
        Ok(store::finish(&self.db, outbox_id, outcome, trouble, self.clock.now()).await?)
    }

    async fn shop_name(&self) -> sqlx::Result<String> {
        Ok(store::find_shop_name(&self.db).await?.unwrap_or_else(|| "متجر".to_owned()))
    }
}
