//! What one act refuses together with an item, before it does.

use accounts::{service::FormSession, view::STAFF_REVIEWS_URL};
use axum::{extract::State, response::Response};
use chrono::SecondsFormat;
use edge::{AppError, Fields, Shop, ShopZone, Visitor, session::StaffMember};
use http::StatusCode;
use kernel::msg;
use serde::Deserialize;

use super::{
    NONCE, STAFF_SPAM_URL,
    page::state_label,
    part::{self, Part, PartFields},
};
use crate::{
    queue::QueueId,
    store::{self, Alike, MAX_COPIES},
    view::{CopyView, SpamPageView},
};

/// Listed ones; the act takes the others too.
const LISTED: usize = 200;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SpamQuery {
    item: String,
    kind: String,
    state: String,
    s: String,
    rating: String,
    mark: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<SpamQuery>,
) -> Result<Response, AppError> {
    let item = QueueId::parse(&query.item).ok_or(AppError::NotFound)?;
    let now = shop.clock.now();
    let own = store::find_contribution(&shop.db, item).await?.ok_or(AppError::NotFound)?;
    let alike = store::list_alike(&shop.db, item, now, MAX_COPIES).await?;
    let count = alike.len();
    let more = count.saturating_sub(LISTED);
    let zone = shop.settings.get::<ShopZone>().await?;
    let text = |key| shop.messages.text(key);
    let copy = |one: Alike| CopyView {
        key: QueueId { kind: one.kind, id: one.id }.to_string(),
        kind: text(one.kind.label()),
        author: one.name,
        excerpt: one.excerpt,
        date: zone.date_time(one.created_at),
        datetime: one.created_at.to_rfc3339_opts(SecondsFormat::Secs, true),
        state: text(state_label(one.state)),
        why: [
            one.by_text.then(|| text(msg::moderation::WHY_TEXT)),
            one.by_sender.then(|| text(msg::moderation::WHY_SENDER)),
        ]
        .into_iter()
        .flatten()
        .collect(),
    };
    let fields = PartFields {
        kind: query.kind,
        state: query.state,
        s: query.s,
        rating: query.rating,
        mark: query.mark,
    };
    let queue = Part::parse(&fields, &member);
    let session = FormSession::for_staff(&visitor)?;
    let mut hidden = part::hidden([
        ("nonce", session.nonce(&shop, NONCE)),
        ("item[]", item.to_string()),
        ("do", "spam".to_owned()),
        ("seen", now.timestamp_micros().to_string()),
    ]);
    hidden.extend(queue.hidden());
    let view = SpamPageView {
        queue_url: queue.url(),
        action: STAFF_REVIEWS_URL.to_owned(),
        hidden,
        copies: std::iter::once(own).chain(alike.into_iter().take(LISTED)).map(copy).collect(),
        more: (more > 0).then(|| shop.messages.text(msg::moderation::SPAM_MORE.with("count", more))),
        submit: shop.messages.text(spam_button(count)),
    };
    let title = text(msg::moderation::SPAM_TITLE);
    session.render_page(&shop, STAFF_SPAM_URL, &title, &view, StatusCode::OK).await
}

/// The words of the button for an item with so many copies.
pub fn spam_button(copies: usize) -> kernel::Message {
    match copies {
        0 => msg::moderation::SPAM.into(),
        copies => msg::moderation::SPAM_WITH.with("count", copies),
    }
}
