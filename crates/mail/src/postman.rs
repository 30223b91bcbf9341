//! Draws a letter, sends it, and writes down what became of it.

use std::sync::Arc;

use edge::{
    renderer::{DrawnLetter, RenderError, Renderer},
    view::View,
};
use kernel::{Clock, Messages, text};
use serde::{Serialize, de::DeserializeOwned};
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;

use crate::{
    Letter,
    smtp::{Outgoing, Smtp, SmtpError},
    store::{self, Fate, Slot},
    view::EmailView,
};

/// Everything a job needs to send a letter.
#[derive(Clone)]
pub struct Postman {
    pub db: PgPool,
    pub clock: Clock,
    pub messages: &'static Messages,
    pub renderer: Renderer,
    /// Scheme and host, for links.
    pub origin: Arc<str>,
    pub smtp: Arc<Smtp>,
    /// The server is about to end: what is being sent is finished, and nothing more is begun.
    pub stopping: CancellationToken,
}

impl std::fmt::Debug for Postman {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Postman")
    }
}

/// Nothing has left the house: the job is to be tried again.
#[derive(Debug, thiserror::Error)]
pub enum MailError {
    #[error(transparent)]
    Database(#[from] sqlx::Error),
    #[error("{0}")]
    Later(String),
}

/// Drawn, and still here.
struct Ready {
    letter: Letter,
    subject: String,
    drawn: DrawnLetter,
}

impl Postman {
    /// A whole address for a path of the shop.
    pub fn url(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    /// Sends what `compose` writes from the letter's content, unless it was sent before. It is asked only when this letter
    /// is ours to send; `None`: there is nothing to say after all.
    pub async fn deliver<C: DeserializeOwned>(
        &self,
        slot: Slot,
        compose: impl AsyncFnOnce(C) -> anyhow::Result<Option<Letter>>,
    ) -> anyhow::Result<()> {
        if self.stopping.is_cancelled() {
            return Err(MailError::Later("the server is stopping".to_owned()).into());
        }
        let Some(taken) = store::take(&self.db, slot, self.clock.now()).await? else {
            // Whoever prepares it may have ended without a trace: the job must come back and see.
            if store::is_prepared(&self.db, slot).await? {
                return Err(MailError::Later("another job prepares it".to_owned()).into());
            }
            return Ok(());
        };
        let (name, tries) = (taken.name.to_string(), taken.tries);
        let ready = match serde_json::from_value(taken.content.unwrap_or_default()) {
            Ok(content) => match compose(content).await {
                Ok(Some(letter)) => self.prepare(letter).await,
                other => other.map(|_| None),
            },
            Err(_) => Err(anyhow::anyhow!("a letter's content cannot be read")),
        };
        match ready {
            Ok(Some(ready)) => Ok(self.send(slot, tries, &name, ready).await?),
            Ok(None) => Ok(self.settle(slot, Fate::Dropped, "nobody to write to").await?),
            Err(error) => {
                store::put_back(&self.db, slot, "it could not be written").await?;
                Err(error)
            }
        }
    }

    /// All that can fail before anything leaves the house.
    async fn prepare(&self, letter: Letter) -> anyhow::Result<Option<Ready>> {
        if let Some(list) = &letter.list
            && store::is_suppressed(&self.db, &letter.to, list.id).await?
        {
            return Ok(None);
        }
        // An address of a machine may lie inside our own house.
        if letter.to.as_str().ends_with(']') {
            return Ok(None);
        }
        let view = letter.view(&self.shop_name().await?, self.url("/ar/"), self.messages);
        let drawn = self.draw(&view).await?;
        Ok(Some(Ready { subject: text::without_isolates(&view.subject), letter, drawn }))
    }

    async fn send(&self, slot: Slot, tries: i32, name: &str, ready: Ready) -> Result<(), MailError> {
        let Ready { letter, subject, drawn } = ready;
        if let Err(why) = self.smtp.reach().await {
            store::put_back(&self.db, slot, &why).await?;
            return Err(MailError::Later(why));
        }
        if !store::hand_over(&self.db, slot, tries, self.clock.now()).await? {
            return Ok(());
        }
        let outgoing = Outgoing {
            to: letter.to.as_str(),
            subject: &subject,
            id: name,
            unsubscribe: letter.list.as_ref().map(|list| list.unsubscribe_url.as_str()),
            drawn,
        };
        match self.smtp.send(outgoing).await {
            Ok(()) => self.settle(slot, Fate::Sent, "").await,
            Err(SmtpError::Later(why)) => {
                store::put_back(&self.db, slot, &why).await?;
                Err(MailError::Later(why))
            }
            Err(SmtpError::Nobody(why)) => {
                // An address that does not exist gets no more of what nobody waits for.
                store::suppress(&self.db, &letter.to, None, "refused", self.clock.now()).await?;
                self.settle(slot, Fate::Refused, &why).await
            }
            Err(SmtpError::Never(why)) => self.settle(slot, Fate::Refused, &why).await,
            Err(SmtpError::Unknown(why)) => self.settle(slot, Fate::Unknown, &why).await,
        }
    }

    async fn draw(&self, view: &EmailView) -> Result<DrawnLetter, RenderError> {
        #[derive(Serialize)]
        struct Question<'a> {
            component: &'a str,
            props: &'a EmailView,
        }
        let question = Question { component: EmailView::COMPONENT, props: view };
        self.renderer.mail(serde_json::to_string(&question).expect("a view is plain data")).await
    }

    async fn settle(&self, slot: Slot, fate: Fate, trouble: &str) -> Result<(), MailError> {
        metrics::counter!("matjar_letters_total", "fate" => fate.name()).increment(1);
        if matches!(fate, Fate::Refused | Fate::Unknown) {
            tracing::warn!(slot = slot.0, trouble, "a letter is {}", fate.name());
        }
        Ok(store::finish(&self.db, slot, fate, trouble, self.clock.now()).await?)
    }

    /// The shop's name, as its owner keeps it. Reads `settings`, which is the storefront's.
    async fn shop_name(&self) -> sqlx::Result<String> {
        let name =
            sqlx::query_scalar!(r#"select value ->> 'name' as name from settings where name = 'shop'"#)
                .fetch_optional(&self.db)
                .await?;
        Ok(name.flatten().unwrap_or_else(|| "متجر".to_owned()))
    }
}
