//! An S3 server for tests, which can be stopped and started again: s3s-fs on a free port. Signatures are verified.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Context;
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use s3s::{auth::SimpleAuth, service::S3ServiceBuilder};
use s3s_fs::FileSystem;
use tokio::{net::TcpListener, task::JoinSet};
use tokio_util::task::AbortOnDropHandle;

pub const BUCKET: &str = "uploads";
pub const REGION: &str = "us-east-1";
pub const KEY: &str = "s3sink-key";
pub const SECRET: &str = "s3sink-secret";

/// How often the port of a stopped server is tried again.
const BIND_TRIES: usize = 100;

pub struct S3Sink {
    folder: PathBuf,
    pub address: SocketAddr,
    /// `None`: stopped.
    running: Option<AbortOnDropHandle<()>>,
}

impl S3Sink {
    /// Serves a folder, in which it creates a bucket.
    pub async fn start(folder: &Path) -> anyhow::Result<Self> {
        std::fs::create_dir_all(folder.join(BUCKET)).context("creating the bucket")?;
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let mut sink = Self { folder: folder.to_owned(), address: listener.local_addr()?, running: None };
        sink.serve(listener)?;
        Ok(sink)
    }

    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends the server and its connections.
    pub fn stop(&mut self) {
        self.running = None;
    }

    pub async fn start_again(&mut self) -> anyhow::Result<()> {
        let mut tries = 0;
        let listener = loop {
            match TcpListener::bind(self.address).await {
                Ok(listener) => break listener,
                Err(error) if tries > BIND_TRIES => {
                    return Err(error).context("the port of the store is taken");
                }
                Err(_) => tries += 1,
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        };
        self.serve(listener)
    }

    fn serve(&mut self, listener: TcpListener) -> anyhow::Result<()> {
        let files = FileSystem::new(&self.folder).map_err(|error| anyhow::anyhow!("{error:?}"))?;
        let mut builder = S3ServiceBuilder::new(files);
        builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
        let service = builder.build();
        self.running = Some(AbortOnDropHandle::new(tokio::spawn(async move {
            // Dropped with this task, so that open connections end too.
            let mut connections = JoinSet::new();
            while let Ok((socket, _)) = listener.accept().await {
                let service = service.clone();
                connections.spawn(async move {
                    // A connection that its client has closed is no error.
                    let _ = http1::Builder::new().serve_connection(TokioIo::new(socket), service).await;
                });
                while connections.try_join_next().is_some() {}
            }
        })));
        Ok(())
    }

    /// Names of the objects in the bucket.
    pub fn objects(&self) -> Vec<String> {
        let root = self.folder.join(BUCKET);
        let (mut names, mut folders) = (Vec::new(), vec![root.clone()]);
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                if path.is_dir() {
                    folders.push(path);
                } else if let Ok(name) = path.strip_prefix(&root) {
                    names.push(name.to_string_lossy().into_owned());
                }
            }
        }
        names
    }
}
