//! Renderers shared by all servers. They are not under test, so they are never killed.

use std::{path::PathBuf, process::Stdio, time::Duration};

use anyhow::{Context, ensure};
use tokio::process::{Child, Command};

pub struct Renderers {
    folder: PathBuf,
    sockets: Vec<PathBuf>,
    // They exit when their standard input closes with the kit.
    _processes: Vec<Child>,
}

impl Renderers {
    pub async fn start(count: usize) -> anyhow::Result<Self> {
        let script = PathBuf::from("web/dist/renderer/renderer.mjs");
        ensure!(script.exists(), "the views are not built: run `npm --prefix web run build`");
        let node = std::env::var_os("MATJAR_NODE").map_or_else(|| PathBuf::from("node"), PathBuf::from);
        let folder = std::env::temp_dir().join(format!("matjar-faults-{}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let (mut sockets, mut processes) = (Vec::new(), Vec::new());
        for number in 0..count {
            let socket = folder.join(format!("{number}.sock"));
            let child = Command::new(&node)
                .arg(&script)
                .arg("--end-with-parent")
                .arg("--socket")
                .arg(&socket)
                .env("NODE_ENV", "production")
                .stdin(Stdio::piped())
                .stdout(Stdio::null())
                .kill_on_drop(true)
                .spawn()
                .context("starting node")?;
            processes.push(child);
            sockets.push(socket);
        }
        for socket in &sockets {
            for _ in 0..200 {
                if socket.exists() {
                    break;
                }
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            ensure!(socket.exists(), "a renderer did not start");
        }
        Ok(Self { folder, sockets, _processes: processes })
    }

    /// In the format of `MATJAR_RENDERER_ADDRS`.
    pub fn addresses(&self) -> String {
        let address = |socket: &PathBuf| format!("unix:{}", socket.display());
        self.sockets.iter().map(address).collect::<Vec<_>>().join(",")
    }
}

impl Drop for Renderers {
    fn drop(&mut self) {
        // Only sockets; leftovers are harmless.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}
