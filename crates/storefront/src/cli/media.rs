//! `matjar media`: decodes uploads, in a process of its own.

use anyhow::Context;
use clap::Args;
use tokio_util::sync::CancellationToken;

use crate::server::{self, database, upload_config::UploadConfig, uploads};

#[derive(Debug, Args)]
pub struct MediaArgs {
    /// The primary, as `shop_media`.
    #[arg(long, env = "DATABASE_MEDIA_URL", hide_env_values = true)]
    pub database_media_url: String,
    /// Address for Prometheus; must not be public.
    #[arg(long, env = "MATJAR_MEDIA_METRICS_LISTEN")]
    pub media_metrics_listen: Option<std::net::SocketAddr>,
    /// This is a restored copy of the shop: nothing is decoded, fetched or deleted.
    #[arg(long = "restored-copy", env = "MATJAR_RESTORED_COPY", default_value_t = false, num_args = 0..=1,
          default_missing_value = "true", action = clap::ArgAction::Set)]
    pub is_copy: bool,
    #[command(flatten)]
    pub uploads: UploadConfig,
}

/// Runs until a signal asks it to stop. Does not start where files cannot be locked up.
pub async fn run(args: &MediaArgs) -> anyhow::Result<()> {
    if args.is_copy {
        tracing::warn!("this is a restored copy: uploads are neither processed nor cleaned up");
        server::stop_signal().await;
        return Ok(());
    }
    let db = database::pool(&args.database_media_url, 6, "matjar media")?;
    let jobs = uploads::job_context(&args.uploads, kernel::Clock::real(), db)?;
    ::media::jail::check(&jobs.jail).await.context(
        "this kernel cannot lock up the process that decodes files (MATJAR_MEDIA_JAIL=weak goes on without landlock)",
    )?;
    if jobs.jail.tools.is_none() {
        tracing::warn!("ffmpeg is not installed: videos are refused");
    }
    let _metrics = server::start_metrics(args.media_metrics_listen)?;
    let stopping = CancellationToken::new();
    let (_tasks, stopped) = uploads::start_worker(jobs, stopping.clone());
    tracing::info!("media process started");
    server::stop_signal().await;
    stopping.cancel();
    // Jobs that do not finish in time are done again by the next process.
    let _ = tokio::time::timeout(std::time::Duration::from_secs(10), stopped.cancelled()).await;
    tracing::info!("media process stopped");
    Ok(())
}
