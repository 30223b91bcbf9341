//! I9: when pieces arrive, as many people as pieces get one email, in the order of waiting, while the workers are killed.
//!
//! A crowd waits for one product, and some of them wait for another one, too. Pieces arrive in waves; some people cancel
//! while their emails are queued and sent. In the end nobody has two emails about a product, no more people than pieces were
//! written to, nobody was written to before a person who had waited longer, and no finished alert contains an address.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, bail, ensure};
use clap::Args;
use mailsink::Sink;
use rand::RngExt;

use crate::{
    fault_injector::{self, Fault, FaultInjector, InjectedFaults},
    oracle::{Finding, Invariant},
    queue,
    report::{self, Report},
    shop::{Environment, Options, Shop},
    stock::{self, PIECE},
};

#[derive(Debug, Clone, Args)]
pub struct StockAlertSizes {
    /// People who wait.
    #[arg(long, default_value_t = 500)]
    pub waiting_people: i64,
    /// Pieces that arrive, in waves of five.
    #[arg(long, default_value_t = 50)]
    pub arriving_pieces: i64,
    /// How often a server is killed with its worker.
    #[arg(long, default_value_t = 10)]
    pub stock_alert_kills: usize,
}

/// Longest time between two kills, in milliseconds.
const KILL_PAUSE: u64 = 900;
const FAULTS: &[Fault] = &[Fault::KillServer];
/// Pieces of one arrival.
const WAVE: i64 = 5;
/// Ends a run that hangs.
const MAX_WAIT: Duration = Duration::from_secs(180);

pub async fn run(
    environment: &Arc<Environment>,
    sizes: &StockAlertSizes,
    report: &mut Report,
) -> anyhow::Result<()> {
    let StockAlertSizes { waiting_people, arriving_pieces, stock_alert_kills } = *sizes;
    println!(
        "stock-alerts: {waiting_people} people wait, {arriving_pieces} pieces arrive, workers are killed {stock_alert_kills} times"
    );
    let since = Instant::now();
    let sink = Sink::open(([127, 0, 0, 1], 0).into()).await?;
    let options = Options { smtp_url: Some(sink.url()), ..Options::default() };
    let shop = Shop::open(environment, options).await?;
    shop.clear_faults();
    let round = play(&shop, &sink, sizes).await;
    shop.close().await?;
    let round = round?;
    println!("  {}", fault_injector::sentence(&round.kills));
    println!(
        "  {} emails, {} cancelled meanwhile; {:.0} s",
        round.emails,
        round.cancelled,
        since.elapsed().as_secs_f64()
    );
    report.record(
        format!("stock-alerts: {} emails, each at most once", round.emails),
        report::lines(&round.doubled),
    );
    report.record(
        "stock-alerts: no more people than pieces, in the order of waiting",
        report::lines(&round.order),
    );
    report.record("stock-alerts: everybody whose turn it was got theirs", report::lines(&round.lost));
    report.record("stock-alerts: no address is left of a finished alert", report::lines(&round.remaining));
    Ok(())
}

#[derive(Default)]
struct Round {
    kills: InjectedFaults,
    emails: usize,
    cancelled: usize,
    doubled: Vec<Finding>,
    order: Vec<Finding>,
    lost: Vec<Finding>,
    remaining: Vec<Finding>,
}

async fn play(shop: &Arc<Shop>, sink: &Sink, sizes: &StockAlertSizes) -> anyhow::Result<Round> {
    let product = stock::product(&shop.db, "stock-alerts", 0).await?;
    insert_people(shop, product.id, sizes.waiting_people).await?;
    let mut rng = shop.seed.stream("stock-alerts", 0);
    let kills = shop.seed.stream("stock-alert-kills", 0);
    let injector = FaultInjector::start(shop, FAULTS, KILL_PAUSE, sizes.stock_alert_kills, kills);
    let mut arrived = 0;
    while !injector.is_done() || arrived < sizes.arriving_pieces {
        if arrived < sizes.arriving_pieces {
            let pieces = WAVE.min(sizes.arriving_pieces - arrived);
            sqlx::query("select move_stock($1, 1::smallint, $2, 'delivery')")
                .bind(&product.sku)
                .bind(pieces * PIECE)
                .execute(&shop.db)
                .await
                .context("pieces arrive")?;
            arrived += pieces;
        }
        tokio::time::sleep(Duration::from_millis(rng.random_range(50..500))).await;
        cancel_one(shop, rng.random_range(0..sizes.waiting_people)).await?;
        queue::release(&shop.db).await?;
    }
    let kills = injector.end().await?;
    settle(shop).await?;
    let mut round = check(shop, sink, sizes.arriving_pieces).await?;
    round.kills = kills;
    let done: usize = round.kills.values().map(|(count, _)| *count).sum();
    ensure!(done >= sizes.stock_alert_kills, "{done} kills of {}", sizes.stock_alert_kills);
    Ok(round)
}

async fn insert_people(shop: &Shop, product: i64, people: i64) -> anyhow::Result<()> {
    sqlx::query(
        "insert into stock_alerts (product_id, person, address_hash, page_hash, created_at)
         select $1, 'p' || number || '@example.com', sha256(convert_to('p' || number || '@example.com', 'UTF8')),
                sha256(convert_to('page ' || number, 'UTF8')), now()
         from generate_series(0, $2 - 1) number order by number",
    )
    .bind(product)
    .bind(people)
    .execute(&shop.db)
    .await
    .context("inserting people")?;
    Ok(())
}

/// A person who waits, or whose email is on its way, cancels.
async fn cancel_one(shop: &Shop, number: i64) -> anyhow::Result<()> {
    sqlx::query(
        "update stock_alerts set state = 'stopped', person = null, finished_at = now()
         where person = 'p' || $1 || '@example.com' and finished_at is null",
    )
    .bind(number)
    .execute(&shop.db)
    .await
    .context("cancelling")?;
    Ok(())
}

/// Waits until nothing is open. An email whose server died after it was handed over stays so for an hour; it counts as
/// finished.
async fn settle(shop: &Shop) -> anyhow::Result<()> {
    let since = Instant::now();
    let mut enqueued: Option<Instant> = None;
    loop {
        queue::release(&shop.db).await?;
        if enqueued.is_none_or(|at| at.elapsed() > Duration::from_secs(3)) {
            sqlx::query("select enqueue_job('stock_alerts.maintain', '{}', null)").execute(&shop.db).await?;
            enqueued = Some(Instant::now());
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        let open: i64 = sqlx::query_scalar(
            "select (select count(*) from mail_outbox
                     where state = 'waiting' or (state = 'sending' and handed_at is null))
                 + (select count(*) from graphile_worker._private_jobs)",
        )
        .fetch_one(&shop.db)
        .await?;
        if open == 0 {
            return Ok(());
        }
        if since.elapsed() >= MAX_WAIT {
            bail!("{open} alerts and jobs are not settled: {}", remaining(shop).await?);
        }
    }
}

/// What is open, to explain a run that does not end.
async fn remaining(shop: &Shop) -> anyhow::Result<String> {
    let lines: Vec<String> = sqlx::query_scalar(
        "select format('email %s %s, taken %s, handed %s', id, state, taken_at, handed_at) from mail_outbox
         where state = 'waiting' or (state = 'sending' and handed_at is null)
         union all
         select format('job %s %s, attempt %s of %s, due %s, locked %s by %s: %s', job.id, task.identifier, job.attempts,
             job.max_attempts, job.run_at, job.locked_at, job.locked_by, left(job.last_error, 300))
         from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = job.task_id",
    )
    .fetch_all(&shop.db)
    .await?;
    Ok(lines.join("; "))
}

#[derive(Debug, sqlx::FromRow)]
struct Row {
    number: i64,
    state: String,
    person: Option<String>,
    /// It was queued at least once.
    was_notified: bool,
    email: Option<String>,
    outcome: Option<String>,
    was_handed: Option<bool>,
}

async fn check(shop: &Shop, sink: &Sink, pieces: i64) -> anyhow::Result<Round> {
    let rows: Vec<Row> = sqlx::query_as(
        "select row_number() over (order by alert.id) - 1 as number, alert.state, alert.person, alert.rounds > 0 as was_notified,
             email.name::text as email, email.state as outcome, email.handed_at is not null as was_handed
         from stock_alerts alert left join mail_outbox email on email.id = alert.outbox_id order by alert.id",
    )
    .fetch_all(&shop.db)
    .await?;
    let mut received: HashMap<String, usize> = HashMap::new();
    let mut by_person: HashMap<String, usize> = HashMap::new();
    for email in sink.emails() {
        let id = email.header("message-id").unwrap_or_default().trim_matches(['<', '>', ' ']);
        *received.entry(id.split('@').next().unwrap_or_default().to_owned()).or_default() += 1;
        *by_person.entry(email.to.join(",")).or_default() += 1;
    }
    let mut round = Round { emails: sink.emails().len(), ..Round::default() };
    ensure!(round.emails > 0, "there were no emails");
    let limits = |text: String| Finding::hard(Invariant::Limits, text);
    for (person, count) in by_person.iter().filter(|(_, count)| **count > 1) {
        round.doubled.push(limits(format!("{person} got {count} emails")));
    }
    let notified = rows.iter().filter(|row| row.was_notified).count();
    if i64::try_from(notified).unwrap_or(i64::MAX) > pieces {
        round.order.push(limits(format!("{notified} people were notified about {pieces} pieces")));
    }
    // Those who still wait have waited shorter than all who were notified.
    let last_notified = rows.iter().filter(|row| row.was_notified).map(|row| row.number).max().unwrap_or(-1);
    for row in &rows {
        if row.state == "waiting" && row.number < last_notified {
            round.order.push(limits(format!(
                "person {} waits, and person {last_notified} was notified",
                row.number
            )));
        }
        let arrived = row.email.as_ref().map_or(0, |name| received.remove(name).unwrap_or(0));
        if arrived > 1 {
            round.doubled.push(limits(format!("the email to person {} arrived {arrived} times", row.number)));
        }
        round.cancelled += usize::from(row.state == "stopped" && arrived == 0);
        let may_miss = row.outcome.as_deref() == Some("sending") && row.was_handed == Some(true);
        if row.was_notified && arrived == 0 && row.state != "stopped" && !may_miss {
            round.lost.push(limits(format!("person {} is {} and got no email", row.number, row.state)));
        }
        if row.person.is_some() && matches!(row.state.as_str(), "sent" | "stopped") {
            round.remaining.push(limits(format!("the address of person {} is still there", row.number)));
        }
    }
    let unknown = received.keys().map(|name| limits(format!("email {name} arrived without an alert")));
    round.doubled.extend(unknown);
    Ok(round)
}
