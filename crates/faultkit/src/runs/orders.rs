//! I2, I3, I8: orders of every kind while servers die, answers get lost and notices go astray.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use clap::Args;
use futures_util::{StreamExt, stream};

use crate::{
    buyer::{Buyer, Front},
    habits::{self, Habit},
    history::{self, Record},
    oracle,
    provider::LATEST,
    report::{self, Report},
    shop::{Ground, Options, Shop},
    stock::{self, Product},
    storm::{self, Fault, Storm},
};

#[derive(Debug, Clone, Args)]
pub struct Orders {
    #[arg(long, default_value_t = 3_000)]
    pub count: usize,
    /// How many buy at once.
    #[arg(long, default_value_t = 48)]
    pub crowd: usize,
}

const FAULTS: &[Fault] = &[
    Fault::KillServer,
    Fault::KillServer,
    Fault::Provider,
    Fault::Provider,
    Fault::Notices,
    Fault::Lines,
    Fault::WipeRedis,
];

/// As the design says: everything is explained within a minute of recovery.
pub const RECOVERY: Duration = Duration::from_secs(60);

pub async fn run(ground: &Arc<Ground>, sizes: &Orders, report: &mut Report) -> anyhow::Result<()> {
    println!("orders: {} buyers, {} at once", sizes.count, sizes.crowd);
    let shop = Shop::open(ground, Options::default()).await?;
    let products = products(&shop, 5, 1_000_000).await?;
    let since = Instant::now();
    // The weather is bad from the beginning, and then changes.
    let mut dice = shop.dice.stream("weather", 0);
    for fault in [Fault::Provider, Fault::Notices, Fault::Lines] {
        storm::strike(&shop, fault, &mut dice).await?;
    }
    let storm = Storm::begin(&shop, FAULTS, 1_500, usize::MAX, shop.dice.stream("storm", 0));
    let records = crowd(&shop, &products, 0, sizes.count, sizes.crowd, &Habit::MIX).await;
    let struck = storm.end().await?;
    shop.calm();
    shop.ready(Duration::from_secs(30)).await?;
    let bought = since.elapsed();
    let verdict = oracle::judge(&shop, &records, RECOVERY).await?;
    // What the provider does far too late has happened by then. A night passes, and banks are done.
    tokio::time::sleep(LATEST.saturating_sub(verdict.took)).await;
    let settled = shop.sim.settle();
    let after = oracle::judge(&shop, &records, RECOVERY).await?;

    println!("  {}", history::sentence(&history::ends(&records)));
    for words in history::refusals(&records) {
        println!("  refused: {words}");
    }
    println!("  {}", storm::sentence(&struck));
    println!(
        "  lines: to the database {}; to Redis {}; to the provider {}",
        shop.to_database.counts(),
        shop.to_redis.counts(),
        shop.to_provider.counts()
    );
    println!("  {:.0} s of buying; {}", bought.as_secs_f64(), report::figures(&verdict, &records));
    let name = format!("orders: {} buyers under faults", sizes.count);
    let findings = report::lines(&verdict.findings).into_iter().chain(report::untold(&records));
    report.put(name, findings.collect());
    let name = format!("orders: {settled} payments settled, known after {:.1} s", after.took.as_secs_f64());
    report.put(name, report::lines(&after.findings));
    shop.close().await
}

pub async fn products(shop: &Shop, count: usize, pieces: i64) -> anyhow::Result<Vec<Product>> {
    let mut products = Vec::new();
    for number in 0..count {
        products.push(stock::product(&shop.db, &format!("product-{number}"), pieces).await?);
    }
    Ok(products)
}

/// Buyers after each other, so many at once.
pub async fn crowd(
    shop: &Arc<Shop>,
    products: &[Product],
    first: usize,
    count: usize,
    at_once: usize,
    mix: &[(Habit, u32)],
) -> Vec<Record> {
    let front = Front::of(shop);
    let errands = (first..first + count).map(|number| {
        let (front, product) = (front.clone(), products[number % products.len()].clone());
        let mut dice = shop.dice.stream("buyer", number);
        let habit = Habit::draw(&mut dice, mix);
        async move {
            let buyer = Buyer::new(&front, number, dice, Duration::from_secs(90));
            habits::buy(&buyer, habit, &product).await;
            buyer.into_record()
        }
    });
    stream::iter(errands).buffer_unordered(at_once).collect().await
}
