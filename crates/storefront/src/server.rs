//! What `matjar serve` runs: requests, background tasks and the worker, in one process.

pub mod admin_menu;
pub mod app;
pub mod config;
pub mod database;
pub mod error_pages;
pub mod jobs;
pub mod layout;
pub mod logs;
pub mod media;
pub mod publish;
pub mod read_pool;
pub mod script_inventory;
pub mod search_index;
pub mod serve;
pub mod static_routes;
pub mod systemd;
pub mod tag_config;
pub mod traces;
pub mod upload_config;
pub mod uploads;
pub mod worker;

use std::time::Duration;

use anyhow::Context;
use edge::{audit::SealKeys, supervise::supervise};
use mail::Mailer;
use metrics_exporter_prometheus::PrometheusHandle;
use orders::jobs::OrderJobContext;
use payments::PaymentContext;
use sqlx::PgPool;
use tokio::net::TcpListener;
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use self::{app::App, config::Config, jobs::ShopJobContext, media::Media, upload_config::MediaProcess};

/// Aborted when dropped.
pub type Task = AbortOnDropHandle<()>;

/// Serves requests until a signal asks the server to stop.
pub async fn run(config: Config) -> anyhow::Result<()> {
    // Before anything is started that could inherit it too.
    let inherited = systemd::inherited_listener()?;
    let (metrics, upkeep) = install_metrics()?;
    let mut tasks = vec![upkeep];
    #[cfg(not(feature = "seeded-bugs"))]
    let clock = kernel::Clock::real();
    #[cfg(feature = "seeded-bugs")]
    let clock = crate::seeded_bugs::clock();
    let app = App::build(&config, clock.clone(), app::endpoints()).await?;
    if !app.shop.renderer.ready(Duration::from_secs(10)).await {
        tracing::error!("renderers are not ready; serving cached pages until they are");
    }
    tasks.extend(listen_for_metrics(config.metrics_listen, metrics)?);
    let job_context = ShopJobContext {
        db: database::pool(&config.database.database_worker_url, 4, "matjar worker")?,
        clock,
        media: Media::in_folder(&config.media_dir)?,
        origin: config.public_origin.as_str().into(),
    };
    if config.is_copy {
        hold_undoing(&app, job_context.db).await?;
        return run_as_copy(&config, &app, inherited, tasks).await;
    }
    let mailer = app.mailer(&config, job_context.db.clone())?;
    let stopping = mailer.stopping.clone();
    let order_jobs = app.order_jobs(&config, job_context.db.clone())?;
    let payment_context = order_jobs.payments.clone();
    let lease = payments::jobs::Lease::default();
    tasks.extend(start_payment_tasks(&config, &payment_context, &lease));
    tasks.extend(start_upkeep_tasks(&config, &job_context));
    tasks.push(start_event_task(&config, &job_context)?);
    tasks.push(start_draft_task(&app));
    tasks.extend(start_media_tasks(&config, &app, &job_context, &stopping).await?);
    let (worker, worker_done) = start_worker(job_context, mailer, order_jobs);
    tasks.push(worker);
    listen(&config, &app, inherited, &stopping).await?;
    // The worker stops within its own time limit, unless it hangs.
    if tokio::time::timeout(worker::STOP_TIMEOUT, worker_done.cancelled()).await.is_err() {
        tracing::warn!("worker did not stop in time; other servers will retry its jobs");
    }
    drop(tasks);
    lease.release(&payment_context).await;
    tracing::info!("server stopped");
    Ok(())
}

/// The copy may become the shop, and would then undo the payments that the original took since the backup. Held while it
/// still is a copy: later nothing tells the two apart.
async fn hold_undoing(app: &App, worker_db: PgPool) -> anyhow::Result<()> {
    let context = app.contexts.payments.with_db(worker_db);
    payments::service::hold_undoing(&context).await.context("holding the undo of payments in a restored copy")
}

/// A restored copy answers requests and does nothing else: no worker, no reconciler, no deliveries, no clean-up. What the
/// shop had enqueued waits until the copy becomes the shop.
async fn run_as_copy(
    config: &Config,
    app: &App,
    inherited: Option<TcpListener>,
    tasks: Vec<Task>,
) -> anyhow::Result<()> {
    tracing::warn!("this is a restored copy: it contacts no other service and runs no jobs");
    listen(config, app, inherited, &CancellationToken::new()).await?;
    drop(tasks);
    tracing::info!("server stopped");
    Ok(())
}

/// Accepts requests until the stop signal, then drains them. Cancels `stopping` at the signal.
async fn listen(
    config: &Config,
    app: &App,
    inherited: Option<TcpListener>,
    stopping: &CancellationToken,
) -> anyhow::Result<()> {
    raise_file_limit();
    let listener = match inherited {
        Some(listener) => listener,
        None => TcpListener::bind(config.listen)
            .await
            .with_context(|| format!("listening on {}", config.listen))?,
    };
    let address = listener.local_addr()?;
    if address != config.listen {
        tracing::warn!(inherited = %address, configured = %config.listen, "MATJAR_LISTEN is not used: the socket was inherited");
    }
    tracing::info!(%address, origin = config.public_origin, "server listening, shop at {}/ar/", config.public_origin);
    let notice = Duration::from_secs(config.drain_notice_seconds);
    systemd::notify("READY=1");
    let stop = async {
        stop_signal().await;
        systemd::notify("STOPPING=1");
        stopping.cancel();
        // Streams never end by themselves in time.
        app.contexts.live.stop();
    };
    serve::serve(
        listener,
        app.pipeline.clone(),
        config.connection_limits(),
        app.draining.clone(),
        notice,
        stop,
    )
    .await;
    Ok(())
}

/// Reconciles payments, publishes their figures and watches the scripts of the payment pages.
fn start_payment_tasks(
    config: &Config,
    payment_context: &PaymentContext,
    lease: &payments::jobs::Lease,
) -> [Task; 3] {
    let (context, lease) = (payment_context.clone(), lease.clone());
    let reconciler = supervise("reconciler", payments::jobs::HEARTBEAT_TIMEOUT, move |heartbeat| {
        payments::jobs::run_reconciler(context.clone(), lease.clone(), heartbeat)
    });
    let context = payment_context.clone();
    let figures = supervise("payment figures", TASK_HEARTBEAT_TIMEOUT, move |heartbeat| {
        payments::jobs::monitoring::run(context.clone(), heartbeat)
    });
    let (config, context) = (config.clone(), payment_context.clone());
    let scripts = supervise("script watcher", SCRIPT_WATCH_HEARTBEAT_TIMEOUT, move |heartbeat| {
        script_inventory::watch(config.clone(), context.clone(), heartbeat)
    });
    [reconciler, figures, scripts]
}

/// Releases expired stock holds and writes the head of the audit log to the server's log.
fn start_upkeep_tasks(config: &Config, job_context: &ShopJobContext) -> [Task; 2] {
    let context = job_context.clone();
    let holds = supervise("hold sweeper", TASK_HEARTBEAT_TIMEOUT, move |heartbeat| {
        worker::sweep_holds(context.clone(), heartbeat)
    });
    let (db, clock) = (job_context.db.clone(), job_context.clock.clone());
    let keys = SealKeys::new(config.secrets.audit());
    let audit = supervise("audit witness", 3 * edge::audit::HEAD_INTERVAL, move |heartbeat| {
        edge::audit::watch(db.clone(), keys.clone(), clock.clone(), heartbeat)
    });
    [holds, audit]
}

/// Publishes drafts of products at the moment that staff have set.
fn start_draft_task(app: &App) -> Task {
    let shop = app.shop.for_staff();
    supervise("draft publisher", TASK_HEARTBEAT_TIMEOUT, move |heartbeat| {
        crate::staff_products::run_publisher(shop.clone(), heartbeat)
    })
}

/// Sends events to the endpoints that staff added.
fn start_event_task(config: &Config, job_context: &ShopJobContext) -> anyhow::Result<Task> {
    let context = events::jobs::EventJobContext {
        db: job_context.db.clone(),
        clock: job_context.clock.clone(),
        outbound: config.uploads.fetch()?,
    };
    Ok(supervise("event deliveries", TASK_HEARTBEAT_TIMEOUT, move |heartbeat| {
        events::jobs::run(context.clone(), heartbeat)
    }))
}

/// Delivers spooled uploads, and decodes uploads unless another process does.
async fn start_media_tasks(
    config: &Config,
    app: &App,
    job_context: &ShopJobContext,
    stopping: &CancellationToken,
) -> anyhow::Result<Vec<Task>> {
    let (media, db) = (app.contexts.media.clone(), job_context.db.clone());
    let deliver = supervise("upload delivery", DELIVERY_HEARTBEAT_TIMEOUT, move |heartbeat| {
        uploads::deliver(media.clone(), db.clone(), heartbeat)
    });
    let mut tasks = vec![deliver];
    if config.uploads.media_process == MediaProcess::Inside {
        let db = database::pool(&config.database.database_worker_url, 6, "matjar media")?;
        let jobs = uploads::job_context(&config.uploads, job_context.clock.clone(), db)?;
        match ::media::jail::check(&jobs.jail).await {
            // The worker stops with its tasks: a job that is cut off is done again.
            Ok(()) => tasks.extend(uploads::start_worker(jobs, stopping.clone()).0),
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "uploads are not processed on this machine");
            }
        }
    }
    Ok(tasks)
}

/// Serves the metrics on an address of their own, if there is one.
fn listen_for_metrics(
    address: Option<std::net::SocketAddr>,
    metrics: PrometheusHandle,
) -> anyhow::Result<Option<Task>> {
    let Some(address) = address else { return Ok(None) };
    let listener = std::net::TcpListener::bind(address)
        .with_context(|| format!("listening for metrics on {address}"))?;
    listener.set_nonblocking(true)?;
    Ok(Some(supervise("metrics server", Duration::MAX, move |_| {
        serve_metrics(listener.try_clone(), metrics.clone())
    })))
}

/// Records metrics, and serves them if an address is given.
pub fn start_metrics(address: Option<std::net::SocketAddr>) -> anyhow::Result<Vec<Task>> {
    let (metrics, upkeep) = install_metrics()?;
    Ok(std::iter::once(upkeep).chain(listen_for_metrics(address, metrics)?).collect())
}

/// Returns the worker's task, and a token that is cancelled when the worker has stopped.
fn start_worker(
    job_context: ShopJobContext,
    mailer: Mailer,
    order_jobs: OrderJobContext,
) -> (Task, CancellationToken) {
    let stopped = CancellationToken::new();
    let done = stopped.clone();
    let task = supervise("worker", worker::HEALTH_TIMEOUT, move |heartbeat| {
        let work = worker::run(job_context.clone(), mailer.clone(), order_jobs.clone(), heartbeat);
        let done = done.clone();
        async move {
            work.await;
            // Returns only when the server stops.
            done.cancel();
            std::future::pending().await
        }
    });
    (task, stopped)
}

/// Installs the recorder of all metrics, and starts the task that folds their samples.
fn install_metrics() -> anyhow::Result<(PrometheusHandle, Task)> {
    // Buckets, unlike quantiles, can be added up over several servers.
    let metrics = metrics_exporter_prometheus::PrometheusBuilder::new()
        .set_buckets(&BUCKETS_SECONDS)
        .and_then(|builder| builder.install_recorder())
        .context("metrics")?;
    // Histograms store every sample until they are read or folded into their buckets.
    let upkeep = metrics.clone();
    let upkeep = supervise("metrics upkeep", TASK_HEARTBEAT_TIMEOUT, move |heartbeat| {
        let upkeep = upkeep.clone();
        async move {
            loop {
                tokio::time::sleep(Duration::from_secs(5)).await;
                heartbeat.beat();
                upkeep.run_upkeep();
            }
        }
    });
    Ok((metrics, upkeep))
}

/// Raises the limit of open files to the maximum: each connection uses a file descriptor, and the usual soft limit is
/// 1,024.
fn raise_file_limit() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    if let Err(error) = setrlimit(Resource::Nofile, raised) {
        tracing::warn!(%error, "raising the limit of open files failed");
    }
}

const BUCKETS_SECONDS: [f64; 14] =
    [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 1.0, 3.0, 10.0, 15.0];

/// The heartbeat timeout of tasks that run every few seconds.
const TASK_HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(45);

/// One file of a spool may take a minute on its way to the store.
const DELIVERY_HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(5 * 60);

/// The heartbeat timeout of a task that runs every hour.
const SCRIPT_WATCH_HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(2 * 3_600);

async fn serve_metrics(listener: std::io::Result<std::net::TcpListener>, metrics: PrometheusHandle) {
    let router = axum::Router::new().route("/metrics", axum::routing::get(async move || metrics.render()));
    let served = async { axum::serve(TcpListener::from_std(listener?)?, router).await }.await;
    if let Err(error) = served {
        tracing::error!(%error, "metrics server failed");
    }
}

pub async fn stop_signal() {
    let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())
        .expect("SIGTERM handler can be installed");
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    tracing::info!("stop signal received; draining");
}
