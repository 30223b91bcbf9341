//! Counts and times the requests of an endpoint.

use std::time::Instant;

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};

use crate::router::{EndpointContext, MatchedEndpoint};

/// Also names the endpoint for the log and for the shape of a refusal.
pub async fn record(State(endpoint): State<EndpointContext>, request: Request, next: Next) -> Response {
    let started = Instant::now();
    endpoint.requests.increment(1);
    tracing::Span::current().record("endpoint", endpoint.name.as_str());
    if let Some(matched) = request.extensions().get::<MatchedEndpoint>() {
        matched.set(endpoint.clone());
    }
    let response = next.run(request).await;
    endpoint.seconds.record(started.elapsed());
    if response.status().is_server_error() {
        endpoint.failures.increment(1);
    }
    response
}
