//! I10, I8: everything that runs is killed, again and again, while people buy and collect. What was acknowledged is
//! there afterwards, and what was in doubt is settled by asking again.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use clap::Args;
use rand::{RngExt, seq::SliceRandom};

use super::{
    crowd::Crowd,
    orders::{self, RECOVERY},
};
use crate::{
    history, oracle,
    report::{self, Report},
    shop::{Ground, Options, Shop},
    storm::{self, Fault, Struck},
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

/// As the design says: writes are possible again so soon after the return of what was killed.
const AFTER_DATABASE: Duration = Duration::from_secs(10);
const AFTER_SERVER: Duration = Duration::from_secs(2);

pub async fn run(ground: &Arc<Ground>, sizes: &Kills, report: &mut Report) -> anyhow::Result<()> {
    println!("kills: {} of the database, {} of servers, {} of Redis", sizes.database, sizes.app, sizes.redis);
    let shop = Shop::open(ground, Options::default()).await?;
    shop.calm();
    let products = orders::products(&shop, 4, 1_000_000).await?;
    let since = Instant::now();
    let crowd = Crowd::start(&shop, &products);
    let struck = kill_all(&shop, sizes).await?;
    let records = crowd.end().await;
    shop.ready(Duration::from_secs(30)).await?;
    let bought = since.elapsed();
    let verdict = oracle::judge(&shop, &records, RECOVERY).await?;

    println!("  {}", history::sentence(&history::ends(&records)));
    for words in history::refusals(&records) {
        println!("  refused: {words}");
    }
    println!("  {}", storm::sentence(&struck));
    let collected: i64 = records.iter().flat_map(|record| record.added.values()).sum();
    println!(
        "  {:.0} s; {collected} pieces put into carts and acknowledged; {}",
        bought.as_secs_f64(),
        report::figures(&verdict, &records)
    );
    let count = sizes.database + sizes.app + sizes.redis;
    let name = format!("kills: {count} of them, and nothing acknowledged is gone");
    let findings = report::lines(&verdict.findings).into_iter().chain(report::untold(&records));
    report.put(name, findings.collect());
    report.put("kills: the shop is back in time", slow(&struck));
    shop.close().await
}

async fn kill_all(shop: &Arc<Shop>, sizes: &Kills) -> anyhow::Result<Struck> {
    let mut dice = shop.dice.stream("kills", 0);
    let redis = (0..sizes.redis).map(|n| if n % 2 == 0 { Fault::KillRedis } else { Fault::WipeRedis });
    let mut faults: Vec<Fault> = [(Fault::KillDatabase, sizes.database), (Fault::KillServer, sizes.app)]
        .into_iter()
        .flat_map(|(fault, count)| std::iter::repeat_n(fault, count))
        .chain(redis)
        .collect();
    faults.shuffle(&mut dice);
    let mut struck = Struck::new();
    for fault in faults {
        tokio::time::sleep(Duration::from_millis(dice.random_range(200..1_500))).await;
        let took = storm::strike(shop, fault, &mut dice).await?;
        let (count, longest) = struck.entry(fault).or_default();
        (*count, *longest) = (*count + 1, (*longest).max(took));
    }
    Ok(struck)
}

fn slow(struck: &Struck) -> Vec<String> {
    let limits = [(Fault::KillDatabase, AFTER_DATABASE), (Fault::KillServer, AFTER_SERVER)];
    let over = limits.iter().filter_map(|(fault, limit)| {
        let (_, longest) = struck.get(fault)?;
        (longest > limit).then(|| format!("after {} it took {longest:.1?}, not {limit:?}", fault.name()))
    });
    over.collect()
}
