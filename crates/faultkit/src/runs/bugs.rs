//! Tests the kit itself: a new database is damaged in a known way, or the server has a known bug, and the oracle must
//! detect it. The same scenes on an undamaged shop must pass.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use futures_util::{StreamExt, stream};
use paysim::{FaultRule, RequestMatcher, Webhooks};

use super::{credits, orders, private, rush, uploads, votes};
use crate::{
    buyer::{Buyer, Front},
    collectors,
    fault_injector::{self, Fault},
    history::Record,
    notice,
    oracle::{self, Finding, Invariant, Verdict},
    report::{self, Report},
    scenarios::Scenario,
    shop::{Environment, Options, Shop},
};

/// What buyers do while the damage takes effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scene {
    /// More buyers than pieces. Not many: on a slow machine they would not get their pages in time.
    Rush,
    /// This many buyers of one scenario.
    Buy(Scenario, usize),
    /// The first charges never arrive.
    Lost,
    /// Products are added to carts, each request twice.
    Collect,
    /// The server is killed right after products were added to carts.
    CollectAndKill,
    /// Bank payments, with notices of the provider.
    Notices,
    /// People read pages, and look for the data of others.
    Private,
    /// Visitors vote on a review.
    Votes,
    /// Orders of affiliates are paid and refunded.
    Credits,
    /// Visitors upload pictures.
    Uploads,
    /// The database is killed right after the orders are acknowledged.
    Kill,
}

struct Bug {
    name: &'static str,
    /// The damage of the database; `None`: a bug of that name in the server's code.
    sql: Option<&'static str>,
    scene: Scene,
    /// At least one of these must be violated.
    breaks: &'static [Invariant],
}

impl Bug {
    fn title(&self) -> String {
        let place = if self.sql.is_some() { "database" } else { "code" };
        format!("bug {} in the {place} is caught", self.name)
    }
}

macro_rules! bug {
    ($name:literal, $scene:expr, $($invariant:ident)|+) => {
        Bug {
            name: $name,
            sql: Some(include_str!(concat!("../../bugs/", $name, ".sql"))),
            scene: $scene,
            breaks: &[$(Invariant::$invariant),+],
        }
    };
}

macro_rules! code_bug {
    ($name:literal, $scene:expr, $($invariant:ident)|+) => {
        Bug { name: $name, sql: None, scene: $scene, breaks: &[$(Invariant::$invariant),+] }
    };
}

static BUGS: [Bug; 22] = [
    bug!("check-then-write", Scene::Rush, Stock),
    bug!("attempt-not-live", Scene::Buy(Scenario::PayRace, 4), Once),
    bug!("new-key-on-retry", Scene::Buy(Scenario::DoubleClick, 4), Once),
    bug!("sweep-pinned", Scene::Buy(Scenario::Echeck, 6), Stock),
    bug!("release-keeps-reserved", Scene::Buy(Scenario::BadCard, 6), Ledgers),
    bug!("claim-without-movement", PLAIN, Ledgers),
    bug!("gap-in-the-ledger", PLAIN, Ledgers),
    bug!("unbalanced-journal", PLAIN, Ledgers),
    bug!("payment-not-booked", PLAIN, Ledgers),
    bug!("order-left-behind", PLAIN, Charges | Ledgers),
    bug!("wrong-outcome", PLAIN, Charges),
    bug!("never-looked-up", Scene::Lost, Charges),
    bug!("key-not-stored", Scene::Collect, Promises),
    bug!("answer-before-commit", Scene::Kill, Promises),
    bug!("vote-counted-twice", Scene::Votes, Limits),
    bug!("reversal-lost", Scene::Credits, Credits),
    bug!("upload-row-lost", Scene::Uploads, Media),
    bug!("upload-never-purged", Scene::Uploads, Media),
    code_bug!("answer-before-commit", Scene::CollectAndKill, Promises),
    code_bug!("new-key-on-retry", Scene::Buy(Scenario::DoubleClick, 8), Once),
    code_bug!("shared-cache-key", Scene::Private, Privacy),
    code_bug!("trusted-event-order", Scene::Notices, Charges | Ledgers),
];

const PLAIN: Scene = Scene::Buy(Scenario::Plain, 10);

/// Number of shops that two cores can run at once.
const MAX_CONCURRENT_SHOPS: usize = 3;

pub async fn run(environment: &Arc<Environment>, report: &mut Report) -> anyhow::Result<()> {
    let damages = BUGS.iter().filter(|bug| bug.sql.is_some()).count();
    println!("bugs: {damages} in databases, {} in code, and none", BUGS.len() - damages);
    let caught =
        |bug: &'static Bug| async move { (bug.title(), check_bug_is_caught(environment, bug).await) };
    let (kills, others): (Vec<&Bug>, Vec<&Bug>) = BUGS.iter().partition(|bug| bug.scene == Scene::Kill);
    let bugs = stream::iter(others).map(caught).buffer_unordered(MAX_CONCURRENT_SHOPS).collect::<Vec<_>>();
    let (mut done, clean) = tokio::join!(bugs, undamaged(environment, |scene| scene != Scene::Kill));
    done.push((CLEAN.to_owned(), clean));
    // The database is shared, so it is killed only when no other shop runs.
    for bug in kills {
        done.push(caught(bug).await);
    }
    let clean = undamaged(environment, |scene| scene == Scene::Kill).await;
    done.push((format!("{CLEAN}, nor when the database is killed"), clean));
    for (title, found) in done {
        let found = found.with_context(|| title.clone())?;
        report.record(title, found);
    }
    Ok(())
}

const CLEAN: &str = "without a bug nothing is caught";

/// How often a scene is played. Once is enough, unless the machine is so slow that the buyers give up.
const MAX_TRIES: usize = 3;

/// Returns the defects of the kit: empty if the damage was detected.
async fn check_bug_is_caught(environment: &Arc<Environment>, bug: &Bug) -> anyhow::Result<Vec<String>> {
    let since = Instant::now();
    let options = match bug.sql {
        Some(sql) => Options { damage: Some(sql.to_owned()), ..Options::default() },
        None => Options {
            with_bugs: true,
            env: vec![("MATJAR_SEEDED_BUG", bug.name.to_owned())],
            ..Options::default()
        },
    };
    let store = uploads::Store::in_folder(environment)?;
    let env = [options.env.clone(), store.settings()].concat();
    let shop = Shop::open(environment, Options { servers: 1, env, ..options }).await?;
    let mut verdict = Verdict::default();
    let mut caught = None;
    // The people of this scene can be created once.
    let tries = if bug.scene == Scene::Private { 1 } else { MAX_TRIES };
    for number in 0..tries {
        verdict = play(&shop, &store, bug.scene, number, Expectation::Violation(bug.breaks)).await?;
        caught = verdict.findings.iter().find(|finding| bug.breaks.contains(&finding.invariant));
        if caught.is_some() {
            break;
        }
    }
    shop.close().await?;
    store.remove().await;
    let seconds = since.elapsed().as_secs_f64();
    Ok(match caught {
        Some(Finding { invariant, text, .. }) => {
            println!("  {} after {seconds:.1} s: {invariant}: {text}", bug.name);
            Vec::new()
        }
        None if verdict.is_clean() => vec!["nothing was detected".to_owned()],
        None => report::lines(&verdict.findings),
    })
}

async fn undamaged(environment: &Arc<Environment>, wanted: fn(Scene) -> bool) -> anyhow::Result<Vec<String>> {
    let store = uploads::Store::in_folder(environment)?;
    let env = store.settings();
    let shop = Shop::open(environment, Options { servers: 1, env, ..Options::default() }).await?;
    let mut scenes: Vec<Scene> = Vec::new();
    for bug in BUGS.iter().filter(|bug| wanted(bug.scene)) {
        if !scenes.contains(&bug.scene) {
            scenes.push(bug.scene);
        }
    }
    let mut findings = Vec::new();
    for (number, scene) in scenes.into_iter().enumerate() {
        let verdict = play(&shop, &store, scene, number, Expectation::Consistent).await?;
        let line = |finding: &Finding| format!("{scene:?}: {finding}");
        findings.extend(verdict.findings.iter().map(line));
    }
    shop.close().await?;
    store.remove().await;
    Ok(findings)
}

/// What the oracle must say about a scene.
#[derive(Clone, Copy)]
enum Expectation {
    Consistent,
    /// At least one of these is violated.
    Violation(&'static [Invariant]),
}

/// How long a slow machine may take until everything is consistent.
const TIMEOUT: Duration = Duration::from_secs(90);

/// How long a slow machine may take until the damage takes effect.
const VIOLATION_TIMEOUT: Duration = Duration::from_secs(40);

/// Longer than a hold and the interval between two sweeps together.
const SWEEP_TIME: Duration = Duration::from_secs(7);

/// An open finding counts as a violation after this time. An undamaged shop resolves a lost charge sooner.
const OPEN_TIME: Duration = Duration::from_secs(8);
const LOST_CHARGE_OPEN_TIME: Duration = Duration::from_secs(20);

async fn play(
    shop: &Arc<Shop>,
    store: &uploads::Store,
    scene: Scene,
    number: usize,
    expectation: Expectation,
) -> anyhow::Result<Verdict> {
    shop.clear_faults();
    // Each scene has its own buyer numbers, from which addresses and names are derived.
    let first = number * 1_000;
    let name = format!("scene-{number}");
    let pieces = if scene == Scene::Rush { 2 } else { 1_000 };
    let product = crate::stock::product(&shop.db, &name, pieces).await?;
    let products = std::slice::from_ref(&product);
    let plain: &[(Scenario, u32)] = &[(Scenario::Plain, 1)];
    let crowd = |scenario: Scenario, count| async move {
        orders::crowd(shop, products, first, count, count, &[(scenario, 1)]).await
    };
    let unfulfillable = oracle::inspect(shop, &[]).await?.figures.unfulfillable;
    let mut open_time = OPEN_TIME;
    let records = match scene {
        Scene::Rush => {
            let mut records = Vec::new();
            rush::wave(shop, &product, first, 8, plain, &mut records).await;
            records
        }
        Scene::Buy(scenario, count) => {
            if matches!(scenario, Scenario::PayRace | Scenario::DoubleClick) {
                // The first of two submissions is still being charged when the second arrives.
                shop.sim.set_rules(vec![charges(paysim::Fault::Slow { ms: 2_000 }, None)]);
            }
            let records = crowd(scenario, count).await;
            if let (Scenario::Echeck, Expectation::Consistent) = (scenario, expectation) {
                tokio::time::sleep(SWEEP_TIME).await;
            }
            records
        }
        Scene::Lost => {
            open_time = LOST_CHARGE_OPEN_TIME;
            shop.sim.set_rules(vec![charges(paysim::Fault::SwallowBefore, Some(4))]);
            crowd(Scenario::Plain, 8).await
        }
        Scene::CollectAndKill => {
            let records = collect_once(shop, &product, first).await;
            fault_injector::inject(shop, Fault::KillServer, &mut shop.seed.stream("kill", number)).await?;
            records
        }
        Scene::Notices => {
            let server = shop.servers.first().context("the shop has no server")?;
            let url = format!("http://127.0.0.1:{}{}", server.port, notice::PATH);
            shop.sim.set_webhooks(Some(Webhooks { twice: true, shuffle: true, ..Webhooks::to(url) }));
            let records = crowd(Scenario::Echeck, 4).await;
            await_notices(shop, &records).await?;
            records
        }
        Scene::Private => {
            let findings = private::crawl(shop, 300).await?.findings;
            return Ok(Verdict { findings, ..Verdict::default() });
        }
        Scene::Votes => {
            let sizes = votes::VoteSizes { vote_rounds: 1, attempts: 40 };
            let findings = votes::play(shop, &sizes, false).await?.findings;
            return Ok(Verdict { findings, ..Verdict::default() });
        }
        Scene::Credits => {
            let findings = credits::play(shop, &credits::CreditSizes { credit_orders: 100 }).await?.findings;
            credits::clear(shop).await?;
            return Ok(Verdict { findings, ..Verdict::default() });
        }
        Scene::Uploads => {
            let sizes = uploads::UploadSizes { uploads: 12, senders: 4 };
            let round = uploads::play(shop, store, &sizes, false).await?;
            let findings = [round.lost, round.orphans].concat();
            return Ok(Verdict { findings, ..Verdict::default() });
        }
        Scene::Collect => collect(shop, &product, first).await,
        Scene::Kill => {
            // With the WAL writer paused, a commit that was not flushed is lost for certain.
            shop.environment.cluster.stop_wal_writer().await?;
            let records = orders::crowd(shop, products, first, 10, 10, plain).await;
            fault_injector::inject(shop, Fault::KillDatabase, &mut shop.seed.stream("kill", number)).await?;
            records
        }
    };
    shop.clear_faults();
    match expectation {
        Expectation::Consistent => {
            let mut verdict = oracle::judge(shop, &records, TIMEOUT).await?;
            verdict.findings.extend(oversold(&verdict, unfulfillable));
            Ok(verdict)
        }
        Expectation::Violation(wanted) => {
            await_violation(shop, &records, wanted, open_time, unfulfillable).await
        }
    }
}

/// A fault of the provider's charges.
fn charges(fault: paysim::Fault, times: Option<u32>) -> FaultRule {
    let kind = Some("authCaptureTransaction".to_owned());
    FaultRule { when: RequestMatcher { kind, ..RequestMatcher::default() }, fault, times, percent: None }
}

/// Oversold orders are refunded in the end, and then the stock is consistent again.
fn oversold(verdict: &Verdict, unfulfillable_before: usize) -> Option<Finding> {
    let oversold = verdict.figures.unfulfillable - unfulfillable_before;
    let text = format!("{oversold} orders were paid for pieces that were already sold");
    (oversold > 0).then(|| Finding::hard(Invariant::Stock, text))
}

/// Repeats the checks until one of these invariants is violated, however long the damage takes to have an effect.
/// An open finding must persist for `open_time`. Without a violation it returns what was found last.
async fn await_violation(
    shop: &Shop,
    records: &[Record],
    wanted: &[Invariant],
    open_time: Duration,
    unfulfillable_before: usize,
) -> anyhow::Result<Verdict> {
    let since = Instant::now();
    let mut open_since = None;
    loop {
        let mut verdict = oracle::inspect(shop, records).await?;
        verdict.findings.extend(oversold(&verdict, unfulfillable_before));
        verdict.took = since.elapsed();
        let mut violations =
            verdict.findings.iter().filter(|finding| wanted.contains(&finding.invariant)).peekable();
        if violations.peek().is_some() {
            open_since.get_or_insert_with(Instant::now);
        } else {
            open_since = None;
        }
        let is_violated = violations.any(|finding| finding.is_hard)
            || open_since.is_some_and(|since: Instant| since.elapsed() >= open_time);
        if is_violated || since.elapsed() >= VIOLATION_TIMEOUT {
            return Ok(verdict);
        }
        tokio::time::sleep(Duration::from_millis(250)).await;
    }
}

/// Waits until the shop has accepted a notice for each buyer.
async fn await_notices(shop: &Shop, records: &[Record]) -> anyhow::Result<()> {
    let count = i64::try_from(records.iter().filter(|record| !record.forms.is_empty()).count())?;
    let since = Instant::now();
    loop {
        let sql = "select count(*) from webhook_inbox";
        let accepted: i64 = sqlx::query_scalar(sql).fetch_one(&shop.db).await?;
        if accepted >= count {
            return Ok(());
        }
        ensure!(since.elapsed() < TIMEOUT, "only {accepted} of {count} notices were accepted");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Several buyers add one piece each, at the same time.
async fn collect_once(shop: &Arc<Shop>, product: &crate::stock::Product, first: usize) -> Vec<Record> {
    let front = Front::from_shop(shop);
    let buyers = (first..first + 5).map(|number| {
        let buyer = Buyer::new(&front, number, shop.seed.stream("buyer", number), TIMEOUT);
        async move {
            collectors::collect(&buyer, product).await;
            buyer.into_record()
        }
    });
    futures_util::future::join_all(buyers).await
}

/// Adds everything twice under one key, like a browser that got no response; it must count once.
async fn collect(shop: &Arc<Shop>, product: &crate::stock::Product, first: usize) -> Vec<Record> {
    let front = Front::from_shop(shop);
    let mut records = Vec::new();
    for number in first..first + 5 {
        let buyer = Buyer::new(&front, number, shop.seed.stream("buyer", number), TIMEOUT);
        for _ in 0..3 {
            collectors::collect_twice(&buyer, product).await;
        }
        records.push(buyer.into_record());
    }
    records
}
