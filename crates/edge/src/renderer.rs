//! The renderers: Node processes that turn a component's name and JSON into HTML.
//!
//! They hold nothing, so any of them can answer and a dead one is only a retry. A small installation spawns
//! and watches its own; a large one names their addresses.

mod client;
mod supervisor;

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use bytes::Bytes;
use client::Lane;
pub use client::Place;
use serde::Deserialize;

/// What one drawing may take.
pub const PATIENCE: Duration = Duration::from_millis(500);

#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    #[error("no renderer answered: {0}")]
    Unreachable(String),
    #[error("the component failed: {0}")]
    Component(String),
    #[error("the renderer's answer made no sense")]
    Nonsense,
}

#[derive(Debug, Deserialize)]
pub struct DrawnLetter {
    pub html: String,
    pub text: String,
}

/// How the renderers come to be.
#[derive(Debug, Clone)]
pub enum Setup {
    /// Spawned and watched by this process.
    Own { count: usize, node: PathBuf, script: PathBuf, sockets: PathBuf },
    /// Somebody else's, at these addresses.
    At(Vec<Place>),
}

#[derive(Clone)]
pub struct Renderer {
    inner: Arc<Inner>,
}

struct Inner {
    lanes: Vec<Arc<Lane>>,
    /// Dropped with the last handle: the children are ended with it.
    _children: Vec<supervisor::Child>,
    /// Ours alone, and gone with us.
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
    pub fn start(setup: Setup) -> Self {
        let (places, children, sockets) = match setup {
            Setup::At(places) => (places, Vec::new(), None),
            Setup::Own { count, node, script, sockets } => {
                let places: Vec<_> = (0..count.max(1))
                    .map(|index| Place::Unix(sockets.join(format!("renderer-{index}.sock"))))
                    .collect();
                let children =
                    places.iter().map(|place| supervisor::Child::watch(&node, &script, place)).collect();
                (places, children, Some(sockets))
            }
        };
        let lanes = places.into_iter().map(|place| Arc::new(Lane::new(place))).collect();
        Self { inner: Arc::new(Inner { lanes, _children: children, sockets }) }
    }

    /// Waits until every renderer answers, so that a starting server does not greet its first shopper with a 503.
    pub async fn ready(&self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        for lane in &self.inner.lanes {
            while lane.is_alive().await.is_err() {
                if Instant::now() > deadline {
                    return false;
                }
                tokio::time::sleep(Duration::from_millis(25)).await;
            }
        }
        true
    }

    /// What surrounds every page, with a gap.
    pub async fn frame(&self, json: String) -> Result<Bytes, RenderError> {
        self.ask("/frame", json.into()).await
    }

    /// A document, with marks where its surroundings go.
    pub async fn page(&self, json: String) -> Result<Bytes, RenderError> {
        self.ask("/page", json.into()).await
    }

    /// Several regions, drawn in one call.
    pub async fn regions(&self, json: String) -> Result<HashMap<String, String>, RenderError> {
        let answer = self.ask("/regions", json.into()).await?;
        serde_json::from_slice(&answer).map_err(|_| RenderError::Nonsense)
    }

    /// A letter: as HTML, and as plain text.
    pub async fn mail(&self, json: String) -> Result<DrawnLetter, RenderError> {
        let answer = self.ask("/mail", json.into()).await?;
        serde_json::from_slice(&answer).map_err(|_| RenderError::Nonsense)
    }

    /// Process ids of the renderers this server spawned, for those who measure or kill them.
    pub fn process_ids(&self) -> Vec<u32> {
        self.inner._children.iter().filter_map(supervisor::Child::id).collect()
    }

    /// One try, and one more on another renderer. A component that failed would fail there too.
    async fn ask(&self, path: &'static str, body: Bytes) -> Result<Bytes, RenderError> {
        let started = Instant::now();
        let first = self.choose(None);
        let answer = match self.try_lane(first, path, body.clone()).await {
            Err(RenderError::Unreachable(why)) => {
                metrics::counter!("matjar_render_retries_total").increment(1);
                tracing::debug!(why, "asking another renderer");
                self.try_lane(self.choose(Some(first)), path, body).await
            }
            answer => answer,
        };
        metrics::histogram!("matjar_render_seconds", "path" => path).record(started.elapsed());
        answer
    }

    async fn try_lane(&self, index: usize, path: &'static str, body: Bytes) -> Result<Bytes, RenderError> {
        let lane = &self.inner.lanes[index];
        let (status, bytes) = match tokio::time::timeout(PATIENCE, lane.post(path, body)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(why)) => {
                lane.rest();
                return Err(RenderError::Unreachable(why));
            }
            Err(_) => {
                lane.rest();
                return Err(RenderError::Unreachable(format!("nothing within {PATIENCE:?}")));
            }
        };
        if status == 200 {
            return Ok(bytes);
        }
        Err(RenderError::Component(explain(&bytes)))
    }

    /// A lane that is not resting and hardly busy, the earlier the better: one renderer that is always at work
    /// draws a page for a third less than two that take turns, because its code and data stay warm.
    /// Any other than the one that just failed.
    fn choose(&self, not: Option<usize>) -> usize {
        let lanes = &self.inner.lanes;
        (0..lanes.len())
            .filter(|index| Some(*index) != not || lanes.len() == 1)
            .min_by_key(|index| (lanes[*index].is_resting(), lanes[*index].busy().saturating_sub(1), *index))
            .unwrap_or(0)
    }
}

/// What went wrong inside a component, with the stack the renderer mapped back to its sources.
fn explain(bytes: &[u8]) -> String {
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
