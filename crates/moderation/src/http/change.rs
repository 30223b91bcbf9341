//! Decisions about items of the queue, replies and undo.

use accounts::service::redirect;
use axum::{extract::State, response::Response};
use edge::{AppError, Fields, Shop, audit::AuditWriter, session::StaffMember};
use kernel::{Key, msg};
use media::service::MediaContext;
use serde::Deserialize;

use super::{
    STAFF_ACTS_URL,
    part::{Part, PartFields},
};
use crate::{
    queue::{ItemState, QueueContext, QueueId, QueueSources},
    service::{self, Decision},
};

/// Items of one decision.
const MAX_ITEMS: usize = 100;

/// Of a refusal as spam.
pub const SPAM: &str = "spam";

/// Reasons for a refusal: the value of the form, and its text.
pub const REASONS: [(&str, Key); 5] = [
    (SPAM, msg::moderation::REASON_SPAM),
    ("contact", msg::moderation::REASON_CONTACT),
    ("offensive", msg::moderation::REASON_OFFENSIVE),
    ("off-topic", msg::moderation::REASON_OFF_TOPIC),
    ("false", msg::moderation::REASON_FALSE),
];

#[derive(Debug, Deserialize)]
pub struct ModerationForm {
    #[serde(rename = "item[]", default)]
    items: Vec<String>,
    #[serde(rename = "do")]
    action: String,
    /// The reply, or the reason of a refusal.
    #[serde(default)]
    text: String,
    /// In microseconds: one act takes what was written until then.
    #[serde(default)]
    seen: Option<i64>,
    /// The decision to be undone.
    #[serde(default)]
    act: Option<i64>,
    /// The page to return to: the list of decisions, or the part of the queue below.
    #[serde(default)]
    back: String,
    #[serde(default)]
    kind: String,
    #[serde(default)]
    state: String,
    #[serde(default)]
    s: String,
    #[serde(default)]
    rating: String,
    #[serde(default)]
    mark: String,
}

pub async fn change(
    State(shop): State<Shop>,
    media: MediaContext,
    audit: AuditWriter,
    staff: StaffMember,
    Fields(form): Fields<ModerationForm>,
    sources: QueueSources,
) -> Result<Response, AppError> {
    let context = QueueContext { shop: &shop, media: &media };
    let items: Vec<QueueId> = form.items.iter().filter_map(|item| QueueId::parse(item)).collect();
    if items.len() != form.items.len() || items.len() > MAX_ITEMS {
        return Err(AppError::BadRequest("invalid items"));
    }
    let decide = |decision| service::decide(&context, &sources, &audit, &staff, &items, decision);
    let plain = |state, reason| Decision { state, reason, with_copies_until: None };
    let outcome = match form.action.as_str() {
        "publish" => decided(decide(plain(ItemState::Published, "")).await?),
        "hold" => decided(decide(plain(ItemState::Held, "")).await?),
        "refuse" => {
            let reason = REASONS.iter().find(|(value, _)| *value == form.text);
            let (reason, _) = reason.ok_or(AppError::BadRequest("no such reason"))?;
            decided(decide(plain(ItemState::Refused, *reason)).await?)
        }
        "spam" => {
            let seen = form.seen.and_then(kernel::stored_time);
            let seen = seen.ok_or(AppError::BadRequest("no time"))?;
            let spam = Decision { with_copies_until: Some(seen), ..plain(ItemState::Refused, SPAM) };
            decided(decide(spam).await?)
        }
        // A comment that nobody sees cannot be answered, so the decision comes first.
        "publish-reply" => {
            let [item] = items[..] else { return Err(AppError::BadRequest("one item can be replied to")) };
            let outcome = decided(decide(plain(ItemState::Published, "")).await?);
            if !form.text.trim().is_empty() {
                service::reply(&context, &sources, &audit, item, &form.text).await?;
            }
            outcome
        }
        "reply" => {
            let [item] = items[..] else { return Err(AppError::BadRequest("one item can be replied to")) };
            let is_done = service::reply(&context, &sources, &audit, item, &form.text).await?;
            if is_done { "notice=replied" } else { "notice=not-changed" }.to_owned()
        }
        "undo" => {
            let act = form.act.ok_or(AppError::BadRequest("no decision"))?;
            match service::undo(&context, &sources, &audit, act).await? {
                None => "notice=not-undone".to_owned(),
                Some(done) if done.left == 0 => "notice=undone".to_owned(),
                Some(done) => format!("notice=undone&left={}", done.left),
            }
        }
        _ => return Err(AppError::BadRequest("no such action")),
    };
    if form.back == "acts" {
        return Ok(redirect(&format!("{STAFF_ACTS_URL}?{outcome}"), None));
    }
    let fields =
        PartFields { kind: form.kind, state: form.state, s: form.s, rating: form.rating, mark: form.mark };
    let part = Part::parse(&fields, &staff);
    Ok(redirect(&format!("{}&{outcome}", part.url()), None))
}

fn decided(act: Option<i64>) -> String {
    act.map_or_else(|| "notice=not-changed".to_owned(), |act| format!("act={act}"))
}
