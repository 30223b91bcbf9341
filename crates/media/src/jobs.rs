//! Work that is done later: processing, publishing, withdrawing, fetching and the cleanup.
//!
//! The jobs run in a worker of their own ([`worker`]), which decodes two pictures or one video at a time: in the process
//! `matjar media` as the role `shop_media`, or inside the server where that is not worth a process.

mod cleanup;
mod fetch;
mod process;
mod publish;
mod scan;
mod scan_form;
pub mod worker;

use std::{future::Future, sync::Arc};

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::Clock;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use tokio::sync::Semaphore;

pub use cleanup::{Cleaned, clean_up};
pub use edge::outbound::{FetchConfig, FixedHost};
pub use scan::Scanner;

use crate::{jail::JailConfig, objects::Objects};

/// State of these jobs, registered with the worker.
#[derive(Clone)]
pub struct MediaJobContext {
    pub db: PgPool,
    pub clock: Clock,
    pub objects: Objects,
    pub jail: JailConfig,
    /// `None`: files are not scanned.
    pub scanner: Option<Scanner>,
    pub fetch: FetchConfig,
    /// A picture takes one, a video all.
    pub slots: Arc<Semaphore>,
}

/// Pictures that are decoded at once.
pub const SLOTS: u32 = 2;

impl MediaJobContext {
    pub fn new(
        db: PgPool,
        clock: Clock,
        objects: Objects,
        jail: JailConfig,
        scanner: Option<Scanner>,
    ) -> Self {
        let slots = Arc::new(Semaphore::new(SLOTS as usize));
        Self { db, clock, objects, jail, scanner, fetch: FetchConfig::default(), slots }
    }

    #[must_use]
    pub fn with_fetch(mut self, fetch: FetchConfig) -> Self {
        self.fetch = fetch;
        self
    }
}

impl std::fmt::Debug for MediaJobContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MediaJobContext")
    }
}

/// Runs a job with the context, and turns its error into a text with all causes.
async fn run<F, Fut>(context: WorkerContext, work: F) -> Result<(), String>
where
    F: FnOnce(MediaJobContext) -> Fut,
    Fut: Future<Output = anyhow::Result<()>>,
{
    let media = context.get_ext::<MediaJobContext>().cloned();
    let media = media.ok_or_else(|| "the worker has no MediaJobContext extension".to_owned())?;
    work(media).await.map_err(|error| format!("{error:#}"))
}

/// Decodes a received file and writes it anew, or refuses it.
#[derive(Debug, Serialize, Deserialize)]
pub struct ProcessMedia {
    pub id: i64,
}

impl ProcessMedia {
    pub fn key(id: i64) -> String {
        format!("{} {id}", Self::IDENTIFIER)
    }
}

impl TaskHandler for ProcessMedia {
    const IDENTIFIER: &'static str = "media_process";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        run(context, |media| async move { process::process(&media, self.id).await }).await
    }
}

/// Copies a processed file to its public name.
#[derive(Debug, Serialize, Deserialize)]
pub struct PublishMedia {
    pub id: i64,
}

impl PublishMedia {
    pub fn key(id: i64) -> String {
        format!("{} {id}", Self::IDENTIFIER)
    }
}

impl TaskHandler for PublishMedia {
    const IDENTIFIER: &'static str = "media_publish";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        run(context, |media| async move { publish::publish(&media, self.id).await }).await
    }
}

/// Deletes the published copies of a file. No page shows them any more.
#[derive(Debug, Serialize, Deserialize)]
pub struct WithdrawMedia {
    pub id: i64,
    pub public_name: String,
}

impl TaskHandler for WithdrawMedia {
    const IDENTIFIER: &'static str = "media_withdraw";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        run(context, |media| async move { publish::withdraw(&media, self.id, &self.public_name).await }).await
    }
}

/// Scans a received file of an enquiry.
#[derive(Debug, Serialize, Deserialize)]
pub struct ScanMedia {
    pub id: i64,
}

impl ScanMedia {
    pub fn key(id: i64) -> String {
        format!("{} {id}", Self::IDENTIFIER)
    }
}

impl TaskHandler for ScanMedia {
    const IDENTIFIER: &'static str = "media_scan";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        run(context, |media| async move { scan_form::scan(&media, self.id).await }).await
    }
}

/// Deletes files that nobody attached, refused ones, and objects without a row.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct PurgeMedia {}

impl TaskHandler for PurgeMedia {
    const IDENTIFIER: &'static str = "media_purge";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        run(context, |media| async move { clean_up(&media).await.map(drop) }).await
    }
}

/// Fetches a picture or video of another host.
#[derive(Debug, Serialize, Deserialize)]
pub struct FetchMedia {
    pub id: i64,
}

impl FetchMedia {
    pub fn key(id: i64) -> String {
        format!("{} {id}", Self::IDENTIFIER)
    }
}

impl TaskHandler for FetchMedia {
    const IDENTIFIER: &'static str = "media_fetch";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        run(context, |media| async move { fetch::fetch(&media, self.id).await }).await
    }
}
