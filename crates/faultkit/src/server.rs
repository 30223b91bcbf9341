//! One server of the shop, as a process: started, killed, started again.

use std::{
    collections::BTreeMap,
    fs::{File, OpenOptions},
    path::{Path, PathBuf},
    process::Stdio,
    time::{Duration, Instant},
};

use anyhow::{Context, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};
use tokio::{
    process::{Child, Command},
    sync::Mutex,
};

use crate::{client::Client, cluster::free_port};

/// What a server is started with.
#[derive(Debug, Clone)]
pub struct Start {
    pub program: PathBuf,
    pub env: BTreeMap<String, String>,
    pub log: PathBuf,
}

pub struct Server {
    pub port: u16,
    start: Start,
    process: Mutex<Option<Child>>,
}

impl Server {
    pub fn new(mut start: Start) -> anyhow::Result<Self> {
        let port = free_port()?;
        start.env.insert("MATJAR_LISTEN".to_owned(), format!("127.0.0.1:{port}"));
        // The provider's notices come to a server under its own address.
        start.env.insert("MATJAR_EXTRA_HOSTS".to_owned(), format!("127.0.0.1:{port}"));
        // Of this run alone; each start adds to it.
        File::create(&start.log).context("the server's log")?;
        Ok(Self { port, start, process: Mutex::new(None) })
    }

    pub async fn start(&self) -> anyhow::Result<()> {
        let mut process = self.process.lock().await;
        let log = OpenOptions::new().create(true).append(true).open(&self.start.log)?;
        let child = Command::new(&self.start.program)
            .arg("serve")
            .envs(&self.start.env)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("starting {}", self.start.program.display()))?;
        *process = Some(child);
        Ok(())
    }

    /// SIGKILL: it gets to say and do nothing more.
    pub async fn kill(&self) -> anyhow::Result<()> {
        if let Some(mut child) = self.process.lock().await.take() {
            child.start_kill()?;
            child.wait().await?;
        }
        Ok(())
    }

    /// SIGTERM: it finishes what is under way, and ends by itself. Says how long that took.
    pub async fn stop(&self, patience: Duration) -> anyhow::Result<Duration> {
        let since = Instant::now();
        let Some(mut child) = self.process.lock().await.take() else { return Ok(Duration::ZERO) };
        let id = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        kill_process(id.context("a server without a process id")?, Signal::TERM)
            .context("stopping a server")?;
        let ended = tokio::time::timeout(patience, child.wait()).await;
        let status = ended.with_context(|| format!("a server did not stop within {patience:?}"))??;
        ensure!(status.success(), "a server stopped with {status}:\n{}", tail(&self.start.log));
        Ok(since.elapsed())
    }

    /// Until it calls itself ready. Says how long that took.
    pub async fn ready(&self, client: &Client, patience: Duration) -> anyhow::Result<Duration> {
        let since = Instant::now();
        loop {
            if client.probe(self.port).await {
                return Ok(since.elapsed());
            }
            if since.elapsed() > patience {
                bail!("a server was not ready after {patience:?}:\n{}", tail(&self.start.log));
            }
            let mut process = self.process.lock().await;
            if let Some(status) = process.as_mut().map(Child::try_wait).transpose()?.flatten() {
                bail!("a server ended by itself ({status}):\n{}", tail(&self.start.log));
            }
            drop(process);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

fn tail(log: &Path) -> String {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(10)..].join("\n")
}
