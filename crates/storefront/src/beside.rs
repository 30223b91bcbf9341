//! What stands beside the registry: built files, pictures, probes and the front door.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::{
    Router,
    extract::{Request, State},
    middleware::{self, Next},
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use edge::frame::Beside;
use http::{HeaderValue, StatusCode, header};
use kernel::Clock;
use sqlx::PgPool;
use tower::util::BoxCloneSyncService;
use tower_http::services::{ServeDir, ServeFile};

use crate::config::Config;

/// Below this share of free disk the server takes itself out of rotation.
const LEAST_FREE_DISK: f64 = 0.10;

#[derive(Clone)]
struct Probe {
    db: PgPool,
    clock: Clock,
    draining: Arc<AtomicBool>,
    media_dir: std::path::PathBuf,
}

pub fn service(config: &Config, db: PgPool, clock: Clock, draining: Arc<AtomicBool>) -> Beside {
    let client = config.renderers.web_dir.join("client");
    let files = |folder: std::path::PathBuf| {
        ServeDir::new(folder).precompressed_br().precompressed_gzip().append_index_html_on_directories(false)
    };
    // Their names carry their content.
    let immutable = Router::new()
        .nest_service("/assets", files(client.join("assets")))
        .nest_service("/media", files(config.media_dir.clone()))
        .layer(middleware::from_fn(forever));
    let single = |name: &str| ServeFile::new(client.join(name));
    let probe = Probe { db, clock, draining, media_dir: config.media_dir.clone() };
    let router = Router::new()
        .route("/", get(|| async { (StatusCode::FOUND, [(header::LOCATION, "/ar/")]) }))
        .route("/ar", get(|| async { Redirect::permanent("/ar/") }))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route_service("/favicon.svg", single("favicon.svg"))
        .route_service("/favicon.ico", single("favicon.svg"))
        .route_service("/apple-touch-icon.png", single("apple-touch-icon.png"))
        .route_service("/robots.txt", single("robots.txt"))
        .with_state(probe)
        .layer(middleware::from_fn(an_hour))
        .merge(immutable);
    BoxCloneSyncService::new(router)
}

async fn forever(request: Request, next: Next) -> Response {
    keep(request, next, HeaderValue::from_static("public, max-age=31536000, immutable")).await
}

async fn an_hour(request: Request, next: Next) -> Response {
    keep(request, next, HeaderValue::from_static("public, max-age=3600")).await
}

/// Only what was found may be kept, and probes never.
async fn keep(request: Request, next: Next, how_long: HeaderValue) -> Response {
    let is_file = request.uri().path().contains('.');
    let mut response = next.run(request).await;
    if is_file && (response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED) {
        response.headers_mut().insert(header::CACHE_CONTROL, how_long);
    }
    response
}

/// Database, schema, clock and disk. Redis, renderers and mail never make a server unready.
async fn ready(State(probe): State<Probe>) -> Response {
    if probe.draining.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n").into_response();
    }
    match crate::database::inspect(&probe.db, probe.clock.now()).await {
        Ok(apart) if apart.num_seconds() > 60 => {
            return (StatusCode::SERVICE_UNAVAILABLE, "clock\n").into_response();
        }
        Ok(apart) if apart.num_seconds() > 5 => {
            tracing::error!(seconds = apart.num_seconds(), "our clock and the database's differ")
        }
        Ok(_) => {}
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "not ready");
            return (StatusCode::SERVICE_UNAVAILABLE, "database\n").into_response();
        }
    }
    if let Ok(disk) = rustix::fs::statvfs(&probe.media_dir)
        && (disk.f_bavail as f64) < LEAST_FREE_DISK * disk.f_blocks as f64
    {
        return (StatusCode::SERVICE_UNAVAILABLE, "disk\n").into_response();
    }
    (StatusCode::OK, "ready\n").into_response()
}
