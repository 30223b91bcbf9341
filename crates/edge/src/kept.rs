//! What every page needs and seldom changes: read once, and kept until its tag is purged.

use std::{
    any::{Any, TypeId},
    future::Future,
    sync::Arc,
    time::Duration,
};

use moka::future::Cache;
use sqlx::PgPool;

use crate::purge::{Purges, REMEMBERED};

/// Something that can be read whole from the database.
pub trait Keep: Send + Sync + Sized + 'static {
    /// A purge of this tag says that it has changed.
    const TAG: &'static str;

    fn read(db: &PgPool) -> impl Future<Output = sqlx::Result<Self>> + Send;
}

/// A purge makes a new key: what was read before it is asked for by nobody any more.
type Key = (TypeId, u64);

/// Each thing is loaded by the first who asks for it, on one connection; all others wait for that one. Whoever holds a
/// connection already asks before they take it, or they would wait for a second one that only they could free.
#[derive(Clone)]
pub struct Kept {
    db: PgPool,
    purges: Purges,
    things: Cache<Key, Arc<dyn Any + Send + Sync>>,
}

impl Kept {
    pub fn new(db: PgPool, purges: Purges) -> Self {
        // A purge is forgotten after `REMEMBERED`, so nothing may be kept from before one that long ago.
        let life = Duration::from_secs(u64::try_from(REMEMBERED.num_seconds() / 2).unwrap_or(0));
        let things = Cache::builder().max_capacity(256).time_to_live(life).build();
        Self { db, purges, things }
    }

    pub async fn get<T: Keep>(&self) -> sqlx::Result<Arc<T>> {
        let key = (TypeId::of::<T>(), self.purges.number_of(T::TAG));
        let read = async { Ok(Arc::new(T::read(&self.db).await?) as Arc<dyn Any + Send + Sync>) };
        let value = self.things.try_get_with(key, read).await.map_err(|error| shared(&error))?;
        value.downcast().map_err(|_| sqlx::Error::Protocol("a setting of another type".to_owned()))
    }
}

/// An error that several callers wait for, told to each of them. Kept as far as it decides what a shopper is told.
fn shared(error: &sqlx::Error) -> sqlx::Error {
    match error {
        sqlx::Error::PoolTimedOut => sqlx::Error::PoolTimedOut,
        sqlx::Error::PoolClosed => sqlx::Error::PoolClosed,
        sqlx::Error::WorkerCrashed => sqlx::Error::WorkerCrashed,
        sqlx::Error::Io(cause) => sqlx::Error::Io(std::io::Error::new(cause.kind(), cause.to_string())),
        other => sqlx::Error::Protocol(other.to_string()),
    }
}
