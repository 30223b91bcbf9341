//! I9: every follow-up email is sent once or not at all, and to nobody who has bought or unsubscribed, while the workers
//! are killed.
//!
//! People leave carts and pay for orders in waves; some buy and some unsubscribe while their emails are planned, queued and
//! sent. What they do is noted with the time at which the database has confirmed it, and compared with the time at which the
//! shop handed the email over.

use std::{
    collections::HashMap,
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use clap::Args;
use mailsink::Sink;
use rand::{RngExt, rngs::StdRng, seq::SliceRandom};

use crate::{
    fault_injector::{self, Fault, FaultInjector, InjectedFaults},
    oracle::{Finding, Invariant},
    queue,
    report::{self, Report},
    shop::{Environment, Options, Shop},
    stock::{self, PIECE},
};

#[derive(Debug, Clone, Args)]
pub struct FollowUpSizes {
    /// How often a server is killed with its worker.
    #[arg(long, default_value_t = 20)]
    pub follow_up_kills: usize,
}

/// People who leave a cart in one wave, and as many who pay for an order.
const WAVE: i64 = 6;
/// Longest time between two kills, in milliseconds.
const KILL_PAUSE: u64 = 900;
const FAULTS: &[Fault] = &[Fault::KillServer];
/// Ends a run that hangs.
const MAX_WAIT: Duration = Duration::from_secs(120);

pub async fn run(
    environment: &Arc<Environment>,
    sizes: &FollowUpSizes,
    report: &mut Report,
) -> anyhow::Result<()> {
    println!("follow-ups: workers are killed {} times", sizes.follow_up_kills);
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
        "  {} people, {} emails, {} bought and {} unsubscribed meanwhile, {} stopped; {:.0} s",
        round.people,
        round.emails,
        round.bought,
        round.unsubscribed,
        round.stopped,
        since.elapsed().as_secs_f64()
    );
    let name = format!("follow-ups: {} emails, each sent once or not at all", round.emails);
    report.record(name, report::lines(&round.doubled));
    report
        .record("follow-ups: none to people who had bought or unsubscribed", report::lines(&round.unwanted));
    report.record("follow-ups: everybody else got theirs", report::lines(&round.lost));
    Ok(())
}

#[derive(Default)]
struct Round {
    kills: InjectedFaults,
    people: i64,
    emails: usize,
    bought: usize,
    unsubscribed: usize,
    stopped: i64,
    doubled: Vec<Finding>,
    unwanted: Vec<Finding>,
    lost: Vec<Finding>,
}

/// What a person did, confirmed by the database at this time.
struct Act {
    person: String,
    at: chrono::DateTime<chrono::Utc>,
    is_purchase: bool,
}

async fn play(shop: &Arc<Shop>, sink: &Sink, sizes: &FollowUpSizes) -> anyhow::Result<Round> {
    let list = prepare(shop).await?;
    let product = stock::product(&shop.db, "follow-ups", 1_000_000).await?;
    let mut rng = shop.seed.stream("follow-ups", 0);
    let kills = shop.seed.stream("follow-up-kills", 0);
    let injector = FaultInjector::start(shop, FAULTS, KILL_PAUSE, sizes.follow_up_kills, kills);
    let (mut wave, mut acts) = (0, Vec::new());
    while !injector.is_done() {
        insert_people(shop, wave * WAVE, product.id).await?;
        enqueue_maintenance(shop).await?;
        for _ in 0..3 {
            tokio::time::sleep(Duration::from_millis(rng.random_range(50..400))).await;
            act(shop, wave * WAVE, list, &mut rng, &mut acts).await?;
        }
        queue::release(&shop.db).await?;
        wave += 1;
    }
    let kills = injector.end().await?;
    settle(shop).await?;
    let mut round = check(shop, sink, wave * WAVE, &acts).await?;
    round.kills = kills;
    let done: usize = round.kills.values().map(|(count, _)| *count).sum();
    ensure!(done >= sizes.follow_up_kills, "{done} kills of {}", sizes.follow_up_kills);
    Ok(round)
}

/// Turns two causes on: one that a purchase ends, and one that it does not.
async fn prepare(shop: &Shop) -> anyhow::Result<i64> {
    sqlx::query_scalar(
        "with list as (insert into subscription_lists (name) values ('متابعة') returning id),
         causes as (update followup_causes set is_on = true, delay_hours = 0, list_id = list.id from list
                    where cause in ('abandoned-cart', 'after-purchase'))
         select id from list",
    )
    .fetch_one(&shop.db)
    .await
    .context("turning follow-ups on")
}

/// `cart N` leaves a cart, `buyer N` pays for an order.
async fn insert_people(shop: &Shop, first: i64, product: i64) -> anyhow::Result<()> {
    sqlx::query(
        "with cart as (
             insert into carts (created_at, updated_at) select now(), now() from generate_series(1, $2) returning id),
         person as (select id, $1 + row_number() over (order by id) - 1 as number from cart),
         line as (
             insert into cart_lines (cart_id, key, product_id, quantity, added_at)
             select id, 'line', $3, $4, now() from cart),
         captured as (
             insert into cart_emails (cart_id, email, email_key, captured_at, expires_at)
             select id, 'cart' || number || '@example.com', 'cart' || number || '@example.com', now(),
                    now() + interval '30 days' from person)
         select from person",
    )
    .bind(first)
    .bind(WAVE)
    .bind(product)
    .bind(PIECE)
    .execute(&shop.db)
    .await
    .context("inserting carts")?;
    for number in first..first + WAVE {
        insert_order(shop, &format!("buyer{number}@example.com")).await?;
    }
    Ok(())
}

async fn insert_order(shop: &Shop, email: &str) -> anyhow::Result<()> {
    sqlx::query(
        "insert into orders (number, key, state, placed_by, form_key, address, email, first_name, last_name, phone, country,
                             city, address_1, subtotal_minor, discount_minor, shipping_minor, tax_minor, total_minor,
                             created_at, changed_at, paid_at)
         values (80000000000 + (random() * 1000000000)::bigint, gen_random_uuid()::text, 'processing', decode(md5($1), 'hex'),
                 gen_random_uuid()::text, '', $1, '', '', '', 'US', '', '', 1000, 0, 0, 0, 1000, now(), now(), now())",
    )
    .bind(email)
    .execute(&shop.db)
    .await
    .context("inserting an order")?;
    Ok(())
}

/// Some people of this wave and the one before buy or unsubscribe.
async fn act(
    shop: &Shop,
    first: i64,
    list: i64,
    rng: &mut StdRng,
    acts: &mut Vec<Act>,
) -> anyhow::Result<()> {
    let mut numbers: Vec<i64> = ((first - WAVE).max(0)..first + WAVE).collect();
    numbers.shuffle(rng);
    let number = numbers[0];
    let is_purchase = rng.random_bool(0.5);
    let person = match is_purchase || rng.random_bool(0.5) {
        true => format!("cart{number}@example.com"),
        false => format!("buyer{number}@example.com"),
    };
    if acts.iter().any(|act| act.person == person) {
        return Ok(());
    }
    if is_purchase {
        insert_order(shop, &person).await?;
    } else {
        sqlx::query(
            "insert into mail_suppressions (address_hash, scope, reason, created_at)
             values (sha256(convert_to($1, 'UTF8')), 'list ' || $2, 'unsubscribed', now()) on conflict do nothing",
        )
        .bind(&person)
        .bind(list)
        .execute(&shop.db)
        .await
        .context("unsubscribing")?;
    }
    acts.push(Act { person, at: chrono::Utc::now(), is_purchase });
    Ok(())
}

async fn enqueue_maintenance(shop: &Shop) -> anyhow::Result<()> {
    sqlx::query("select enqueue_job('followups.maintain', '{}', null)").execute(&shop.db).await?;
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
            enqueue_maintenance(shop).await?;
            enqueued = Some(Instant::now());
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
        let open: i64 = sqlx::query_scalar(
            "select (select count(*) from mail_outbox
                     where state = 'waiting' or (state = 'sending' and handed_at is null))
                 + (select count(*) from followups where state = 'planned')
                 + (select count(*) from cart_emails captured where not exists (
                       select from followups known where known.person = captured.email_key)
                    and not exists (select from orders where email = captured.email_key))
                 + (select count(*) from orders where email like 'buyer%' and not exists (
                       select from followups known where known.person = orders.email))",
        )
        .fetch_one(&shop.db)
        .await?;
        if open == 0 {
            return Ok(());
        }
        ensure!(since.elapsed() < MAX_WAIT, "{open} follow-ups are not settled");
    }
}

#[derive(Debug, sqlx::FromRow)]
struct Row {
    person: String,
    cause: String,
    state: String,
    email: Option<String>,
    outcome: Option<String>,
    handed_at: Option<chrono::DateTime<chrono::Utc>>,
}

async fn check(shop: &Shop, sink: &Sink, people: i64, acts: &[Act]) -> anyhow::Result<Round> {
    let rows: Vec<Row> = sqlx::query_as(
        "select followup.person, followup.cause, followup.state, email.name::text as email, email.state as outcome,
             email.handed_at
         from followups followup left join mail_outbox email on email.id = followup.outbox_id",
    )
    .fetch_all(&shop.db)
    .await?;
    let mut received: HashMap<String, usize> = HashMap::new();
    let mut by_person: HashMap<(String, bool), usize> = HashMap::new();
    for email in sink.emails() {
        let id = email.header("message-id").unwrap_or_default().trim_matches(['<', '>', ' ']);
        *received.entry(id.split('@').next().unwrap_or_default().to_owned()).or_default() += 1;
        let is_cart = email.subject.contains("سلتك");
        *by_person.entry((email.to.join(","), is_cart)).or_default() += 1;
    }
    let mut round = Round {
        people: people * 2,
        emails: sink.emails().len(),
        bought: acts.iter().filter(|act| act.is_purchase).count(),
        unsubscribed: acts.iter().filter(|act| !act.is_purchase).count(),
        ..Round::default()
    };
    ensure!(round.emails > 0, "there were no emails");
    let limits = |text: String| Finding::hard(Invariant::Limits, text);
    for ((person, _), count) in by_person.iter().filter(|(_, count)| **count > 1) {
        round.doubled.push(limits(format!("{person} got {count} emails of one cause")));
    }
    for row in &rows {
        let arrived = row.email.as_ref().map_or(0, |name| received.remove(name).unwrap_or(0));
        if arrived > 1 {
            round.doubled.push(limits(format!("the email to {} arrived {arrived} times", row.person)));
        }
        round.stopped += i64::from(row.state == "stopped");
        // Bought or unsubscribed before the email was handed over.
        let stopping =
            |act: &&Act| act.person == row.person && (!act.is_purchase || row.cause == "abandoned-cart");
        let stopped_by = acts.iter().find(stopping);
        if let (Some(act), Some(handed)) = (stopped_by, row.handed_at)
            && arrived > 0
            && act.at < handed
        {
            let text = format!("{} got an email {} after the person had acted", row.person, handed - act.at);
            round.unwanted.push(limits(text));
        }
        // One whose server died while the mail server had it may be missing, and is not sent again.
        let may_miss = row.outcome.as_deref() == Some("sending") && row.handed_at.is_some();
        if arrived == 0 && stopped_by.is_none() && !may_miss {
            round
                .lost
                .push(limits(format!("{}: {} is {} and did not arrive", row.person, row.cause, row.state)));
        }
        if arrived == 1 && row.state == "stopped" {
            round.doubled.push(limits(format!("the email to {} is stopped and arrived", row.person)));
        }
    }
    let unknown = received.keys().map(|name| limits(format!("email {name} arrived without a follow-up")));
    round.doubled.extend(unknown);
    Ok(round)
}
