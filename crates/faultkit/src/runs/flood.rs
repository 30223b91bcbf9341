//! I12 in figures: what a flood from one address costs all others. Not a part of `merge`: the figures need a release build
//! and a machine with nothing else to do.

use std::{sync::Arc, time::Duration};

use anyhow::Context;
use clap::Args;

use super::{
    orders,
    overload::{self, Shoppers},
};
use crate::{
    generator::{self, Generate, Generator, Kind},
    report::{self, Report},
    shop::Environment,
};

#[derive(Debug, Clone, Args)]
pub struct Flood {
    /// Length of each part in seconds.
    #[arg(id = "flood_seconds", long = "seconds", default_value_t = 30)]
    pub seconds: u64,
    /// Connections that send nothing.
    #[arg(long, default_value_t = 5_000)]
    pub idle: usize,
    /// Connections that send headers or a body byte by byte.
    #[arg(long, default_value_t = 150)]
    pub trickles: usize,
    /// Unknown paths a second.
    #[arg(long, default_value_t = 700)]
    pub paths: u64,
    /// Largest p99 under flood, as a multiple of the quiet one.
    #[arg(long, default_value_t = 2.0)]
    pub factor: f64,
}

/// Below this many milliseconds a p99 is noise of the machine.
const NOISE_MS: f64 = 10.0;

pub async fn run(environment: &Arc<Environment>, sizes: &Flood, report: &mut Report) -> anyhow::Result<()> {
    let name = environment.program.display().to_string();
    let build = if name.contains("/release/") { "release" } else { "debug" };
    println!(
        "flood: {} idle connections, {} trickling ones, {} unknown paths a second from one address; {build} build, {}",
        sizes.idle,
        sizes.trickles,
        sizes.paths,
        match generator::own_processor() {
            Some(processor) => format!("the generator on processor {processor}, the server on 0"),
            None => "everything on one processor".to_owned(),
        }
    );
    let shop = overload::open_shop(environment).await?;
    let products = orders::products(&shop, 1, 1_000_000).await?;
    let product = products.first().context("no product")?;
    let mut shoppers = Shoppers::new(&shop, product);
    shoppers.measure(Duration::from_secs(3)).await;
    let part = Duration::from_secs(sizes.seconds);
    let before = shoppers.measure(part / 2).await;
    let flood = Generate {
        kind: Kind::Flood,
        seconds: sizes.seconds + 4,
        rate: sizes.paths,
        idle: sizes.idle,
        trickles: sizes.trickles,
        ..Generate::default()
    };
    let hostile = Generator::start(&shop, product.id, &flood)?;
    // All connections are made by then.
    tokio::time::sleep(Duration::from_secs(3)).await;
    let flooded = shoppers.measure(part).await;
    let tally = hostile.end().await?;
    // Quiet before and after: the machine's own drift is in both.
    let after = shoppers.measure(part / 2).await;
    let mut quiet = before;
    for (row, values) in quiet.rows.iter_mut().zip(after.rows) {
        row.extend(values);
    }
    quiet.failures.extend(after.failures);
    overload::print_rows(&quiet, &flooded);
    println!(
        "  hostile: {:?}, {} without a response, longest trickle {:.1} s",
        tally.other,
        tally.lost,
        tally.longest_trickle_ms / 1_000.0
    );
    let findings = overload::slower(&quiet, &flooded, sizes.factor, NOISE_MS);
    report.record(
        format!("flood: p99 within {} times the quiet one (I12)", sizes.factor),
        report::lines(&findings),
    );
    shop.close().await
}
