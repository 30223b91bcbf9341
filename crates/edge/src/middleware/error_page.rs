//! Answers refusals and failures in the shape that the endpoint's callers expect.

use std::sync::Arc;

use axum::{
    body::Body,
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Redirect, Response},
};
use http::{HeaderValue, StatusCode, header};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::{
    AppError, api,
    error::{self, ErrorExtension},
    error_pages::ErrorPages,
    policy::Shape,
    registry::ACTION_PATH,
    router::MatchedEndpoint,
    session,
};

/// Logs each error once. Pages are rendered once for each kind of error and then taken from memory.
pub async fn respond(State(pages): State<Arc<ErrorPages>>, request: Request, next: Next) -> Response {
    let path = request.uri().path().to_owned();
    let is_call =
        path == ACTION_PATH || request.uri().query().is_some_and(|query| query.contains("wc-ajax="));
    let reference = reference(&request);
    let matched = request.extensions().get::<MatchedEndpoint>().cloned().unwrap_or_default();
    let mut response = next.run(request).await;
    let error = match response.extensions_mut().remove::<ErrorExtension>() {
        Some(ErrorExtension(error)) => error,
        // The timeout layer answers with a bare status.
        None if response.status() == StatusCode::GATEWAY_TIMEOUT => Arc::new(AppError::Timeout),
        None => return response,
    };
    let name = matched.get().map_or("unknown", |endpoint| endpoint.name.as_str());
    let unknown_shape = match is_call {
        true => Shape::Json,
        false if path.starts_with(api::BASE_PATH) => Shape::Api,
        false => Shape::Page,
    };
    let shape = matched.get().map_or(unknown_shape, |endpoint| endpoint.policy.shape);
    if let AppError::Moved(target) = &*error {
        return redirect_to(target);
    }
    error.log(name, &reference);
    if matches!(*error, AppError::SignInRequired) && shape == Shape::Page {
        return redirect_to_login(&path);
    }
    let mut response = error::plain_response(&error, shape);
    if shape != Shape::Page {
        return response;
    }
    let page = pages.page(&error, &reference).await;
    if page.is_fallback && error.status().is_server_error() {
        *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    }
    let html = HeaderValue::from_static("text/html; charset=utf-8");
    response.headers_mut().insert(header::CONTENT_TYPE, html);
    *response.body_mut() = Body::from(page.html);
    response
}

/// What a shopper can read to the shop's staff, who find the request by it: the start of the request id.
fn reference(request: &Request) -> String {
    let id = request.headers().get("x-request-id").and_then(|value| value.to_str().ok()).unwrap_or_default();
    id.chars().filter(char::is_ascii_alphanumeric).take(8).collect()
}

/// A permanent redirect. Browsers encode what a header cannot hold; this does it for them.
fn redirect_to(target: &str) -> Response {
    const ESCAPED: &AsciiSet =
        &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`').add(b'{').add(b'}');
    let location = utf8_percent_encode(target, ESCAPED).to_string();
    let Ok(location) = HeaderValue::try_from(location) else { return StatusCode::NOT_FOUND.into_response() };
    (StatusCode::MOVED_PERMANENTLY, [(header::LOCATION, location)]).into_response()
}

/// The login page leads back to the page that required it.
fn redirect_to_login(path: &str) -> Response {
    let back = serde_urlencoded::to_string([("next", path)]).unwrap_or_default();
    Redirect::to(&format!("{}?{back}", session::LOGIN_URL)).into_response()
}
