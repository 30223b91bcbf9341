//! Restarts a renderer process whenever it ends.

use std::{
    path::{Path, PathBuf},
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::process::Command;
use tokio_util::task::AbortOnDropHandle;

use super::RendererAddress;
use crate::supervise::supervise;

/// A process that ran for longer than this was healthy: the pause before the next start is short again.
const HEALTHY_UPTIME: Duration = Duration::from_secs(5);

pub struct Child {
    /// Dropping it drops the process handle, which kills the process.
    _watcher: AbortOnDropHandle<()>,
    id: Arc<AtomicU32>,
}

impl Child {
    pub fn watch(node: &Path, script: &Path, address: &RendererAddress) -> Self {
        let id = Arc::new(AtomicU32::new(0));
        let (node, script, address, child) =
            (node.to_owned(), script.to_owned(), address.clone(), id.clone());
        // No heartbeat: the task waits for the process to end.
        let watcher = supervise("renderer", Duration::MAX, move |_| {
            respawn(node.clone(), script.clone(), address.clone(), child.clone())
        });
        Self { _watcher: watcher, id }
    }

    pub fn id(&self) -> Option<u32> {
        Some(self.id.load(Ordering::Relaxed)).filter(|id| *id != 0)
    }
}

async fn respawn(node: PathBuf, script: PathBuf, address: RendererAddress, id: Arc<AtomicU32>) {
    let mut pause = Duration::from_millis(50);
    loop {
        let started = Instant::now();
        match spawn(&node, &script, &address) {
            Ok(mut process) => {
                id.store(process.id().unwrap_or(0), Ordering::Relaxed);
                // `wait` closes standard input, which would end the renderer: it is held until the process has ended.
                let _stdin = process.stdin.take();
                let exit = process.wait().await;
                id.store(0, Ordering::Relaxed);
                tracing::error!(?exit, ?address, "renderer ended; restarting it");
                metrics::counter!("matjar_renderer_restarts_total").increment(1);
            }
            Err(error) => tracing::error!(%error, node = %node.display(), "starting a renderer failed"),
        }
        if started.elapsed() > HEALTHY_UPTIME {
            pause = Duration::from_millis(50);
        }
        tokio::time::sleep(pause).await;
        // A process that ends at once is restarted with a growing pause of at most two seconds.
        pause = (pause * 2).min(Duration::from_secs(2));
    }
}

fn spawn(node: &Path, script: &Path, address: &RendererAddress) -> std::io::Result<tokio::process::Child> {
    let mut command = Command::new(node);
    // Most objects that rendering allocates are short-lived: a larger young generation makes garbage collection a third
    // cheaper.
    command.args(["--enable-source-maps", "--max-semi-space-size=32"]).arg(script);
    match address {
        RendererAddress::Unix(path) => {
            // A killed process leaves its socket behind.
            let _ = std::fs::remove_file(path);
            command.arg("--socket").arg(path)
        }
        RendererAddress::Tcp(address) => command.arg("--listen").arg(address),
    };
    // A renderer must not learn secrets: it inherits no environment variables.
    command
        .env_clear()
        .env("NODE_ENV", "production")
        .env("MATJAR_CURRENCY", kernel::Currency::shop().code)
        // Standard input is held open and never written to. The renderer ends when it closes, also when this process is
        // killed.
        .arg("--end-with-parent")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .kill_on_drop(true)
        .spawn()
}
