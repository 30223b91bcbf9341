//! The forms: receive, issue, write a count down, and decide what waits for a second person.

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use barcodes::{
    rules::{MoveReason, Refusal, StockAction},
    service::{Decision, MoveRequest, Moved, Store, move_item},
};
use edge::{
    AppError, Fields, PathParam, Shop, Visitor, audit::AuditWriter, idempotency::RequestKey,
    session::StaffMember,
};
use kernel::Quantity;
use serde::Deserialize;

use super::{STOCK_ITEM_URL, choose_store, item_url};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct MoveFields {
    store_id: Option<i16>,
    amount: String,
    reason: String,
    note: String,
    /// Of a count: what was on hand when its difference was shown, in units.
    seen: String,
    /// A form that is sent twice acts once.
    key: String,
}

/// Who sent a form.
struct Sender {
    visitor: Visitor,
    member: StaffMember,
    key: RequestKey,
}

/// The store of a form. It is always named: the first one is not meant by default.
async fn store_of(shop: &Shop, member: &StaffMember, wanted: Option<i16>) -> Result<Store, AppError> {
    let wanted = wanted.ok_or(AppError::BadRequest("no store"))?;
    choose_store(shop, member, Some(wanted)).await?.1.ok_or(AppError::NotFound)
}

fn answer(item: i64, store: &Store, pairs: &[(&str, &str)], part: &str) -> Response {
    let id = store.id.to_string();
    let all = [("store_id", id.as_str())].into_iter().chain(pairs.iter().copied());
    let given: Vec<_> = all.filter(|(_, value)| !value.is_empty()).collect();
    let query = serde_urlencoded::to_string(given).unwrap_or_default();
    redirect(&format!("{}?{query}{part}", item_url(STOCK_ITEM_URL, item)), None)
}

async fn change(
    shop: &Shop,
    audit: &AuditWriter,
    sender: &Sender,
    item: i64,
    action: StockAction,
    form: &MoveFields,
) -> Result<Response, AppError> {
    let store = store_of(shop, &sender.member, form.store_id).await?;
    let (name, done) = match action {
        StockAction::IncreaseStock => ("receive", "received"),
        StockAction::DecreaseStock => ("issue", "issued"),
        _ => ("count", "counted"),
    };
    let is_count = name == "count";
    let typed = if is_count { "counted" } else { "amount" };
    let part = if is_count { "#count" } else { "" };
    let refused = |notice: &str| {
        let form_name = if is_count { "" } else { name };
        let (amount, reason) = (form.amount.as_str(), form.reason.as_str());
        let pairs = [("notice", notice), ("form", form_name), (typed, amount), ("reason", reason)];
        answer(item, &store, &pairs, part)
    };
    let Some(reason) = MoveReason::parse(action, &form.reason) else { return Ok(refused("reason")) };
    let seen = match (is_count, form.seen.parse()) {
        (false, _) => None,
        (true, Ok(units)) => Some(Quantity::from_units(units)),
        // The difference was never shown.
        (true, Err(_)) => return Ok(refused(Refusal::Changed.name())),
    };
    let session = FormSession::for_staff(&sender.visitor)?;
    // The key of the form itself: whoever sends it twice sends the same one.
    let own = Some(form.key.clone()).filter(|key| (8..=64).contains(&key.len()));
    let request = MoveRequest {
        staff: &sender.member,
        store: &store,
        token: &session.token,
        key: &RequestKey(own.or_else(|| sender.key.0.clone())),
        action,
        item,
        amount: &form.amount,
        seen,
        reason,
        note: &form.note,
    };
    let notice = match move_item(shop, audit, &request).await? {
        Ok(Moved::Done) => done,
        Ok(Moved::Unchanged) => "unchanged",
        Ok(Moved::Waits) => "waits",
        Err(refusal) => return Ok(refused(refusal.name())),
    };
    Ok(answer(item, &store, &[("notice", notice)], ""))
}

pub async fn receive(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    key: RequestKey,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<MoveFields>,
) -> Result<Response, AppError> {
    let sender = Sender { visitor, member, key };
    change(&shop, &audit, &sender, id, StockAction::IncreaseStock, &form).await
}

pub async fn issue(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    key: RequestKey,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<MoveFields>,
) -> Result<Response, AppError> {
    let sender = Sender { visitor, member, key };
    change(&shop, &audit, &sender, id, StockAction::DecreaseStock, &form).await
}

/// Writes a count whose difference was shown.
pub async fn count(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    key: RequestKey,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<MoveFields>,
) -> Result<Response, AppError> {
    let sender = Sender { visitor, member, key };
    change(&shop, &audit, &sender, id, StockAction::SetStock, &form).await
}

#[derive(Debug, Deserialize)]
pub struct DecisionFields {
    store_id: Option<i16>,
    approval: i64,
    act: String,
}

pub async fn decide(
    State(shop): State<Shop>,
    audit: AuditWriter,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<DecisionFields>,
) -> Result<Response, AppError> {
    let store = store_of(&shop, &member, form.store_id).await?;
    let is_approved = match form.act.as_str() {
        "approve" => true,
        "refuse" => false,
        _ => return Err(AppError::BadRequest("no such decision")),
    };
    let decision = Decision { staff: &member, store: &store, item: id, approval: form.approval, is_approved };
    let notice = match barcodes::service::decide(&shop, &audit, &decision).await? {
        Ok(()) if is_approved => "approved",
        Ok(()) => "refused",
        Err(refusal) => refusal.name(),
    };
    Ok(answer(id, &store, &[("notice", notice)], ""))
}
