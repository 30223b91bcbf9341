//! Caches data that most pages need and that seldom changes, until its tag is purged.

use std::{
    any::{Any, TypeId},
    future::Future,
    sync::Arc,
    time::Duration,
};

use chrono::Utc;
use moka::future::Cache;
use sqlx::PgPool;

use crate::purge::{PURGE_RETENTION, Purges};

/// A value that is loaded from the database as a whole.
pub trait Cached: Send + Sync + Sized + 'static {
    /// A purge of this tag invalidates the value.
    const TAG: &'static str;

    fn read(db: &PgPool) -> impl Future<Output = sqlx::Result<Self>> + Send;
}

/// The type of a value and the number of its tag's last purge: after a purge the old entry is never read again.
type Key = (TypeId, u64);

/// Concurrent requests for a value share one query on one connection. Callers must not hold a connection of the same
/// pool: they read the cache before they acquire one, because requests that wait for a second connection can exhaust
/// the pool.
#[derive(Clone)]
pub struct SettingsCache {
    db: PgPool,
    purges: Purges,
    entries: Cache<Key, Arc<dyn Any + Send + Sync>>,
    parts: Cache<(TypeId, String), Part>,
}

/// A part of public pages, and the number of the newest purge before it was loaded.
#[derive(Clone)]
struct Part {
    position: u64,
    value: Arc<dyn Any + Send + Sync>,
}

/// As many parts as a server holds: about 20 KB each for the reviews of a product.
const MAX_PARTS: u64 = 2_000;
/// How long a part is used, as long as a page: it contains nonces.
const PART_TTL: Duration = Duration::from_mins(10);

impl SettingsCache {
    pub fn new(db: PgPool, purges: Purges) -> Self {
        // Purges are remembered for `PURGE_RETENTION`, so no entry may live longer than that.
        let ttl = Duration::from_secs(u64::try_from(PURGE_RETENTION.num_seconds() / 2).unwrap_or(0));
        let entries = Cache::builder().max_capacity(256).time_to_live(ttl).build();
        let parts = Cache::builder().max_capacity(MAX_PARTS).time_to_live(PART_TTL).build();
        Self { db, purges, entries, parts }
    }

    /// Returns a part of a public page, such as the reviews of a product, until one of its tags is purged. A page that
    /// is rendered again for another reason, such as a price, does not load it again. `key`: all that the part depends on
    /// beside its tags.
    pub async fn part<T, E>(
        &self,
        key: String,
        tags: &[String],
        load: impl Future<Output = Result<T, E>> + Send,
    ) -> Result<Arc<T>, E>
    where
        T: Send + Sync + 'static,
    {
        let key = (TypeId::of::<T>(), key);
        if let Some(part) = self.parts.get(&key).await
            && !self.purges.changed_since(part.position, tags)
            && let Ok(value) = part.value.downcast()
        {
            return Ok(value);
        }
        let position = self.purges.position();
        let value = Arc::new(load.await?);
        // Right after a purge the data may come from a replica that lags behind.
        if !self.purges.changed_after(Utc::now(), tags) {
            self.parts.insert(key, Part { position, value: value.clone() }).await;
        }
        Ok(value)
    }

    pub async fn get<T: Cached>(&self) -> sqlx::Result<Arc<T>> {
        let key = (TypeId::of::<T>(), self.purges.number_of(T::TAG));
        let read = async { Ok(Arc::new(T::read(&self.db).await?) as Arc<dyn Any + Send + Sync>) };
        let value = self.entries.try_get_with(key, read).await.map_err(|error| clone_error(&error))?;
        value.downcast().map_err(|_| sqlx::Error::Protocol("cached setting has another type".to_owned()))
    }
}

/// Copies an error for each caller that waits for the same query. Preserves the variants that decide the HTTP status.
fn clone_error(error: &sqlx::Error) -> sqlx::Error {
    match error {
        sqlx::Error::PoolTimedOut => sqlx::Error::PoolTimedOut,
        sqlx::Error::PoolClosed => sqlx::Error::PoolClosed,
        sqlx::Error::WorkerCrashed => sqlx::Error::WorkerCrashed,
        sqlx::Error::Io(cause) => sqlx::Error::Io(std::io::Error::new(cause.kind(), cause.to_string())),
        other => sqlx::Error::Protocol(other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::{
        convert::Infallible,
        sync::atomic::{AtomicU32, Ordering},
    };

    use super::*;

    async fn loaded(cache: &SettingsCache, product: i64, times: &AtomicU32) -> u32 {
        let load = async { Ok::<_, Infallible>(times.fetch_add(1, Ordering::Relaxed) + 1) };
        let tags = [format!("reviews:{product}"), "settings".to_owned()];
        *cache.part(product.to_string(), &tags, load).await.unwrap_or_default()
    }

    #[tokio::test]
    async fn a_part_is_loaded_again_after_a_purge_of_its_own_tags_only() {
        let db = PgPool::connect_lazy("postgres://localhost/none").expect("the URL is valid");
        let purges = Purges::default();
        let cache = SettingsCache::new(db, purges.clone());
        let times = AtomicU32::new(0);
        let long_ago = Utc::now() - chrono::TimeDelta::minutes(1);

        assert_eq!(loaded(&cache, 1, &times).await, 1);
        assert_eq!(loaded(&cache, 1, &times).await, 1);
        assert_eq!(loaded(&cache, 2, &times).await, 2, "another product");
        purges.apply([(1, "product:1".into()), (2, "reviews:2".into())], long_ago);
        assert_eq!(loaded(&cache, 1, &times).await, 1);
        purges.apply([(3, "reviews:1".into())], long_ago);
        assert_eq!(loaded(&cache, 1, &times).await, 3);
        assert_eq!(loaded(&cache, 1, &times).await, 3);
    }

    #[tokio::test]
    async fn what_was_loaded_right_after_a_purge_is_loaded_again() {
        let db = PgPool::connect_lazy("postgres://localhost/none").expect("the URL is valid");
        let purges = Purges::default();
        let cache = SettingsCache::new(db, purges.clone());
        let times = AtomicU32::new(0);

        purges.apply([(1, "reviews:1".into())], Utc::now());
        assert_eq!(loaded(&cache, 1, &times).await, 1);
        assert_eq!(loaded(&cache, 1, &times).await, 2);
    }
}
