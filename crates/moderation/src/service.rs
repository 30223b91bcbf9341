//! The queue as one list, and decisions about its items.

use std::collections::{BTreeMap, VecDeque};

use chrono::{DateTime, Utc};
use edge::{AppError, audit::AuditWriter, purge, session::StaffMember};

use crate::{
    filter::QueueFilter,
    queue::{ItemState, QueueContext, QueueId, QueueItem, QueueKind, QueueSource, QueueSources, StateChange},
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

/// Rows of one kind that are read at once for a filtered page, and in all: the rest is looked for on the next page.
const BATCH: usize = 100;
const MAX_READ: usize = 1_000;

/// What was read of one kind.
struct Front {
    kind: QueueKind,
    items: VecDeque<QueueItem>,
    /// The last row that was read, whether it fits or not.
    last: Option<i64>,
    has_more: bool,
}

/// Reads a kind until a page is full with what fits.
async fn read_front(
    context: &QueueContext<'_>,
    source: &dyn QueueSource,
    (kind, state): (QueueKind, ItemState),
    after: Option<i64>,
    filter: &QueueFilter,
    size: usize,
) -> Result<Front, AppError> {
    let batch = if filter.is_empty() { size + 1 } else { BATCH };
    let limit = i64::try_from(batch).unwrap_or(i64::MAX);
    let mut front = Front { kind, items: VecDeque::new(), last: after, has_more: false };
    let mut count = 0;
    loop {
        let read = source.list(context, kind, state, front.last, limit).await?;
        let is_end = read.len() < batch;
        count += read.len();
        front.last = read.last().map(|item| item.id.id).or(front.last);
        front.items.extend(read.into_iter().filter(|item| filter.fits(item)));
        if is_end {
            return Ok(front);
        }
        if front.items.len() > size || count >= MAX_READ {
            front.has_more = true;
            return Ok(front);
        }
    }
}

/// One page of the queue, and the cursor of the next. Held items: the oldest first, others: the newest first. Every kind is
/// read in the order of its ids, so only the front items of the kinds are compared.
pub async fn list(
    context: &QueueContext<'_>,
    sources: &QueueSources,
    (kinds, state): (&[QueueKind], ItemState),
    filter: &QueueFilter,
    after: &Cursor,
    size: usize,
) -> Result<(Vec<QueueItem>, Option<Cursor>), AppError> {
    let mut fronts = Vec::new();
    for &kind in kinds {
        let Some(source) = sources.find(kind) else { continue };
        let after = after.0.get(&kind).copied();
        fronts.push(read_front(context, source, (kind, state), after, filter, size).await?);
    }
    let mut page = Vec::new();
    let mut cursor = after.clone();
    while page.len() < size {
        let times = fronts.iter().enumerate().filter_map(|(index, front)| {
            let item = front.items.front()?;
            Some((index, item.created_at))
        });
        let first = match state {
            ItemState::Held => times.min_by_key(|&(_, time)| time),
            ItemState::Published | ItemState::Refused => times.max_by_key(|&(_, time)| time),
        };
        let Some(item) = first.and_then(|(index, _)| fronts[index].items.pop_front()) else { break };
        cursor.0.insert(item.id.kind, item.id.id);
        page.push(item);
    }
    let mut has_more = false;
    for front in fronts {
        if front.items.is_empty() {
            // What was read and does not fit is not read again.
            cursor.0.extend(front.last.map(|last| (front.kind, last)));
            has_more |= front.has_more;
        } else {
            has_more = true;
        }
    }
    Ok((page, has_more.then_some(cursor)))
}

/// A decision of staff.
#[derive(Debug, Clone, Copy)]
pub struct Decision<'a> {
    pub state: ItemState,
    /// Of a refusal; else empty.
    pub reason: &'a str,
    /// What was seen until then is refused too, if it has the same text or the same sender.
    pub with_copies_until: Option<DateTime<Utc>>,
}

/// Changes the state of items in one transaction. Returns the decision that can be undone, or `None` if no item was changed.
pub async fn decide(
    context: &QueueContext<'_>,
    sources: &QueueSources,
    audit: &AuditWriter,
    staff: &StaffMember,
    items: &[QueueId],
    decision: Decision<'_>,
) -> Result<Option<i64>, AppError> {
    let Decision { state, reason, with_copies_until } = decision;
    let now = context.shop.clock.now();
    let change = StateChange { state, reason, from: None, now };
    let mut tx = context.shop.db.begin().await?;
    let mut items = items.to_vec();
    if let Some(seen) = with_copies_until {
        items.extend(store::list_copies(&mut *tx, &items, seen, now).await?);
    }
    // Always in the same order, and each once: two members may decide about the same ones at the same moment.
    items.sort_unstable();
    items.dedup();
    let act = store::add_act(&mut *tx, staff.id, state, with_copies_until.is_some(), now).await?;
    let mut tags = Vec::new();
    let mut done = Vec::new();
    for item in items {
        let Some(source) = sources.find(item.kind) else { continue };
        let Some(changed) = source.change(&mut tx, item, &change).await? else { continue };
        store::add_change(&mut *tx, act, item, &changed).await?;
        tags.extend(changed.purge_tags);
        done.push((item, described(changed.before, &changed.before_reason)));
    }
    if done.is_empty() {
        return Ok(None);
    }
    let purges = record_purges(&mut tx, tags).await?;
    let after = described(state, reason);
    for (item, before) in done {
        let subject = format!("{item} {} {reason}", state.name());
        audit.record_change(&mut *tx, "moderate", &subject, Some(&before), Some(&after)).await?;
    }
    tx.commit().await?;
    purge::announce(&context.shop.redis, &purges).await;
    Ok(Some(act))
}

/// A state for the audit log.
fn described(state: ItemState, reason: &str) -> String {
    if reason.is_empty() { state.name().to_owned() } else { format!("{} {reason}", state.name()) }
}

/// What an undo did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Undone {
    pub restored: usize,
    /// Somebody decided about them since.
    pub left: usize,
}

/// Gives the items of a decision the state that they had before, except those about which was decided since. Returns `None`
/// if the decision cannot be undone.
pub async fn undo(
    context: &QueueContext<'_>,
    sources: &QueueSources,
    audit: &AuditWriter,
    act: i64,
) -> Result<Option<Undone>, AppError> {
    let now = context.shop.clock.now();
    let mut tx = context.shop.db.begin().await?;
    let Some(found) = store::find_act(&mut *tx, act, now).await? else { return Ok(None) };
    let Some(given) = store::take_act(&mut *tx, act, now).await? else { return Ok(None) };
    let mut tags = Vec::new();
    let mut done = Vec::new();
    let mut changes = store::list_changes(&mut *tx, act).await?;
    // In the order of decisions.
    changes.sort_unstable_by_key(|change| QueueId { kind: change.kind, id: change.item_id });
    for before in changes {
        let item = QueueId { kind: before.kind, id: before.item_id };
        let Some(source) = sources.find(item.kind) else { continue };
        let change =
            StateChange { state: before.before_state, reason: &before.before_reason, from: Some(given), now };
        let Some(changed) = source.change(&mut tx, item, &change).await? else { continue };
        tags.extend(changed.purge_tags);
        done.push((item, before.before_state, described(changed.before, &changed.before_reason)));
    }
    let purges = record_purges(&mut tx, tags).await?;
    for (item, state, before) in &done {
        let subject = format!("{item} {}", state.name());
        audit.record_change(&mut *tx, "moderate-undo", &subject, Some(before), Some(state.name())).await?;
    }
    tx.commit().await?;
    purge::announce(&context.shop.redis, &purges).await;
    let all = usize::try_from(found.count).unwrap_or(0);
    Ok(Some(Undone { restored: done.len(), left: all.saturating_sub(done.len()) }))
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
