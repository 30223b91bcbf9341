//! I1: many more buyers than pieces, all at once. Every piece is sold, and none twice.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use clap::Args;
use futures_util::{StreamExt, stream::FuturesUnordered};

use crate::{
    buyer::{Buyer, Front},
    habits::{self, Habit},
    history::{self, Record},
    oracle::{self, Law},
    provider::Trouble,
    report::{self, Report},
    shop::{Ground, Options, Shop},
    stock::{self, PIECE, Product},
    storm::{self, Fault, Storm},
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

/// What breaks during a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Weather {
    Calm,
    /// Charges that never arrive keep their goods set aside until that is known.
    Provider,
    Servers,
    Database,
    Lines,
}

const WEATHERS: [Weather; 5] =
    [Weather::Calm, Weather::Servers, Weather::Provider, Weather::Database, Weather::Lines];

impl Weather {
    fn faults(self) -> &'static [Fault] {
        match self {
            Self::Calm | Self::Provider => &[],
            Self::Servers => &[Fault::KillServer],
            Self::Database => &[Fault::KillDatabase],
            Self::Lines => &[Fault::Lines, Fault::KillRedis, Fault::WipeRedis],
        }
    }

    /// The longest pause between two faults, in milliseconds, and how many there are.
    fn pace(self) -> (u64, usize) {
        match self {
            Self::Database => (3_000, 2),
            _ => (2_500, 8),
        }
    }

    /// Nothing was killed or cut, so nobody has an excuse.
    fn is_fair(self) -> bool {
        matches!(self, Self::Calm | Self::Provider)
    }
}

/// Three in ten come to nothing: they go away from the page, or their bank says no after the goods were set aside.
const MIX: [(Habit, u32); 4] =
    [(Habit::Plain, 60), (Habit::DoubleClick, 10), (Habit::Leaves, 15), (Habit::BadCard, 15)];

/// Everybody is served or told so within this.
const PATIENCE: Duration = Duration::from_secs(120);

pub async fn run(ground: &Arc<Ground>, sizes: &Rush, report: &mut Report) -> anyhow::Result<()> {
    println!("rush: {} rounds of {} buyers for {} pieces", sizes.rounds, sizes.buyers, sizes.units);
    let shop = Shop::open(ground, Options::default()).await?;
    let mut everybody = Vec::new();
    for round in 0..sizes.rounds {
        let weather = WEATHERS[round % WEATHERS.len()];
        let name = format!("rush {round} ({weather:?})");
        let findings = one_round(&shop, sizes, round, weather, &mut everybody).await?;
        report.put(name, findings);
    }
    shop.close().await
}

async fn one_round(
    shop: &Arc<Shop>,
    sizes: &Rush,
    round: usize,
    weather: Weather,
    everybody: &mut Vec<Record>,
) -> anyhow::Result<Vec<String>> {
    let product = stock::product(&shop.db, &format!("rush-{round}"), sizes.units).await?;
    shop.calm();
    if weather == Weather::Provider {
        let trouble = Trouble { swallowed_before: 15, swallowed_after: 10, slow: 5, ..Trouble::default() };
        shop.sim.set_rules(trouble.rules());
    }
    let dice = shop.dice.part("rush", round);
    let since = Instant::now();
    let began = chrono::Utc::now();
    let before = oracle::look(shop, &[]).await?.figures.unfulfillable;
    let (pause, most) = weather.pace();
    let storm = Storm::begin(shop, weather.faults(), pause, most, dice.stream("storm", 0));
    let first = everybody.len();
    wave(shop, &product, first, sizes.buyers, &MIX, everybody).await;
    let struck = storm.end().await?;
    shop.calm();
    shop.ready(Duration::from_secs(30)).await?;
    let bought = since.elapsed();
    sell_the_rest(shop, &product, everybody).await?;

    let verdict = oracle::judge(shop, everybody, Duration::from_secs(60)).await?;
    let mut findings = report::lines(&verdict.findings);
    findings.extend(count(shop, &product, sizes.units).await?);
    let own = &everybody[first..];
    if weather.is_fair() {
        let broken: u32 = own.iter().map(|record| record.error_pages + record.silences).sum();
        if broken > 0 {
            findings
                .push(format!("{}: {broken} error pages or dead lines, and nothing was killed", Law::Stock));
        }
        let for_nothing = verdict.figures.unfulfillable - before;
        if for_nothing > 0 {
            findings.push(format!("{}: {for_nothing} paid for nothing, and nothing was killed", Law::Stock));
        }
    }
    findings.extend(report::untold(own));
    println!("  {}", history::sentence(&history::ends(own)));
    for words in history::refusals(own) {
        println!("  refused: {words}");
    }
    println!(
        "  all were answered after {:.1} s, the first {} were set aside after {:.1} s; {}{}",
        bought.as_secs_f64(),
        sizes.units,
        first_holds(shop, &product, sizes.units, began).await?,
        report::figures(&verdict, own),
        if struck.is_empty() { String::new() } else { format!("; {}", storm::sentence(&struck)) },
    );
    Ok(findings)
}

/// Everybody at once.
pub async fn wave(
    shop: &Arc<Shop>,
    product: &Product,
    first: usize,
    count: usize,
    mix: &[(Habit, u32)],
    everybody: &mut Vec<Record>,
) {
    let front = Front::of(shop);
    let mut buyers: FuturesUnordered<_> = (first..first + count)
        .map(|number| {
            let (front, product) = (front.clone(), product.clone());
            let mut dice = shop.dice.stream("buyer", number);
            let habit = Habit::draw(&mut dice, mix);
            tokio::spawn(async move {
                let buyer = Buyer::new(&front, number, dice, PATIENCE);
                habits::buy(&buyer, habit, &product).await;
                buyer.into_record()
            })
        })
        .collect();
    while let Some(done) = buyers.next().await {
        everybody.extend(done.ok());
    }
}

/// Goods that come back are for sale again: as many more buyers come as there are pieces, until none is left or held.
async fn sell_the_rest(
    shop: &Arc<Shop>,
    product: &Product,
    everybody: &mut Vec<Record>,
) -> anyhow::Result<()> {
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
            let first = everybody.len();
            wave(shop, product, first, free.min(50), &[(Habit::Plain, 1)], everybody).await;
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
        findings.push(format!("{}: {} of {units} pieces were sold", Law::Stock, sold / PIECE));
    }
    if on_hand != 0 || reserved != 0 {
        findings.push(format!(
            "{}: {} pieces are still there, {} set aside",
            Law::Stock,
            on_hand / PIECE,
            reserved / PIECE
        ));
    }
    Ok(findings)
}

/// When as many orders had their goods set aside as there are pieces.
async fn first_holds(
    shop: &Shop,
    product: &Product,
    units: i64,
    began: chrono::DateTime<chrono::Utc>,
) -> anyhow::Result<f64> {
    let at: Option<chrono::DateTime<chrono::Utc>> = sqlx::query_scalar(
        "select created_at from stock_reservations where sku = $1 order by created_at offset $2 limit 1",
    )
    .bind(&product.sku)
    .bind(units - 1)
    .fetch_optional(&shop.db)
    .await?;
    Ok(at.map_or(f64::NAN, |at| (at - began).as_seconds_f64()))
}
