//! Changes of endpoints, and replay. Every change is recorded in the audit log.

use std::collections::HashMap;

use accounts::{
    service::{redirect, with_notice},
    view::STAFF_EVENTS_URL,
};
use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, Permission, Shop, Visitor, audit::AuditWriter, outbound::allowed_url,
    session::StaffMember,
};
use kernel::{msg, text};
use serde::Deserialize;

use super::page::{PageQuery, RefusedForm, render};
use crate::{rules::EventKind, store};

const MAX_ENDPOINTS: i64 = 20;
const MAX_URL_CHARS: usize = 500;

#[derive(Debug, Deserialize)]
pub struct EventsForm {
    #[serde(rename = "do")]
    action: String,
    #[serde(default)]
    url: String,
    #[serde(default)]
    endpoint: String,
    #[serde(default)]
    event: String,
    /// Ticked kinds, as `kind_NAME`.
    #[serde(flatten)]
    extra_fields: HashMap<String, String>,
}

pub async fn change(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    audit: AuditWriter,
    Fields(form): Fields<EventsForm>,
) -> Result<Response, AppError> {
    let now = shop.clock.now();
    let answer = |code: &str| Ok(redirect(&with_notice(STAFF_EVENTS_URL, code), None));
    if form.action == "replay" {
        let event = form.event.parse().map_err(|_| AppError::BadRequest("no such event"))?;
        let endpoint = form.endpoint.parse().map_err(|_| AppError::BadRequest("no such endpoint"))?;
        let mut tx = shop.db.begin().await?;
        if !store::replay(&mut *tx, event, endpoint, now).await? {
            return answer("not-changed");
        }
        audit.record(&mut *tx, "event-replay", &format!("{event} {endpoint}")).await?;
        tx.commit().await?;
        return answer("replayed");
    }
    if !member.may(Permission::SettingsWrite) {
        return Err(AppError::NotFound);
    }
    if form.action == "add" {
        return add(&shop, &visitor, &member, &audit, form).await;
    }
    let endpoint: i64 = form.endpoint.parse().map_err(|_| AppError::BadRequest("no such endpoint"))?;
    let mut tx = shop.db.begin().await?;
    let (is_changed, code) = match form.action.as_str() {
        "pause" => (store::set_state(&mut *tx, endpoint, "paused").await?, "changed"),
        "resume" => (store::set_state(&mut *tx, endpoint, "enabled").await?, "changed"),
        "rotate" => (store::set_secret(&mut *tx, endpoint, &new_secret()).await?, "changed"),
        "remove" => (store::remove_endpoint(&mut *tx, endpoint).await?, "removed"),
        _ => return Err(AppError::BadRequest("no such action")),
    };
    if !is_changed {
        return answer("not-changed");
    }
    audit.record(&mut *tx, "event-endpoint", &format!("{endpoint} {}", form.action)).await?;
    tx.commit().await?;
    answer(code)
}

async fn add(
    shop: &Shop,
    visitor: &Visitor,
    member: &StaffMember,
    audit: &AuditWriter,
    form: EventsForm,
) -> Result<Response, AppError> {
    let url = text::clean(&form.url, MAX_URL_CHARS);
    let is_ticked = |kind: &EventKind| form.extra_fields.contains_key(&format!("kind_{}", kind.name()));
    let kinds: Vec<String> =
        EventKind::ALL.into_iter().filter(is_ticked).map(|kind| kind.name().to_owned()).collect();
    let reason = if allowed_url(&url).is_none() {
        Some(msg::events::ERROR_URL)
    } else if kinds.is_empty() {
        Some(msg::events::ERROR_KINDS)
    } else if store::count_endpoints(&shop.db).await? >= MAX_ENDPOINTS {
        Some(msg::events::ERROR_TOO_MANY)
    } else {
        None
    };
    if let Some(reason) = reason {
        let refused = RefusedForm { url, kinds, reason };
        return render(shop, visitor, member, &PageQuery::default(), None, Some(refused)).await;
    }
    let mut tx = shop.db.begin().await?;
    let endpoint = store::insert_endpoint(&mut *tx, &url, &new_secret(), &kinds, shop.clock.now()).await?;
    audit.record(&mut *tx, "event-endpoint", &format!("{endpoint} add")).await?;
    tx.commit().await?;
    Ok(redirect(&with_notice(STAFF_EVENTS_URL, "added"), None))
}

fn new_secret() -> String {
    hex::encode(rand::random::<[u8; 32]>())
}
