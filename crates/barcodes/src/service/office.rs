//! The stock as the admin's pages move it: receive, issue and count, each with its reason, and with a second person above the
//! shop's limit.

use chrono::{DateTime, Utc};
use edge::{
    AppError, Shop,
    audit::AuditWriter,
    idempotency::{self, Claim, RequestKey},
    purge,
    session::{StaffMember, TokenHash},
};
use kernel::{Quantity, text};
use sqlx::{PgConnection, PgPool};

use super::act::{is_over_limit, moved_today};
use crate::{
    rules::{
        Level, MAX_DELTA, MoveReason, ProductCodes, Refusal, StockAction, clean_code, decide_any,
        ledger_reason, parse_amount, purge_tags,
    },
    store::{self, Approval, Horizon, Item, NewAction, NewApproval, StockList, Store},
};

const MAX_NOTE_CHARS: usize = 100;

/// What a form moves.
pub struct MoveRequest<'a> {
    pub staff: &'a StaffMember,
    pub store: &'a Store,
    pub token: &'a TokenHash,
    pub key: &'a RequestKey,
    /// Adds, takes, or replaces what is on hand by what was counted.
    pub action: StockAction,
    /// Product or variation.
    pub item: i64,
    /// As typed.
    pub amount: &'a str,
    /// Of a count: what was on hand when its difference was shown.
    pub seen: Option<Quantity>,
    pub reason: MoveReason,
    pub note: &'a str,
}

/// What became of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moved {
    Done,
    /// A count that found what was expected.
    Unchanged,
    /// For a second person.
    Waits,
}

/// Whether a change needs a second person: it is larger than the shop allows, or than the role does together with what the
/// member moved of the product today (`moved_today`), or it replaces a quantity and the member works in their own stores only.
pub fn needs_second(staff: &StaffMember, action: StockAction, moved: i64, delta: i64) -> bool {
    delta.abs() > MAX_DELTA.as_units()
        || is_over_limit(staff, moved, delta)
        || !action.is_allowed(staff.works_everywhere())
}

/// Whether a member may agree to what another one requested: alone it is within the limit of their role. The shop's limit is
/// what two people are for, and so is a day of many small moves.
pub fn may_approve(staff: &StaffMember, waits: &Approval) -> bool {
    let is_allowed =
        StockAction::parse(&waits.kind).is_some_and(|action| action.is_allowed(staff.works_everywhere()));
    waits.requested_by != staff.id && is_allowed && !is_over_limit(staff, 0, waits.delta)
}

/// A change of a locked level.
struct Move<'a> {
    staff: i64,
    store: i16,
    item: &'a Item,
    action: StockAction,
    level: Level,
    delta: i64,
    reason: MoveReason,
    note: &'a str,
    now: DateTime<Utc>,
}

impl Move<'_> {
    /// Writes the ledger, the note and the action, and what the caches must forget. Returns what is on hand now.
    async fn write(&self, db: &mut PgConnection) -> Result<(Quantity, Vec<(i64, String)>), AppError> {
        let sku = &self.item.sku;
        let why = ledger_reason(self.action, self.staff, self.reason);
        let after = store::move_stock(&mut *db, sku, self.store, self.delta, &why).await?;
        if !self.note.is_empty() {
            store::add_note(&mut *db, sku, self.store, self.note).await?;
        }
        let new = NewAction {
            staff: self.staff,
            store: self.store,
            sku,
            item: self.item.id,
            action: self.action,
            delta: self.delta,
            undoes: None,
            now: self.now,
        };
        store::insert_action(&mut *db, new).await?;
        let reserved = self.level.reserved.as_units();
        let free = |quantity: Quantity| quantity.as_units() - reserved;
        let tags = purge_tags(self.store, self.item.product_id, free(self.level.on_hand), free(after));
        let purges = if tags.is_empty() { Vec::new() } else { purge::record(&mut *db, &tags).await? };
        Ok((after, purges))
    }
}

/// The name of an action in the audit log.
fn audit_name(action: StockAction) -> &'static str {
    if action == StockAction::SetStock { "stock-count" } else { "stock-move" }
}

/// Of the thing, never of a note: people may be named in it.
fn audit_subject(sku: &str, store: i16, reason: MoveReason) -> String {
    format!("{sku} in store {store}: {}", reason.name())
}

/// Moves stock in one transaction with its audit line, or lets it wait for a second person. A request that was handled
/// before is answered like the first time.
pub async fn move_item(
    shop: &Shop,
    audit: &AuditWriter,
    request: &MoveRequest<'_>,
) -> Result<Result<Moved, Refusal>, AppError> {
    let MoveRequest { staff, store, action, reason, .. } = *request;
    let now = shop.clock.now();
    let note = text::clean(request.note, MAX_NOTE_CHARS);
    let mut tx = shop.db.begin().await?;
    let mut items = store::load_items(&mut *tx, &[request.item], store.id, None).await?;
    let Some(item) = items.pop() else { return Ok(Err(Refusal::NotFound)) };
    let amount = match parse_amount(action, request.amount, item.step) {
        Ok(amount) => amount,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let fingerprint =
        format!("{} {} {} {} {} {note}", action.name(), item.id, amount, store.id, reason.name());
    let claim = idempotency::claim(&mut tx, "stock_move", request.token, request.key, &fingerprint, now);
    let is_repeated = matches!(claim.await?, Claim::Repeated);
    let level = store::lock_level(&mut tx, &item.sku, store.id).await?;
    let waiting = store::list_approvals(&mut *tx, store.id, Some(item.id), now, 1).await?;
    if is_repeated {
        let waits = waiting.iter().any(|waits| waits.requested_by == staff.id);
        return Ok(Ok(if waits { Moved::Waits } else { Moved::Done }));
    }
    if request.seen.is_some_and(|seen| seen != level.on_hand) {
        return Ok(Err(Refusal::Changed));
    }
    let delta = match decide_any(action, level, amount) {
        Ok(delta) => delta,
        Err(refusal) => return Ok(Err(refusal)),
    };
    if delta == 0 {
        let subject = audit_subject(&item.sku, store.id, reason);
        let counted = amount.to_string();
        audit.record_change(&mut *tx, audit_name(action), &subject, Some(&counted), Some(&counted)).await?;
        tx.commit().await?;
        return Ok(Ok(Moved::Unchanged));
    }
    let moved = moved_today(&mut *tx, staff, item.id, now).await?;
    if needs_second(staff, action, moved, delta) {
        if !waiting.is_empty() {
            return Ok(Err(Refusal::ApprovalWaits));
        }
        let new = NewApproval {
            store: store.id,
            item: item.id,
            sku: &item.sku,
            kind: action.name(),
            delta,
            seen: level.on_hand,
            reason: reason.name(),
            note: &note,
            staff: staff.id,
            now,
        };
        let id = store::ask_approval(&mut *tx, new).await?;
        let subject = format!("{} approval {id}", audit_subject(&item.sku, store.id, reason));
        let after = Quantity::from_units(level.on_hand.as_units() + delta);
        let (before, after) = (level.on_hand.to_string(), after.to_string());
        audit.record_change(&mut *tx, "stock-ask", &subject, Some(&before), Some(&after)).await?;
        tx.commit().await?;
        return Ok(Ok(Moved::Waits));
    }
    let wanted = Move {
        staff: staff.id,
        store: store.id,
        item: &item,
        action,
        level,
        delta,
        reason,
        note: &note,
        now,
    };
    let (after, purges) = wanted.write(&mut tx).await?;
    let subject = audit_subject(&item.sku, store.id, reason);
    let (before, after) = (level.on_hand.to_string(), after.to_string());
    audit.record_change(&mut *tx, audit_name(action), &subject, Some(&before), Some(&after)).await?;
    tx.commit().await?;
    announce(shop, &purges).await;
    Ok(Ok(Moved::Done))
}

async fn announce(shop: &Shop, purges: &[(i64, String)]) {
    if !purges.is_empty() {
        purge::announce(&shop.redis, purges).await;
    }
}

/// What a member decides about a move that waits.
pub struct Decision<'a> {
    pub staff: &'a StaffMember,
    pub store: &'a Store,
    pub item: i64,
    pub approval: i64,
    pub is_approved: bool,
}

/// Decides a move that waits. An approved one is made on what the store has now: what was sold meanwhile stays sold.
pub async fn decide(
    shop: &Shop,
    audit: &AuditWriter,
    decision: &Decision<'_>,
) -> Result<Result<(), Refusal>, AppError> {
    let Decision { staff, store, is_approved, .. } = *decision;
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let mut items = store::load_items(&mut *tx, &[decision.item], store.id, None).await?;
    let Some(item) = items.pop() else { return Ok(Err(Refusal::NotFound)) };
    let level = store::lock_level(&mut tx, &item.sku, store.id).await?;
    let waiting = store::list_approvals(&mut *tx, store.id, Some(item.id), now, 10).await?;
    let Some(waits) = waiting.into_iter().find(|waits| waits.id == decision.approval) else {
        return Ok(Err(Refusal::ApprovalGone));
    };
    let may_decide = may_approve(staff, &waits) || (waits.requested_by == staff.id && !is_approved);
    let action = StockAction::parse(&waits.kind);
    let reason = MoveReason::parse_stored(&waits.reason);
    let (Some(action), Some(reason), true) = (action, reason, may_decide) else {
        return Ok(Err(Refusal::ApprovalGone));
    };
    if is_approved && let Err(refusal) = level.check(waits.delta) {
        return Ok(Err(refusal));
    }
    if !store::decide_approval(&mut *tx, waits.id, staff.id, is_approved, now).await? {
        return Ok(Err(Refusal::ApprovalGone));
    }
    let subject = format!("{} approval {}", audit_subject(&item.sku, store.id, reason), waits.id);
    let before = level.on_hand.to_string();
    let (mut after, mut purges) = (before.clone(), Vec::new());
    if is_approved {
        let wanted = Move {
            staff: staff.id,
            store: store.id,
            item: &item,
            action,
            level,
            delta: waits.delta,
            reason,
            note: &waits.note,
            now,
        };
        let written = wanted.write(&mut tx).await?;
        (after, purges) = (written.0.to_string(), written.1);
    }
    let name = if is_approved { "stock-approve" } else { "stock-refuse" };
    audit.record_change(&mut *tx, name, &subject, Some(&before), Some(&after)).await?;
    tx.commit().await?;
    announce(shop, &purges).await;
    Ok(Ok(()))
}

/// The SKUs of the products and variations that have a scanned or typed code.
pub async fn skus_of_code(db: &PgPool, typed: &str) -> sqlx::Result<Vec<String>> {
    let Some(code) = clean_code(typed) else { return Ok(Vec::new()) };
    let items = store::match_codes(db, &ProductCodes::new(&code)).await?;
    store::skus_of_items(db, &items).await
}

/// Days until ordered goods arrive.
pub async fn restock_days(db: &PgPool) -> sqlx::Result<i32> {
    Ok(store::settings(db).await?.restock_days())
}

/// More are not counted.
const LOOKED_AT: i64 = 1_001;

/// The SKUs of a store that have to be ordered, as its list says; at most 1,001.
pub async fn attention(shop: &Shop, store: i16) -> Result<Vec<String>, AppError> {
    let horizon = Horizon { now: shop.clock.now(), days: restock_days(&shop.db).await? };
    Ok(store::list_skus(&shop.db, StockList::Attention, store, "", LOOKED_AT, horizon).await?)
}

/// Looks anew for what will soon be sold out. Returns how many candidates changed.
pub async fn refresh_attention(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<i64> {
    let horizon = Horizon { now, days: restock_days(db).await? };
    Ok(store::find_attention(db, horizon).await? + store::forget_attention(db, horizon).await?)
}
