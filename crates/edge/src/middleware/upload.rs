//! Admits uploads: in place of [`super::admission`], because they take minutes on a weak connection.

use std::time::Instant;

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};

use crate::{
    AppError, Visitor,
    error::ErrorExtension,
    router::EndpointContext,
    session,
    upload::{Meter, UploadGate},
};

pub async fn enter(
    State((endpoint, gate)): State<(EndpointContext, UploadGate)>,
    mut request: Request,
    next: Next,
) -> Result<Response, AppError> {
    let visitor = Visitor::of(request.extensions())?;
    let _permit = gate.enter(&visitor)?;
    let breaker = endpoint.shop.breaker();
    breaker.admit(Instant::now())?;
    request.extensions_mut().insert(Meter::new(&endpoint.shop, &visitor));
    let response = next.run(request).await;
    // The first file of a visitor is one of those that the session may send.
    if visitor.token.is_none()
        && let Some(session) = session::new_session(response.headers())
    {
        endpoint.shop.rate_limiter.count_new_session(endpoint.policy.rate, &session).await;
    }
    if response.extensions().get::<ErrorExtension>().is_some_and(|error| error.0.is_pool_timeout()) {
        breaker.timed_out(Instant::now());
    }
    Ok(response)
}
