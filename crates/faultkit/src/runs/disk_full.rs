//! I10, I8 on a full disk: there is no space for the database's data and WAL, nor for the servers' logs. Run by
//! `scripts/faults full`, which puts all three on a small volume in memory.

use std::{sync::Arc, time::Duration};

use clap::Args;
use rand::RngExt;

use super::{
    crowd::Crowd,
    orders::{self, RECOVERY_TIMEOUT},
};
use crate::{
    history, oracle,
    report::{self, Report},
    shop::{Environment, Options, Shop},
};

#[derive(Debug, Clone, Args)]
pub struct DiskFull {
    /// How often the disk fills up.
    #[arg(long, default_value_t = 5)]
    pub times: usize,
}

pub async fn run(
    environment: &Arc<Environment>,
    sizes: &DiskFull,
    report: &mut Report,
) -> anyhow::Result<()> {
    println!("full: the disk is full {} times", sizes.times);
    environment.cluster.limit_wal_size().await?;
    let shop = Shop::open(environment, Options::default()).await?;
    shop.clear_faults();
    let products = orders::products(&shop, 4, 1_000_000).await?;
    let crowd = Crowd::start(&shop, &products);
    let mut unnoticed = Vec::new();
    for time in 0..sizes.times {
        if !fill(&shop, time).await? {
            unnoticed.push(format!("time {time}: the database still found space"));
        }
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let records = crowd.end().await;
    let verdict = oracle::judge(&shop, &records, RECOVERY_TIMEOUT).await?;

    println!("  {}", history::sentence(&history::ends(&records)));
    for text in history::refusals(&records) {
        println!("  refused: {text}");
    }
    println!("  {}", report::figures(&verdict, &records));
    let name = format!("full: {} times, and nothing acknowledged is lost", sizes.times);
    let findings = report::lines(&verdict.findings).into_iter().chain(report::unanswered(&records));
    report.record(name, findings.collect());
    report.record("full: the disk really was full", unnoticed);
    shop.close().await
}

/// Fills the disk for a while, and waits until the shop accepts orders again. Returns whether the database ran
/// out of space.
async fn fill(shop: &Shop, time: usize) -> anyhow::Result<bool> {
    let cluster = &shop.environment.cluster;
    let mut rng = shop.seed.stream("full", time);
    tokio::time::sleep(Duration::from_millis(rng.random_range(800..2_000))).await;
    cluster.fill_disk()?;
    tokio::time::sleep(Duration::from_millis(rng.random_range(500..2_500))).await;
    // Every other time the WAL runs out of space as well, which stops the database.
    let ran_out =
        !cluster.has_free_space(&shop.db).await && (time.is_multiple_of(2) || cluster.exhaust_wal().await);
    cluster.free_disk()?;
    cluster.wait_until_up().await?;
    shop.ready(Duration::from_secs(30)).await?;
    Ok(ran_out)
}
