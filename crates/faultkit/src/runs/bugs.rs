//! The kit itself is tried: known damage is done to a fresh database, and the oracle must notice each time. The same
//! scenes on a database that nobody damaged must pass.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::Context;
use futures_util::{StreamExt, stream};

use super::{orders, rush};
use crate::{
    buyer::{Buyer, Front},
    habits::Habit,
    history::Record,
    keeper,
    oracle::{self, Finding, Law, Verdict},
    provider::Trouble,
    report::{self, Report},
    shop::{Ground, Options, Shop},
    storm::{self, Fault},
};

/// What happens in the shop while the damage shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scene {
    /// Many for few pieces.
    Rush,
    /// So many buyers of one habit.
    Buy(Habit, usize),
    /// Every second charge never arrives.
    Lost,
    /// Things are put into carts, and each is sent twice.
    Collect,
    /// The database is killed as soon as the orders are acknowledged.
    Kill,
}

struct Bug {
    name: &'static str,
    sql: &'static str,
    scene: Scene,
    /// Any of these must be found broken.
    breaks: &'static [Law],
}

impl Bug {
    fn title(&self) -> String {
        format!("bug {} is caught", self.name)
    }
}

macro_rules! bug {
    ($name:literal, $scene:expr, $($law:ident)|+) => {
        Bug {
            name: $name,
            sql: include_str!(concat!("../../bugs/", $name, ".sql")),
            scene: $scene,
            breaks: &[$(Law::$law),+],
        }
    };
}

static BUGS: [Bug; 14] = [
    bug!("check-then-write", Scene::Rush, Stock),
    bug!("attempt-not-live", Scene::Buy(Habit::PayRace, 8), Once),
    bug!("new-key-on-retry", Scene::Buy(Habit::DoubleClick, 8), Once),
    bug!("sweep-pinned", Scene::Buy(Habit::Echeck, 6), Stock),
    bug!("release-keeps-reserved", Scene::Buy(Habit::BadCard, 6), Ledgers),
    bug!("claim-without-movement", PLAIN, Ledgers),
    bug!("gap-in-the-ledger", PLAIN, Ledgers),
    bug!("unbalanced-journal", PLAIN, Ledgers),
    bug!("payment-not-booked", PLAIN, Ledgers),
    bug!("order-left-behind", PLAIN, Charges | Ledgers),
    bug!("wrong-outcome", PLAIN, Charges),
    bug!("never-looked-up", Scene::Lost, Charges),
    bug!("key-not-kept", Scene::Collect, Promises),
    bug!("answer-before-commit", Scene::Kill, Promises),
];

const PLAIN: Scene = Scene::Buy(Habit::Plain, 10);

/// As many shops at once as two cores bear.
const AT_ONCE: usize = 3;

pub async fn run(ground: &Arc<Ground>, report: &mut Report) -> anyhow::Result<()> {
    println!("bugs: {} of them, and none", BUGS.len());
    let caught = |bug: &'static Bug| async move { (bug.title(), seed(ground, bug).await) };
    let (kills, others): (Vec<&Bug>, Vec<&Bug>) = BUGS.iter().partition(|bug| bug.scene == Scene::Kill);
    let bugs = stream::iter(others).map(caught).buffer_unordered(AT_ONCE).collect::<Vec<_>>();
    let (mut done, clean) = tokio::join!(bugs, undamaged(ground, |scene| scene != Scene::Kill));
    done.push((CLEAN.to_owned(), clean));
    // A killed database is killed for everybody, so nobody else is there.
    for bug in kills {
        done.push(caught(bug).await);
    }
    let clean = undamaged(ground, |scene| scene == Scene::Kill).await;
    done.push((format!("{CLEAN}, nor when the database is killed"), clean));
    for (title, found) in done {
        let found = found.with_context(|| title.clone())?;
        report.put(title, found);
    }
    Ok(())
}

const CLEAN: &str = "without a bug nothing is caught";

/// Says what is wrong with the kit: nothing, when the damage was noticed for what it is.
async fn seed(ground: &Arc<Ground>, bug: &Bug) -> anyhow::Result<Vec<String>> {
    let since = Instant::now();
    let damage = Some(bug.sql.to_owned());
    let shop = Shop::open(ground, Options { servers: 1, damage, ..Options::default() }).await?;
    let verdict = play(&shop, bug.scene, 0).await?;
    shop.close().await?;
    let caught = verdict.findings.iter().find(|finding| bug.breaks.contains(&finding.law));
    let seconds = since.elapsed().as_secs_f64();
    Ok(match caught {
        Some(Finding { law, text, .. }) => {
            println!("  {} after {seconds:.1} s: {law}: {text}", bug.name);
            Vec::new()
        }
        None if verdict.is_clean() => vec!["nothing was noticed".to_owned()],
        None => report::lines(&verdict.findings),
    })
}

async fn undamaged(ground: &Arc<Ground>, wanted: fn(Scene) -> bool) -> anyhow::Result<Vec<String>> {
    let shop = Shop::open(ground, Options { servers: 1, ..Options::default() }).await?;
    let mut scenes: Vec<Scene> = Vec::new();
    for bug in BUGS.iter().filter(|bug| wanted(bug.scene)) {
        if !scenes.contains(&bug.scene) {
            scenes.push(bug.scene);
        }
    }
    let mut findings = Vec::new();
    for (number, scene) in scenes.into_iter().enumerate() {
        let verdict = play(&shop, scene, number).await?;
        let line = |finding: &Finding| format!("{scene:?}: {finding}");
        findings.extend(verdict.findings.iter().map(line));
    }
    shop.close().await?;
    Ok(findings)
}

async fn play(shop: &Arc<Shop>, scene: Scene, number: usize) -> anyhow::Result<Verdict> {
    shop.calm();
    // Buyers have numbers of their own in each scene: their addresses and names come from them.
    let first = number * 1_000;
    let name = format!("scene-{number}");
    let pieces = if scene == Scene::Rush { 2 } else { 1_000 };
    let product = crate::stock::product(&shop.db, &name, pieces).await?;
    let products = std::slice::from_ref(&product);
    let plain: &[(Habit, u32)] = &[(Habit::Plain, 1)];
    let crowd = |habit: Habit, count| async move {
        orders::crowd(shop, products, first, count, count, &[(habit, 1)]).await
    };
    Ok(match scene {
        Scene::Rush => {
            let before = oracle::look(shop, &[]).await?.figures.unfulfillable;
            let mut records = Vec::new();
            rush::wave(shop, &product, first, 60, plain, &mut records).await;
            let mut verdict = oracle::judge(shop, &records, Duration::from_secs(10)).await?;
            // What was sold twice is refunded in the end, and the stock is right again.
            let oversold = verdict.figures.unfulfillable - before;
            if oversold > 0 {
                let text = format!("{oversold} orders were paid for pieces that were already sold");
                verdict.findings.push(Finding::hard(Law::Stock, text));
            }
            verdict
        }
        Scene::Buy(habit, count) => {
            let records = crowd(habit, count).await;
            if habit == Habit::Echeck {
                // Longer than a hold, and than the pause between two sweeps.
                tokio::time::sleep(Duration::from_secs(7)).await;
            }
            oracle::judge(shop, &records, Duration::from_secs(8)).await?
        }
        Scene::Lost => {
            let lost = Trouble { swallowed_before: 50, ..Trouble::default() };
            shop.sim.set_rules(lost.rules());
            let records = crowd(Habit::Plain, 8).await;
            shop.calm();
            oracle::judge(shop, &records, Duration::from_secs(20)).await?
        }
        Scene::Collect => {
            let records = collect(shop, &product, first).await;
            oracle::judge(shop, &records, Duration::from_secs(5)).await?
        }
        Scene::Kill => {
            // Who writes what nobody waits for is asleep: so it is lost for certain, if nobody waits.
            shop.ground.cluster.stop_wal_writer().await?;
            let records = orders::crowd(shop, products, first, 10, 10, plain).await;
            storm::strike(shop, Fault::KillDatabase, &mut shop.dice.stream("kill", number)).await?;
            oracle::judge(shop, &records, Duration::from_secs(30)).await?
        }
    })
}

/// Everything is put into a cart twice under one key, as by a browser that heard no answer, and counts once.
async fn collect(shop: &Arc<Shop>, product: &crate::stock::Product, first: usize) -> Vec<Record> {
    let front = Front::of(shop);
    let mut records = Vec::new();
    for number in first..first + 5 {
        let buyer = Buyer::new(&front, number, shop.dice.stream("buyer", number), Duration::from_secs(30));
        for _ in 0..3 {
            keeper::collect_twice(&buyer, product).await;
        }
        records.push(buyer.into_record());
    }
    records
}
