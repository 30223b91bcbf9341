//! One span and one access log line for each request.

use std::time::Instant;

use axum::{extract::Request, middleware::Next, response::Response};
use tracing::field::Empty;

use crate::{router::MatchedEndpoint, trace};

/// Fields that are known later are recorded by the middleware or handler that learns them. Queries are left out, and so
/// are the paths of endpoints and redirects: they may contain keys of orders and email tokens. The endpoint's pattern
/// replaces its path.
pub async fn request(mut request: Request, next: Next) -> Response {
    let matched = MatchedEndpoint::default();
    request.extensions_mut().insert(matched.clone());
    let path = request.uri().path().to_owned();
    let id = request.headers().get("x-request-id").and_then(|value| value.to_str().ok()).unwrap_or_default();
    let method = request.method().as_str();
    let span = tracing::info_span!(
        "request",
        otel.kind = "server",
        otel.status_code = Empty,
        id,
        method,
        path = Empty,
        endpoint = Empty,
        order = Empty,
        number = Empty,
        attempt = Empty,
        staff = Empty,
        refusal = Empty,
        status = Empty
    );
    let started = Instant::now();
    trace::in_root(span, async {
        let response = next.run(request).await;
        if matched.get().is_none() && !response.status().is_redirection() {
            tracing::Span::current().record("path", path);
        }
        let status = response.status().as_u16();
        // Signed, because traces have no unsigned numbers: they would be sent as text.
        tracing::Span::current().record("status", i64::from(status));
        if response.status().is_server_error() {
            tracing::Span::current().record("otel.status_code", "error");
        }
        let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::info!(target: "matjar::access", status, milliseconds, "request handled");
        response
    })
    .await
}
