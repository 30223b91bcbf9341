//! Routes outside the registry: built files, pictures, probes and redirects.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    extract::{Path, Request, State},
    middleware::{self, Next},
    response::{IntoResponse, Redirect, Response},
    routing::get,
};
use edge::{
    compress::AcceptedEncodings,
    headers::{self, HeaderOverride},
    router::Fallback,
};
use http::{HeaderValue, Method, StatusCode, header};
use kernel::Clock;
use sqlx::PgPool;
use tower::util::BoxCloneSyncService;
use tower_http::services::{ServeDir, ServeFile};

use super::{config::Config, database, media::Media, publish};
use crate::pages::barcode;

/// How long an address that may be an old one waits for the database.
const REDIRECT_TIMEOUT: Duration = Duration::from_millis(500);

#[derive(Clone)]
struct Probe {
    db: PgPool,
    clock: Clock,
    draining: Arc<AtomicBool>,
    media_dir: std::path::PathBuf,
    min_free_disk: u64,
}

/// Leads from the path of an uploaded file to the host that serves it.
pub fn to_media_host(origin: Option<String>) -> Router {
    let origin: Arc<str> = origin.unwrap_or_default().into();
    let redirect = move |request: Request| {
        // With the mark of the content of a picture that can be replaced.
        let uri = request.uri();
        let url = format!("{origin}{}", uri.path_and_query().map_or(uri.path(), |whole| whole.as_str()));
        async move { Redirect::permanent(&url) }
    };
    Router::new().route("/m/{first}/{name}/{file}", get(redirect))
}

pub fn service(
    config: &Config,
    media: Media,
    published_files: Router,
    db: PgPool,
    clock: Clock,
    draining: Arc<AtomicBool>,
) -> Fallback {
    let client = config.renderers.web_dir.join("client");
    let files = |folder: std::path::PathBuf| {
        ServeDir::new(folder)
            .precompressed_br()
            .precompressed_zstd()
            .precompressed_gzip()
            .append_index_html_on_directories(false)
    };
    let pictures = Router::new()
        .route("/media/barcode/{name}", get(barcode))
        .route("/media/{*name}", get(media_file))
        .with_state(media.clone())
        .layer(middleware::from_fn_with_state(headers::for_pictures(), show_on_other_sites));
    // The names identify the content.
    let assets = files(client.join("assets"));
    let immutable = match &config.renderers.previous_assets {
        Some(folder) => Router::new().nest_service("/assets", assets.fallback(files(folder.clone()))),
        None => Router::new().nest_service("/assets", assets),
    };
    let immutable = immutable
        .merge(pictures)
        .layer(middleware::from_fn(cache_immutable))
        .layer(middleware::from_fn(prefer_brotli));
    let robots = format!(
        "User-agent: *\nDisallow: /ar/cart/\nDisallow: /ar/checkout/\nDisallow: /ar/search/\nDisallow: /*?s=\nDisallow: /*?*orderby=\nDisallow: /*?*filter_\nDisallow: /*?*wc-ajax=\n\nSitemap: {}/sitemap.xml\n",
        config.public_origin
    );
    // Written by a job, which replaces the files.
    let published = Router::new()
        .route(
            "/sitemap.xml",
            get(|State(media): State<Media>| async move { media.serve("published/sitemap.xml").await }),
        )
        .route("/sitemaps/{name}", get(published_file))
        .route("/feeds/{name}", get(published_file))
        .route("/robots.txt", get(move || async move { robots }))
        .with_state(media)
        .layer(middleware::from_fn(cache_for_an_hour));
    let redirects = db.clone();
    let single = |name: &str| ServeFile::new(client.join(name));
    let probe = Probe {
        db,
        clock,
        draining,
        media_dir: config.media_dir.clone(),
        min_free_disk: config.min_free_disk,
    };
    let router = Router::new()
        .route("/", get(|| async { (StatusCode::FOUND, [(header::LOCATION, "/ar/")]) }))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        // The path at which WordPress serves the files of its payment plugin.
        .nest_service("/ar/wp-content/plugins", files(client.join("plugins")))
        .route_service("/favicon.svg", single("favicon.svg"))
        .route_service("/favicon.ico", single("favicon.svg"))
        .route_service("/apple-touch-icon.png", single("apple-touch-icon.png"))
        .with_state(probe)
        .layer(middleware::from_fn(cache_for_an_hour))
        .layer(middleware::from_fn(prefer_brotli))
        .merge(immutable)
        .merge(published)
        .merge(published_files)
        .fallback(move |request: Request| redirect_old_address(redirects.clone(), request));
    BoxCloneSyncService::new(router)
}

/// Redirects an address from before a migration to the page that replaces it, at once and not over its slash.
async fn redirect_old_address(db: PgPool, request: Request) -> Response {
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_page = !request.uri().path().rsplit('/').next().unwrap_or_default().contains('.');
    let path = content::rules::redirect_path(request.uri().path()).filter(|_| is_read && is_page);
    if let Some(path) = path {
        // Without the database the address does not exist: an error page is not worth a long wait.
        let found = tokio::time::timeout(REDIRECT_TIMEOUT, content::service::find_redirect(&db, &path)).await;
        if let Ok(Ok(Some(target))) = found {
            return moved(&target);
        }
    }
    redirect_to_slash(request).await
}

fn moved(target: &str) -> Response {
    let location = percent_encoding::utf8_percent_encode(target, percent_encoding::CONTROLS).to_string();
    (StatusCode::MOVED_PERMANENTLY, [(header::LOCATION, location)]).into_response()
}

/// Redirects a page URL without a trailing slash, as in links of old emails, to the page.
async fn redirect_to_slash(request: Request) -> Response {
    let (path, query) = (request.uri().path(), request.uri().query());
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_page = path == "/ar" || path.starts_with("/ar/");
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    // A name with a dot is a file name.
    if !is_page || !is_read || name.is_empty() || name.contains('.') {
        return StatusCode::NOT_FOUND.into_response();
    }
    let query = query.map(|query| format!("?{query}")).unwrap_or_default();
    (StatusCode::MOVED_PERMANENTLY, [(header::LOCATION, format!("{path}/{query}"))]).into_response()
}

async fn media_file(State(media): State<Media>, Path(name): Path<String>) -> Response {
    media.serve(&name).await
}

async fn published_file(State(media): State<Media>, Path(name): Path<String>) -> Response {
    media.serve(&format!("{}/{name}", publish::FOLDER)).await
}

async fn barcode(Path(name): Path<String>) -> Response {
    match name.strip_suffix(".svg").and_then(barcode::render) {
        Some(svg) => ([(header::CONTENT_TYPE, "image/svg+xml")], svg).into_response(),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// Requests brotli, the smallest of the precompressed files. `ServeDir` prefers zstd, which decompresses faster; at
/// this file size that does not matter.
async fn prefer_brotli(mut request: Request, next: Next) -> Response {
    let accepted = request.headers().get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    if AcceptedEncodings::from_header(accepted).brotli {
        request.headers_mut().insert(header::ACCEPT_ENCODING, HeaderValue::from_static("br"));
    }
    next.run(request).await
}

async fn show_on_other_sites(
    State(headers): State<HeaderOverride>,
    request: Request,
    next: Next,
) -> Response {
    let mut response = next.run(request).await;
    response.extensions_mut().insert(headers);
    response
}

async fn cache_immutable(request: Request, next: Next) -> Response {
    with_cache_control(request, next, HeaderValue::from_static("public, max-age=31536000, immutable")).await
}

async fn cache_for_an_hour(request: Request, next: Next) -> Response {
    with_cache_control(request, next, HeaderValue::from_static("public, max-age=3600")).await
}

/// Allows caching of successful responses for files, but not of probes.
async fn with_cache_control(request: Request, next: Next, cache_control: HeaderValue) -> Response {
    let is_file = request.uri().path().contains('.');
    let mut response = next.run(request).await;
    if is_file && (response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED) {
        response.headers_mut().insert(header::CACHE_CONTROL, cache_control);
    }
    response
}

/// Checks database, schema, clock and disk. Redis, renderers and mail never make a server unready.
async fn ready(State(probe): State<Probe>) -> Response {
    if probe.draining.load(Ordering::Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, "draining\n").into_response();
    }
    match database::inspect(&probe.db, probe.clock.now()).await {
        Ok(difference) if difference.num_seconds() > 60 => {
            return (StatusCode::SERVICE_UNAVAILABLE, "clock\n").into_response();
        }
        Ok(difference) if difference.num_seconds() > 5 => {
            tracing::error!(seconds = difference.num_seconds(), "server clock and database clock differ")
        }
        Ok(_) => {}
        Err(error) => {
            tracing::warn!(error = format!("{error:#}"), "readiness check failed");
            return (StatusCode::SERVICE_UNAVAILABLE, "database\n").into_response();
        }
    }
    if rustix::fs::statvfs(&probe.media_dir).is_ok_and(|disk| free_percent(&disk) < probe.min_free_disk) {
        return (StatusCode::SERVICE_UNAVAILABLE, "disk\n").into_response();
    }
    (StatusCode::OK, "ready\n").into_response()
}

/// Returns the free share of the usable space: blocks reserved for other users count neither as free nor as usable.
pub fn free_percent(disk: &rustix::fs::StatVfs) -> u64 {
    let usable = disk.f_blocks - disk.f_bfree + disk.f_bavail;
    (disk.f_bavail * 100).checked_div(usable).unwrap_or(100)
}
