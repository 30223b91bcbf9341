//! `faultkit`: run it through `scripts/faults`, which creates the cluster that may be killed.

use std::{path::PathBuf, process::ExitCode, sync::Arc, time::Instant};

use anyhow::Context;
use clap::{Parser, Subcommand};
use faultkit::{
    generator::{self, Generate},
    report::Report,
    rng::Seed,
    runs::{
        bugs,
        carts::{self, Carts},
        clock::{self, ClockSizes},
        credits::{self, CreditSizes},
        disk_full::{self, DiskFull},
        enquiries::{self, EnquirySizes},
        flood::{self, Flood},
        follow_ups::{self, FollowUpSizes},
        foreign::{self, Foreign},
        kills::{self, Kills},
        orders::{self, Orders},
        overload::{self, Overload},
        pooled::{self, Pooled},
        private::{self, Private},
        restart::{self, Restart},
        rush::{self, Rush},
        spam::{self, SpamSizes},
        stock_alerts::{self, StockAlertSizes},
        uploads::{self, UploadSizes},
        votes::{self, VoteSizes},
        withdrawn::{self, Withdrawn},
    },
    shop::Environment,
};
use tokio::signal::unix::{SignalKind, signal};

#[derive(Parser)]
#[command(about = "Injects faults into the shop's dependencies and checks payments and stock afterwards")]
struct Cli {
    /// Path of the server binary.
    #[arg(long, global = true, env = "MATJAR_SERVER", default_value = "target/debug/matjar")]
    server: PathBuf,
    /// Path of the server binary with seeded bugs, for `bugs` and `clock`.
    #[arg(long, global = true, env = "MATJAR_BUGS_SERVER")]
    bugs_server: Option<PathBuf>,
    /// Seed of all random numbers: the same seed gives the same buyers and faults.
    #[arg(long, global = true)]
    seed: Option<u64>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// I1: many more buyers than pieces.
    Rush(Rush),
    /// I2, I3, I8: orders of every kind under faults.
    Orders(Orders),
    /// I10, I8: all services are killed, and nothing acknowledged is lost.
    Kills(Kills),
    /// I10, I8: the disk is full, repeatedly. Needs a cluster on a separate small volume.
    Full(DiskFull),
    /// I2: two shops on one provider account do not undo each other's payments.
    Foreign(Foreign),
    /// I9: servers are restarted, and every email is sent once.
    Restart(Restart),
    /// I2, I10: the shop behind a connection pooler in transaction mode.
    Pooled(Pooled),
    /// I8: products are withdrawn while they are in carts.
    Withdrawn(Withdrawn),
    /// I4: no upload is lost, whichever process dies.
    Uploads(UploadSizes),
    /// I4, I9, I10: a server is killed at every step of an enquiry.
    Enquiries(EnquirySizes),
    /// I9, I12: what holds programs that send a form.
    Spam(SpamSizes),
    /// I9: one vote for each visitor.
    Votes(VoteSizes),
    /// I5: credits of affiliates, while workers are killed and jobs repeated.
    Credits(CreditSizes),
    /// I9: follow-up emails, while workers are killed and people buy and unsubscribe.
    FollowUps(FollowUpSizes),
    /// I9: alerts about goods that arrive, while workers are killed and people cancel.
    StockAlerts(StockAlertSizes),
    /// I6: carts of people who sign in and out on two devices.
    Carts(Carts),
    /// I7: nobody sees another's data, and no cache contains any.
    Private(Private),
    /// I11: the server's clock is wrong.
    Clock(ClockSizes),
    /// I12: slow clients, ten times the load, an exhausted pool.
    Overload(Overload),
    /// I12: what a flood from one address costs all others.
    Flood(Flood),
    /// Load for `overload` and `flood`.
    #[command(hide = true)]
    Generate(Generate),
    /// Tests the kit itself: every known damage must be detected.
    Bugs,
    /// All runs except full, pooled, flood and spam, at the sizes that every change must pass.
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
        #[command(flatten)]
        uploads: UploadSizes,
        #[command(flatten)]
        enquiries: EnquirySizes,
        #[command(flatten)]
        votes: VoteSizes,
        #[command(flatten)]
        credits: CreditSizes,
        #[command(flatten)]
        follow_ups: FollowUpSizes,
        #[command(flatten)]
        stock_alerts: StockAlertSizes,
        #[command(flatten)]
        carts: Carts,
        #[command(flatten)]
        private: Private,
        #[command(flatten)]
        clock: ClockSizes,
        #[command(flatten)]
        overload: Overload,
    },
}

#[tokio::main]
async fn main() -> ExitCode {
    match run_until_signal().await {
        Ok(code) => code,
        Err(error) => {
            // Without the backtrace that `Result` as the return type would print after it.
            eprintln!("faults: the run could not be completed: {error:#}");
            ExitCode::FAILURE
        }
    }
}

async fn run_until_signal() -> anyhow::Result<ExitCode> {
    let cli = Cli::parse();
    let mut terminate = signal(SignalKind::terminate()).context("listening for SIGTERM")?;
    // Servers are killed when their owner is dropped.
    tokio::select! {
        done = run(cli) => done,
        _ = terminate.recv() => Ok(ExitCode::from(143)),
        _ = tokio::signal::ctrl_c() => Ok(ExitCode::from(130)),
    }
}

async fn run(cli: Cli) -> anyhow::Result<ExitCode> {
    if let Command::Generate(what) = &cli.command {
        generator::run(what).await?;
        return Ok(ExitCode::SUCCESS);
    }
    let since = Instant::now();
    let seed = cli.seed.unwrap_or_else(|| rand::random_range(1..1_000_000));
    println!("seed {seed}");
    let environment = Arc::new(Environment::new(cli.server, cli.bugs_server, Seed(seed)).await?);
    let mut report = Report::default();
    match &cli.command {
        Command::Rush(sizes) => rush::run(&environment, sizes, &mut report).await?,
        Command::Orders(sizes) => orders::run(&environment, sizes, &mut report).await?,
        Command::Kills(sizes) => kills::run(&environment, sizes, &mut report).await?,
        Command::Full(sizes) => disk_full::run(&environment, sizes, &mut report).await?,
        Command::Foreign(sizes) => foreign::run(&environment, sizes, &mut report).await?,
        Command::Restart(sizes) => restart::run(&environment, sizes, &mut report).await?,
        Command::Pooled(sizes) => pooled::run(&environment, sizes, &mut report).await?,
        Command::Withdrawn(sizes) => withdrawn::run(&environment, sizes, &mut report).await?,
        Command::Uploads(sizes) => uploads::run(&environment, sizes, &mut report).await?,
        Command::Enquiries(sizes) => enquiries::run(&environment, sizes, &mut report).await?,
        Command::Spam(sizes) => spam::run(&environment, sizes, &mut report).await?,
        Command::Votes(sizes) => votes::run(&environment, sizes, &mut report).await?,
        Command::Credits(sizes) => credits::run(&environment, sizes, &mut report).await?,
        Command::FollowUps(sizes) => follow_ups::run(&environment, sizes, &mut report).await?,
        Command::StockAlerts(sizes) => stock_alerts::run(&environment, sizes, &mut report).await?,
        Command::Carts(sizes) => carts::run(&environment, sizes, &mut report).await?,
        Command::Private(sizes) => private::run(&environment, sizes, &mut report).await?,
        Command::Clock(sizes) => clock::run(&environment, sizes, &mut report).await?,
        Command::Overload(sizes) => overload::run(&environment, sizes, &mut report).await?,
        Command::Flood(sizes) => flood::run(&environment, sizes, &mut report).await?,
        // Has returned already.
        Command::Generate(_) => {}
        Command::Bugs => bugs::run(&environment, &mut report).await?,
        Command::Merge {
            rush,
            orders,
            kills,
            foreign,
            restart,
            withdrawn,
            uploads,
            enquiries,
            votes,
            credits,
            follow_ups,
            stock_alerts,
            carts,
            private,
            clock,
            overload,
        } => {
            // Without the server with seeded bugs, the parts that need it are left out.
            let has_bugs_server = environment.bugs_program.is_some();
            if has_bugs_server {
                // First check that the oracle detects known damage.
                bugs::run(&environment, &mut report).await?;
            }
            rush::run(&environment, rush, &mut report).await?;
            orders::run(&environment, orders, &mut report).await?;
            kills::run(&environment, kills, &mut report).await?;
            foreign::run(&environment, foreign, &mut report).await?;
            restart::run(&environment, restart, &mut report).await?;
            withdrawn::run(&environment, withdrawn, &mut report).await?;
            uploads::run(&environment, uploads, &mut report).await?;
            enquiries::run(&environment, enquiries, &mut report).await?;
            votes::run(&environment, votes, &mut report).await?;
            credits::run(&environment, credits, &mut report).await?;
            follow_ups::run(&environment, follow_ups, &mut report).await?;
            stock_alerts::run(&environment, stock_alerts, &mut report).await?;
            carts::run(&environment, carts, &mut report).await?;
            private::run(&environment, private, &mut report).await?;
            if has_bugs_server {
                clock::run(&environment, clock, &mut report).await?;
            }
            overload::run(&environment, overload, &mut report).await?;
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
