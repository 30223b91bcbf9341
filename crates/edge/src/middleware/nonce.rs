//! Requires the nonce that an endpoint's policy names.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use http::HeaderMap;
use tower::ServiceExt;

use crate::{
    AppError, Visitor,
    fields::RawFields,
    policy::{NonceKind, Role},
    router::EndpointContext,
    session,
};

/// With a missing or wrong nonce the endpoint's `when_expired` handler answers, or the request is refused.
pub async fn check(
    State(endpoint): State<EndpointContext>,
    request: Request,
    next: Next,
) -> Result<Response, AppError> {
    let visitor = Visitor::of(request.extensions())?;
    let fields = request.extensions().get::<RawFields>().cloned().unwrap_or_default();
    if accepts(&endpoint, &fields, &visitor, request.headers()) {
        return Ok(next.run(request).await);
    }
    let expired = endpoint.expired.clone().ok_or(AppError::StaleNonce)?;
    Ok(expired.oneshot(request).await.unwrap_or_else(|never| match never {}))
}

fn accepts(endpoint: &EndpointContext, fields: &RawFields, visitor: &Visitor, headers: &HeaderMap) -> bool {
    let now = endpoint.shop.clock.now();
    let nonces = &endpoint.shop.nonces;
    let given = |field: &str| match headers.get(field).filter(|_| field.starts_with("x-")) {
        Some(value) => value.to_str().unwrap_or_default().to_owned(),
        None => fields.get(field).unwrap_or_default().to_owned(),
    };
    match endpoint.policy.nonce {
        NonceKind::None | NonceKind::SameOriginNavigation => true,
        NonceKind::Page(nonce) => {
            let object = fields.get(nonce.object).unwrap_or_default();
            nonces.accepts_page(&given(nonce.field), nonce.action, object, now)
        }
        NonceKind::Session(nonce) => session_token(endpoint, visitor).is_some_and(|token| {
            let object = fields.get(nonce.object).unwrap_or_default();
            nonces.accepts_session(&given(nonce.field), nonce.action, object, &token, now)
        }),
    }
}

/// The session that the nonce is bound to: staff have a session of their own.
fn session_token(endpoint: &EndpointContext, visitor: &Visitor) -> Option<session::TokenHash> {
    if endpoint.policy.role == Role::Staff { visitor.staff } else { visitor.token }
}
