//! Purges: a write names the tags it changed, and every server stops trusting the pages that carry them.
//!
//! The log in PostgreSQL is the truth, written in the transaction of the change. Redis only carries the news
//! faster. Each server numbers purges as they arrive; a page remembers the number at which its drawing began.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    sync::{
        Arc, Mutex, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::StreamExt;
use sqlx::PgPool;

use crate::{redis_link::RedisLink, supervise::Heartbeat};

const CHANNEL: &str = "purge";
/// How often the log is read: the longest a purge is late when Redis is gone.
const POLL: Duration = Duration::from_millis(700);
/// A transaction may commit this long after its row was numbered, so the log is read again this far back.
const OVERLAP: TimeDelta = TimeDelta::seconds(10);
/// Purges are remembered this long; no page is trusted for longer than half of it.
pub const REMEMBERED: TimeDelta = TimeDelta::hours(2);

#[derive(Clone, Default)]
pub struct Purges {
    inner: Arc<Inner>,
}

#[derive(Default)]
struct Inner {
    arrived: AtomicU64,
    tags: RwLock<HashMap<String, Arrival>>,
    /// Rows already applied, newest last.
    applied: Mutex<(HashSet<i64>, VecDeque<i64>)>,
}

#[derive(Clone, Copy)]
struct Arrival {
    number: u64,
    at: DateTime<Utc>,
}

impl Purges {
    /// Where the numbering stands: taken before a drawing begins.
    pub fn position(&self) -> u64 {
        self.inner.arrived.load(Ordering::Acquire)
    }

    /// The number of the tag's last purge; 0: none is remembered.
    pub fn number_of(&self, tag: &str) -> u64 {
        let known = self.inner.tags.read().unwrap_or_else(PoisonError::into_inner);
        known.get(tag).map_or(0, |arrival| arrival.number)
    }

    /// Whether any of the tags was purged after `position`.
    pub fn changed_since(&self, position: u64, tags: &[String]) -> bool {
        let known = self.inner.tags.read().unwrap_or_else(PoisonError::into_inner);
        tags.iter().any(|tag| known.get(tag).is_some_and(|arrival| arrival.number > position))
    }

    /// The same question by time, for pages that another server drew. Errs towards drawing again.
    pub fn changed_after(&self, drawn_at: DateTime<Utc>, tags: &[String]) -> bool {
        let known = self.inner.tags.read().unwrap_or_else(PoisonError::into_inner);
        tags.iter().any(|tag| known.get(tag).is_some_and(|arrival| arrival.at > drawn_at - OVERLAP))
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
            self.mark(tag, at);
        }
    }

    fn mark(&self, tag: String, at: DateTime<Utc>) {
        let mut known = self.inner.tags.write().unwrap_or_else(PoisonError::into_inner);
        let number = self.inner.arrived.load(Ordering::Acquire) + 1;
        known.insert(tag, Arrival { number, at });
        self.inner.arrived.store(number, Ordering::Release);
        if known.len() > 200_000 {
            known.retain(|_, arrival| arrival.at > at - REMEMBERED);
        }
    }

    /// Loads what was purged lately, so that a restarted server does not trust an old copy in Redis.
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

    /// Follows the log until the process ends.
    pub async fn follow_log(self, db: PgPool, heartbeat: Heartbeat) {
        loop {
            tokio::time::sleep(POLL).await;
            heartbeat.beat();
            if let Err(error) = self.catch_up(&db, OVERLAP).await {
                tracing::warn!(error = %error, "the purge log could not be read");
            }
        }
    }

    /// Listens to Redis for the same news, sooner.
    pub async fn follow_redis(self, redis: RedisLink) {
        loop {
            if let Err(error) = self.listen(&redis).await {
                tracing::debug!(error = %error, "no purge messages from redis for now");
            }
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }

    async fn listen(&self, redis: &RedisLink) -> redis::RedisResult<()> {
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

/// Written in the transaction that causes it. The rows are handed to [`announce`] after the commit.
pub async fn record(db: impl sqlx::PgExecutor<'_>, tags: &[String]) -> sqlx::Result<Vec<(i64, String)>> {
    let rows =
        sqlx::query!("insert into cache_purges (tag) select unnest($1::text[]) returning id, tag", tags)
            .fetch_all(db)
            .await?;
    Ok(rows.into_iter().map(|row| (row.id, row.tag)).collect())
}

/// Tells the other servers. Losing this message costs a second, not a purge.
pub async fn announce(redis: &RedisLink, rows: &[(i64, String)]) {
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
    fn a_page_is_distrusted_only_for_its_own_tags_and_only_afterwards() {
        let purges = Purges::default();
        purges.apply([(1, "product:1".into())], Utc::now());
        let drawn = purges.position();

        assert!(!purges.changed_since(drawn, &tags(&["product:1"])));
        purges.apply([(2, "product:2".into())], Utc::now());
        assert!(!purges.changed_since(drawn, &tags(&["product:1"])));
        assert!(purges.changed_since(drawn, &tags(&["product:1", "product:2"])));
    }

    #[test]
    fn a_row_that_arrives_twice_counts_once() {
        let purges = Purges::default();
        purges.apply([(7, "settings".into())], Utc::now());
        let drawn = purges.position();
        purges.apply([(7, "settings".into())], Utc::now());

        assert!(!purges.changed_since(drawn, &tags(&["settings"])));
    }

    #[test]
    fn a_row_numbered_early_and_committed_late_still_counts() {
        let purges = Purges::default();
        purges.apply([(10, "product:1".into())], Utc::now());
        let drawn = purges.position();
        purges.apply([(9, "product:1".into())], Utc::now());

        assert!(purges.changed_since(drawn, &tags(&["product:1"])));
    }
}
