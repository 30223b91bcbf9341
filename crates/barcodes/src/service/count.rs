//! Opens and ends stock counts.

use edge::{AppError, Shop, audit::AuditWriter, purge, session::StaffMember};
use sqlx::PgConnection;

use super::act::role_limit;
use crate::{
    rules::{MAX_DELTA, ONLINE_STORE, Refusal},
    store::{self, Store},
};

/// Opens a count. A store has one open count: others go on with it.
pub async fn open(
    shop: &Shop,
    audit: &AuditWriter,
    staff: &StaffMember,
    store: &Store,
) -> Result<i64, AppError> {
    let mut tx = shop.db.begin().await?;
    let (id, is_new) = store::open_count(&mut tx, store.id, staff.id, shop.clock.now()).await?;
    if is_new {
        audit.record(&mut *tx, "stock-count-opened", &format!("count {id} of store {}", store.id)).await?;
    }
    tx.commit().await?;
    Ok(id)
}

/// The count that a form ends, and who does it.
pub struct CountEnd<'a> {
    pub staff: &'a StaffMember,
    pub store: &'a Store,
    pub count: i64,
}

impl CountEnd<'_> {
    /// Locks the count if it is still open.
    async fn lock(&self, db: &mut PgConnection) -> Result<Option<store::Count>, AppError> {
        let open = store::lock_open_count(db, self.store.id, true).await?;
        Ok(open.filter(|open| open.id == self.count))
    }
}

/// Records all differences and ends the count, in one transaction. Only by members who work in every store: it
/// replaces quantities. A large difference needs another person than those who opened the count and counted it, and no
/// member closes a difference that is larger than their role moves.
pub async fn close(
    shop: &Shop,
    audit: &AuditWriter,
    end: &CountEnd<'_>,
) -> Result<Result<i64, Refusal>, AppError> {
    if !end.staff.works_everywhere() {
        return Err(AppError::Forbidden);
    }
    let mut tx = shop.db.begin().await?;
    let Some(count) = end.lock(&mut tx).await? else { return Ok(Err(Refusal::CountGone)) };
    let counter = (count.opened_by != end.staff.id).then_some(end.staff.id);
    let is_alone = store::has_large_difference(&mut tx, count.id, MAX_DELTA, counter).await?;
    let is_over_limit = match role_limit(end.staff) {
        Some(limit) => store::has_large_difference(&mut tx, count.id, limit, None).await?,
        None => false,
    };
    if is_alone || is_over_limit {
        return Ok(Err(Refusal::SecondPerson));
    }
    let reason = format!("count {} by staff {}", count.id, end.staff.id);
    let moved = store::close_count(&mut tx, count.id, end.staff.id, &reason, shop.clock.now()).await?;
    let Some(moved) = moved else { return Ok(Err(Refusal::CloseBlocked)) };
    let mut purges = Vec::new();
    if end.store.id == ONLINE_STORE && moved > 0 {
        let products = store::changed_products(&mut tx, count.id).await?;
        let tags: Vec<String> = products.iter().map(|id| format!("product:{id}")).collect();
        let tags: Vec<String> = tags.into_iter().chain(["catalog".to_owned()]).collect();
        purges = purge::record(&mut *tx, &tags).await?;
    }
    let subject = format!("count {} of store {}: {moved} differences", count.id, end.store.id);
    audit.record(&mut *tx, "stock-count-closed", &subject).await?;
    tx.commit().await?;
    if !purges.is_empty() {
        purge::announce(&shop.redis, &purges).await;
    }
    Ok(Ok(moved))
}

/// Ends a count without any change of stock: by the member who opened it, or one who works in every store.
pub async fn cancel(
    shop: &Shop,
    audit: &AuditWriter,
    end: &CountEnd<'_>,
) -> Result<Result<(), Refusal>, AppError> {
    let mut tx = shop.db.begin().await?;
    let Some(count) = end.lock(&mut tx).await? else { return Ok(Err(Refusal::CountGone)) };
    if !end.staff.works_everywhere() && count.opened_by != end.staff.id {
        return Err(AppError::Forbidden);
    }
    store::cancel_count(&mut tx, count.id, end.staff.id, shop.clock.now()).await?;
    let subject = format!("count {} of store {}", count.id, end.store.id);
    audit.record(&mut *tx, "stock-count-cancelled", &subject).await?;
    tx.commit().await?;
    Ok(Ok(()))
}
