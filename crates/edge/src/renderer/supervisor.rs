//! Keeps one renderer process alive.

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

use super::Place;
use crate::supervise::supervise;

/// A process that lived longer than this was healthy: its successor starts at once.
const HEALTHY: Duration = Duration::from_secs(5);

pub struct Child {
    /// Dropping it drops the process handle, which kills the process.
    _watcher: AbortOnDropHandle<()>,
    id: Arc<AtomicU32>,
}

impl Child {
    pub fn watch(node: &Path, script: &Path, place: &Place) -> Self {
        let id = Arc::new(AtomicU32::new(0));
        let (node, script, place, child) = (node.to_owned(), script.to_owned(), place.clone(), id.clone());
        // It waits for its process, for as long as that lives.
        let watcher = supervise("renderer", Duration::MAX, move |_| {
            keep_alive(node.clone(), script.clone(), place.clone(), child.clone())
        });
        Self { _watcher: watcher, id }
    }

    pub fn id(&self) -> Option<u32> {
        Some(self.id.load(Ordering::Relaxed)).filter(|id| *id != 0)
    }
}

async fn keep_alive(node: PathBuf, script: PathBuf, place: Place, id: Arc<AtomicU32>) {
    let mut pause = Duration::from_millis(50);
    loop {
        let started = Instant::now();
        match spawn(&node, &script, &place) {
            Ok(mut process) => {
                id.store(process.id().unwrap_or(0), Ordering::Relaxed);
                // Waiting closes standard input, and that would end the renderer: it is kept aside.
                let _held = process.stdin.take();
                let ended = process.wait().await;
                id.store(0, Ordering::Relaxed);
                tracing::error!(?ended, ?place, "a renderer ended; starting another");
                metrics::counter!("matjar_renderer_restarts_total").increment(1);
            }
            Err(error) => tracing::error!(%error, node = %node.display(), "a renderer could not be started"),
        }
        if started.elapsed() > HEALTHY {
            pause = Duration::from_millis(50);
        }
        tokio::time::sleep(pause).await;
        // One that dies at once is tried ever more slowly, up to every two seconds.
        pause = (pause * 2).min(Duration::from_secs(2));
    }
}

fn spawn(node: &Path, script: &Path, place: &Place) -> std::io::Result<tokio::process::Child> {
    let mut command = Command::new(node);
    // Most of what drawing allocates is rubbish at once: with room for it, collecting costs a third less.
    command.args(["--enable-source-maps", "--max-semi-space-size=32"]).arg(script);
    match place {
        Place::Unix(path) => {
            // A killed process leaves its socket behind.
            let _ = std::fs::remove_file(path);
            command.arg("--socket").arg(path)
        }
        Place::Tcp(address) => command.arg("--listen").arg(address),
    };
    // A renderer knows no secret: it inherits nothing of our environment.
    command
        .env_clear()
        .env("NODE_ENV", "production")
        // Held open by us and never written to: a renderer ends when it closes, even if we were killed.
        .arg("--end-with-parent")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::inherit())
        .kill_on_drop(true)
        .spawn()
}
