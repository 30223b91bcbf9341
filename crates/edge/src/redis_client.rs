//! All access to Redis, with a short timeout and a circuit breaker, so that a Redis that is down delays no request.

use std::{
    sync::{Arc, OnceLock},
    time::{Duration, Instant},
};

use redis::aio::{ConnectionManager, ConnectionManagerConfig};
use sha2::{Digest, Sha256};

use crate::circuit_breaker::{Breaker, BreakerPolicy, Gate};

/// How long one pipeline may take. Redis holds only data that may be lost, so requests do not wait for it.
const COMMAND_TIMEOUT: Duration = Duration::from_millis(20);
const CHECK_TIMEOUT: Duration = Duration::from_secs(5);
/// After a failure one pipeline is tried in each such interval, until one succeeds.
const PROBE_INTERVAL: Duration = Duration::from_millis(500);

#[derive(Clone)]
pub struct RedisClient {
    inner: Arc<Inner>,
}

struct Inner {
    client: redis::Client,
    /// The prefix of every name, so that several shops can share one Redis.
    shop: String,
    manager: OnceLock<ConnectionManager>,
    breaker: Breaker,
    connecting: tokio::sync::Mutex<()>,
}

impl RedisClient {
    /// `shop` identifies the shop, for example by its public origin.
    pub fn new(url: &str, shop: &str) -> redis::RedisResult<Self> {
        let inner = Inner {
            client: redis::Client::open(url)?,
            shop: hex::encode(&Sha256::digest(shop.as_bytes())[..6]),
            manager: OnceLock::new(),
            breaker: Breaker::new("redis", BreakerPolicy::first_failure(PROBE_INTERVAL)),
            connecting: tokio::sync::Mutex::new(()),
        };
        Ok(Self { inner: Arc::new(inner) })
    }

    /// Returns the name of a key or channel with the prefix of this shop.
    pub fn name(&self, name: &str) -> String {
        format!("{}:{name}", self.inner.shop)
    }

    pub fn client(&self) -> &redis::Client {
        &self.inner.client
    }

    /// Runs a pipeline. Returns `None` when Redis fails or times out, or while the circuit is open.
    pub async fn run<T: redis::FromRedisValue>(&self, pipe: &redis::Pipeline) -> Option<T> {
        if self.inner.breaker.gate(Instant::now()) == Gate::Refuse {
            return None;
        }
        let answer = tokio::time::timeout(COMMAND_TIMEOUT, async {
            let mut connection = self.manager().await?;
            pipe.query_async::<T>(&mut connection).await
        })
        .await;
        match answer {
            Ok(Ok(value)) => {
                self.inner.breaker.answered();
                Some(value)
            }
            Ok(Err(error)) => self.fail(&error.to_string()),
            Err(_) => self.fail("timeout"),
        }
    }

    /// Writes and reads a key on a connection of its own, outside the short timeout and the circuit breaker: for a check by
    /// hand, which wants to know the reason.
    pub async fn check(&self) -> Result<(), String> {
        let key = self.name("doctor");
        let work = async {
            let mut connection = self.inner.client.get_multiplexed_async_connection().await?;
            let mut pipe = redis::pipe();
            pipe.set_ex(&key, 1, 10).ignore().get(&key);
            pipe.query_async::<(u8,)>(&mut connection).await
        };
        match tokio::time::timeout(CHECK_TIMEOUT, work).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(error)) => Err(error.to_string()),
            Err(_) => Err("no answer".to_owned()),
        }
    }

    fn fail<T>(&self, reason: &str) -> Option<T> {
        self.inner.breaker.failed(Instant::now(), reason);
        metrics::counter!("matjar_redis_failures_total").increment(1);
        None
    }

    async fn manager(&self) -> redis::RedisResult<ConnectionManager> {
        if let Some(manager) = self.inner.manager.get() {
            return Ok(manager.clone());
        }
        let _guard = self.inner.connecting.lock().await;
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
