//! I10, I8: everything that runs is killed, again and again, while people buy and collect. What was acknowledged is
//! there afterwards, and what was in doubt is settled by asking again.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use clap::Args;
use rand::{RngExt, seq::SliceRandom};

use super::orders::{self, RECOVERY};
use crate::{
    buyer::{Buyer, Front},
    habits::{self, Habit},
    history::{self, Record},
    keeper, oracle,
    report::{self, Report},
    shop::{Ground, Options, Shop},
    stock::Product,
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

/// How many buy at once.
const CROWD: usize = 16;

/// How many only collect.
const COLLECTORS: usize = 6;

/// As the design says: writes are possible again so soon after the return of what was killed.
const AFTER_DATABASE: Duration = Duration::from_secs(10);
const AFTER_SERVER: Duration = Duration::from_secs(2);

pub async fn run(ground: &Arc<Ground>, sizes: &Kills, report: &mut Report) -> anyhow::Result<()> {
    println!("kills: {} of the database, {} of servers, {} of Redis", sizes.database, sizes.app, sizes.redis);
    let shop = Shop::open(ground, Options::default()).await?;
    shop.calm();
    let products = orders::products(&shop, 4, 1_000_000).await?;
    let since = Instant::now();
    let crowd = Crowd::start(&shop, &products, CROWD);
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

/// Buyers and collectors who go on until they are told to stop.
struct Crowd {
    stop: Arc<AtomicBool>,
    work: Vec<tokio::task::JoinHandle<Vec<Record>>>,
}

impl Crowd {
    fn start(shop: &Arc<Shop>, products: &[Product], at_once: usize) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let (front, next) = (Front::of(shop), Arc::new(AtomicUsize::new(COLLECTORS)));
        let mut work = Vec::new();
        for number in 0..COLLECTORS {
            let (stop, front, products) = (stop.clone(), front.clone(), products.to_vec());
            let dice = shop.dice.stream("collector", number);
            work.push(tokio::spawn(async move {
                let buyer = Buyer::new(&front, number, dice, Duration::from_secs(3_600));
                while !stop.load(Ordering::Relaxed) {
                    let product = &products[number % products.len()];
                    if !keeper::collect(&buyer, product).await {
                        break;
                    }
                    buyer.pause(300).await;
                }
                vec![buyer.into_record()]
            }));
        }
        for _ in 0..at_once {
            let (stop, front, products) = (stop.clone(), front.clone(), products.to_vec());
            let (next, shop) = (next.clone(), shop.clone());
            work.push(tokio::spawn(async move {
                let mut records = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let mut dice = shop.dice.stream("buyer", number);
                    let habit = Habit::draw(&mut dice, &Habit::MIX);
                    let buyer = Buyer::new(&front, number, dice, Duration::from_secs(120));
                    habits::buy(&buyer, habit, &products[number % products.len()]).await;
                    records.push(buyer.into_record());
                }
                records
            }));
        }
        Self { stop, work }
    }

    async fn end(self) -> Vec<Record> {
        self.stop.store(true, Ordering::Relaxed);
        let mut records = Vec::new();
        for work in self.work {
            records.extend(work.await.unwrap_or_default());
        }
        records
    }
}
