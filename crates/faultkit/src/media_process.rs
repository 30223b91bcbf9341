//! The process that decodes uploads, which can be killed and started again.

use std::{fs::OpenOptions, process::Stdio};

use anyhow::{Context, bail};
use tokio::process::{Child, Command};

use crate::server::Start;

pub struct MediaProcess {
    start: Start,
    process: Option<Child>,
}

impl MediaProcess {
    pub fn start(start: Start) -> anyhow::Result<Self> {
        let mut process = Self { start, process: None };
        process.start_again()?;
        Ok(process)
    }

    pub fn start_again(&mut self) -> anyhow::Result<()> {
        let log = OpenOptions::new().create(true).append(true).open(&self.start.log)?;
        let child = Command::new(&self.start.program)
            .arg("media")
            .envs(&self.start.env)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .context("starting the media process")?;
        self.process = Some(child);
        Ok(())
    }

    /// SIGKILL. Fails if the process has exited by itself: it never should.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        if let Some(mut child) = self.process.take() {
            if let Some(status) = child.try_wait()? {
                let log = std::fs::read_to_string(&self.start.log).unwrap_or_default();
                let end: Vec<&str> = log.lines().rev().take(10).collect();
                bail!("the media process had exited by itself ({status}):\n{}", end.join("\n"));
            }
            child.start_kill()?;
            child.wait().await?;
        }
        Ok(())
    }
}
