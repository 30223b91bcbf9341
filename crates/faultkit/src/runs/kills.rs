//! I10, I8: all services are killed repeatedly while buyers run. Afterwards everything acknowledged is stored,
//! and unknown outcomes have been resolved by retries.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use clap::Args;
use rand::{RngExt, seq::SliceRandom};

use super::{
    crowd::Crowd,
    orders::{self, RECOVERY_TIMEOUT},
};
use crate::{
    fault_injector::{self, Fault, InjectedFaults},
    history, oracle,
    report::{self, Report},
    shop::{Environment, Options, Shop},
};

#[derive(Debug, Clone, Args)]
pub struct Kills {
    #[arg(long, default_value_t = 10)]
    pub database: usize,
    #[arg(long, default_value_t = 30)]
    pub app: usize,
    #[arg(long, default_value_t = 10)]
    pub redis: usize,
}

/// From the design: writes work again this soon after the killed service is back.
const MAX_DATABASE_RECOVERY: Duration = Duration::from_secs(10);
const MAX_SERVER_RECOVERY: Duration = Duration::from_secs(2);

pub async fn run(environment: &Arc<Environment>, sizes: &Kills, report: &mut Report) -> anyhow::Result<()> {
    println!("kills: {} of the database, {} of servers, {} of Redis", sizes.database, sizes.app, sizes.redis);
    let shop = Shop::open(environment, Options::default()).await?;
    shop.clear_faults();
    let products = orders::products(&shop, 4, 1_000_000).await?;
    let since = Instant::now();
    let crowd = Crowd::start(&shop, &products);
    let injected = kill_all(&shop, sizes).await?;
    let records = crowd.end().await;
    shop.ready(Duration::from_secs(30)).await?;
    let bought = since.elapsed();
    let verdict = oracle::judge(&shop, &records, RECOVERY_TIMEOUT).await?;

    println!("  {}", history::sentence(&history::ends(&records)));
    for text in history::refusals(&records) {
        println!("  refused: {text}");
    }
    println!("  {}", fault_injector::sentence(&injected));
    let collected: i64 = records.iter().flat_map(|record| record.added.values()).sum();
    println!(
        "  {:.0} s; {collected} pieces added to carts and acknowledged; {}",
        bought.as_secs_f64(),
        report::figures(&verdict, &records)
    );
    let count = sizes.database + sizes.app + sizes.redis;
    let name = format!("kills: {count} of them, and nothing acknowledged is lost");
    let findings = report::lines(&verdict.findings).into_iter().chain(report::unanswered(&records));
    report.record(name, findings.collect());
    report.record("kills: the shop is back in time", slow(&injected));
    shop.close().await
}

async fn kill_all(shop: &Arc<Shop>, sizes: &Kills) -> anyhow::Result<InjectedFaults> {
    let mut rng = shop.seed.stream("kills", 0);
    let redis = (0..sizes.redis).map(|n| if n % 2 == 0 { Fault::KillRedis } else { Fault::WipeRedis });
    let mut faults: Vec<Fault> = [(Fault::KillDatabase, sizes.database), (Fault::KillServer, sizes.app)]
        .into_iter()
        .flat_map(|(fault, count)| std::iter::repeat_n(fault, count))
        .chain(redis)
        .collect();
    faults.shuffle(&mut rng);
    let mut injected = InjectedFaults::new();
    for fault in faults {
        tokio::time::sleep(Duration::from_millis(rng.random_range(200..1_500))).await;
        let took = fault_injector::inject(shop, fault, &mut rng).await?;
        let (count, longest) = injected.entry(fault).or_default();
        (*count, *longest) = (*count + 1, (*longest).max(took));
    }
    Ok(injected)
}

fn slow(injected: &InjectedFaults) -> Vec<String> {
    let limits = [(Fault::KillDatabase, MAX_DATABASE_RECOVERY), (Fault::KillServer, MAX_SERVER_RECOVERY)];
    let over = limits.iter().filter_map(|(fault, limit)| {
        let (_, longest) = injected.get(fault)?;
        (longest > limit).then(|| format!("after {} it took {longest:.1?}, not {limit:?}", fault.name()))
    });
    over.collect()
}
