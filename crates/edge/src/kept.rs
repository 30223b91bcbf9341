//! What every page needs and seldom changes: read once, and kept until its tag is purged.

use std::{
    any::{Any, TypeId},
    collections::HashMap,
    future::Future,
    sync::{Arc, Mutex, PoisonError},
};

use sqlx::PgPool;

use crate::purge::Purges;

/// Something that can be read whole from the database.
pub trait Keep: Send + Sync + Sized + 'static {
    /// A purge of this tag says that it has changed.
    const TAG: &'static str;

    fn read(db: &PgPool) -> impl Future<Output = sqlx::Result<Self>> + Send;
}

#[derive(Clone)]
pub struct Kept {
    db: PgPool,
    purges: Purges,
    things: Arc<Mutex<HashMap<TypeId, Thing>>>,
}

#[derive(Clone)]
struct Thing {
    /// The purge number before it was read.
    position: u64,
    value: Arc<dyn Any + Send + Sync>,
}

impl Kept {
    pub fn new(db: PgPool, purges: Purges) -> Self {
        Self { db, purges, things: Arc::default() }
    }

    pub async fn get<T: Keep>(&self) -> sqlx::Result<Arc<T>> {
        if let Some(value) = self.fresh::<T>() {
            return Ok(value);
        }
        let position = self.purges.position();
        let value = Arc::new(T::read(&self.db).await?);
        self.put(position, &value);
        Ok(value)
    }

    fn fresh<T: Keep>(&self) -> Option<Arc<T>> {
        let things = self.things.lock().unwrap_or_else(PoisonError::into_inner);
        let thing = things.get(&TypeId::of::<T>())?;
        if self.purges.changed_since(thing.position, &[T::TAG.to_owned()]) {
            return None;
        }
        thing.value.clone().downcast().ok()
    }

    fn put<T: Keep>(&self, position: u64, value: &Arc<T>) {
        let thing = Thing { position, value: value.clone() };
        self.things.lock().unwrap_or_else(PoisonError::into_inner).insert(TypeId::of::<T>(), thing);
    }
}
