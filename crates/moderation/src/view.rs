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
    pub sieve: QueueSieve,
    pub items: Vec<QueueItemView>,
    /// Address of all forms: fields `item[]`, `do` (`publish`, `publish-reply`, `hold`, `refuse`, `spam`, `reply`,
    /// `undo`), `text`, `seen`, `act` and those of `hidden`.
    pub action: String,
    /// Nonce, and the list that the answer returns to.
    pub hidden: Vec<QueueHidden>,
    /// The time until which contributions were seen: one act takes no later ones.
    pub seen: String,
    /// Values and texts of the reasons for a refusal.
    pub reasons: Vec<QueueReason>,
    pub can_publish: bool,
    pub can_hold: bool,
    pub can_refuse: bool,
    pub next_url: Option<String>,
    /// Decisions of the last thirty days.
    pub acts_url: String,
    pub notice: Option<QueueNotice>,
}

impl View for ModerationPageView {
    const COMPONENT: &'static str = "moderation/ModerationPage";
}

/// A GET form that filters the queue: fields `s`, `rating`, `mark` and those of `hidden`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct QueueSieve {
    pub words: String,
    pub rating: String,
    pub ratings: Vec<QueueReason>,
    pub mark: String,
    pub marks: Vec<QueueReason>,
    pub hidden: Vec<QueueHidden>,
    /// The filters that are set, each with the address without it.
    pub chips: Vec<QueueLink>,
    pub clear_url: Option<String>,
}

/// What one act refuses together with an item. The form has the fields of the queue's forms.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct SpamPageView {
    pub queue_url: String,
    pub action: String,
    /// Nonce, item, act and the time until which contributions were seen.
    pub hidden: Vec<QueueHidden>,
    /// The item first.
    pub copies: Vec<CopyView>,
    /// How many there are besides those that are listed, in words.
    pub more: Option<String>,
    pub submit: String,
}

impl View for SpamPageView {
    const COMPONENT: &'static str = "moderation/SpamPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct CopyView {
    pub key: String,
    pub kind: String,
    pub author: String,
    pub excerpt: String,
    pub date: String,
    pub datetime: String,
    pub state: String,
    /// Why it is listed.
    pub why: Vec<String>,
}

/// Decisions of the last thirty days, each with its undo.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct ActsPageView {
    pub queue_url: String,
    pub action: String,
    pub hidden: Vec<QueueHidden>,
    pub acts: Vec<ActView>,
    pub next_url: Option<String>,
    pub notice: Option<QueueNotice>,
}

impl View for ActsPageView {
    const COMPONENT: &'static str = "moderation/ActsPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "moderation.ts")]
pub struct ActView {
    pub id: String,
    pub text: String,
    pub who: String,
    pub date: String,
    pub datetime: String,
    /// When it was taken back; `None`: it can still be.
    pub undone: Option<String>,
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
    /// Empty for members who may not see the addresses of customers.
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
    pub can_hold: bool,
    pub can_refuse: bool,
    /// The button that refuses the item as spam, with how many others.
    pub spam: String,
    /// What would be refused with it; `None`: nothing is alike.
    pub copies_url: Option<String>,
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
