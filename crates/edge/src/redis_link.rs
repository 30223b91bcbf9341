//! One door to Redis: short patience, and a breaker so that a dead Redis costs nothing.

use std::{
    sync::{
        Arc, OnceLock,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, Instant},
};

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use sha2::{Digest, Sha256};

/// What one command may take. Everything in Redis may be lost, so nothing waits for it.
const PATIENCE: Duration = Duration::from_millis(20);
/// How long Redis is left alone after it failed.
const REST_MILLIS: i64 = 500;

#[derive(Clone)]
pub struct RedisLink {
    inner: Arc<Inner>,
}

struct Inner {
    client: redis::Client,
    /// Stands before every name, so that several shops can share one Redis.
    shop: String,
    manager: OnceLock<ConnectionManager>,
    started: Instant,
    /// Milliseconds since `started` before which nobody asks Redis again.
    resting_until: AtomicI64,
    connecting: tokio::sync::Mutex<()>,
}

impl RedisLink {
    /// `shop` names the shop: its public origin will do.
    pub fn new(url: &str, shop: &str) -> redis::RedisResult<Self> {
        let inner = Inner {
            client: redis::Client::open(url)?,
            shop: hex::encode(&Sha256::digest(shop.as_bytes())[..6]),
            manager: OnceLock::new(),
            started: Instant::now(),
            resting_until: AtomicI64::new(0),
            connecting: tokio::sync::Mutex::new(()),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// This shop's own name for a key or a channel.
    pub fn name(&self, name: &str) -> String {
        format!("{}:{name}", self.inner.shop)
    }

    pub fn client(&self) -> &redis::Client {
        &self.inner.client
    }

    /// Runs a pipeline, or answers `None` when Redis is slow, gone or resting.
    pub async fn run<T: redis::FromRedisValue>(&self, pipe: &redis::Pipeline) -> Option<T> {
        if self.is_resting() {
            return None;
        }
        let answer = tokio::time::timeout(PATIENCE, async {
            let mut connection = self.manager().await?;
            pipe.query_async::<T>(&mut connection).await
        })
        .await;
        match answer {
            Ok(Ok(value)) => Some(value),
            Ok(Err(error)) => self.rest(&error.to_string()),
            Err(_) => self.rest("no answer in time"),
        }
    }

    fn is_resting(&self) -> bool {
        self.now() < self.inner.resting_until.load(Ordering::Relaxed)
    }

    fn now(&self) -> i64 {
        i64::try_from(self.inner.started.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    fn rest<T>(&self, why: &str) -> Option<T> {
        let until = self.now() + REST_MILLIS;
        if self.inner.resting_until.swap(until, Ordering::Relaxed) + REST_MILLIS < until {
            tracing::warn!(why, "redis is left alone for {REST_MILLIS} ms");
        }
        metrics::counter!("matjar_redis_failures_total").increment(1);
        None
    }

    async fn manager(&self) -> redis::RedisResult<ConnectionManager> {
        if let Some(manager) = self.inner.manager.get() {
            return Ok(manager.clone());
        }
        let _one = self.inner.connecting.lock().await;
        if let Some(manager) = self.inner.manager.get() {
            return Ok(manager.clone());
        }
        let config = ConnectionManagerConfig::new()
            .set_number_of_retries(0)
            .set_connection_timeout(Some(Duration::from_millis(250)))
            .set_response_timeout(Some(Duration::from_millis(100)));
        let manager = self.inner.client.get_connection_manager_with_config(config).await?;
        Ok(self.inner.manager.get_or_init(|| manager).clone())
    }
}
