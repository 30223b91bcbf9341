//! The queue as one list, and decisions about its items.

use std::collections::BTreeMap;

use edge::{AppError, audit::AuditWriter, purge, session::StaffMember};

use crate::{
    queue::{ItemState, QueueContext, QueueId, QueueItem, QueueKind, QueueSources, StateChange},
    store,
};

/// The last item of each kind on the pages before.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cursor(BTreeMap<QueueKind, i64>);

impl Cursor {
    /// Reads what `Display` wrote; anything else is the first page.
    pub fn parse(text: &str) -> Self {
        let last = text.split('.').filter_map(QueueId::parse);
        Self(last.map(|item| (item.kind, item.id)).collect())
    }
}

impl std::fmt::Display for Cursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let last: Vec<String> = self.0.iter().map(|(&kind, &id)| QueueId { kind, id }.to_string()).collect();
        f.write_str(&last.join("."))
    }
}

/// One page of the queue, and the cursor of the next. Held items: the oldest first, others: the newest first. Every kind is
/// read in the order of its ids, so only the front items of the kinds are compared.
pub async fn list(
    context: &QueueContext<'_>,
    sources: &QueueSources,
    kinds: &[QueueKind],
    state: ItemState,
    after: &Cursor,
    size: usize,
) -> Result<(Vec<QueueItem>, Option<Cursor>), AppError> {
    let limit = i64::try_from(size + 1).unwrap_or(i64::MAX);
    let mut fronts = Vec::new();
    for &kind in kinds {
        let Some(source) = sources.find(kind) else { continue };
        let items = source.list(context, kind, state, after.0.get(&kind).copied(), limit).await?;
        fronts.push(items.into_iter().peekable());
    }
    let mut page = Vec::new();
    let mut cursor = after.clone();
    while page.len() < size {
        let times = fronts.iter_mut().enumerate().filter_map(|(index, front)| {
            let time = front.peek()?.created_at;
            Some((index, time))
        });
        let first = match state {
            ItemState::Held => times.min_by_key(|&(_, time)| time),
            ItemState::Published | ItemState::Refused => times.max_by_key(|&(_, time)| time),
        };
        let Some(item) = first.and_then(|(index, _)| fronts[index].next()) else { break };
        cursor.0.insert(item.id.kind, item.id.id);
        page.push(item);
    }
    let has_more = fronts.iter_mut().any(|front| front.peek().is_some());
    Ok((page, has_more.then_some(cursor)))
}

/// Publishes or refuses items in one transaction. Returns the decision that can be undone, or `None` if no item was
/// changed.
pub async fn decide(
    context: &QueueContext<'_>,
    sources: &QueueSources,
    audit: &AuditWriter,
    staff: &StaffMember,
    items: &[QueueId],
    (state, reason): (ItemState, &str),
) -> Result<Option<i64>, AppError> {
    let now = context.shop.clock.now();
    let change = StateChange { state, reason, from: None, now };
    let mut tx = context.shop.db.begin().await?;
    let act = store::add_act(&mut *tx, staff.id, state, now).await?;
    let mut tags = Vec::new();
    let mut done = Vec::new();
    for &item in items {
        let Some(source) = sources.find(item.kind) else { continue };
        let Some(changed) = source.change(&mut tx, item, &change).await? else { continue };
        store::add_change(&mut *tx, act, item, &changed).await?;
        tags.extend(changed.purge_tags);
        done.push(item);
    }
    if done.is_empty() {
        return Ok(None);
    }
    let purges = record_purges(&mut tx, tags).await?;
    for item in done {
        audit.record(&mut *tx, "moderate", &format!("{item} {} {reason}", state.name())).await?;
    }
    tx.commit().await?;
    purge::announce(&context.shop.redis, &purges).await;
    Ok(Some(act))
}

/// Gives the items of a decision the state that they had before, except those that were changed since. Returns how many,
/// or `None` if the decision cannot be undone.
pub async fn undo(
    context: &QueueContext<'_>,
    sources: &QueueSources,
    audit: &AuditWriter,
    staff: &StaffMember,
    act: i64,
) -> Result<Option<usize>, AppError> {
    let now = context.shop.clock.now();
    let mut tx = context.shop.db.begin().await?;
    let Some(given) = store::take_act(&mut *tx, act, staff.id, now).await? else { return Ok(None) };
    let mut tags = Vec::new();
    let mut done = Vec::new();
    for before in store::list_changes(&mut *tx, act).await? {
        let item = QueueId { kind: before.kind, id: before.item_id };
        let Some(source) = sources.find(item.kind) else { continue };
        let change =
            StateChange { state: before.before_state, reason: &before.before_reason, from: Some(given), now };
        let Some(changed) = source.change(&mut tx, item, &change).await? else { continue };
        tags.extend(changed.purge_tags);
        done.push((item, before.before_state));
    }
    let purges = record_purges(&mut tx, tags).await?;
    for (item, state) in &done {
        audit.record(&mut *tx, "moderate-undo", &format!("{item} {}", state.name())).await?;
    }
    tx.commit().await?;
    purge::announce(&context.shop.redis, &purges).await;
    Ok(Some(done.len()))
}

/// Sets the shop's reply. Returns false if the item cannot be replied to.
pub async fn reply(
    context: &QueueContext<'_>,
    sources: &QueueSources,
    audit: &AuditWriter,
    item: QueueId,
    text: &str,
) -> Result<bool, AppError> {
    let Some(source) = sources.find(item.kind) else { return Ok(false) };
    let text = kernel::text::clean_lines(text, MAX_REPLY_CHARS);
    let mut tx = context.shop.db.begin().await?;
    let Some(tags) = source.reply(context, &mut tx, item, &text).await? else { return Ok(false) };
    let purges = record_purges(&mut tx, tags).await?;
    audit.record(&mut *tx, "moderate-reply", &item.to_string()).await?;
    tx.commit().await?;
    purge::announce(&context.shop.redis, &purges).await;
    Ok(true)
}

const MAX_REPLY_CHARS: usize = 2_000;

async fn record_purges(
    db: &mut sqlx::PgConnection,
    mut tags: Vec<String>,
) -> sqlx::Result<Vec<(i64, String)>> {
    tags.sort_unstable();
    tags.dedup();
    purge::record(db, &tags).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_parses_back() {
        let cursor = Cursor([(QueueKind::Review, 12), (QueueKind::Comment, 3)].into());
        assert_eq!(cursor.to_string(), "review:12.comment:3");
        assert_eq!(Cursor::parse("review:12.comment:3"), cursor);
        assert_eq!(Cursor::parse("nonsense.review:x.:"), Cursor::default());
    }
}
