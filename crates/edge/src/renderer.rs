//! The renderers: Node processes that turn a component's name and JSON into HTML.
//!
//! They are stateless: any of them can answer, and a request to a dead one is retried on another. A small installation
//! spawns and supervises its own; a large one configures their addresses.

mod client;
mod supervisor;

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
pub use client::RendererAddress;
use client::RendererClient;
use serde::Deserialize;

/// How long one attempt to render may take.
pub const RENDER_TIMEOUT: Duration = Duration::from_millis(500);
/// The same for a renderer that has answered little: its code is not compiled yet. Without it the first pages of a server
/// fail on a slow machine, when all of its renderers are new.
const COLD_RENDER_TIMEOUT: Duration = Duration::from_secs(2);

#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    #[error("no renderer answered: {0}")]
    Unreachable(String),
    #[error("component failed: {0}")]
    Component(String),
    #[error("invalid response from the renderer")]
    InvalidResponse,
    /// The page's slots are not those of its held parts.
    #[error("wrong slot in the page: {0}")]
    Slot(String),
}

#[derive(Debug, Deserialize)]
pub struct RenderedEmail {
    pub html: String,
    pub text: String,
}

/// Where the renderers run.
#[derive(Debug, Clone)]
pub enum RendererSource {
    /// Spawned and supervised by this process.
    Spawned { count: usize, node: PathBuf, script: PathBuf, sockets: PathBuf },
    /// Managed elsewhere, at these addresses.
    Remote(Vec<RendererAddress>),
}

#[derive(Clone)]
pub struct Renderer {
    inner: Arc<Inner>,
}

struct Inner {
    clients: Vec<Arc<RendererClient>>,
    /// Dropped with the last handle, which ends the processes.
    _children: Vec<supervisor::Child>,
    /// The directory of the sockets of spawned renderers, removed on drop.
    sockets: Option<PathBuf>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        if let Some(folder) = &self.sockets {
            let _ = std::fs::remove_dir_all(folder);
        }
    }
}

impl Renderer {
    pub fn start(source: RendererSource) -> Self {
        let (addresses, children, sockets) = match source {
            RendererSource::Remote(addresses) => (addresses, Vec::new(), None),
            RendererSource::Spawned { count, node, script, sockets } => {
                let addresses: Vec<_> = (0..count.max(1))
                    .map(|index| RendererAddress::Unix(sockets.join(format!("renderer-{index}.sock"))))
                    .collect();
                let children = addresses
                    .iter()
                    .map(|address| supervisor::Child::watch(&node, &script, address))
                    .collect();
                (addresses, children, Some(sockets))
            }
        };
        let clients = addresses.into_iter().map(|address| Arc::new(RendererClient::new(address))).collect();
        Self { inner: Arc::new(Inner { clients, _children: children, sockets }) }
    }

    /// Waits until every renderer answers, so that the first request after a start is not answered with 503. Returns
    /// false after `timeout`.
    pub async fn ready(&self, timeout: Duration) -> bool {
        let deadline = Instant::now() + timeout;
        for client in &self.inner.clients {
            while client.check_health().await.is_err() {
                if Instant::now() > deadline {
                    return false;
                }
                tokio::time::sleep(Duration::from_millis(25)).await;
            }
        }
        true
    }

    /// Renders the header and footer, with a slot for the page.
    pub async fn layout_shell(&self, json: String) -> Result<Bytes, RenderError> {
        self.call("/layout", json.into()).await
    }

    /// Renders a document, with slots for the header and footer.
    pub async fn page(&self, json: String) -> Result<Bytes, RenderError> {
        self.call("/page", json.into()).await
    }

    /// Renders several regions in one call.
    pub async fn regions(&self, json: String) -> Result<HashMap<String, String>, RenderError> {
        let answer = self.call("/regions", json.into()).await?;
        serde_json::from_slice(&answer).map_err(|_| RenderError::InvalidResponse)
    }

    /// Renders an email as HTML and as plain text.
    pub async fn email(&self, json: String) -> Result<RenderedEmail, RenderError> {
        let answer = self.call("/mail", json.into()).await?;
        serde_json::from_slice(&answer).map_err(|_| RenderError::InvalidResponse)
    }

    /// Process ids of the renderers that this server spawned, for measurements and fault injection.
    pub fn process_ids(&self) -> Vec<u32> {
        self.inner._children.iter().filter_map(supervisor::Child::id).collect()
    }

    /// Retries once, on another renderer, when the first one is unreachable. A component that failed is not retried: it
    /// would fail there too.
    async fn call(&self, path: &'static str, body: Bytes) -> Result<Bytes, RenderError> {
        let started = Instant::now();
        let first = self.choose(None);
        let answer = match self.try_client(first, path, body.clone()).await {
            Err(RenderError::Unreachable(reason)) => {
                metrics::counter!("matjar_render_retries_total").increment(1);
                tracing::debug!(reason, "renderer unreachable; trying another one");
                self.try_client(self.choose(Some(first)), path, body).await
            }
            answer => answer,
        };
        metrics::histogram!("matjar_render_seconds", "path" => path).record(started.elapsed());
        answer
    }

    async fn try_client(&self, index: usize, path: &'static str, body: Bytes) -> Result<Bytes, RenderError> {
        let client = &self.inner.clients[index];
        let timeout = if client.is_cold() { COLD_RENDER_TIMEOUT } else { RENDER_TIMEOUT };
        let answer = tokio::time::timeout(timeout, client.post(path, body)).await;
        let answer = answer.unwrap_or_else(|_| Err(format!("no response within {timeout:?}")));
        let (status, bytes) = answer.map_err(|reason| {
            client.trip(&reason);
            RenderError::Unreachable(reason)
        })?;
        if status == 200 {
            return Ok(bytes);
        }
        Err(RenderError::Component(component_error(&bytes)))
    }

    /// Chooses a client that is not tripped and has few requests in flight; among equals, the first one. One busy
    /// renderer renders a page for a third less than two that alternate, because its code and data stay warm. `except`:
    /// the client that just failed.
    fn choose(&self, except: Option<usize>) -> usize {
        let clients = &self.inner.clients;
        (0..clients.len())
            .filter(|index| Some(*index) != except || clients.len() == 1)
            .min_by_key(|index| {
                (clients[*index].is_tripped(), clients[*index].in_flight().saturating_sub(1), *index)
            })
            .unwrap_or(0)
    }
}

/// Returns the error of a component with its stack, which the renderer has mapped to the sources.
fn component_error(bytes: &[u8]) -> String {
    #[derive(Deserialize)]
    struct Failure {
        error: String,
        component: Option<String>,
        stack: Option<String>,
    }
    match serde_json::from_slice::<Failure>(bytes) {
        Ok(Failure { error, component, stack }) => {
            format!("{}: {error}\n{}", component.unwrap_or_default(), stack.unwrap_or_default())
        }
        Err(_) => String::from_utf8_lossy(&bytes[..bytes.len().min(500)]).into_owned(),
    }
}
