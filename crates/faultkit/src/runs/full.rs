//! I10, I8 on a disk that is full: the database finds room neither for its data nor for its log, and the servers none for
//! theirs. Run by `scripts/faults full`, which puts all three on a small volume in memory.

use std::{sync::Arc, time::Duration};

use clap::Args;
use rand::RngExt;

use super::{
    crowd::Crowd,
    orders::{self, RECOVERY},
};
use crate::{
    history, oracle,
    report::{self, Report},
    shop::{Ground, Options, Shop},
};

#[derive(Debug, Clone, Args)]
pub struct Full {
    /// How often the disk fills up.
    #[arg(long, default_value_t = 5)]
    pub times: usize,
}

pub async fn run(ground: &Arc<Ground>, sizes: &Full, report: &mut Report) -> anyhow::Result<()> {
    println!("full: a disk without room, {} times", sizes.times);
    ground.cluster.keep_small().await?;
    let shop = Shop::open(ground, Options::default()).await?;
    shop.calm();
    let products = orders::products(&shop, 4, 1_000_000).await?;
    let crowd = Crowd::start(&shop, &products);
    let mut unnoticed = Vec::new();
    for time in 0..sizes.times {
        if !fill(&shop, time).await? {
            unnoticed.push(format!("time {time}: the database still found room"));
        }
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let records = crowd.end().await;
    let verdict = oracle::judge(&shop, &records, RECOVERY).await?;

    println!("  {}", history::sentence(&history::ends(&records)));
    for words in history::refusals(&records) {
        println!("  refused: {words}");
    }
    println!("  {}", report::figures(&verdict, &records));
    let name = format!("full: {} times, and nothing acknowledged is gone", sizes.times);
    let findings = report::lines(&verdict.findings).into_iter().chain(report::untold(&records));
    report.put(name, findings.collect());
    report.put("full: there really was no room", unnoticed);
    shop.close().await
}

/// Fills the disk for a while, and waits until the shop takes orders again. Whether the database felt it.
async fn fill(shop: &Shop, time: usize) -> anyhow::Result<bool> {
    let cluster = &shop.ground.cluster;
    let mut dice = shop.dice.stream("full", time);
    tokio::time::sleep(Duration::from_millis(dice.random_range(800..2_000))).await;
    cluster.fill_disk()?;
    tokio::time::sleep(Duration::from_millis(dice.random_range(500..2_500))).await;
    // Every other time its log is what finds no room, which ends it.
    let felt = !cluster.has_room(&shop.db).await && (time.is_multiple_of(2) || cluster.use_up_log().await);
    cluster.free_disk()?;
    cluster.back().await?;
    shop.ready(Duration::from_secs(30)).await?;
    Ok(felt)
}
