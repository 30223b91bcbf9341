//! Faults while people buy: what can go wrong, and one thing going wrong after another until told to stop.

use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context;
use rand::{RngExt, rngs::StdRng};
use tokio::{sync::watch, task::JoinHandle};

use crate::{
    provider::{self, Trouble},
    proxy::Mood,
    shop::Shop,
};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    KillServer,
    KillDatabase,
    KillRedis,
    WipeRedis,
    /// The provider's answers, from now on.
    Provider,
    /// Its notices, from now on.
    Notices,
    /// The three lines, from now on.
    Lines,
}

impl Fault {
    pub fn name(self) -> &'static str {
        match self {
            Self::KillServer => "server kills",
            Self::KillDatabase => "database kills",
            Self::KillRedis => "Redis kills",
            Self::WipeRedis => "Redis wipes",
            Self::Provider => "moods of the provider",
            Self::Notices => "moods of its notices",
            Self::Lines => "moods of the lines",
        }
    }
}

/// One fault. Says how long the shop needed until it was ready again, from the moment when what was killed was back.
pub async fn strike(shop: &Shop, fault: Fault, dice: &mut StdRng) -> anyhow::Result<Duration> {
    let cluster = &shop.ground.cluster;
    let mut since = Instant::now();
    match fault {
        Fault::KillServer => {
            let server = &shop.servers[dice.random_range(0..shop.servers.len())];
            server.kill().await?;
            server.start().await?;
            server.ready(&shop.client, Duration::from_secs(30)).await?;
        }
        Fault::KillDatabase => {
            cluster.kill_database()?;
            cluster.up().await?;
            since = Instant::now();
            shop.ready(Duration::from_secs(30)).await?;
        }
        Fault::KillRedis => {
            cluster.kill_redis()?;
            // It is gone for a while, and the shop goes on without it.
            tokio::time::sleep(Duration::from_millis(dice.random_range(100..800))).await;
            cluster.up().await?;
        }
        Fault::WipeRedis => cluster.wipe_redis().await?,
        Fault::Provider => {
            let is_calm = dice.random_range(0..4) == 0;
            let trouble = if is_calm { Trouble::default() } else { Trouble::ALL };
            shop.sim.set_rules(trouble.rules());
        }
        Fault::Notices => {
            let url =
                format!("http://127.0.0.1:{}/ar/wp-json/matjar/v1/payment-notices", shop.servers[0].port);
            shop.sim.webhooks_to(provider::notices(&url, dice));
        }
        Fault::Lines => {
            let rough = |dice: &mut StdRng, much: u32| Mood {
                cut: dice.random_range(0..=much),
                swallow: dice.random_range(0..=much),
                late: (dice.random_range(0..=much * 10), 60),
                slice: dice.random_range(0..=much * 4),
                closed: false,
            };
            shop.to_database.set(rough(dice, 15));
            shop.to_redis.set(rough(dice, 60));
            shop.to_provider.set(rough(dice, 150));
        }
    }
    Ok(since.elapsed())
}

/// Goes on by itself until it is ended.
pub struct Storm {
    stop: watch::Sender<bool>,
    work: JoinHandle<anyhow::Result<Struck>>,
}

/// How often what struck, and how long the longest recovery took.
pub type Struck = BTreeMap<Fault, (usize, Duration)>;

impl Storm {
    /// `pause`: the most that passes between two faults, in milliseconds. `most`: so many, and then it is quiet.
    pub fn begin(
        shop: &Arc<Shop>,
        faults: &'static [Fault],
        pause: u64,
        most: usize,
        mut dice: StdRng,
    ) -> Self {
        let (stop, mut stopped) = watch::channel(false);
        let shop = shop.clone();
        let work = tokio::spawn(async move {
            let mut struck = Struck::new();
            for _ in 0..if faults.is_empty() { 0 } else { most } {
                let pause = Duration::from_millis(dice.random_range(pause / 2..=pause));
                // Woken early when it is to end.
                let _ = tokio::time::timeout(pause, stopped.wait_for(|stop| *stop)).await;
                if *stopped.borrow() {
                    break;
                }
                let fault = faults[dice.random_range(0..faults.len())];
                let took = strike(&shop, fault, &mut dice).await.with_context(|| fault.name())?;
                let (count, longest) = struck.entry(fault).or_default();
                (*count, *longest) = (*count + 1, (*longest).max(took));
            }
            Ok(struck)
        });
        Self { stop, work }
    }

    pub async fn end(self) -> anyhow::Result<Struck> {
        // Nobody listens any more when it has failed.
        let _ = self.stop.send(true);
        self.work.await.context("the storm")?
    }
}

/// `12 server kills (at most 1.2 s)`.
pub fn sentence(struck: &Struck) -> String {
    let part = |(fault, (count, longest)): (&Fault, &(usize, Duration))| match fault {
        Fault::KillServer | Fault::KillDatabase => {
            format!("{count} {} (ready again after at most {:.1} s)", fault.name(), longest.as_secs_f64())
        }
        _ => format!("{count} {}", fault.name()),
    };
    struck.iter().map(part).collect::<Vec<_>>().join(", ")
}
