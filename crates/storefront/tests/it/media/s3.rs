//! An S3 server for one test: s3s-fs, which verifies signatures, on a free port.

use std::{net::SocketAddr, path::PathBuf, sync::Arc};

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use s3s::{auth::SimpleAuth, service::S3ServiceBuilder};
use s3s_fs::FileSystem;
use tokio::{net::TcpListener, sync::Mutex, task::JoinSet};
use tokio_util::task::AbortOnDropHandle;

use super::jail::Folder;

pub const BUCKET: &str = "reviews";
pub const KEY: &str = "test-key";
pub const SECRET: &str = "test-secret-of-forty-characters-at-least";

pub struct TestS3 {
    folder: Folder,
    pub address: SocketAddr,
    running: Option<AbortOnDropHandle<()>>,
}

impl TestS3 {
    pub async fn start() -> Self {
        let folder = Folder::new();
        std::fs::create_dir_all(folder.path().join(BUCKET)).expect("a bucket");
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        let mut server = Self { folder, address, running: None };
        server.serve(listener);
        server
    }

    pub fn endpoint(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Ends the server and all its connections.
    pub fn stop(&mut self) {
        self.running = None;
    }

    pub async fn start_again(&mut self) {
        let mut tries = 0;
        let listener = loop {
            match TcpListener::bind(self.address).await {
                Ok(listener) => break listener,
                Err(error) => assert!(tries < 100, "{error}"),
            }
            tries += 1;
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        };
        self.serve(listener);
    }

    fn serve(&mut self, listener: TcpListener) {
        let files = FileSystem::new(self.folder.path()).expect("the folder of the store");
        let mut builder = S3ServiceBuilder::new(files);
        builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
        let service = builder.build();
        self.running = Some(AbortOnDropHandle::new(tokio::spawn(async move {
            // Dropped with this task, so that open connections end too.
            let connections = Arc::new(Mutex::new(JoinSet::new()));
            while let Ok((socket, _)) = listener.accept().await {
                let service = service.clone();
                connections.lock().await.spawn(async move {
                    let _ = http1::Builder::new().serve_connection(TokioIo::new(socket), service).await;
                });
            }
        })));
    }

    /// Names of the objects in the bucket.
    pub fn objects(&self) -> Vec<String> {
        let root = self.folder.path().join(BUCKET);
        let mut names = Vec::new();
        let mut folders: Vec<PathBuf> = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
                let path = entry.path();
                let name = path.strip_prefix(&root).expect("inside").to_string_lossy().into_owned();
                if path.is_dir() { folders.push(path) } else { names.push(name) }
            }
        }
        names
    }
}
