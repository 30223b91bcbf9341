//! The client of one renderer: keep-alive connections over a Unix socket or TCP.

use std::{
    fmt,
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

use crate::circuit_breaker::{Breaker, BreakerPolicy};

/// No rendered page is larger.
const MAX_RESPONSE_BYTES: usize = 8 * 1024 * 1024;
/// How long a client that failed is used only when no other is left.
const PROBE_INTERVAL: Duration = Duration::from_millis(300);
/// Answers after which a renderer counts as warm. One that was replaced does not become cold again: others answer meanwhile,
/// and one that hangs must not be waited for.
const WARM_AFTER: usize = 10;

/// Where a renderer listens: `unix:/path` or `host:port`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RendererAddress {
    Unix(PathBuf),
    Tcp(String),
}

impl FromStr for RendererAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.strip_prefix("unix:") {
            Some(path) if !path.is_empty() => Ok(Self::Unix(path.into())),
            None if text.contains(':') => Ok(Self::Tcp(text.to_owned())),
            _ => Err(format!("{text:?} is neither unix:/path nor host:port")),
        }
    }
}

impl fmt::Display for RendererAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unix(path) => write!(f, "unix:{}", path.display()),
            Self::Tcp(address) => f.write_str(address),
        }
    }
}

type Connection = SendRequest<Full<Bytes>>;

pub struct RendererClient {
    address: RendererAddress,
    idle: Mutex<Vec<Connection>>,
    in_flight: AtomicUsize,
    /// Answers so far, counted up to about [`WARM_AFTER`].
    answered: AtomicUsize,
    breaker: Breaker,
}

impl RendererClient {
    pub fn new(address: RendererAddress) -> Self {
        let breaker = Breaker::new("renderer", BreakerPolicy::first_failure(PROBE_INTERVAL));
        Self {
            address,
            idle: Mutex::default(),
            in_flight: AtomicUsize::new(0),
            answered: AtomicUsize::new(0),
            breaker,
        }
    }

    pub fn in_flight(&self) -> usize {
        self.in_flight.load(Ordering::Relaxed)
    }

    pub fn is_cold(&self) -> bool {
        self.answered.load(Ordering::Relaxed) < WARM_AFTER
    }

    pub fn is_tripped(&self) -> bool {
        self.breaker.is_open(Instant::now())
    }

    pub fn trip(&self, reason: &str) {
        self.breaker.failed(Instant::now(), reason);
        self.lock_idle().clear();
    }

    pub async fn check_health(&self) -> Result<(), String> {
        let request = self.request("GET", "/health", Bytes::new());
        let connection = self.connect().await?;
        self.send(connection, request).await.map(|_| ())
    }

    pub async fn post(&self, path: &str, body: Bytes) -> Result<(u16, Bytes), String> {
        let _in_flight = InFlightGuard::new(&self.in_flight);
        let answer = self.post_once(path, body).await?;
        if self.is_cold() {
            self.answered.fetch_add(1, Ordering::Relaxed);
        }
        Ok(answer)
    }

    async fn post_once(&self, path: &str, body: Bytes) -> Result<(u16, Bytes), String> {
        let idle = self.lock_idle().pop();
        if let Some(connection) = idle.filter(|connection| !connection.is_closed()) {
            // An idle connection may be dead without notice: on failure a new one is opened at once.
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
            .expect("valid request")
    }

    async fn send(
        &self,
        mut connection: Connection,
        request: http::Request<Full<Bytes>>,
    ) -> Result<(u16, Bytes), String> {
        connection.ready().await.map_err(|error| error.to_string())?;
        let response = connection.send_request(request).await.map_err(|error| error.to_string())?;
        let status = response.status().as_u16();
        let body = Limited::new(response.into_body(), MAX_RESPONSE_BYTES)
            .collect()
            .await
            .map_err(|error| error.to_string())?;
        self.breaker.answered();
        if !connection.is_closed() {
            self.lock_idle().push(connection);
        }
        Ok((status, body.to_bytes()))
    }

    async fn connect(&self) -> Result<Connection, String> {
        match &self.address {
            RendererAddress::Unix(path) => open_connection(UnixStream::connect(path).await).await,
            RendererAddress::Tcp(address) => {
                let stream = TcpStream::connect(address).await;
                if let Ok(stream) = &stream {
                    // Nagle's algorithm would delay small requests.
                    let _ = stream.set_nodelay(true);
                }
                open_connection(stream).await
            }
        }
    }

    fn lock_idle(&self) -> std::sync::MutexGuard<'_, Vec<Connection>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn open_connection<S>(stream: std::io::Result<S>) -> Result<Connection, String>
where
    S: tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin + Send + 'static,
{
    let stream = stream.map_err(|error| error.to_string())?;
    let (sender, connection) = handshake(TokioIo::new(stream)).await.map_err(|error| error.to_string())?;
    tokio::spawn(async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "renderer connection failed");
        }
    });
    Ok(sender)
}

/// Counts a request as in flight until it is dropped, also when the request is aborted.
struct InFlightGuard<'a>(&'a AtomicUsize);

impl<'a> InFlightGuard<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for InFlightGuard<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
