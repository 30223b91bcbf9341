//! Bounds the requests of each priority that are handled at once, and those that wait for a lost database.

use std::time::Instant;

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};

use crate::{AppError, Visitor, error::ErrorExtension, router::EndpointContext};

pub async fn enter(
    State(endpoint): State<EndpointContext>,
    request: Request,
    next: Next,
) -> Result<Response, AppError> {
    let _permit = endpoint.admission.enter(endpoint.policy.priority).await?;
    let breaker = endpoint.shop.breaker();
    // Such a request is answered from memory.
    let needs_database =
        !endpoint.policy.skip_rate_limit_for_anonymous || Visitor::of(request.extensions())?.token.is_some();
    if needs_database {
        breaker.admit(Instant::now())?;
    }
    let response = next.run(request).await;
    if response.extensions().get::<ErrorExtension>().is_some_and(|error| error.0.is_pool_timeout()) {
        breaker.timed_out(Instant::now());
    }
    Ok(response)
}
