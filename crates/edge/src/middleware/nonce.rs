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
    api::{self, ApiRefusal},
    fields::RawFields,
    policy::{API_NONCE, NonceKind, Role},
    router::EndpointContext,
    session, trace,
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
    if endpoint.policy.nonce == NonceKind::Api && api_nonce(request.headers()).is_empty() {
        return Err(ApiRefusal::missing_nonce().into());
    }
    let expired = endpoint.expired.clone().ok_or(AppError::StaleNonce)?;
    trace::refuse(AppError::StaleNonce);
    Ok(expired.oneshot(request).await.unwrap_or_else(|never| match never {}))
}

/// The second name is that of the platform's older releases.
fn api_nonce(headers: &HeaderMap) -> &str {
    let value = headers.get(api::NONCE_HEADER).or_else(|| headers.get("x-wc-store-api-nonce"));
    value.and_then(|value| value.to_str().ok()).unwrap_or_default()
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
        NonceKind::Api if visitor.has_cart_token => true,
        // Without a session there is nothing that a page of another site could change.
        NonceKind::Api => match &visitor.token {
            Some(token) => nonces.accepts_session(api_nonce(headers), API_NONCE, "", token, now),
            None => nonces.accepts_page(api_nonce(headers), API_NONCE, "", now),
        },
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
