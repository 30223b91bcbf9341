//! Counts requests against their client address and session, from the headers alone. Requests of staff are counted
//! against the member, once [`super::role`] has found who it is.

use axum::{
    Json,
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{
    AppError, Visitor,
    address::ClientAddress,
    policy::{RateClass, Role, Shape},
    router::EndpointContext,
    trace,
    view::Success,
};

/// Puts the [`Visitor`] into the request. A beacon over the limit is dropped: its sender has nothing to repeat.
pub async fn check(
    State(endpoint): State<EndpointContext>,
    mut request: Request,
    next: Next,
) -> Result<Response, AppError> {
    // First, because under overload most requests end here.
    endpoint.admission.check_queue(endpoint.policy.priority)?;
    let address = ClientAddress::of(request.extensions())?;
    let visitor = if endpoint.policy.shape == Shape::Api {
        Visitor::of_api(request.headers(), address, &endpoint.shop.origin)
    } else {
        Visitor::from_headers(request.headers(), address)
    };
    let class = endpoint.policy.rate;
    // A member of staff is counted by who they are: neither the shopper's cookie nor a second session adds requests.
    let session = visitor.token.filter(|_| endpoint.policy.role != Role::Staff);
    if session.is_some() || !endpoint.policy.skip_rate_limit_for_anonymous {
        match endpoint.shop.rate_limiter.check(class, session.as_ref(), address).await {
            Err(error @ AppError::TooManyRequests { .. }) if class == RateClass::Beacon => {
                trace::refuse(error);
                return Ok(Json(Success { success: true }).into_response());
            }
            counted => counted?,
        }
    }
    request.extensions_mut().insert(visitor);
    Ok(next.run(request).await)
}
