//! The security headers every answer carries, built once.

use std::sync::Arc;

use http::{HeaderMap, HeaderName, HeaderValue, header};

/// No inline script, no inline style, nothing from elsewhere. HTML that scripts insert passes one policy.
const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; \
    object-src 'none'; require-trusted-types-for 'script'; trusted-types matjar";

pub fn security() -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(12);
    for (name, value) in [
        ("content-security-policy", CSP),
        ("strict-transport-security", "max-age=31536000; includeSubDomains"),
        ("x-content-type-options", "nosniff"),
        ("referrer-policy", "strict-origin-when-cross-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    headers
}

/// Headers that an answer has instead of everybody's: a page with a payment form allows its provider, and no one else.
#[derive(Debug, Clone)]
pub struct Own(pub Arc<HeaderMap>);

/// `script`: where the provider's script comes from; `connect`: where it sends numbers to. That script adds another one of
/// its own, which the policy `default` lets in from there alone.
pub fn for_payment(script: &str, connect: &str) -> Result<Own, http::header::InvalidHeaderValue> {
    let csp = CSP
        .replace("script-src 'self'", &format!("script-src 'self' {script}"))
        .replace("connect-src 'self'", &format!("connect-src 'self' {connect}"))
        .replace("trusted-types matjar", "trusted-types matjar default");
    let mut headers = security();
    headers.insert("content-security-policy", HeaderValue::from_str(&csp)?);
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin-allow-popups"));
    headers.insert(
        "permissions-policy",
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(self), usb=()"),
    );
    Ok(Own(Arc::new(headers)))
}

pub const NO_STORE: HeaderValue = HeaderValue::from_static("private, no-store");

/// Adds what is missing: a handler's own header wins only for caching.
pub fn seal(headers: &mut HeaderMap, security: &HeaderMap) {
    for (name, value) in security {
        headers.insert(name.clone(), value.clone());
    }
    headers.entry(header::CACHE_CONTROL).or_insert(NO_STORE);
}
