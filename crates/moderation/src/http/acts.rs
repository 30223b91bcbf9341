//! Decisions of the last thirty days, each with its undo.

use accounts::{service::FormSession, view::STAFF_REVIEWS_URL};
use axum::{extract::State, response::Response};
use chrono::SecondsFormat;
use edge::{AppError, Fields, Shop, ShopZone, Visitor};
use http::StatusCode;
use kernel::{Message, msg};
use serde::Deserialize;

use super::{NONCE, STAFF_ACTS_URL, page::undo_notice, part};
use crate::{
    queue::ItemState,
    store::{self, ListedAct},
    view::{ActView, ActsPageView, QueueNotice},
};

const PAGE_SIZE: usize = 30;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ActsQuery {
    before: String,
    notice: String,
    left: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(query): Fields<ActsQuery>,
) -> Result<Response, AppError> {
    let limit = i64::try_from(PAGE_SIZE + 1).unwrap_or(i64::MAX);
    let before = query.before.parse().ok();
    let mut acts = store::list_acts(&shop.db, before, limit, shop.clock.now()).await?;
    let has_more = acts.len() > PAGE_SIZE;
    acts.truncate(PAGE_SIZE);
    let last = acts.last().filter(|_| has_more).map(|act| act.id);
    let zone = shop.settings.get::<ShopZone>().await?;
    let session = FormSession::for_staff(&visitor)?;
    let act_view = |act: ListedAct| ActView {
        id: act.id.to_string(),
        text: shop.messages.text(words(act.state, act.is_spam, act.count)),
        who: act.who,
        date: zone.date_time(act.made_at),
        datetime: act.made_at.to_rfc3339_opts(SecondsFormat::Secs, true),
        undone: act.undone_at.map(|at| zone.date_time(at)),
    };
    let view = ActsPageView {
        queue_url: STAFF_REVIEWS_URL.to_owned(),
        action: STAFF_REVIEWS_URL.to_owned(),
        hidden: part::hidden([
            ("nonce", session.nonce(&shop, NONCE)),
            ("do", "undo".to_owned()),
            ("back", "acts".to_owned()),
        ]),
        acts: acts.into_iter().map(act_view).collect(),
        next_url: last.map(|id| format!("{STAFF_ACTS_URL}?before={id}")),
        notice: undo_notice(&shop, &query.notice, &query.left).map(|text| QueueNotice { text, act: None }),
    };
    let title = shop.messages.text(msg::moderation::ACTS_TITLE);
    session.render_page(&shop, STAFF_ACTS_URL, &title, &view, StatusCode::OK).await
}

/// What a decision did.
pub fn words(state: ItemState, is_spam: bool, count: i64) -> Message {
    let key = match state {
        ItemState::Refused if is_spam => msg::moderation::CHANGED_SPAM,
        ItemState::Refused => msg::moderation::CHANGED_REFUSED,
        ItemState::Published => msg::moderation::CHANGED_PUBLISHED,
        ItemState::Held => msg::moderation::CHANGED_HELD,
    };
    key.with("count", count)
}
