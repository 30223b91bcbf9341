//! The shop behind PgBouncer in transaction mode, with kills of servers and of the database.

use std::{path::PathBuf, sync::Arc, time::Duration};

use anyhow::Context;
use clap::Args;

use super::orders::{self, RECOVERY_TIMEOUT};
use crate::{
    fault_injector::{self, Fault, FaultInjector},
    history, oracle,
    report::{self, Report},
    scenarios::Scenario,
    shop::{Environment, Options, Shop},
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

pub async fn run(environment: &Arc<Environment>, sizes: &Pooled, report: &mut Report) -> anyhow::Result<()> {
    println!("pooled: {} buyers behind a pooler", sizes.buyers);
    let pooler = Some(sizes.pgbouncer.clone().context("MATJAR_PGBOUNCER is not set")?);
    let shop = Shop::open(environment, Options { pooler, ..Options::default() }).await?;
    shop.clear_faults();
    let products = orders::products(&shop, 4, 1_000_000).await?;
    let injector = FaultInjector::start(&shop, FAULTS, 2_500, usize::MAX, shop.seed.stream("storm", 0));
    let records = orders::crowd(&shop, &products, 0, sizes.buyers, 24, &Scenario::MIX).await;
    let injected = injector.end().await?;
    shop.clear_faults();
    shop.ready(Duration::from_secs(30)).await?;
    let verdict = oracle::judge(&shop, &records, RECOVERY_TIMEOUT).await?;
    println!("  {}", history::sentence(&history::ends(&records)));
    for text in history::refusals(&records) {
        println!("  refused: {text}");
    }
    println!("  {}", fault_injector::sentence(&injected));
    println!("  {}", report::figures(&verdict, &records));
    let findings = report::lines(&verdict.findings).into_iter().chain(report::unanswered(&records));
    report.record(format!("pooled: {} buyers behind a pooler", sizes.buyers), findings.collect());
    shop.close().await
}
