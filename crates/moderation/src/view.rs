//! Views of the staff's queue.

use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

use crate::queue::QueueKind;

/// The staff's queue: what waits, what is published, what was refused.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct ModerationPageView {
    /// By kind; empty if there is one kind only.
    pub kinds: Vec<QueueTab>,
    /// By state.
    pub tabs: Vec<QueueTab>,
    pub items: Vec<QueueItemView>,
    /// Address of all forms: fields `item[]`, `do` (`publish`, `refuse`, `reply`, `undo`), `text`, `act` and those of `hidden`.
    pub action: String,
    /// Nonce, and the list that the answer returns to.
    pub hidden: Vec<QueueHidden>,
    /// Values and texts of the reasons for a refusal.
    pub reasons: Vec<QueueReason>,
    pub can_publish: bool,
    pub can_refuse: bool,
    pub next_url: Option<String>,
    pub notice: Option<QueueNotice>,
}

impl View for ModerationPageView {
    const COMPONENT: &'static str = "moderation/ModerationPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct QueueTab {
    pub label: String,
    pub url: String,
    /// `None`: not counted.
    #[ts(type = "number | null")]
    pub count: Option<i64>,
    pub current: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct QueueHidden {
    pub name: String,
    pub value: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct QueueReason {
    pub value: String,
    pub label: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct QueueLink {
    pub label: String,
    pub url: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct QueueNotice {
    pub text: String,
    /// The decision that can be undone.
    pub act: Option<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct QueueItemView {
    /// Kind and id: the value of the field `item[]`.
    pub key: String,
    pub kind: QueueKind,
    pub kind_label: String,
    pub author: String,
    pub email: String,
    pub badge: Option<String>,
    pub rating: Option<i32>,
    pub date: String,
    pub datetime: String,
    pub subject: Option<QueueLink>,
    /// The text it answers.
    pub context: String,
    pub text: String,
    pub facts: Vec<QueueFact>,
    pub media: Vec<QueueMedia>,
    /// Why it was held, in words.
    pub signals: Vec<String>,
    pub can_publish: bool,
    pub can_refuse: bool,
    /// The shop's reply, empty for none yet. `None`: it cannot be replied to.
    pub reply: Option<String>,
    /// A further page about the item.
    pub tool: Option<QueueLink>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct QueueFact {
    pub label: String,
    pub value: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct QueueMedia {
    pub id: String,
    pub is_video: bool,
    pub thumb_url: String,
    pub full_url: String,
}
