//! Two shops with separate databases on one provider account: neither touches the other's payments.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use anyhow::ensure;
use clap::Args;

use super::orders;
use crate::{
    report::Report,
    scenarios::Scenario,
    shop::{Environment, Options, Shop},
};

#[derive(Debug, Clone, Args)]
pub struct Foreign {
    /// Number of buyers in each shop.
    #[arg(id = "foreign_buyers", long = "foreign-buyers", default_value_t = 20)]
    pub buyers: usize,
}

/// Gives the second shop its own identity, like a migrated database; the kit's databases are copies of one
/// template.
const NEW_IDENTITY: &str = "update shop_identity set id = gen_random_uuid()";

pub async fn run(environment: &Arc<Environment>, sizes: &Foreign, report: &mut Report) -> anyhow::Result<()> {
    println!("foreign: two shops on one account, {} buyers each", sizes.buyers);
    let first = Shop::open(environment, Options { servers: 1, ..Options::default() }).await?;
    first.clear_faults();
    let products = orders::products(&first, 1, 1_000_000).await?;
    let plain: &[(Scenario, u32)] = &[(Scenario::Plain, 1)];
    let half = sizes.buyers.div_ceil(2);
    orders::crowd(&first, &products, 0, half, 8, plain).await;
    let before = first.sim.ledger().len();

    let options = Options {
        servers: 1,
        damage: Some(NEW_IDENTITY.to_owned()),
        sim: Some(first.sim.clone()),
        ..Options::default()
    };
    let second = Shop::open(environment, options).await?;
    let second_products = orders::products(&second, 1, 1_000_000).await?;
    // Both shops keep selling while both reconcile the whole ledger.
    wait_until_reconciled(&second, Instant::now()).await?;
    tokio::join!(
        orders::crowd(&first, &products, half, half, 8, plain),
        orders::crowd(&second, &second_products, 0, sizes.buyers, 8, plain)
    );
    for shop in [&first, &second] {
        wait_until_reconciled(shop, Instant::now()).await?;
        wait_until_reconciled(shop, Instant::now()).await?;
    }

    let ledger = first.sim.ledger();
    let mut findings = Vec::new();
    for entry in ledger.iter().filter(|entry| entry.status == "voided" || entry.kind == "refundTransaction") {
        findings.push(format!("payment {} of {} was undone", entry.trans_id, entry.amount));
    }
    if before == 0 || ledger.len() < before * 2 {
        findings.push(format!("{before} and {} payments are too few to show anything", ledger.len()));
    }
    let mut foreign = Vec::new();
    for shop in [&first, &second] {
        let (seen, other): (i64, i64) = sqlx::query_as(
            "select count(*) filter (where kind = 'foreign'), count(*) filter (where kind <> 'foreign')
             from reconciliation_discrepancies",
        )
        .fetch_one(&shop.db)
        .await?;
        if seen == 0 || other != 0 {
            findings.push(format!(
                "{}: {seen} foreign payments recorded, {other} other discrepancies",
                shop.name
            ));
        }
        foreign.push(seen);
    }
    println!("  {} payments; recorded as foreign: {foreign:?}", ledger.len());
    report.record("foreign: no payment of another shop is undone", findings);
    first.close().await?;
    second.close().await
}

/// Waits until a shop has reconciled the whole ledger after this call.
async fn wait_until_reconciled(shop: &Shop, since: Instant) -> anyhow::Result<()> {
    let start: chrono::DateTime<chrono::Utc> = sqlx::query_scalar("select now()").fetch_one(&shop.db).await?;
    loop {
        let done: bool = sqlx::query_scalar(
            "select exists (select from reconciliation_cursor where reconciled_until > $1)",
        )
        .bind(start)
        .fetch_one(&shop.db)
        .await?;
        if done {
            return Ok(());
        }
        ensure!(since.elapsed() < Duration::from_secs(40), "{} does not reconcile its ledger", shop.name);
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
