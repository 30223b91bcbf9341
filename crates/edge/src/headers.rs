//! The security headers every answer carries, built once.

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

pub const NO_STORE: HeaderValue = HeaderValue::from_static("private, no-store");

/// Adds what is missing: a handler's own header wins only for caching.
pub fn seal(headers: &mut HeaderMap, security: &HeaderMap) {
    for (name, value) in security {
        headers.insert(name.clone(), value.clone());
    }
    headers.entry(header::CACHE_CONTROL).or_insert(NO_STORE);
}
