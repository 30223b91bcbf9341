//! The security headers of every response.

use std::sync::Arc;

use http::{HeaderMap, HeaderName, HeaderValue, header};

/// Allows no inline script, no inline style and no other origin. HTML that scripts insert must pass the Trusted Types
/// policy `matjar`.
const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; \
    object-src 'none'; require-trusted-types-for 'script'; report-to csp; trusted-types matjar";

/// Receives the reports of browsers about violations of the policy.
pub const CSP_REPORTS_URL: &str = "/ar/wp-json/matjar/v1/csp-reports";
const REPORTING_ENDPOINTS: &str = "csp=\"/ar/wp-json/matjar/v1/csp-reports\"";

pub fn security() -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(12);
    for (name, value) in [
        ("content-security-policy", CSP),
        ("reporting-endpoints", REPORTING_ENDPOINTS),
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

/// Replaces the security headers of one response: a page with a payment form also allows the provider's origins.
#[derive(Debug, Clone)]
pub struct HeaderOverride(pub Arc<HeaderMap>);

/// `script`: the origin of the provider's script; `connect`: the origins that it sends card data to. The provider's
/// script inserts a second script, which the Trusted Types policy `default` allows from that origin only.
pub fn for_payment(script: &str, connect: &str) -> Result<HeaderOverride, http::header::InvalidHeaderValue> {
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
    Ok(HeaderOverride(Arc::new(headers)))
}

pub const NO_STORE: HeaderValue = HeaderValue::from_static("private, no-store");

/// Sets the security headers, also over those of the handler. Only `Cache-Control` of the handler is left as it is.
pub fn apply(headers: &mut HeaderMap, security: &HeaderMap) {
    for (name, value) in security {
        headers.insert(name.clone(), value.clone());
    }
    headers.entry(header::CACHE_CONTROL).or_insert(NO_STORE);
}
