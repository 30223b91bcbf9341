//! Shows endpoints and deliveries.

use accounts::{
    service::FormSession,
    view::{STAFF_EVENTS_URL, STAFF_URL},
};
use axum::{extract::State, response::Response};
use chrono::{DateTime, TimeDelta, Utc};
use edge::{AppError, Fields, Permission, Shop, ShopZone, Visitor, session::StaffMember};
use http::StatusCode;
use kernel::{Key, msg};
use serde::Deserialize;

use super::STAFF;
use crate::{
    rules::EventKind,
    store::{self, DeliveryRow, EndpointRow},
    view::{DeliveryView, EndpointView, EventsPageView, KindView, StateOption},
};

const PAGE_SIZE: i64 = 50;
const STATES: [&str; 4] = ["", "pending", "delivered", "failed"];

#[derive(Debug, Default, Deserialize)]
pub struct PageQuery {
    #[serde(default)]
    notice: String,
    #[serde(default)]
    state: String,
    /// Shows deliveries of events before this time, in microseconds since 1970.
    #[serde(default)]
    before: String,
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<PageQuery>,
) -> Result<Response, AppError> {
    let notice = match query.notice.as_str() {
        "added" => Some(msg::events::NOTICE_ADDED),
        "changed" => Some(msg::events::NOTICE_CHANGED),
        "removed" => Some(msg::events::NOTICE_REMOVED),
        "replayed" => Some(msg::events::NOTICE_REPLAYED),
        "not-changed" => Some(msg::events::NOTICE_NOT_CHANGED),
        _ => None,
    };
    render(&shop, &visitor, &member, &query, notice, None).await
}

/// A form that was refused: what was typed, and the reason.
pub struct RefusedForm {
    pub url: String,
    pub kinds: Vec<String>,
    pub reason: Key,
}

pub async fn render(
    shop: &Shop,
    visitor: &Visitor,
    member: &StaffMember,
    query: &PageQuery,
    notice: Option<Key>,
    refused: Option<RefusedForm>,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let endpoints = store::list_endpoints(&shop.db).await?;
    let state = STATES.into_iter().find(|state| *state == query.state).unwrap_or_default();
    let before = query.before.parse().ok().and_then(kernel::stored_time);
    let before = before.unwrap_or_else(|| shop.clock.now() + TimeDelta::days(1));
    let deliveries = store::list_deliveries(&shop.db, state, before, PAGE_SIZE).await?;
    let is_full = i64::try_from(deliveries.len()).unwrap_or(0) == PAGE_SIZE;
    let older = deliveries.last().filter(|_| is_full).map(|last| older_url(state, last.occurred_at));
    let is_chosen = |kind: EventKind| match &refused {
        Some(refused) => refused.kinds.iter().any(|name| name == kind.name()),
        None => true,
    };
    let zone = shop.settings.get::<ShopZone>().await?;
    let session = FormSession::for_staff(visitor)?;
    let status = if refused.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let view = EventsPageView {
        action: STAFF_EVENTS_URL.to_owned(),
        nonce: session.nonce(shop, STAFF),
        can_change: member.may(Permission::SettingsWrite),
        notice: notice.map(text),
        error: refused.as_ref().map(|refused| text(refused.reason)),
        url: refused.as_ref().map(|refused| refused.url.clone()).unwrap_or_default(),
        kinds: EventKind::ALL
            .map(|kind| KindView {
                name: kind.name().to_owned(),
                label: text(kind.label()),
                is_chosen: is_chosen(kind),
            })
            .to_vec(),
        endpoints: endpoints.iter().map(|row| endpoint_view(shop, member, row)).collect(),
        states: STATES
            .map(|one| StateOption {
                value: one.to_owned(),
                label: text(delivery_state(one)),
                is_chosen: one == state,
            })
            .to_vec(),
        deliveries: deliveries.iter().map(|row| delivery_view(shop, &zone, row)).collect(),
        older_url: older,
        home_url: STAFF_URL.to_owned(),
    };
    session.render_page(shop, STAFF_EVENTS_URL, &text(msg::events::TITLE), &view, status).await
}

fn older_url(state: &str, before: DateTime<Utc>) -> String {
    format!("{STAFF_EVENTS_URL}?state={state}&before={}", before.timestamp_micros())
}

fn kind_label(shop: &Shop, name: &str) -> String {
    EventKind::parse(name).map_or_else(|| name.to_owned(), |kind| shop.messages.text(kind.label()))
}

fn endpoint_view(shop: &Shop, member: &StaffMember, row: &EndpointRow) -> EndpointView {
    let state = match row.state.as_str() {
        "enabled" => msg::events::STATE_ENABLED,
        "paused" => msg::events::STATE_PAUSED,
        _ => msg::events::STATE_DISABLED,
    };
    EndpointView {
        id: row.id.to_string(),
        url: row.url.clone(),
        secret: member.may(Permission::SettingsWrite).then(|| row.secret.clone()),
        kinds: row.kinds.iter().map(|name| kind_label(shop, name)).collect::<Vec<_>>().join("، "),
        state: shop.messages.text(state),
        is_enabled: row.state == "enabled",
    }
}

fn delivery_state(state: &str) -> Key {
    match state {
        "pending" => msg::events::DELIVERY_PENDING,
        "delivered" => msg::events::DELIVERY_DELIVERED,
        "failed" => msg::events::DELIVERY_FAILED,
        _ => msg::events::FILTER_ALL,
    }
}

fn delivery_view(shop: &Shop, zone: &ShopZone, row: &DeliveryRow) -> DeliveryView {
    let answer = match row.last_status {
        Some(status) => shop.messages.text(msg::events::ANSWER_STATUS.with("status", status.to_string())),
        None => row.last_error.clone(),
    };
    let is_waiting = row.state == "pending";
    let next = (is_waiting && row.attempts > 0)
        .then(|| shop.messages.text(msg::events::NEXT.with("date", zone.date_time(row.next_at))));
    DeliveryView {
        event_id: row.event_id.to_string(),
        endpoint_id: row.endpoint_id.to_string(),
        kind: kind_label(shop, &row.kind),
        date: zone.date_time(row.occurred_at),
        url: row.url.clone(),
        state: shop.messages.text(delivery_state(&row.state)),
        attempts: row.attempts.to_string(),
        answer,
        next,
        can_replay: !is_waiting,
    }
}
