//! Changes of stock and of counts by staff.

use chrono::{DateTime, TimeDelta, Utc};
use edge::{
    AppError, Shop,
    audit::AuditWriter,
    idempotency::{self, Claim, RequestKey},
    purge,
    session::{StaffMember, TokenHash},
};
use kernel::{Quantity, text};
use sqlx::{PgConnection, PgExecutor};

use crate::{
    rules::{Level, MAX_DELTA, Refusal, StockAction, UNDO_MINUTES, decide, parse_amount, purge_tags},
    store::{self, Item, NewAction, NewCountLine, Store},
};

/// What a member of staff does to a product in a store.
pub struct ActRequest<'a> {
    pub staff: &'a StaffMember,
    pub store: &'a Store,
    pub token: &'a TokenHash,
    pub key: &'a RequestKey,
    pub action: StockAction,
    /// Product or variation.
    pub item: i64,
    /// As typed.
    pub amount: &'a str,
    /// What the store had when the member chose the amount, if another quantity refuses it.
    pub expected: Option<Quantity>,
}

/// What an action changed.
#[derive(Debug, Clone, Copy)]
struct Change {
    /// `None`: the action has counted, and moved nothing.
    before: Option<Quantity>,
    after: Quantity,
    /// What can be sold, in units, before and after: what is reserved is left out.
    free: (i64, i64),
}

/// Acts in one transaction with its audit line. A request that was handled before is answered like the first time.
pub async fn act(
    shop: &Shop,
    audit: &AuditWriter,
    request: &ActRequest<'_>,
) -> Result<Result<(), Refusal>, AppError> {
    let ActRequest { staff, store, action, .. } = *request;
    if !action.is_allowed(staff.works_everywhere()) {
        return Err(AppError::Forbidden);
    }
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let mut items = store::load_items(&mut *tx, &[request.item], store.id, None).await?;
    let Some(item) = items.pop() else { return Ok(Err(Refusal::NotFound)) };
    let fingerprint = format!("{} {} {} {}", action.name(), request.item, request.amount, store.id);
    let claim =
        idempotency::claim(&mut tx, "apply_barcode_action", request.token, request.key, &fingerprint, now);
    if let Claim::Repeated = claim.await? {
        return Ok(Ok(()));
    }
    let done = match action {
        StockAction::CountAdd | StockAction::CountSet => count_item(&mut tx, request, &item, now).await?,
        StockAction::Undo => undo(&mut tx, request, &item, now).await?,
        StockAction::IncreaseStock | StockAction::DecreaseStock | StockAction::SetStock => {
            change_stock(&mut tx, request, &item, now).await?
        }
    };
    let change = match done {
        Ok(change) => change,
        Err(refusal) => {
            let name = refusal.name();
            tracing::info!(
                staff = staff.id,
                store = store.id,
                item = item.id,
                refusal = name,
                "stock action refused"
            );
            return Ok(Err(refusal));
        }
    };
    let tags = purge_tags(store.id, item.product_id, change.free.0, change.free.1);
    let purges = if tags.is_empty() { Vec::new() } else { purge::record(&mut *tx, &tags).await? };
    let subject = format!("{} of {} in store {}: {}", action.name(), item.sku, store.id, change.after);
    let (before, after) = (change.before.map(|before| before.to_string()), change.after.to_string());
    audit.record_change(&mut *tx, "stock-action", &subject, before.as_deref(), Some(&after)).await?;
    tx.commit().await?;
    if !purges.is_empty() {
        purge::announce(&shop.redis, &purges).await;
    }
    Ok(Ok(()))
}

async fn change_stock(
    db: &mut PgConnection,
    request: &ActRequest<'_>,
    item: &Item,
    now: DateTime<Utc>,
) -> Result<Result<Change, Refusal>, AppError> {
    let amount = match parse_amount(request.action, request.amount, item.step) {
        Ok(amount) => amount,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let level = store::lock_level(&mut *db, &item.sku, request.store.id).await?;
    if request.expected.is_some_and(|expected| expected != level.on_hand) {
        return Ok(Err(Refusal::Changed));
    }
    let moved = moved_today(&mut *db, request.staff, item.id, now).await?;
    match decide(request.action, level, amount) {
        Ok(delta) if is_over_limit(request.staff, moved, delta) => Ok(Err(Refusal::TooMuch)),
        Ok(delta) => Ok(Ok(move_stock(db, request, item, level, delta, None, now).await?)),
        Err(refusal) => Ok(Err(refusal)),
    }
}

/// For how long moves of a product count together: many small ones are no way around the limit of a role.
const LIMIT_TIME: TimeDelta = TimeDelta::hours(24);

/// What the member moved of a product in the last day, in units; nothing if their role has no limit. Exact while the level of
/// the product is locked, because other moves wait for it.
pub async fn moved_today(
    db: impl PgExecutor<'_>,
    staff: &StaffMember,
    item: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    match role_limit(staff) {
        Some(_) => store::moved_since(db, staff.id, item, now - LIMIT_TIME).await,
        None => Ok(0),
    }
}

/// The most that the role of the member moves of a product in a day, if it has a limit.
pub(super) fn role_limit(staff: &StaffMember) -> Option<Quantity> {
    staff.role.stock_limit.and_then(|limit| u32::try_from(limit).ok()).map(Quantity::from_whole)
}

/// Whether a change, in units, is larger than the role of the member allows, after what they moved already.
pub(super) fn is_over_limit(staff: &StaffMember, moved: i64, delta: i64) -> bool {
    role_limit(staff).is_some_and(|limit| moved.saturating_add(delta.abs()) > limit.as_units())
}

/// Reverses the member's last action in the store.
async fn undo(
    db: &mut PgConnection,
    request: &ActRequest<'_>,
    item: &Item,
    now: DateTime<Utc>,
) -> Result<Result<Change, Refusal>, AppError> {
    let last = store::lock_last_action(&mut *db, request.staff.id, request.store.id).await?;
    let since = now - TimeDelta::minutes(UNDO_MINUTES);
    let is_open = |last: &store::LastAction| {
        last.kind != StockAction::Undo.name() && last.item == item.id && last.done_at > since
    };
    let Some(last) = last.filter(is_open) else { return Ok(Err(Refusal::NothingToUndo)) };
    if store::is_undone(&mut *db, last.id).await? {
        return Ok(Err(Refusal::NothingToUndo));
    }
    // Two people moved it: one alone does not take it back.
    if last.delta.abs() > MAX_DELTA.as_units() || is_over_limit(request.staff, 0, last.delta) {
        return Ok(Err(Refusal::TooMuch));
    }
    let level = store::lock_level(&mut *db, &last.sku, request.store.id).await?;
    match level.check(-last.delta) {
        Ok(()) => Ok(Ok(move_stock(db, request, item, level, -last.delta, Some(last.id), now).await?)),
        Err(refusal) => Ok(Err(refusal)),
    }
}

/// Moves the stock of a locked level, with the rows in the ledger and among the actions.
async fn move_stock(
    db: &mut PgConnection,
    request: &ActRequest<'_>,
    item: &Item,
    level: Level,
    delta: i64,
    undoes: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Change, AppError> {
    let ActRequest { staff, store, action, .. } = *request;
    let mut after = level.on_hand;
    if delta != 0 {
        let reason = format!("{} by staff {}", action.name(), staff.id);
        after = store::move_stock(&mut *db, &item.sku, store.id, delta, &reason).await?;
    }
    let new = NewAction {
        staff: staff.id,
        store: store.id,
        sku: &item.sku,
        item: item.id,
        action,
        delta,
        undoes,
        now,
    };
    store::insert_action(db, new).await?;
    let free = |quantity: Quantity| quantity.as_units() - level.reserved.as_units();
    Ok(Change { before: Some(level.on_hand), after, free: (free(level.on_hand), free(after)) })
}

/// Counts a product in the open count of the store. Its stock changes when the count is closed.
async fn count_item(
    db: &mut PgConnection,
    request: &ActRequest<'_>,
    item: &Item,
    now: DateTime<Utc>,
) -> Result<Result<Change, Refusal>, AppError> {
    let amount = match parse_amount(request.action, request.amount, item.step) {
        Ok(amount) => amount,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let Some(count) = store::lock_open_count(&mut *db, request.store.id, false).await? else {
        return Ok(Err(Refusal::CountGone));
    };
    let line = NewCountLine {
        count: count.id,
        store: request.store.id,
        sku: &item.sku,
        item: item.id,
        counted: amount,
        is_added: request.action == StockAction::CountAdd,
        staff: request.staff.id,
        now,
    };
    let Some(counted) = store::add_line(db, line).await? else { return Ok(Err(Refusal::CountTooLarge)) };
    Ok(Ok(Change { before: None, after: counted, free: (0, 0) }))
}

const MAX_BIN_CHARS: usize = 40;

/// Saves where a store has a product. Returns false if there is no such product.
pub async fn save_bin(
    shop: &Shop,
    audit: &AuditWriter,
    store: &Store,
    item: i64,
    bin: &str,
) -> Result<bool, AppError> {
    let mut tx = shop.db.begin().await?;
    let mut items = store::load_items(&mut *tx, &[item], store.id, None).await?;
    let Some(item) = items.pop() else { return Ok(false) };
    let bin = text::clean(bin, MAX_BIN_CHARS);
    store::set_bin(&mut tx, &item.sku, store.id, &bin).await?;
    audit.record(&mut *tx, "stock-bin", &format!("{} in store {}", item.sku, store.id)).await?;
    tx.commit().await?;
    Ok(true)
}
