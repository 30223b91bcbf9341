//! Refuses changes that pages of other sites request.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use http::{HeaderMap, HeaderValue, Method, header};

use crate::{
    AppError,
    policy::{NonceKind, Shape},
    router::EndpointContext,
};

pub async fn require(
    State(endpoint): State<EndpointContext>,
    request: Request,
    next: Next,
) -> Result<Response, AppError> {
    let needs_no_nonce = matches!(endpoint.policy.nonce, NonceKind::None | NonceKind::SameOriginNavigation);
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let is_allowed = endpoint.policy.shape == Shape::Api
        && endpoint.shop.api_origins.allowed(request.uri().path(), request.headers()).is_some();
    if (!reads || !needs_no_nonce) && !is_allowed {
        check(request.headers(), &endpoint.shop.origin)?;
    }
    Ok(next.run(request).await)
}

/// Browsers name the origin of a request. A caller that names none is no browser, and no page of another site can make
/// it send a visitor's cookie.
pub fn check(headers: &HeaderMap, origin: &str) -> Result<(), AppError> {
    let text = |value: &HeaderValue| value.to_str().unwrap_or("unreadable").to_owned();
    match (headers.get("sec-fetch-site").map(text), headers.get(header::ORIGIN).map(text)) {
        (Some(site), _) if site == "same-origin" || site == "none" => Ok(()),
        (Some(_), _) => Err(AppError::CrossSite),
        (None, Some(given)) if given.eq_ignore_ascii_case(origin) => Ok(()),
        (None, Some(_)) => Err(AppError::CrossSite),
        (None, None) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_with(pairs: &[(&'static str, &'static str)]) -> bool {
        let headers = pairs
            .iter()
            .map(|(name, value)| (http::HeaderName::from_static(name), HeaderValue::from_static(value)));
        check(&headers.collect(), "https://shop.example").is_ok()
    }

    #[test]
    fn only_our_own_pages_may_ask_for_a_change() {
        assert!(check_with(&[("sec-fetch-site", "same-origin")]));
        assert!(check_with(&[("sec-fetch-site", "none")]));
        assert!(!check_with(&[("sec-fetch-site", "cross-site"), ("origin", "https://shop.example")]));
        assert!(!check_with(&[("sec-fetch-site", "same-site")]));
    }

    #[test]
    fn an_older_browser_is_judged_by_its_origin() {
        assert!(check_with(&[("origin", "https://shop.example")]));
        assert!(!check_with(&[("origin", "https://evil.example")]));
        assert!(!check_with(&[("origin", "null")]));
        assert!(check_with(&[]));
    }
}
