//! Serves files: published ones to everybody, without cookies, and held ones to staff.

mod attachment;
mod range;

use axum::{
    Router,
    body::Body,
    extract::{Path, RawQuery, State},
    response::{IntoResponse, Response},
    routing::get,
};
use edge::{
    AppError, Endpoint, Fields, PathParam, Permission, Policy,
    headers::HeaderOverride,
    policy::{Priority, RateClass},
    registry::Location,
};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use object_store::{GetOptions, GetRange, path::Path as Key};
use serde::Deserialize;
use std::sync::{Arc, LazyLock};

use crate::{
    objects::{self, Objects},
    service::{HeldAddress, MediaContext},
};
pub use attachment::attachment;
use range::{Answer, choose};

/// Published files, on the host of the media or on that of the shop. The handler reads and sets no cookie.
pub fn public_routes(objects: Objects) -> Router {
    Router::new().route("/m/{first}/{name}/{file}", get(published)).with_state(objects)
}

/// The endpoints for staff.
pub fn endpoints<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>() -> Vec<Endpoint<C>> {
    let policy = Policy {
        rate: RateClass::Staff,
        priority: Priority(3),
        ..Policy::personal_page().for_staff(Permission::ReviewsModerate)
    };
    vec![Endpoint::handler(Location::Page("/ar/staff/media/{id}/{name}/"), held).policy(policy)]
}

/// The names of files that processing writes, and what they are. Nothing else is ever served.
fn mime(file: &str) -> Option<&'static str> {
    match file {
        "320.webp" | "800.webp" | "1600.webp" | "poster.webp" => Some("image/webp"),
        "video.mp4" => Some("video/mp4"),
        "video.webm" => Some("video/webm"),
        _ => None,
    }
}

/// A name is used once, so a copy never changes; and the address that a page gives to a picture that can be replaced has a mark
/// of its content.
const IMMUTABLE: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A picture that can be replaced, without the mark of its content: browsers ask again whether they have the newest.
const REPLACEABLE: HeaderValue = HeaderValue::from_static("public, max-age=60, must-revalidate");

/// The file is inert: even a browser that takes it for a page runs nothing in it.
static SECURITY: LazyLock<Arc<HeaderMap>> = LazyLock::new(|| {
    let headers = [
        ("content-security-policy", "sandbox; default-src 'none'"),
        ("cross-origin-resource-policy", "same-site"),
        ("referrer-policy", "no-referrer"),
        ("strict-transport-security", "max-age=31536000; includeSubDomains"),
        ("x-content-type-options", "nosniff"),
    ];
    let headers =
        headers.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
    Arc::new(HeaderMap::from_iter(headers))
});

async fn published(
    State(objects): State<Objects>,
    Path((first, name, file)): Path<(String, String, String)>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let (random, is_replaceable) = match name.strip_suffix(objects::REPLACEABLE) {
        Some(random) => (random, true),
        None => (name.as_str(), false),
    };
    let is_name = random.len() == 32 && random.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    match mime(&file) {
        Some(mime) if is_name && first == objects::first_two(&name) => {
            let etag = format!("{name}-{file}");
            let stored = Stored { key: objects::public(&name, &file), mime, etag, is_replaceable };
            let is_marked = query.is_some_and(|query| query.starts_with("v="));
            let cache = if is_replaceable && !is_marked { REPLACEABLE } else { IMMUTABLE };
            serve(&objects, &stored, &headers, cache).await
        }
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

#[derive(Deserialize)]
struct HeldQuery {
    expires: i64,
    signature: String,
}

/// A file before it is published. The address is valid for ten minutes, and only for staff.
async fn held(
    State(media): State<MediaContext>,
    PathParam((id, name)): PathParam<(i64, String)>,
    headers: HeaderMap,
    Fields(query): Fields<HeldQuery>,
) -> Result<Response, AppError> {
    let address = HeldAddress { id, name, expires: query.expires, signature: query.signature };
    let mime = mime(&address.name).filter(|_| media.keys.accepts_held(&address, media.clock.now()));
    let mime = mime.ok_or(AppError::NotFound)?;
    let etag = format!("{id}-{}", address.name);
    let stored = Stored { key: objects::held(id, &address.name), mime, etag, is_replaceable: false };
    Ok(serve(&media.objects, &stored, &headers, edge::headers::NO_STORE).await)
}

/// An object, and how it is described.
struct Stored {
    key: Key,
    mime: &'static str,
    etag: String,
    /// The same name may get another content.
    is_replaceable: bool,
}

/// Answers with a file or one range of it.
async fn serve(objects: &Objects, stored: &Stored, request: &HeaderMap, cache: HeaderValue) -> Response {
    let found = match objects.get(&stored.key, GetOptions::new().with_head(true)).await {
        Ok(found) => found,
        Err(error) => return failure(&error, &stored.key),
    };
    let size = found.meta.size;
    let version = found.meta.e_tag.as_deref().filter(|_| stored.is_replaceable);
    let etag = entity_tag(&stored.etag, version);
    let (status, content_range, span) = match choose(request, &etag, size) {
        Answer::Unchanged => (StatusCode::NOT_MODIFIED, None, None),
        Answer::Whole => (StatusCode::OK, None, Some(0..size)),
        Answer::Part(part) => {
            let text = format!("bytes {}-{}/{size}", part.start, part.end - 1);
            (StatusCode::PARTIAL_CONTENT, Some(text), Some(part))
        }
        Answer::Unsatisfiable => (StatusCode::RANGE_NOT_SATISFIABLE, Some(format!("bytes */{size}")), None),
    };
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    let headers = response.headers_mut();
    if let Some(value) = content_range.and_then(|text| HeaderValue::from_str(&text).ok()) {
        headers.insert(header::CONTENT_RANGE, value);
    }
    headers.insert(header::ACCEPT_RANGES, HeaderValue::from_static("bytes"));
    headers.insert(header::CACHE_CONTROL, cache);
    if let Ok(etag) = HeaderValue::from_str(&etag) {
        headers.insert(header::ETAG, etag);
    }
    response.extensions_mut().insert(HeaderOverride(SECURITY.clone()));
    if let Some(span) = span {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(stored.mime));
        headers.insert(header::CONTENT_LENGTH, HeaderValue::from(span.end - span.start));
        if span.start < span.end {
            let options = GetOptions::new().with_range(Some(GetRange::Bounded(span)));
            match objects.get(&stored.key, options).await {
                Ok(content) => *response.body_mut() = Body::from_stream(content.into_stream()),
                Err(error) => return failure(&error, &stored.key),
            }
        }
    }
    response
}

/// The name of a file, and the store's version of its content if another one may get the same name.
fn entity_tag(name: &str, version: Option<&str>) -> String {
    let Some(version) = version else { return format!("\"{name}\"") };
    let plain = |one: &char| one.is_ascii_alphanumeric() || *one == '-';
    format!("\"{name}-{}\"", version.chars().filter(plain).collect::<String>())
}

fn failure(error: &object_store::Error, key: &Key) -> Response {
    let mut response = match error {
        object_store::Error::NotFound { .. } => StatusCode::NOT_FOUND.into_response(),
        error => {
            tracing::error!(%error, %key, "reading a stored file failed");
            StatusCode::SERVICE_UNAVAILABLE.into_response()
        }
    };
    response.extensions_mut().insert(HeaderOverride(SECURITY.clone()));
    response
}

#[cfg(test)]
mod tests;
