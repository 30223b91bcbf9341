//! Injects faults while buyers run: single faults, and a background task that injects them until it is stopped.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context;
use rand::{RngExt, rngs::StdRng};
use tokio::{sync::watch, task::JoinHandle};

use crate::{
    provider::{self, FaultRates},
    proxy::LineFaults,
    shop::Shop,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    KillServer,
    KillDatabase,
    KillRedis,
    WipeRedis,
    /// Changes the faults of the provider's responses.
    Provider,
    /// Changes the faults of the provider's notices.
    Notices,
    /// Changes the faults of the connections to database, Redis and provider.
    Lines,
}

impl Fault {
    pub fn name(self) -> &'static str {
        match self {
            Self::KillServer => "server kills",
            Self::KillDatabase => "database kills",
            Self::KillRedis => "Redis kills",
            Self::WipeRedis => "Redis wipes",
            Self::Provider => "changes of provider faults",
            Self::Notices => "changes of notice faults",
            Self::Lines => "changes of connection faults",
        }
    }
}

/// Only ends a run that hangs. A server that is probed while a thousand buyers retry may refuse the probe for long;
/// how soon it must be back is a check of `kills`.
const READY_TIMEOUT: Duration = Duration::from_secs(90);

/// Injects one fault. Returns how long the shop took to be ready again after the killed service was back.
pub async fn inject(shop: &Shop, fault: Fault, rng: &mut StdRng) -> anyhow::Result<Duration> {
    let cluster = &shop.environment.cluster;
    let mut since = Instant::now();
    match fault {
        Fault::KillServer => {
            let server = &shop.servers[rng.random_range(0..shop.servers.len())];
            server.kill().await?;
            server.start().await?;
            server.ready(&shop.client, READY_TIMEOUT).await?;
        }
        Fault::KillDatabase => {
            cluster.kill_database()?;
            cluster.up().await?;
            since = Instant::now();
            shop.ready(READY_TIMEOUT).await?;
        }
        Fault::KillRedis => {
            cluster.kill_redis()?;
            // Leave it down for a while; the shop must work without it.
            tokio::time::sleep(Duration::from_millis(rng.random_range(100..800))).await;
            cluster.up().await?;
        }
        Fault::WipeRedis => cluster.wipe_redis().await?,
        Fault::Provider => {
            let is_calm = rng.random_range(0..4) == 0;
            let rates = if is_calm { FaultRates::default() } else { FaultRates::ALL };
            shop.sim.set_rules(rates.rules());
        }
        Fault::Notices => {
            let url =
                format!("http://127.0.0.1:{}/ar/wp-json/matjar/v1/payment-notices", shop.servers[0].port);
            shop.sim.set_webhooks(provider::notices(&url, rng));
        }
        Fault::Lines => {
            let random_faults = |rng: &mut StdRng, rate: u32| LineFaults {
                cut: rng.random_range(0..=rate),
                swallow: rng.random_range(0..=rate),
                late: (rng.random_range(0..=rate * 10), 60),
                slice: rng.random_range(0..=rate * 4),
                closed: false,
            };
            shop.to_database.set_faults(random_faults(rng, 15));
            shop.to_redis.set_faults(random_faults(rng, 60));
            shop.to_provider.set_faults(random_faults(rng, 150));
        }
    }
    Ok(since.elapsed())
}

/// Injects random faults in a background task until it is ended.
pub struct FaultInjector {
    stop: watch::Sender<bool>,
    task: JoinHandle<anyhow::Result<InjectedFaults>>,
}

/// Count and longest recovery by fault.
pub type InjectedFaults = BTreeMap<Fault, (usize, Duration)>;

impl FaultInjector {
    /// `pause`: longest time between two faults, in milliseconds. `max_faults`: stop after this many.
    pub fn start(
        shop: &Arc<Shop>,
        faults: &'static [Fault],
        pause: u64,
        max_faults: usize,
        mut rng: StdRng,
    ) -> Self {
        let (stop, mut stopped) = watch::channel(false);
        let shop = shop.clone();
        let task = tokio::spawn(async move {
            let mut injected = InjectedFaults::new();
            for _ in 0..if faults.is_empty() { 0 } else { max_faults } {
                let pause = Duration::from_millis(rng.random_range(pause / 2..=pause));
                // Returns early when the injector is ended.
                let _ = tokio::time::timeout(pause, stopped.wait_for(|stop| *stop)).await;
                if *stopped.borrow() {
                    break;
                }
                let fault = faults[rng.random_range(0..faults.len())];
                let took = inject(&shop, fault, &mut rng).await.with_context(|| fault.name())?;
                let (count, longest) = injected.entry(fault).or_default();
                (*count, *longest) = (*count + 1, (*longest).max(took));
            }
            Ok(injected)
        });
        Self { stop, task }
    }

    /// Whether all faults were injected, or one of them failed.
    pub fn is_done(&self) -> bool {
        self.task.is_finished()
    }

    pub async fn end(self) -> anyhow::Result<InjectedFaults> {
        // Fails if the task has ended with an error.
        let _ = self.stop.send(true);
        self.task.await.context("fault injector")?
    }
}

/// `12 server kills (at most 1.2 s)`.
pub fn sentence(injected: &InjectedFaults) -> String {
    let part = |(fault, (count, longest)): (&Fault, &(usize, Duration))| match fault {
        Fault::KillServer | Fault::KillDatabase => {
            format!("{count} {} (ready again after at most {:.1} s)", fault.name(), longest.as_secs_f64())
        }
        _ => format!("{count} {}", fault.name()),
    };
    injected.iter().map(part).collect::<Vec<_>>().join(", ")
}
