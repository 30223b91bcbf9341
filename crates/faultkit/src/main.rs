//! `faultkit`: run through `scripts/faults`, which makes the cluster that it may kill.

use std::{path::PathBuf, process::ExitCode, sync::Arc, time::Instant};

use anyhow::Context;
use clap::{Parser, Subcommand};
use faultkit::{
    dice::Dice,
    report::Report,
    runs::{
        bugs,
        foreign::{self, Foreign},
        full::{self, Full},
        kills::{self, Kills},
        orders::{self, Orders},
        pooled::{self, Pooled},
        restart::{self, Restart},
        rush::{self, Rush},
        withdrawn::{self, Withdrawn},
    },
    shop::Ground,
};
use tokio::signal::unix::{SignalKind, signal};

#[derive(Parser)]
#[command(about = "Breaks what the shop depends on, and counts its money and goods afterwards")]
struct Cli {
    /// The server's program.
    #[arg(long, global = true, env = "MATJAR_SERVER", default_value = "target/debug/matjar")]
    server: PathBuf,
    /// The same seed, the same buyers and the same bad luck.
    #[arg(long, global = true)]
    seed: Option<u64>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// I1: many more buyers than pieces.
    Rush(Rush),
    /// I2, I3, I8: orders of every kind while things break.
    Orders(Orders),
    /// I10, I8: everything is killed, and nothing acknowledged is gone.
    Kills(Kills),
    /// I10, I8: the disk is full, again and again. Its cluster lies on a small volume of its own.
    Full(Full),
    /// I2: a second shop on the same account at the provider undoes nothing of the first.
    Foreign(Foreign),
    /// I9: servers are stopped and started, and every email is sent once.
    Restart(Restart),
    /// I2, I10: the shop behind a pooler that hands out connections by transaction.
    Pooled(Pooled),
    /// I8: goods that are withdrawn while they lie in carts.
    Withdrawn(Withdrawn),
    /// Whether the kit would notice: known damage, each caught.
    Bugs,
    /// All of it, at the sizes that every change must pass.
    Merge {
        #[command(flatten)]
        rush: Rush,
        #[command(flatten)]
        orders: Orders,
        #[command(flatten)]
        kills: Kills,
        #[command(flatten)]
        foreign: Foreign,
        #[command(flatten)]
        restart: Restart,
        #[command(flatten)]
        withdrawn: Withdrawn,
    },
}

#[tokio::main]
async fn main() -> anyhow::Result<ExitCode> {
    let cli = Cli::parse();
    let mut terminate = signal(SignalKind::terminate()).context("listening for SIGTERM")?;
    // Whoever ends the kit ends its servers: they are killed when their owner is dropped.
    tokio::select! {
        done = run(cli) => done,
        _ = terminate.recv() => Ok(ExitCode::from(143)),
        _ = tokio::signal::ctrl_c() => Ok(ExitCode::from(130)),
    }
}

async fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    let since = Instant::now();
    let seed = cli.seed.unwrap_or_else(|| rand::random_range(1..1_000_000));
    println!("seed {seed}");
    let ground = Arc::new(Ground::new(cli.server, Dice(seed)).await?);
    let mut report = Report::default();
    match &cli.command {
        Command::Rush(sizes) => rush::run(&ground, sizes, &mut report).await?,
        Command::Orders(sizes) => orders::run(&ground, sizes, &mut report).await?,
        Command::Kills(sizes) => kills::run(&ground, sizes, &mut report).await?,
        Command::Full(sizes) => full::run(&ground, sizes, &mut report).await?,
        Command::Foreign(sizes) => foreign::run(&ground, sizes, &mut report).await?,
        Command::Restart(sizes) => restart::run(&ground, sizes, &mut report).await?,
        Command::Pooled(sizes) => pooled::run(&ground, sizes, &mut report).await?,
        Command::Withdrawn(sizes) => withdrawn::run(&ground, sizes, &mut report).await?,
        Command::Bugs => bugs::run(&ground, &mut report).await?,
        Command::Merge { rush, orders, kills, foreign, restart, withdrawn } => {
            // First whether the kit can be believed.
            bugs::run(&ground, &mut report).await?;
            rush::run(&ground, rush, &mut report).await?;
            orders::run(&ground, orders, &mut report).await?;
            kills::run(&ground, kills, &mut report).await?;
            foreign::run(&ground, foreign, &mut report).await?;
            restart::run(&ground, restart, &mut report).await?;
            withdrawn::run(&ground, withdrawn, &mut report).await?;
        }
    }
    Ok(if report.end(since) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_of_all_runs_fit_together() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }
}
