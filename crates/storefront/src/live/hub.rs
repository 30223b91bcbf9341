//! The one task of this server that reads what changed, while anybody listens, and the streams that are open.

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use axum::extract::FromRef;
use edge::{AppState, Shop};
use tokio::{
    sync::broadcast::{self, Receiver, Sender},
    time::MissedTickBehavior,
};
use tokio_util::sync::CancellationToken;

use super::{
    rules::{Change, Cursor, gathered},
    store,
};

const READ_EVERY: Duration = Duration::from_secs(1);
/// Each is a window that somebody looks at; hidden ones close theirs.
const STREAMS_PER_MEMBER: usize = 4;
/// Batches that a slow listener may be behind: then it is told that much changed.
const WAITING: usize = 64;

/// What one look at the database found.
#[derive(Debug)]
pub struct Batch {
    pub cursor: Cursor,
    pub changes: Vec<Change>,
}

/// The live stream of this server.
#[derive(Debug, Clone)]
pub struct Live(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    batches: Sender<Arc<Batch>>,
    /// Whether the task runs.
    is_reading: Mutex<bool>,
    /// Open streams by member.
    open: Mutex<HashMap<i64, usize>>,
    stopping: CancellationToken,
}

impl Default for Live {
    fn default() -> Self {
        Self(Arc::new(Inner {
            batches: broadcast::channel(WAITING).0,
            is_reading: Mutex::default(),
            open: Mutex::default(),
            stopping: CancellationToken::new(),
        }))
    }
}

impl<C: AsRef<Live>> FromRef<AppState<C>> for Live {
    fn from_ref(state: &AppState<C>) -> Self {
        state.contexts.as_ref().clone()
    }
}

impl Live {
    /// Ends all streams: the server stops, and waits for no answer that never ends.
    pub fn stop(&self) {
        self.0.stopping.cancel();
    }

    pub(super) fn stopping(&self) -> CancellationToken {
        self.0.stopping.clone()
    }

    /// `None` if the member has as many streams as they may.
    pub(super) fn open(&self, member: i64) -> Option<OpenStream> {
        let mut open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(member).or_default();
        if *count >= STREAMS_PER_MEMBER {
            return None;
        }
        *count += 1;
        drop(open);
        Some(OpenStream { live: self.clone(), member })
    }

    /// Listens to what changes from now on; the first listener starts the task.
    pub(super) fn listen(&self, shop: &Shop) -> Receiver<Arc<Batch>> {
        let mut is_reading = self.0.is_reading.lock().unwrap_or_else(PoisonError::into_inner);
        let receiver = self.0.batches.subscribe();
        if !*is_reading {
            *is_reading = true;
            tokio::spawn(self.clone().read(shop.clone()));
        }
        receiver
    }

    /// Under the lock, so that a listener either is seen or starts the task anew.
    fn is_done(&self) -> bool {
        let mut is_reading = self.0.is_reading.lock().unwrap_or_else(PoisonError::into_inner);
        if self.0.batches.receiver_count() == 0 || self.0.stopping.is_cancelled() {
            *is_reading = false;
        }
        !*is_reading
    }

    async fn read(self, shop: Shop) {
        let mut reader = Reader { shop, last: None, known: HashSet::new() };
        let mut ticks = tokio::time::interval(READ_EVERY);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            if self.is_done() {
                return;
            }
            match reader.next().await {
                Ok(Some(batch)) => drop(self.0.batches.send(Arc::new(batch))),
                Ok(None) => {}
                // The next look begins where the last one that succeeded ended.
                Err(error) => tracing::debug!(%error, "reading changes for the live stream failed"),
            }
        }
    }
}

struct Reader {
    shop: Shop,
    last: Option<Cursor>,
    /// Keys of the last look: looks overlap.
    known: HashSet<String>,
}

impl Reader {
    async fn next(&mut self) -> sqlx::Result<Option<Batch>> {
        let db = &self.shop.db;
        let now = self.shop.clock.now();
        let since = match self.last {
            Some(last) => last,
            None => store::newest(db, now).await?,
        };
        let (changes, order_event) = store::read(db, since).await?;
        let cursor = Cursor { at: now, order_event };
        let keys: HashSet<String> = changes.iter().map(|change| change.key.clone()).collect();
        let known = std::mem::replace(&mut self.known, keys);
        // What is there at the first look was there before anybody listened.
        let is_first = self.last.replace(cursor).is_none();
        let is_new = |change: &Change| !is_first && !known.contains(&change.key);
        let changes: Vec<Change> = changes.into_iter().filter(is_new).collect();
        if changes.is_empty() {
            return Ok(None);
        }
        let mut changes = gathered(changes);
        // A name that cannot be read is no reason to say nothing.
        let _ = store::name(db, &mut changes).await;
        Ok(Some(Batch { cursor, changes }))
    }
}

/// Counts as an open stream until it is dropped.
pub struct OpenStream {
    live: Live,
    member: i64,
}

impl Drop for OpenStream {
    fn drop(&mut self) {
        let mut open = self.live.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&self.member) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.member);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_member_has_four_streams_and_a_closed_one_makes_room() {
        let live = Live::default();
        let mut open: Vec<OpenStream> = (0..4).filter_map(|_| live.open(1)).collect();
        assert_eq!(open.len(), 4);
        assert!(live.open(1).is_none());
        assert!(live.open(2).is_some(), "another member");
        open.pop();
        assert!(live.open(1).is_some());
        drop(open);
        assert!(live.0.open.lock().expect("a lock").is_empty());
    }
}
