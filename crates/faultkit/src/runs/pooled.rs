//! The whole shop behind PgBouncer in transaction mode, with kills of servers and of the database.

use std::{path::PathBuf, sync::Arc, time::Duration};

use anyhow::Context;
use clap::Args;

use super::orders::{self, RECOVERY};
use crate::{
    habits::Habit,
    history, oracle,
    report::{self, Report},
    shop::{Ground, Options, Shop},
    storm::{self, Fault, Storm},
};

#[derive(Debug, Clone, Args)]
pub struct Pooled {
    #[arg(long = "pooled-buyers", default_value_t = 300)]
    pub buyers: usize,
    /// PgBouncer 1.21 or newer; `scripts/faults pooled` finds or builds one.
    #[arg(long, env = "MATJAR_PGBOUNCER")]
    pub pgbouncer: Option<PathBuf>,
}

const FAULTS: &[Fault] = &[Fault::KillServer, Fault::KillServer, Fault::KillDatabase, Fault::Provider];

pub async fn run(ground: &Arc<Ground>, sizes: &Pooled, report: &mut Report) -> anyhow::Result<()> {
    println!("pooled: {} buyers behind a pooler", sizes.buyers);
    let pooler = Some(sizes.pgbouncer.clone().context("MATJAR_PGBOUNCER is not set")?);
    let shop = Shop::open(ground, Options { pooler, ..Options::default() }).await?;
    shop.calm();
    let products = orders::products(&shop, 4, 1_000_000).await?;
    let storm = Storm::begin(&shop, FAULTS, 2_500, usize::MAX, shop.dice.stream("storm", 0));
    let records = orders::crowd(&shop, &products, 0, sizes.buyers, 24, &Habit::MIX).await;
    let struck = storm.end().await?;
    shop.calm();
    shop.ready(Duration::from_secs(30)).await?;
    let verdict = oracle::judge(&shop, &records, RECOVERY).await?;
    println!("  {}", history::sentence(&history::ends(&records)));
    for words in history::refusals(&records) {
        println!("  refused: {words}");
    }
    println!("  {}", storm::sentence(&struck));
    println!("  {}", report::figures(&verdict, &records));
    let findings = report::lines(&verdict.findings).into_iter().chain(report::untold(&records));
    report.put(format!("pooled: {} buyers behind a pooler", sizes.buyers), findings.collect());
    shop.close().await
}
