//! One renderer's door: kept-alive connections over a unix socket or TCP.

use std::{
    path::PathBuf,
    str::FromStr,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use bytes::Bytes;
use http_body_util::{BodyExt, Full, Limited};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper_util::rt::TokioIo;
use tokio::net::{TcpStream, UnixStream};

/// No page of ours is larger.
const LARGEST_ANSWER: usize = 8 * 1024 * 1024;
/// How long a lane that failed is asked only when no other is left.
const REST: Duration = Duration::from_millis(300);

/// Where a renderer listens: `unix:/path` or `host:port`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    Unix(PathBuf),
    Tcp(String),
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("unix:") {
            Some(path) if !path.is_empty() => Ok(Self::Unix(path.into())),
            None if text.contains(':') => Ok(Self::Tcp(text.to_owned())),
            _ => Err(format!("{text:?} is neither unix:/path nor host:port")),
        }
    }
}

type Connection = SendRequest<Full<Bytes>>;

pub struct Lane {
    place: Place,
    idle: Mutex<Vec<Connection>>,
    busy: AtomicUsize,
    resting_since: Mutex<Option<Instant>>,
}

impl Lane {
    pub fn new(place: Place) -> Self {
        Self { place, idle: Mutex::default(), busy: AtomicUsize::new(0), resting_since: Mutex::default() }
    }

    pub fn busy(&self) -> usize {
        self.busy.load(Ordering::Relaxed)
    }

    pub fn is_resting(&self) -> bool {
        let since = self.resting_since.lock().unwrap_or_else(PoisonError::into_inner);
        since.is_some_and(|since| since.elapsed() < REST)
    }

    pub fn rest(&self) {
        *self.resting_since.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
        self.lock_idle().clear();
    }

    pub async fn is_alive(&self) -> Result<(), String> {
        let request = self.request("GET", "/health", Bytes::new());
        let connection = self.connect().await?;
        self.send(connection, request).await.map(|_| ())
    }

    pub async fn post(&self, path: &str, body: Bytes) -> Result<(u16, Bytes), String> {
        let _busy = Busy::new(&self.busy);
        let kept = self.lock_idle().pop();
        if let Some(connection) = kept.filter(|connection| !connection.is_closed()) {
            // A kept connection may have died quietly: then a new one is tried at once.
            if let Ok(answer) = self.send(connection, self.request("POST", path, body.clone())).await {
                return Ok(answer);
            }
        }
        let connection = self.connect().await?;
        self.send(connection, self.request("POST", path, body)).await
    }

    fn request(&self, method: &str, path: &str, body: Bytes) -> http::Request<Full<Bytes>> {
        http::Request::builder()
            .method(method)
            .uri(path)
            .header("host", "renderer")
            .header("content-type", "application/json")
            .body(Full::new(body))
            .expect("a fixed request is valid")
    }

    async fn send(
        &self,
        mut connection: Connection,
        request: http::Request<Full<Bytes>>,
    ) -> Result<(u16, Bytes), String> {
        connection.ready().await.map_err(|error| error.to_string())?;
        let response = connection.send_request(request).await.map_err(|error| error.to_string())?;
        let status = response.status().as_u16();
        let body = Limited::new(response.into_body(), LARGEST_ANSWER)
            .collect()
            .await
            .map_err(|error| error.to_string())?;
        if !connection.is_closed() {
            self.lock_idle().push(connection);
        }
        Ok((status, body.to_bytes()))
    }

    async fn connect(&self) -> Result<Connection, String> {
        match &self.place {
            Place::Unix(path) => greet(UnixStream::connect(path).await).await,
            Place::Tcp(address) => {
                let stream = TcpStream::connect(address).await;
                if let Ok(stream) = &stream {
                    // Small requests must not wait for each other's acknowledgement.
                    let _ = stream.set_nodelay(true);
                }
                greet(stream).await
            }
        }
    }

    fn lock_idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn greet<S>(stream: std::io::Result<S>) -> Result<Connection, String>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
{
    let stream = stream.map_err(|error| error.to_string())?;
    let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a renderer connection ended");
        }
    });
    Ok(sender)
}

/// Counts a request in flight, however it ends.
struct Busy<'a>(&'a AtomicUsize);

impl<'a> Busy<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
