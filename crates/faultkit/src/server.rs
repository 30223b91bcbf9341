//! A server of the shop as a process that can be started, stopped and killed.

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

/// Program, environment and log file of a server.
#[derive(Debug, Clone)]
pub struct Start {
    pub program: PathBuf,
    /// The processor that the server is bound to, if any.
    pub processor: Option<usize>,
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
        // The provider sends notices to this server's own address.
        start.env.insert("MATJAR_EXTRA_HOSTS".to_owned(), format!("127.0.0.1:{port}"));
        // Truncate the log; each start appends to it.
        File::create(&start.log).context("creating the server's log")?;
        Ok(Self { port, start, process: Mutex::new(None) })
    }

    pub async fn start(&self) -> anyhow::Result<()> {
        let mut process = self.process.lock().await;
        let log = OpenOptions::new().create(true).append(true).open(&self.start.log)?;
        let mut command = match self.start.processor {
            Some(processor) => {
                let mut command = Command::new("taskset");
                command.args(["--cpu-list", &processor.to_string()]).arg(&self.start.program);
                command
            }
            None => Command::new(&self.start.program),
        };
        let child = command
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

    /// Sends SIGKILL. Fails if the server has exited by itself: it never should.
    pub async fn kill(&self) -> anyhow::Result<()> {
        if let Some(mut child) = self.process.lock().await.take() {
            if let Some(status) = child.try_wait()? {
                bail!("a server had exited by itself ({status}):\n{}", tail(&self.start.log));
            }
            child.start_kill()?;
            child.wait().await?;
        }
        Ok(())
    }

    /// Sends SIGTERM: the server finishes its requests and exits. Returns how long that took.
    pub async fn stop(&self, timeout: Duration) -> anyhow::Result<Duration> {
        let since = Instant::now();
        let Some(mut child) = self.process.lock().await.take() else { return Ok(Duration::ZERO) };
        let id = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
        kill_process(id.context("the server has no process id")?, Signal::TERM)
            .context("stopping a server")?;
        let ended = tokio::time::timeout(timeout, child.wait()).await;
        let status = ended.with_context(|| format!("a server did not stop within {timeout:?}"))??;
        ensure!(status.success(), "a server stopped with {status}:\n{}", tail(&self.start.log));
        Ok(since.elapsed())
    }

    /// Waits until the server is ready. Returns how long that took.
    pub async fn ready(&self, client: &Client, timeout: Duration) -> anyhow::Result<Duration> {
        let since = Instant::now();
        loop {
            let Err(answer) = client.probe(self.port).await else { return Ok(since.elapsed()) };
            if since.elapsed() > timeout {
                bail!(
                    "a server was not ready after {timeout:?}, its last answer was {answer}:\n{}",
                    tail(&self.start.log)
                );
            }
            let mut process = self.process.lock().await;
            if let Some(status) = process.as_mut().map(Child::try_wait).transpose()?.flatten() {
                bail!("a server exited ({status}):\n{}", tail(&self.start.log));
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
