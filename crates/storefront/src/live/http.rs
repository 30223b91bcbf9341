//! The address: a stream for browsers that listen, one answer for all others.

use axum::{
    Json,
    body::Body,
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Fields, Shop, Visitor, session::StaffMember};
use http::{HeaderMap, HeaderName, HeaderValue, header};
use serde::Deserialize;

use super::{
    hub::Live,
    rules::{Cursor, Place},
    stream::{Stream, answer},
};

const STREAM: HeaderValue = HeaderValue::from_static("text/event-stream");
/// What browsers send when they come back.
const LAST: HeaderName = HeaderName::from_static("last-event-id");
/// Proxies pass the stream on as it comes.
const UNBUFFERED: HeaderName = HeaderName::from_static("x-accel-buffering");
/// A window more than a member may have asks this often.
const ASK_EVERY: u64 = 15;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LiveQuery {
    since: String,
    /// The thing that the page shows, such as `product-12`.
    on: String,
}

pub async fn follow(
    State(shop): State<Shop>,
    State(live): State<Live>,
    visitor: Visitor,
    member: StaffMember,
    headers: HeaderMap,
    Fields(query): Fields<LiveQuery>,
) -> Result<Response, AppError> {
    let text = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let since = text(LAST).unwrap_or(&query.since);
    let since = Cursor::parse(since, shop.clock.now());
    let place = Place::parse(&query.on, &member);
    let accepted = text(header::ACCEPT).unwrap_or_default();
    let wants_stream = accepted.split(',').any(|one| one.trim().starts_with("text/event-stream"));
    let mut response = if wants_stream {
        let open = live.open(member.id).ok_or(AppError::TooManyRequests { retry_after: ASK_EVERY })?;
        let lines = Stream { live, shop, visitor, member, place, since }.start(open);
        let headers = [(header::CONTENT_TYPE, STREAM), (UNBUFFERED, HeaderValue::from_static("no"))];
        (headers, Body::new(lines)).into_response()
    } else {
        Json(answer(&shop, &member, since, place).await?).into_response()
    };
    response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
    Ok(response)
}
