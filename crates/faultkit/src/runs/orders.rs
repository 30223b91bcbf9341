//! I2, I3, I8: orders of every kind while servers are killed, responses get lost and notices are faulty.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use clap::Args;
use futures_util::{StreamExt, stream};

use crate::{
    buyer::{Buyer, Front},
    fault_injector::{self, Fault, FaultInjector},
    history::{self, Record},
    oracle,
    provider::MAX_DELAY,
    report::{self, Report},
    scenarios::{self, Scenario},
    shop::{Environment, Options, Shop},
    stock::{self, Product},
};

#[derive(Debug, Clone, Args)]
pub struct Orders {
    #[arg(long, default_value_t = 3_000)]
    pub count: usize,
    /// Number of concurrent buyers.
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

/// From the design: everything is consistent within a minute of recovery.
pub const RECOVERY_TIMEOUT: Duration = Duration::from_secs(60);

pub async fn run(environment: &Arc<Environment>, sizes: &Orders, report: &mut Report) -> anyhow::Result<()> {
    println!("orders: {} buyers, {} at once", sizes.count, sizes.crowd);
    let shop = Shop::open(environment, Options::default()).await?;
    let products = products(&shop, 5, 1_000_000).await?;
    let since = Instant::now();
    // Faults apply from the beginning, and then change.
    let mut rng = shop.seed.stream("weather", 0);
    for fault in [Fault::Provider, Fault::Notices, Fault::Lines] {
        fault_injector::inject(&shop, fault, &mut rng).await?;
    }
    let injector = FaultInjector::start(&shop, FAULTS, 1_500, usize::MAX, shop.seed.stream("storm", 0));
    let records = crowd(&shop, &products, 0, sizes.count, sizes.crowd, &Scenario::MIX).await;
    let injected = injector.end().await?;
    shop.clear_faults();
    shop.ready(Duration::from_secs(30)).await?;
    let bought = since.elapsed();
    let verdict = oracle::judge(&shop, &records, RECOVERY_TIMEOUT).await?;
    // Wait for the provider's longest delay, then settle, so that bank payments complete.
    tokio::time::sleep(MAX_DELAY.saturating_sub(verdict.took)).await;
    let settled = shop.sim.settle();
    let after = oracle::judge(&shop, &records, RECOVERY_TIMEOUT).await?;

    println!("  {}", history::sentence(&history::ends(&records)));
    for text in history::refusals(&records) {
        println!("  refused: {text}");
    }
    println!("  {}", fault_injector::sentence(&injected));
    println!(
        "  connections: to the database {}; to Redis {}; to the provider {}",
        shop.to_database.counts(),
        shop.to_redis.counts(),
        shop.to_provider.counts()
    );
    println!("  {:.0} s of buying; {}", bought.as_secs_f64(), report::figures(&verdict, &records));
    let name = format!("orders: {} buyers under faults", sizes.count);
    let findings = report::lines(&verdict.findings).into_iter().chain(report::unanswered(&records));
    report.record(name, findings.collect());
    let name = format!("orders: {settled} payments settled, known after {:.1} s", after.took.as_secs_f64());
    report.record(name, report::lines(&after.findings));
    shop.close().await
}

pub async fn products(shop: &Shop, count: usize, pieces: i64) -> anyhow::Result<Vec<Product>> {
    let mut products = Vec::new();
    for number in 0..count {
        products.push(stock::product(&shop.db, &format!("product-{number}"), pieces).await?);
    }
    Ok(products)
}

/// Runs `count` buyers, `at_once` at a time.
pub async fn crowd(
    shop: &Arc<Shop>,
    products: &[Product],
    first: usize,
    count: usize,
    at_once: usize,
    mix: &[(Scenario, u32)],
) -> Vec<Record> {
    let front = Front::from_shop(shop);
    let journeys = (first..first + count).map(|number| {
        let (front, product) = (front.clone(), products[number % products.len()].clone());
        let mut rng = shop.seed.stream("buyer", number);
        let scenario = Scenario::pick(&mut rng, mix);
        async move {
            let buyer = Buyer::new(&front, number, rng, Duration::from_secs(90));
            scenarios::buy(&buyer, scenario, &product).await;
            buyer.into_record()
        }
    });
    stream::iter(journeys).buffer_unordered(at_once).collect().await
}
