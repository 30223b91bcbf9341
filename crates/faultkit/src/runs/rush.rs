//! I1: many more buyers than pieces, at the same time. Every piece is sold, and none twice.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use clap::Args;
use futures_util::{StreamExt, stream::FuturesUnordered};

use crate::{
    buyer::{Buyer, Front},
    fault_injector::{self, Fault, FaultInjector},
    history::{self, Record},
    oracle::{self, Invariant},
    provider::FaultRates,
    report::{self, Report},
    scenarios::{self, Scenario},
    shop::{Environment, Options, Shop},
    stock::{self, PIECE, Product},
};

#[derive(Debug, Clone, Args)]
pub struct Rush {
    #[arg(long, default_value_t = 10)]
    pub rounds: usize,
    #[arg(long, default_value_t = 1_000)]
    pub buyers: usize,
    #[arg(long, default_value_t = 100)]
    pub units: i64,
}

/// Faults of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FaultProfile {
    Calm,
    /// Charges that never arrive keep their stock reserved until the outcome is known.
    Provider,
    Servers,
    Database,
    Lines,
}

const FAULT_PROFILES: [FaultProfile; 5] = [
    FaultProfile::Calm,
    FaultProfile::Servers,
    FaultProfile::Provider,
    FaultProfile::Database,
    FaultProfile::Lines,
];

impl FaultProfile {
    fn faults(self) -> &'static [Fault] {
        match self {
            Self::Calm | Self::Provider => &[],
            Self::Servers => &[Fault::KillServer],
            Self::Database => &[Fault::KillDatabase],
            Self::Lines => &[Fault::Lines, Fault::KillRedis, Fault::WipeRedis],
        }
    }

    /// Longest pause between two faults in milliseconds, and the number of faults.
    fn schedule(self) -> (u64, usize) {
        match self {
            Self::Database => (3_000, 2),
            _ => (2_500, 8),
        }
    }

    /// Whether no service is killed and no connection is cut, so that no request may fail.
    fn is_fair(self) -> bool {
        matches!(self, Self::Calm | Self::Provider)
    }
}

/// Three in ten buy nothing: they leave the page, or their card is declined after the stock was reserved.
const MIX: [(Scenario, u32); 4] =
    [(Scenario::Plain, 60), (Scenario::DoubleClick, 10), (Scenario::Leaves, 15), (Scenario::BadCard, 15)];

/// Every buyer gets a conclusive response within this time.
const BUYER_TIMEOUT: Duration = Duration::from_secs(120);

pub async fn run(environment: &Arc<Environment>, sizes: &Rush, report: &mut Report) -> anyhow::Result<()> {
    println!("rush: {} rounds of {} buyers for {} pieces", sizes.rounds, sizes.buyers, sizes.units);
    let shop = Shop::open(environment, Options::default()).await?;
    let mut records = Vec::new();
    for round in 0..sizes.rounds {
        let profile = FAULT_PROFILES[round % FAULT_PROFILES.len()];
        let name = format!("rush {round} ({profile:?})");
        let findings = one_round(&shop, sizes, round, profile, &mut records).await?;
        report.record(name, findings);
    }
    shop.close().await
}

async fn one_round(
    shop: &Arc<Shop>,
    sizes: &Rush,
    round: usize,
    profile: FaultProfile,
    records: &mut Vec<Record>,
) -> anyhow::Result<Vec<String>> {
    let product = stock::product(&shop.db, &format!("rush-{round}"), sizes.units).await?;
    shop.clear_faults();
    if profile == FaultProfile::Provider {
        let rates =
            FaultRates { swallowed_before: 15, swallowed_after: 10, slow: 5, ..FaultRates::default() };
        shop.sim.set_rules(rates.rules());
    }
    let seed = shop.seed.child("rush", round);
    let since = Instant::now();
    let began = chrono::Utc::now();
    let before = oracle::inspect(shop, &[]).await?.figures.unfulfillable;
    let (pause, max_faults) = profile.schedule();
    let injector = FaultInjector::start(shop, profile.faults(), pause, max_faults, seed.stream("storm", 0));
    let first = records.len();
    wave(shop, &product, first, sizes.buyers, &MIX, records).await;
    let injected = injector.end().await?;
    shop.clear_faults();
    shop.ready(Duration::from_secs(30)).await?;
    let bought = since.elapsed();
    sell_the_rest(shop, &product, records).await?;

    let verdict = oracle::judge(shop, records, Duration::from_secs(60)).await?;
    let mut findings = report::lines(&verdict.findings);
    findings.extend(count(shop, &product, sizes.units).await?);
    let own = &records[first..];
    if profile.is_fair() {
        let broken: u32 = own.iter().map(|record| record.error_pages + record.lost_responses).sum();
        if broken > 0 {
            findings.push(format!(
                "{}: {broken} error pages or lost connections, and nothing was killed",
                Invariant::Stock
            ));
        }
        let unfulfillable = verdict.figures.unfulfillable - before;
        if unfulfillable > 0 {
            findings.push(format!(
                "{}: {unfulfillable} paid orders could not be fulfilled, and nothing was killed",
                Invariant::Stock
            ));
        }
    }
    findings.extend(report::unanswered(own));
    println!("  {}", history::sentence(&history::ends(own)));
    for text in history::refusals(own) {
        println!("  refused: {text}");
    }
    println!(
        "  all buyers done after {:.1} s, the first {} pieces reserved after {:.1} s; {}{}",
        bought.as_secs_f64(),
        sizes.units,
        first_holds(shop, &product, sizes.units, began).await?,
        report::figures(&verdict, own),
        if injected.is_empty() {
            String::new()
        } else {
            format!("; {}", fault_injector::sentence(&injected))
        },
    );
    Ok(findings)
}

/// Runs all buyers at once.
pub async fn wave(
    shop: &Arc<Shop>,
    product: &Product,
    first: usize,
    count: usize,
    mix: &[(Scenario, u32)],
    records: &mut Vec<Record>,
) {
    let front = Front::from_shop(shop);
    let mut buyers: FuturesUnordered<_> = (first..first + count)
        .map(|number| {
            let (front, product) = (front.clone(), product.clone());
            let mut rng = shop.seed.stream("buyer", number);
            let scenario = Scenario::pick(&mut rng, mix);
            tokio::spawn(async move {
                let buyer = Buyer::new(&front, number, rng, BUYER_TIMEOUT);
                scenarios::buy(&buyer, scenario, &product).await;
                buyer.into_record()
            })
        })
        .collect();
    while let Some(done) = buyers.next().await {
        records.extend(done.ok());
    }
}

/// Released stock is for sale again: runs as many buyers as there are free pieces, until none is left or
/// reserved.
async fn sell_the_rest(shop: &Arc<Shop>, product: &Product, records: &mut Vec<Record>) -> anyhow::Result<()> {
    let until = Instant::now() + Duration::from_secs(90);
    while Instant::now() < until {
        let (on_hand, reserved): (i64, i64) =
            sqlx::query_as("select on_hand, reserved from stock_levels where sku = $1")
                .bind(&product.sku)
                .fetch_one(&shop.db)
                .await?;
        if on_hand <= 0 && reserved <= 0 {
            break;
        }
        let free = usize::try_from((on_hand - reserved) / PIECE).unwrap_or(0);
        if free > 0 {
            let first = records.len();
            wave(shop, product, first, free.min(50), &[(Scenario::Plain, 1)], records).await;
        } else {
            tokio::time::sleep(Duration::from_millis(250)).await;
        }
    }
    Ok(())
}

async fn count(shop: &Shop, product: &Product, units: i64) -> anyhow::Result<Vec<String>> {
    let (sold, on_hand, reserved): (i64, i64, i64) = sqlx::query_as(
        "select (select coalesce(sum(line.quantity), 0)::bigint from order_lines line join orders on orders.id = line.order_id
                 where line.product_id = $2 and orders.state in ('processing', 'shipped', 'delivered', 'completed')),
                on_hand, reserved from stock_levels where sku = $1",
    )
    .bind(&product.sku)
    .bind(product.id)
    .fetch_one(&shop.db)
    .await?;
    let mut findings = Vec::new();
    if sold != units * PIECE {
        findings.push(format!("{}: {} of {units} pieces were sold", Invariant::Stock, sold / PIECE));
    }
    if on_hand != 0 || reserved != 0 {
        findings.push(format!(
            "{}: {} pieces are left, {} reserved",
            Invariant::Stock,
            on_hand / PIECE,
            reserved / PIECE
        ));
    }
    Ok(findings)
}

/// Seconds until as many holds existed as there are pieces.
async fn first_holds(
    shop: &Shop,
    product: &Product,
    units: i64,
    began: chrono::DateTime<chrono::Utc>,
) -> anyhow::Result<f64> {
    let held_at: Option<chrono::DateTime<chrono::Utc>> = sqlx::query_scalar(
        "select created_at from stock_reservations where sku = $1 order by created_at offset $2 limit 1",
    )
    .bind(&product.sku)
    .bind(units - 1)
    .fetch_optional(&shop.db)
    .await?;
    Ok(held_at.map_or(f64::NAN, |held_at| (held_at - began).as_seconds_f64()))
}
