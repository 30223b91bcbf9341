//! I5: one affiliate credit for each paid order and one reversal for each refund, while servers and workers are killed.
//!
//! Orders and their ledger are inserted as payments do it, so that a run can be large; each row of the ledger enqueues a
//! job by the shop's own trigger. The servers' workers settle the jobs while they are killed, and jobs are duplicated and
//! replayed.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use clap::Args;
use rand::{RngExt, rngs::StdRng};

use crate::{
    fault_injector::{self, Fault, FaultInjector},
    oracle::{Finding, Invariant},
    report::{self, Report},
    shop::{Environment, Options, Shop},
    stock,
};

#[derive(Debug, Clone, Args)]
pub struct CreditSizes {
    /// Number of orders that affiliates brought.
    #[arg(long, default_value_t = 1_000)]
    pub credit_orders: usize,
}

/// Orders inserted in one transaction: a hundredth of the run, within these limits.
const BATCHES: usize = 100;
const MIN_BATCH: usize = 50;
const MAX_BATCH: usize = 1_000;
const AFFILIATES: i64 = 7;
/// Rate of the affiliates, in hundredths of a percent.
const RATE: i64 = 1_250;
/// Ends a run that hangs: no job is settled for so long.
const MAX_WAIT: Duration = Duration::from_secs(90);

const FAULTS: &[Fault] = &[Fault::KillServer];
/// Longest time between two kills, in milliseconds. A worker needs about a second until it takes its first job.
const KILL_PAUSE: u64 = 4_000;

pub async fn run(
    environment: &Arc<Environment>,
    sizes: &CreditSizes,
    report: &mut Report,
) -> anyhow::Result<()> {
    println!("credits: {} orders of affiliates", sizes.credit_orders);
    let shop = Shop::open(environment, Options::default()).await?;
    shop.clear_faults();
    let since = Instant::now();
    let injector =
        FaultInjector::start(&shop, FAULTS, KILL_PAUSE, usize::MAX, shop.seed.stream("credit-kills", 0));
    let findings = play(&shop, sizes).await;
    println!("  {}", fault_injector::sentence(&injector.end().await?));
    let round = findings?;
    println!(
        "  {} orders, {} credits, {} reversals; {:.0} s",
        round.orders,
        round.credits,
        round.reversals,
        since.elapsed().as_secs_f64()
    );
    let name = format!("credits: {} orders, one credit each and one reversal for each refund", round.orders);
    report.record(name, report::lines(&round.findings));
    shop.close().await
}

#[derive(Default)]
pub struct Round {
    pub findings: Vec<Finding>,
    orders: usize,
    credits: i64,
    reversals: i64,
}

/// Inserts orders, payments and refunds while workers run, and compares credits and reversals with the ledger.
pub async fn play(shop: &Arc<Shop>, sizes: &CreditSizes) -> anyhow::Result<Round> {
    prepare(shop).await?;
    let product =
        stock::product(&shop.db, &format!("credits-{:08x}", rand::random::<u32>()), 1_000_000).await?;
    let mut rng = shop.seed.stream("credits", 0);
    let batch = (sizes.credit_orders / BATCHES).clamp(MIN_BATCH, MAX_BATCH);
    let mut first = 0;
    while first < sizes.credit_orders {
        let count = batch.min(sizes.credit_orders - first);
        insert_orders(shop, first, count, product.id).await?;
        // Orders are refunded before and after their payment is settled: some jobs are done when the next batch comes.
        settle_queue(shop, i64::try_from(count)?).await?;
        refund(shop, batch, &mut rng).await?;
        duplicate_jobs(shop, batch, &mut rng).await?;
        first += count;
    }
    // A worker that died holds its job for a minute; what releases it is tested elsewhere.
    settle_queue(shop, 0).await?;
    let mut round = check(shop, sizes.credit_orders).await?;
    // The whole outbox again, while workers are still killed: nothing changes.
    replay(shop).await?;
    settle_queue(shop, 0).await?;
    round.findings.extend(check(shop, sizes.credit_orders).await?.findings);
    Ok(round)
}

/// Affiliates with a customer's account each.
async fn prepare(shop: &Shop) -> anyhow::Result<()> {
    sqlx::query(
        "with customer as (
             insert into customers (email, email_key, user_name, user_name_key, password_hash, created_at)
             select 'affiliate' || n || '@example.com', 'affiliate' || n || '@example.com', 'affiliate' || n,
                    'affiliate' || n, '', now() from generate_series(1, $1) n returning id)
         insert into affiliates (id, customer_id, slug, state, rate_bp, created_at)
         select 500000 + row_number() over (order by id), id, 'affiliate-' || row_number() over (order by id), 'active',
                $2, now() from customer",
    )
    .bind(AFFILIATES)
    .bind(i32::try_from(RATE)?)
    .execute(&shop.db)
    .await
    .context("inserting affiliates")?;
    Ok(())
}

/// Orders of one batch with their referrals, then the payments of most of them. One in ten is the affiliate's own, one in
/// twenty is never paid.
async fn insert_orders(shop: &Shop, first: usize, count: usize, product: i64) -> anyhow::Result<()> {
    let mut tx = shop.db.begin().await?;
    sqlx::query(
        "with bought as (
             insert into orders (number, key, state, placed_by, form_key, address, email, first_name, last_name, phone,
                                 country, city, address_1, subtotal_minor, discount_minor, shipping_minor, tax_minor,
                                 total_minor, created_at, changed_at)
             select 70000000000 + n, 'credit ' || n, case when n % 20 = 7 then 'pending' else 'processing' end,
                    decode(md5(n::text), 'hex'), 'credit ' || n, '',
                    case when n % 10 = 3 then 'affiliate' || (n % $4 + 1) else 'buyer' || n end || '@example.com',
                    '', '', '', 'US', '', '', 1000 + n % 977, n % 50, 500, 60, 1000 + n % 977 - n % 50 + 560, now(), now()
             from generate_series($1::bigint, $2::bigint) n
             returning id, number, subtotal_minor),
         line as (
             insert into order_lines (order_id, position, key, product_id, name, slug, quantity, unit_minor, total_minor)
             select id, 0, 'line', $3, 'منتج', 'product', 100000, subtotal_minor, subtotal_minor from bought)
         insert into affiliate_referrals (order_id, affiliate_id, created_at)
         select id, 500001 + (number - 70000000000) % $4, now() from bought",
    )
    .bind(i64::try_from(first)?)
    .bind(i64::try_from(first + count)? - 1)
    .bind(product)
    .bind(AFFILIATES)
    .execute(&mut *tx)
    .await
    .context("inserting orders")?;
    tx.commit().await?;
    // As a payment does it: the order exists before it is paid.
    sqlx::query(
        "with journal as (
             insert into journals (order_id, kind, subject, at)
             select id, 'payment', 'credit payment ' || id, now() from orders
             where number between 70000000000 + $1 and 70000000000 + $2 and state = 'processing' returning id, order_id)
         insert into journal_entries (journal_id, account, minor)
         select journal.id, entry.account, entry.sign * bought.total_minor
         from journal join orders bought on bought.id = journal.order_id,
              (values ('provider', 1), ('sales', -1)) entry (account, sign)",
    )
    .bind(i64::try_from(first)?)
    .bind(i64::try_from(first + count)? - 1)
    .execute(&shop.db)
    .await
    .context("inserting payments")?;
    Ok(())
}

/// Refunds parts of some orders, and others completely: about a quarter as many as a batch has.
async fn refund(shop: &Shop, batch: usize, rng: &mut StdRng) -> anyhow::Result<()> {
    let share: i64 = rng.random_range(1..=10);
    sqlx::query(
        "with chosen as (
             select id, least(total_minor - refunded_minor, greatest(1, total_minor * $1 / 10)) as minor from orders
             where number >= 70000000000 and state = 'processing' and refunded_minor < total_minor and id % 3 = $2
             order by random() limit $3
             for update),
         refunded as (
             update orders set refunded_minor = refunded_minor + chosen.minor from chosen where orders.id = chosen.id
             returning orders.id, chosen.minor),
         journal as (
             insert into journals (order_id, kind, subject, at)
             select id, 'refund', 'credit refund ' || gen_random_uuid(), now() from refunded returning id, order_id)
         insert into journal_entries (journal_id, account, minor)
         select journal.id, entry.account, entry.sign * refunded.minor
         from journal join refunded on refunded.id = journal.order_id,
              (values ('provider', -1), ('refunds', 1)) entry (account, sign)",
    )
    .bind(share)
    .bind(rng.random_range(0..3i64))
    .bind(i64::try_from(batch / 4)?)
    .execute(&shop.db)
    .await
    .context("inserting refunds")?;
    Ok(())
}

/// Enqueues some jobs a second and third time, without a key that would merge them.
async fn duplicate_jobs(shop: &Shop, batch: usize, rng: &mut StdRng) -> anyhow::Result<()> {
    sqlx::query(
        "select enqueue_job('affiliates.settle', jsonb_build_object('order', order_id), null)
         from (select order_id from affiliate_referrals order by random() limit $1) chosen, generate_series(1, 2)",
    )
    .bind(rng.random_range(1..i64::try_from(batch / 5)?))
    .execute(&shop.db)
    .await
    .context("duplicating jobs")?;
    Ok(())
}

/// In batches, with a short queue: it gets slower with every job that waits in it.
async fn replay(shop: &Shop) -> anyhow::Result<()> {
    let mut last = 0_i64;
    loop {
        let replayed: Option<i64> = sqlx::query_scalar(
            "with batch as (select order_id from affiliate_referrals where order_id > $1 order by order_id limit 500),
             jobs as (select order_id, enqueue_job('affiliates.settle', jsonb_build_object('order', order_id), null)
                      from batch)
             select max(order_id) from jobs",
        )
        .bind(last)
        .fetch_one(&shop.db)
        .await
        .context("replaying the outbox")?;
        match replayed {
            Some(order) => {
                last = order;
                settle_queue(shop, 2_000).await?;
            }
            None => return Ok(()),
        }
    }
}

/// Waits until at most so many jobs are left. Jobs of killed workers are released as the library does it after a minute.
async fn settle_queue(shop: &Shop, rest: i64) -> anyhow::Result<()> {
    let mut progress = (i64::MAX, Instant::now());
    loop {
        sqlx::query(
            "update graphile_worker._private_jobs set locked_at = null, locked_by = null
             where locked_at < now() - interval '5 seconds'",
        )
        .execute(&shop.db)
        .await?;
        let left: i64 = sqlx::query_scalar(
            "select count(*) from graphile_worker._private_jobs job
             join graphile_worker._private_tasks task on task.id = job.task_id
             where task.identifier = 'affiliates.settle' and job.attempts < job.max_attempts",
        )
        .fetch_one(&shop.db)
        .await?;
        if left <= rest {
            return Ok(());
        }
        if left < progress.0 {
            progress = (left, Instant::now());
        }
        ensure!(progress.1.elapsed() < MAX_WAIT, "{left} jobs are not settled");
        // Counting a long queue takes time that the workers need.
        let pause = u64::try_from(left / 20)?.clamp(100, 5_000);
        tokio::time::sleep(Duration::from_millis(pause)).await;
    }
}

/// Removes everything that [`play`] inserted: its orders have no payment attempts, which other checks would report.
pub async fn clear(shop: &Shop) -> anyhow::Result<()> {
    for statement in [
        "delete from affiliate_referrals",
        "delete from affiliates",
        "delete from customers where user_name_key like 'affiliate%'",
        "delete from journal_entries where journal_id in
             (select journals.id from journals join orders on orders.id = order_id where number >= 70000000000)",
        "delete from journals where order_id in (select id from orders where number >= 70000000000)",
        "delete from orders where number >= 70000000000",
    ] {
        sqlx::query(statement).execute(&shop.db).await.context(statement)?;
    }
    Ok(())
}

async fn check(shop: &Shop, orders: usize) -> anyhow::Result<Round> {
    let mut round = Round { orders, ..Round::default() };
    let mut find = |text: String| round.findings.push(Finding::hard(Invariant::Credits, text));
    let count = async |sql: &'static str| -> anyhow::Result<i64> {
        sqlx::query_scalar(sql).fetch_one(&shop.db).await.context(sql)
    };
    // Everything but the affiliates' own orders and those that were never paid.
    let eligible = count(
        "select count(*) from orders where number >= 70000000000 and email like 'buyer%'
         and exists (select from journals where order_id = orders.id and kind = 'payment')",
    )
    .await?;
    round.credits = count("select count(*) from affiliate_credits").await?;
    let credited = count("select count(distinct order_id) from affiliate_credits").await?;
    if eligible == 0 || round.credits != eligible || credited != eligible {
        find(format!("{eligible} eligible orders have {} credits of {credited} orders", round.credits));
    }
    let own = count(
        "select count(*) from affiliate_credits credit join orders on orders.id = credit.order_id
         where orders.email like 'affiliate%'",
    )
    .await?;
    if own > 0 {
        find(format!("{own} own orders of affiliates are credited"));
    }
    let refunds = count(
        "select count(*) from journals journal join orders on orders.id = journal.order_id
         where journal.kind = 'refund' and orders.number >= 70000000000 and orders.email like 'buyer%'",
    )
    .await?;
    round.reversals = count("select count(*) from affiliate_reversals").await?;
    if round.reversals != refunds {
        find(format!("{refunds} refunds have {} reversals", round.reversals));
    }
    let wrong: i64 = sqlx::query_scalar(
        "select count(*) from affiliate_credits credit join orders on orders.id = credit.order_id
         where credit.amount_minor <> round((subtotal_minor - discount_minor) * $1::numeric / 10000)
            or credit.reversed_minor <> round(credit.amount_minor * refunded_minor::numeric / total_minor)
            or credit.reversed_minor <> (select coalesce(sum(amount_minor), 0) from affiliate_reversals reversal
                                         where reversal.credit_id = credit.id)",
    )
    .bind(RATE)
    .fetch_one(&shop.db)
    .await?;
    if wrong > 0 {
        find(format!("{wrong} credits have a wrong amount or wrong reversals"));
    }
    // A job that runs when its order is enqueued again loses its key and its further attempts to the new one. If its worker
    // is killed then, the row stays, without an error.
    let failed = count(
        "select count(*) from graphile_worker._private_jobs job
         join graphile_worker._private_tasks task on task.id = job.task_id
         where task.identifier = 'affiliates.settle' and (job.last_error is not null or job.key is not null)",
    )
    .await?;
    if failed > 0 {
        find(format!("{failed} jobs failed for good"));
    }
    Ok(round)
}
