//! `matjar`: serve, migrate, seed, import, search, staff, purge.

use std::time::Duration;

use anyhow::Context;
use checkout::Till;
use clap::{Parser, Subcommand};
use edge::supervise::supervise;
use kernel::Clock;
use storefront::{
    app::{self, App},
    audit,
    config::Config,
    database, find, import,
    jobs::ShopDesk,
    logs,
    media::Media,
    pictures, policies, scripts, seed, serve, staff, worker,
};
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Parser)]
#[command(version, about = "The Matjar storefront server")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Serve shoppers.
    Serve(Box<Config>),
    /// Bring the database schema up to this build.
    Migrate {
        #[arg(long, env = "DATABASE_MIGRATE_URL", hide_env_values = true)]
        database_migrate_url: String,
    },
    /// Rebuild the demo shop, or fill a large catalogue for scale tests.
    Seed(seed::SeedArgs),
    /// Bring a catalogue in.
    Import {
        #[command(subcommand)]
        what: Import,
    },
    /// Make the pictures of a folder ready for the shop.
    Pictures(pictures::PicturesArgs),
    /// Print what is found for each of many queries, as JSON.
    Search(find::SearchArgs),
    /// Those who run the shop.
    Staff {
        #[command(subcommand)]
        what: Staff,
    },
    /// Make every server draw the pages with these tags again.
    Purge {
        tags: Vec<String>,
        #[arg(long, env = "DATABASE_WORKER_URL", hide_env_values = true)]
        database_worker_url: String,
        #[arg(long, env = "REDIS_URL", hide_env_values = true)]
        redis_url: String,
        #[arg(long, env = "MATJAR_PUBLIC_ORIGIN", default_value = "http://localhost:8080")]
        public_origin: String,
    },
    /// Say which scripts payment pages run, and whether they are those that were accepted. The shop must be running.
    Scripts(scripts::ScriptArgs),
    /// Say whether the audit log is what it was.
    Audit {
        #[command(subcommand)]
        what: Audit,
    },
    /// Say what every endpoint declares about itself.
    Policies,
    /// Write the TypeScript types of views and answers; only in development builds.
    #[cfg(debug_assertions)]
    Types { folder: std::path::PathBuf },
    /// Say what is wrong with the configuration, all at once.
    CheckConfig(Box<Config>),
}

#[derive(Subcommand)]
enum Audit {
    /// Check every row, and compare with the heads that the servers wrote to their logs.
    Verify(audit::VerifyArgs),
}

#[derive(Subcommand)]
enum Staff {
    /// Let somebody in, or give them a new password and code. The password is read from standard input.
    Add(staff::AddArgs),
    /// Let somebody in no more: they are signed out at once.
    Remove(staff::RemoveArgs),
    /// Who may come in: number in the audit log, address, name, role, stores.
    List(staff::ListArgs),
}

#[derive(Subcommand)]
enum Import {
    /// Products, from a CSV file that WooCommerce exported.
    Products(import::ImportArgs),
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let cli = Cli::parse();
    let _log = logs::start()?;
    match cli.command {
        Command::Serve(config) => run(*config).await,
        Command::Migrate { database_migrate_url } => database::migrate(&database_migrate_url).await,
        Command::Seed(args) => seed::run(&args).await,
        Command::Import { what: Import::Products(args) } => import::run(&args).await,
        Command::Staff { what: Staff::Add(args) } => staff::add(&args).await,
        Command::Staff { what: Staff::Remove(args) } => staff::remove(&args).await,
        Command::Staff { what: Staff::List(args) } => staff::list(&args).await,
        Command::Pictures(args) => pictures::run(&args).await,
        Command::Search(args) => find::run(&args).await,
        Command::Purge { tags, database_worker_url, redis_url, public_origin } => {
            purge(&tags, &database_worker_url, &redis_url, &public_origin).await
        }
        Command::Scripts(args) => scripts::run(&args).await,
        Command::Audit { what: Audit::Verify(args) } => audit::verify(&args).await,
        Command::Policies => {
            print!("{}", policies::table(&app::endpoints()));
            Ok(())
        }
        #[cfg(debug_assertions)]
        Command::Types { folder } => storefront::types::export(&folder),
        Command::CheckConfig(config) => {
            let faults = config.faults();
            anyhow::ensure!(faults.is_empty(), "{}", faults.join("\n"));
            println!("the configuration is sound");
            Ok(())
        }
    }
}

async fn run(config: Config) -> anyhow::Result<()> {
    let metrics =
        metrics_exporter_prometheus::PrometheusBuilder::new().install_recorder().context("metrics")?;
    // Histograms keep every sample until somebody reads or folds them.
    let upkeep = metrics.clone();
    let mut tasks = vec![supervise("metrics upkeep", TASK_SILENCE, move |heartbeat| {
        let upkeep = upkeep.clone();
        async move {
            loop {
                tokio::time::sleep(Duration::from_secs(5)).await;
                heartbeat.beat();
                upkeep.run_upkeep();
            }
        }
    })];
    let clock = Clock::real();
    let app = App::build(&config, clock.clone(), app::endpoints()).await?;
    if !app.shop.renderer.ready(Duration::from_secs(10)).await {
        tracing::error!("the renderers are not up yet; serving what is in the cache until they are");
    }
    if let Some(address) = config.metrics_listen {
        let listener = std::net::TcpListener::bind(address)
            .with_context(|| format!("listening for metrics on {address}"))?;
        listener.set_nonblocking(true)?;
        tasks.push(supervise("metrics server", Duration::MAX, move |_| {
            serve_metrics(listener.try_clone(), metrics.clone())
        }));
    }
    let worker_pool = database::pool(&config.database.database_worker_url, 4, "matjar worker")?;
    let desk = ShopDesk {
        db: worker_pool,
        clock,
        media: Media::in_folder(&config.media_dir)?,
        origin: config.public_origin.as_str().into(),
    };
    let postman = app.postman(&config, desk.db.clone())?;
    let stopping = postman.stopping.clone();
    let till = app.shop.other::<Till>()?.with_db(desk.db.clone());
    let lease = checkout::jobs::Lease::default();
    let worker_done = CancellationToken::new();
    {
        let (till, lease) = (till.clone(), lease.clone());
        tasks.push(supervise("reconciler", checkout::jobs::SILENCE, move |heartbeat| {
            checkout::jobs::keep(till.clone(), lease.clone(), heartbeat)
        }));
    }
    {
        let till = till.clone();
        tasks.push(supervise("payment figures", TASK_SILENCE, move |heartbeat| {
            checkout::jobs::watch::run(till.clone(), heartbeat)
        }));
    }
    {
        let desk = desk.clone();
        tasks.push(supervise("hold sweeper", TASK_SILENCE, move |heartbeat| {
            worker::sweep_holds(desk.clone(), heartbeat)
        }));
    }
    {
        let (config, till) = (config.clone(), till.clone());
        tasks.push(supervise("script watcher", SCRIPTS_SILENCE, move |heartbeat| {
            scripts::watch(config.clone(), till.clone(), heartbeat)
        }));
    }
    {
        let db = desk.db.clone();
        tasks.push(supervise("audit witness", 3 * edge::audit::INTERVAL, move |heartbeat| {
            edge::audit::watch(db.clone(), heartbeat)
        }));
    }
    {
        let (till, done) = (till.clone(), worker_done.clone());
        tasks.push(supervise("worker", worker::HEALTH_SILENCE, move |heartbeat| {
            let work = worker::work(desk.clone(), postman.clone(), till.clone(), heartbeat);
            let done = done.clone();
            async move {
                work.await;
                // It only returns when the server stops.
                done.cancel();
                std::future::pending().await
            }
        }));
    }
    let listener =
        TcpListener::bind(config.listen).await.with_context(|| format!("listening on {}", config.listen))?;
    tracing::info!(address = %config.listen, origin = config.public_origin, "the shop is open at {}/ar/", config.public_origin);
    let notice = Duration::from_secs(config.drain_notice_seconds);
    let stop = async {
        stop_signal().await;
        stopping.cancel();
    };
    serve::serve(listener, app.frame.clone(), app.draining.clone(), notice, stop).await;
    // The worker bounds this itself, unless it hangs.
    if tokio::time::timeout(worker::STOP_TIMEOUT, worker_done.cancelled()).await.is_err() {
        tracing::warn!("the worker did not stop in time; its jobs are given to others");
    }
    drop(tasks);
    lease.release(&till).await;
    tracing::info!("the shop is closed");
    Ok(())
}

/// How long a background task that wakes every few seconds may be silent.
const TASK_SILENCE: Duration = Duration::from_secs(45);

/// The same for one that wakes every hour.
const SCRIPTS_SILENCE: Duration = Duration::from_secs(2 * 3_600);

async fn serve_metrics(
    listener: std::io::Result<std::net::TcpListener>,
    metrics: metrics_exporter_prometheus::PrometheusHandle,
) {
    let router = axum::Router::new().route("/metrics", axum::routing::get(async move || metrics.render()));
    let served = async { axum::serve(TcpListener::from_std(listener?)?, router).await }.await;
    if let Err(error) = served {
        tracing::error!(%error, "metrics cannot be served");
    }
}

async fn stop_signal() {
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
        .expect("a process may listen for SIGTERM");
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    tracing::info!("stopping: no new requests");
}

async fn purge(tags: &[String], database_url: &str, redis_url: &str, origin: &str) -> anyhow::Result<()> {
    let db = database::pool(database_url, 1, "matjar purge")?;
    let rows = edge::purge::record(&db, tags).await?;
    edge::purge::announce(&edge::redis_link::RedisLink::new(redis_url, origin)?, &rows).await;
    println!("purged {}", tags.join(", "));
    Ok(())
}
