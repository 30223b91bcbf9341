//! Purges: a write records the tags that it changed, and every server treats cached pages with these tags as outdated.
//!
//! The log in PostgreSQL is authoritative and is written in the transaction of the change. A message through Redis only
//! speeds up the delivery. Each server numbers purges as they arrive; a page stores the number at which its rendering
//! began.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::StreamExt;
use sqlx::PgPool;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use crate::{redis_client::RedisClient, renewals, supervise::Heartbeat};

const CHANNEL: &str = "purge";
/// How often the log is read: the longest delay of a purge when Redis is down.
const POLL_INTERVAL: Duration = Duration::from_millis(700);
/// Each read of the log goes this far back, because a transaction may commit this long after its row got its id.
pub const OVERLAP: TimeDelta = TimeDelta::seconds(10);
/// How long purges are remembered. No page is used for longer than half of this.
pub const PURGE_RETENTION: TimeDelta = TimeDelta::hours(2);

#[derive(Clone, Default)]
pub struct Purges {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    arrived: AtomicU64,
    tags: RwLock<HashMap<String, Arrival>>,
    /// The ids of applied rows, newest last.
    applied: Mutex<(HashSet<i64>, VecDeque<i64>)>,
    /// Receive each tag that arrives.
    listeners: Mutex<Vec<UnboundedSender<String>>>,
}

#[derive(Clone, Copy)]
struct Arrival {
    number: u64,
    at: DateTime<Utc>,
}

impl Purges {
    /// Returns the number of the newest purge. Callers read it before they start to render.
    pub fn position(&self) -> u64 {
        self.inner.arrived.load(Ordering::Acquire)
    }

    /// Returns the number of the tag's last purge, or 0 if none is remembered.
    pub fn number_of(&self, tag: &str) -> u64 {
        let known = self.inner.tags.read().unwrap_or_else(PoisonError::into_inner);
        known.get(tag).map_or(0, |arrival| arrival.number)
    }

    /// Whether any of the tags was purged after `position`.
    pub fn changed_since(&self, position: u64, tags: &[String]) -> bool {
        let known = self.inner.tags.read().unwrap_or_else(PoisonError::into_inner);
        tags.iter().any(|tag| known.get(tag).is_some_and(|arrival| arrival.number > position))
    }

    /// Whether any of the tags was purged after `rendered_at`, for pages that another server has rendered. When in
    /// doubt the answer is yes, and the page is rendered again.
    pub fn changed_after(&self, rendered_at: DateTime<Utc>, tags: &[String]) -> bool {
        let known = self.inner.tags.read().unwrap_or_else(PoisonError::into_inner);
        tags.iter().any(|tag| known.get(tag).is_some_and(|arrival| arrival.at > rendered_at - OVERLAP))
    }

    /// The tags of all purges that arrive from now on.
    pub fn subscribe(&self) -> UnboundedReceiver<String> {
        let (sender, receiver) = unbounded_channel();
        self.inner.listeners.lock().unwrap_or_else(PoisonError::into_inner).push(sender);
        receiver
    }

    pub fn apply(&self, rows: impl IntoIterator<Item = (i64, String)>, at: DateTime<Utc>) {
        let mut applied = self.inner.applied.lock().unwrap_or_else(PoisonError::into_inner);
        for (id, tag) in rows {
            if !applied.0.insert(id) {
                continue;
            }
            applied.1.push_back(id);
            if applied.1.len() > 100_000
                && let Some(oldest) = applied.1.pop_front()
            {
                applied.0.remove(&oldest);
            }
            self.record_arrival(tag, at);
        }
    }

    fn record_arrival(&self, tag: String, at: DateTime<Utc>) {
        let mut listeners = self.inner.listeners.lock().unwrap_or_else(PoisonError::into_inner);
        listeners.retain(|listener| listener.send(tag.clone()).is_ok());
        drop(listeners);
        let mut known = self.inner.tags.write().unwrap_or_else(PoisonError::into_inner);
        let number = self.inner.arrived.load(Ordering::Acquire) + 1;
        known.insert(tag, Arrival { number, at });
        self.inner.arrived.store(number, Ordering::Release);
        if known.len() > 200_000 {
            known.retain(|_, arrival| arrival.at > at - PURGE_RETENTION);
        }
    }

    /// Loads recent purges from the log, so that a restarted server does not use an outdated copy from Redis.
    pub async fn catch_up(&self, db: &PgPool, since: TimeDelta) -> sqlx::Result<()> {
        let rows = sqlx::query!(
            "select id, tag, purged_at from cache_purges where purged_at > clock_timestamp() - $1::interval order by id",
            since as _
        )
        .fetch_all(db)
        .await?;
        for row in rows {
            self.apply([(row.id, row.tag)], row.purged_at);
        }
        Ok(())
    }

    /// Polls the log; never returns.
    pub async fn follow_log(self, db: PgPool, heartbeat: Heartbeat) {
        // The first read covers everything, since that at the start may have failed.
        let mut last_read: Option<Instant> = None;
        loop {
            tokio::time::sleep(POLL_INTERVAL).await;
            heartbeat.beat();
            let begun = Instant::now();
            let since = last_read.map_or(PURGE_RETENTION, |read| since_last_read(read.elapsed()));
            match self.catch_up(&db, since).await {
                Ok(()) => last_read = Some(begun),
                Err(error) => tracing::warn!(error = %error, "reading the purge log failed"),
            }
        }
    }

    /// Receives purges through Redis, sooner than from the log; never returns.
    pub async fn follow_redis(self, redis: RedisClient) {
        loop {
            if let Err(error) = self.listen(&redis).await {
                tracing::debug!(error = %error, "redis subscription for purges failed; retrying");
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    async fn listen(&self, redis: &RedisClient) -> redis::RedisResult<()> {
        let mut subscription = redis.client().get_async_pubsub().await?;
        subscription.subscribe(redis.name(CHANNEL)).await?;
        let mut messages = subscription.on_message();
        while let Some(message) = messages.next().await {
            let text: String = message.get_payload()?;
            let rows = text.lines().filter_map(|line| {
                let (id, tag) = line.split_once(' ')?;
                Some((id.parse().ok()?, tag.to_owned()))
            });
            self.apply(rows, Utc::now());
        }
        Ok(())
    }
}

/// How far back to read when the last read began this long ago: a server that was cut off from the database, or frozen, has
/// missed more than the usual overlap. In whole seconds, because PostgreSQL refuses an interval with nanoseconds.
fn since_last_read(elapsed: Duration) -> TimeDelta {
    let seconds = i64::try_from(elapsed.as_secs()).ok().and_then(TimeDelta::try_seconds);
    let missed = seconds.map_or(PURGE_RETENTION, |whole| whole.min(PURGE_RETENTION) + TimeDelta::seconds(1));
    (missed + OVERLAP).min(PURGE_RETENTION)
}

/// Writes purges to the log, in the transaction of the change. Pass the returned rows to [`announce`] after the commit.
pub async fn record(db: impl sqlx::PgExecutor<'_>, tags: &[String]) -> sqlx::Result<Vec<(i64, String)>> {
    let counting = renewals::begin_count(tags);
    let rows =
        sqlx::query!("insert into cache_purges (tag) select unnest($1::text[]) returning id, tag", tags)
            .fetch_all(db)
            .await?;
    renewals::end_count(counting).await;
    Ok(rows.into_iter().map(|row| (row.id, row.tag)).collect())
}

/// Notifies the other servers. If the message is lost, they read the purges from the log up to a second later.
pub async fn announce(redis: &RedisClient, rows: &[(i64, String)]) {
    renewals::mark_purged();
    let message = rows.iter().map(|(id, tag)| format!("{id} {tag}\n")).collect::<String>();
    let mut pipe = redis::pipe();
    pipe.publish(redis.name(CHANNEL), message).ignore();
    let _: Option<()> = redis.run(&pipe).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn a_page_is_outdated_only_by_later_purges_of_its_own_tags() {
        let purges = Purges::default();
        purges.apply([(1, "product:1".into())], Utc::now());
        let rendered = purges.position();

        assert!(!purges.changed_since(rendered, &tags(&["product:1"])));
        purges.apply([(2, "product:2".into())], Utc::now());
        assert!(!purges.changed_since(rendered, &tags(&["product:1"])));
        assert!(purges.changed_since(rendered, &tags(&["product:1", "product:2"])));
    }

    #[test]
    fn a_row_that_arrives_twice_counts_once() {
        let purges = Purges::default();
        purges.apply([(7, "settings".into())], Utc::now());
        let rendered = purges.position();
        purges.apply([(7, "settings".into())], Utc::now());

        assert!(!purges.changed_since(rendered, &tags(&["settings"])));
    }

    #[test]
    fn a_server_that_was_cut_off_reads_what_it_has_missed() {
        assert_eq!(since_last_read(Duration::from_nanos(1)), OVERLAP + TimeDelta::seconds(1));
        assert_eq!(since_last_read(Duration::from_secs(60)), OVERLAP + TimeDelta::seconds(61));
        assert_eq!(since_last_read(Duration::MAX), PURGE_RETENTION);
    }

    #[test]
    fn a_listener_gets_each_purge_once() {
        let purges = Purges::default();
        let mut listener = purges.subscribe();
        purges.apply([(1, "catalog".into())], Utc::now());
        purges.apply([(1, "catalog".into())], Utc::now());
        assert_eq!(listener.try_recv().as_deref(), Ok("catalog"));
        assert!(listener.try_recv().is_err());
    }

    #[test]
    fn a_row_numbered_early_and_committed_late_still_counts() {
        let purges = Purges::default();
        purges.apply([(10, "product:1".into())], Utc::now());
        let rendered = purges.position();
        purges.apply([(9, "product:1".into())], Utc::now());

        assert!(purges.changed_since(rendered, &tags(&["product:1"])));
    }
}
