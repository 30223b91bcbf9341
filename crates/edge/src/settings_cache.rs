//! Caches data that most pages need and that seldom changes, until its tag is purged.

use std::{
    any::{Any, TypeId},
    future::Future,
    sync::Arc,
    time::Duration,
};

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
}

impl SettingsCache {
    pub fn new(db: PgPool, purges: Purges) -> Self {
        // Purges are remembered for `PURGE_RETENTION`, so no entry may live longer than that.
        let ttl = Duration::from_secs(u64::try_from(PURGE_RETENTION.num_seconds() / 2).unwrap_or(0));
        let entries = Cache::builder().max_capacity(256).time_to_live(ttl).build();
        Self { db, purges, entries }
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
