//! What a capability contributes to the staff's queue.

use std::{fmt, sync::Arc};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use edge::{AppError, Shop};
use kernel::{Key, msg};
use media::{service::MediaContext, view::MediaView};
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;
use ts_rs::TS;

#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS, sqlx::Type,
)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
#[ts(export_to = "moderation.ts")]
pub enum QueueKind {
    Review,
    Question,
    Answer,
    Comment,
}

impl QueueKind {
    pub const ALL: [Self; 4] = [Self::Review, Self::Question, Self::Answer, Self::Comment];

    /// The name in the database and in forms.
    pub fn name(self) -> &'static str {
        match self {
            Self::Review => "review",
            Self::Question => "question",
            Self::Answer => "answer",
            Self::Comment => "comment",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// One of them.
    pub(crate) fn label(self) -> Key {
        match self {
            Self::Review => msg::moderation::REVIEW,
            Self::Question => msg::moderation::QUESTION,
            Self::Answer => msg::moderation::ANSWER,
            Self::Comment => msg::moderation::COMMENT,
        }
    }

    /// All of them.
    pub(crate) fn plural(self) -> Key {
        match self {
            Self::Review => msg::moderation::REVIEWS,
            Self::Question => msg::moderation::QUESTIONS,
            Self::Answer => msg::moderation::ANSWERS,
            Self::Comment => msg::moderation::COMMENTS,
        }
    }
}

/// Whether a text of a stranger is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum ItemState {
    /// Waits for staff.
    Held,
    Published,
    Refused,
}

impl ItemState {
    pub const ALL: [Self; 3] = [Self::Held, Self::Published, Self::Refused];

    /// The name in the database and in addresses.
    pub fn name(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Published => "published",
            Self::Refused => "refused",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }
}

/// An item of any kind; `review:12` in forms and in the audit log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QueueId {
    pub kind: QueueKind,
    pub id: i64,
}

impl QueueId {
    pub fn parse(text: &str) -> Option<Self> {
        let (kind, id) = text.split_once(':')?;
        Some(Self { kind: QueueKind::parse(kind)?, id: id.parse().ok()? })
    }
}

impl fmt::Display for QueueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind.name(), self.id)
    }
}

/// State of the staff's request.
#[derive(Clone, Copy)]
pub struct QueueContext<'a> {
    pub shop: &'a Shop,
    pub media: &'a MediaContext,
}

/// An item as staff see it.
#[derive(Debug, Clone)]
pub struct QueueItem {
    pub id: QueueId,
    pub state: ItemState,
    pub created_at: DateTime<Utc>,
    pub author: String,
    /// Empty after the author was erased.
    pub email: String,
    /// Who the author is, such as a verified buyer.
    pub badge: Option<String>,
    /// The shop's orders prove that the author bought what the item is about.
    pub is_verified: bool,
    pub rating: Option<i32>,
    /// What it is about: name and address.
    pub subject: Option<(String, String)>,
    /// The text it answers; empty for none.
    pub context: String,
    pub text: String,
    /// Labels and values of further fields.
    pub facts: Vec<(String, String)>,
    pub media: Vec<MediaView>,
    /// Names of [`crate::signals::Signal`], as they are stored.
    pub signals: Vec<String>,
    /// What else staff should know, in words.
    pub notes: Vec<String>,
    /// The shop's reply, empty for none yet. `None`: items of this kind have no reply.
    pub reply: Option<String>,
}

/// A decision about one item.
#[derive(Debug, Clone, Copy)]
pub struct StateChange<'a> {
    pub state: ItemState,
    /// Of a refusal; else empty.
    pub reason: &'a str,
    /// Change nothing if the item has another state by now. `None`: any other state than the new one.
    pub from: Option<ItemState>,
    pub now: DateTime<Utc>,
}

/// An item whose state was changed.
#[derive(Debug, Clone)]
pub struct Changed {
    /// What an undo restores.
    pub before: ItemState,
    pub before_reason: String,
    /// Tags of the pages that show the item.
    pub purge_tags: Vec<String>,
}

/// The items of one capability.
#[async_trait]
pub trait QueueSource: Send + Sync {
    fn kinds(&self) -> &'static [QueueKind];

    /// Lists held items by ascending id, others by descending id; `after` is the last one of the page before.
    async fn list(
        &self,
        context: &QueueContext<'_>,
        kind: QueueKind,
        state: ItemState,
        after: Option<i64>,
        limit: i64,
    ) -> Result<Vec<QueueItem>, AppError>;

    /// May stop counting at 1,000.
    async fn count(
        &self,
        context: &QueueContext<'_>,
        kind: QueueKind,
        state: ItemState,
    ) -> Result<i64, AppError>;

    /// Changes the state in the transaction of the decision. Returns `None` if nothing was changed.
    async fn change(
        &self,
        db: &mut PgConnection,
        item: QueueId,
        change: &StateChange<'_>,
    ) -> Result<Option<Changed>, AppError>;

    /// Sets the shop's reply, an empty one removes it. Returns the tags of the pages that show it, or `None` if nothing
    /// can be replied to.
    async fn reply(
        &self,
        _context: &QueueContext<'_>,
        _db: &mut PgConnection,
        _item: QueueId,
        _text: &str,
    ) -> Result<Option<Vec<String>>, AppError> {
        Ok(None)
    }

    /// A further page of the staff about an item: its name and address.
    fn tool(&self, _item: QueueId) -> Option<(Key, String)> {
        None
    }
}

/// The sources of all capabilities.
#[derive(Clone)]
pub struct QueueSources(Arc<[Arc<dyn QueueSource>]>);

impl QueueSources {
    pub fn new(sources: Vec<Arc<dyn QueueSource>>) -> Self {
        Self(sources.into())
    }

    pub fn kinds(&self) -> impl Iterator<Item = QueueKind> {
        self.0.iter().flat_map(|source| source.kinds().iter().copied())
    }

    pub fn find(&self, kind: QueueKind) -> Option<&dyn QueueSource> {
        self.0.iter().find(|source| source.kinds().contains(&kind)).map(AsRef::as_ref)
    }
}
