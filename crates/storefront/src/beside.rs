//! What stands beside the registry: built files, pictures, probes and the front door.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use axum::{
    Router,
    extract::{Path, Request, State},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::get,
};
use edge::{compress::Accepted, frame::Beside};
use http::{HeaderValue, Method, StatusCode, header};
use kernel::Clock;
use sqlx::PgPool;
use tower::util::BoxCloneSyncService;
use tower_http::services::{ServeDir, ServeFile};

use crate::{config::Config, media::Media, pages::barcode, publish};

#[derive(Clone)]
struct Probe {
    db: PgPool,
    clock: Clock,
    draining: Arc<AtomicBool>,
    media_dir: std::path::PathBuf,
    disk_least: u64,
}

pub fn service(config: &Config, media: Media, db: PgPool, clock: Clock, draining: Arc<AtomicBool>) -> Beside {
    let client = config.renderers.web_dir.join("client");
    let files = |folder: std::path::PathBuf| {
        ServeDir::new(folder)
            .precompressed_br()
            .precompressed_zstd()
            .precompressed_gzip()
            .append_index_html_on_directories(false)
    };
    // Their names carry their content.
    let immutable = Router::new()
        .nest_service("/assets", files(client.join("assets")))
        .route("/media/barcode/{name}", get(barcode))
        .route("/media/{*name}", get(stored))
        .with_state(media.clone())
        .layer(middleware::from_fn(forever))
        .layer(middleware::from_fn(smallest));
    let robots = format!(
        "User-agent: *\nDisallow: /ar/cart/\nDisallow: /ar/checkout/\nDisallow: /ar/search/\nDisallow: /*?s=\nDisallow: /*?*orderby=\nDisallow: /*?*filter_\nDisallow: /*?*wc-ajax=\n\nSitemap: {}/sitemap.xml\n",
        config.public_origin
    );
    // Made by a job; a new one takes the place of the old.
    let published = Router::new()
        .route(
            "/sitemap.xml",
            get(|State(media): State<Media>| async move { media.serve("published/sitemap.xml").await }),
        )
        .route("/sitemaps/{name}", get(published))
        .route("/feeds/{name}", get(published))
        .route("/robots.txt", get(move || async move { robots }))
        .with_state(media)
        .layer(middleware::from_fn(an_hour));
    let single = |name: &str| ServeFile::new(client.join(name));
    let probe =
        Probe { db, clock, draining, media_dir: config.media_dir.clone(), disk_least: config.disk_least };
    let router = Router::new()
        .route("/", get(|| async { (StatusCode::FOUND, [(header::LOCATION, "/ar/")]) }))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        // Where the platform keeps what its payment plugin shows.
        .nest_service("/ar/wp-content/plugins", files(client.join("plugins")))
        .route_service("/favicon.svg", single("favicon.svg"))
        .route_service("/favicon.ico", single("favicon.svg"))
        .route_service("/apple-touch-icon.png", single("apple-touch-icon.png"))
        .with_state(probe)
        .layer(middleware::from_fn(an_hour))
        .layer(middleware::from_fn(smallest))
        .merge(immutable)
        .merge(published)
        .fallback(without_last_slash);
    BoxCloneSyncService::new(router)
}

/// Pages end in a slash. Whoever leaves it out, as links in old e-mails do, is led to the page.
async fn without_last_slash(request: Request) -> Response {
    let (path, query) = (request.uri().path(), request.uri().query());
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_page = path == "/ar" || path.starts_with("/ar/");
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    // A name with a dot is a file's.
    if !is_page || !is_read || name.is_empty() || name.contains('.') {
        return StatusCode::NOT_FOUND.into_response();
    }
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    (StatusCode::MOVED_PERMANENTLY, [(header::LOCATION, format!("{path}/{query}"))]).into_response()
}

async fn stored(State(media): State<Media>, Path(name): Path<String>) -> Response {
    media.serve(&name).await
}

async fn published(State(media): State<Media>, Path(name): Path<String>) -> Response {
    media.serve(&format!("{}/{name}", publish::FOLDER)).await
}

async fn barcode(Path(name): Path<String>) -> Response {
    match name.strip_suffix(".svg").and_then(barcode::draw) {
        Some(svg) => ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Of the packed neighbours that the build wrote, brotli's is the smallest. The service itself would rather send zstd's, which takes less
/// time to unpack: nothing, for files of this size.
async fn smallest(mut request: Request, next: Next) -> Response {
    let accepted = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    if Accepted::of(accepted).brotli {
        request.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br"));
    }
    next.run(request).await
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
    if rustix::fs::statvfs(&probe.media_dir).is_ok_and(|disk| free_percent(&disk) < probe.disk_least) {
        return (StatusCode::SERVICE_UNAVAILABLE, "disk\n").into_response();
    }
    (StatusCode::OK, "ready\n").into_response()
}

/// What is free of the part that we may fill: blocks kept back for others count neither as free nor as ours.
fn free_percent(disk: &rustix::fs::StatVfs) -> u64 {
    let ours = disk.f_blocks - disk.f_bfree + disk.f_bavail;
    (disk.f_bavail * 100).checked_div(ours).unwrap_or(100)
}
