//! The security headers of every response.

use std::sync::Arc;

use http::{HeaderMap, HeaderName, HeaderValue, header};

/// Allows no inline script, no inline style and no other origin but that of uploaded files. HTML that scripts insert must
/// pass the Trusted Types policy `matjar`. A page shows files that the visitor is about to send: `blob:`.
const CSP: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; \
    font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; \
    object-src 'none'; require-trusted-types-for 'script'; report-to csp; trusted-types matjar";

/// Receives the reports of browsers about violations of the policy.
pub const CSP_REPORTS_URL: &str = "/ar/wp-json/matjar/v1/csp-reports";
const REPORTING_ENDPOINTS: &str = "csp=\"/ar/wp-json/matjar/v1/csp-reports\"";

/// `media_origin`: the host of uploaded files; empty if that is the shop's own. It must be a valid header value.
pub fn security(media_origin: &str) -> HeaderMap {
    let mut headers = HeaderMap::with_capacity(12);
    let csp = match media_origin {
        "" => CSP.to_owned(),
        origin => CSP.replace("'self' blob:", &format!("'self' blob: {origin}")),
    };
    headers.insert(
        "content-security-policy",
        HeaderValue::from_str(&csp).unwrap_or(HeaderValue::from_static(CSP)),
    );
    for (name, value) in [
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

/// Origins that pages without a payment form load scripts from, and that those scripts send to.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TagOrigins {
    pub scripts: Vec<String>,
    pub connect: Vec<String>,
}

/// Allows configured scripts of other services. They insert further scripts, which the Trusted Types policy `default` allows
/// from these origins only. Without a configured script the headers stay as they are.
pub fn allow_tags(headers: &mut HeaderMap, tags: &TagOrigins) {
    if tags.scripts.is_empty() {
        return;
    }
    let Some(csp) = headers.get("content-security-policy").and_then(|value| value.to_str().ok()) else {
        return;
    };
    let (scripts, connect) = (tags.scripts.join(" "), tags.connect.join(" "));
    let csp = csp
        .replace("script-src 'self'", &format!("script-src 'self' {scripts}"))
        .replace("connect-src 'self'", format!("connect-src 'self' {scripts} {connect}").trim_end())
        .replace("img-src 'self'", format!("img-src 'self' {scripts} {connect}").trim_end())
        .replace("trusted-types matjar", "trusted-types matjar default");
    if let Ok(csp) = HeaderValue::from_str(&csp) {
        headers.insert("content-security-policy", csp);
    }
}

/// Replaces the security headers of one response: a page with a payment form also allows the provider's origins.
#[derive(Debug, Clone)]
pub struct HeaderOverride(pub Arc<HeaderMap>);

/// `script`: the origin of the provider's script; `connect`: the origins that it sends card data to. The provider's
/// script inserts a second script, which the Trusted Types policy `default` allows from that origin only. A page with a
/// payment form shows no uploaded files.
pub fn for_payment(script: &str, connect: &str) -> Result<HeaderOverride, http::header::InvalidHeaderValue> {
    let csp = CSP
        .replace("'self' blob:", "'self'")
        .replace("script-src 'self'", &format!("script-src 'self' {script}"))
        .replace("connect-src 'self'", &format!("connect-src 'self' {connect}"))
        .replace("trusted-types matjar", "trusted-types matjar default");
    let mut headers = security("");
    headers.insert("content-security-policy", HeaderValue::from_str(&csp)?);
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin-allow-popups"));
    headers.insert(
        "permissions-policy",
        HeaderValue::from_static("camera=(), geolocation=(), microphone=(), payment=(self), usb=()"),
    );
    Ok(HeaderOverride(Arc::new(headers)))
}

/// A page that scans with the camera. It shows no uploaded files.
pub fn for_camera() -> HeaderOverride {
    let mut headers = security("");
    headers.insert(
        "permissions-policy",
        HeaderValue::from_static("camera=(self), geolocation=(), microphone=(), payment=(), usb=()"),
    );
    HeaderOverride(Arc::new(headers))
}

/// A picture of the shop's own goods, which other sites may show: front ends on other origins, feeds and email programs in
/// browsers.
pub fn for_pictures() -> HeaderOverride {
    let mut headers = security("");
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    HeaderOverride(Arc::new(headers))
}

pub const NO_STORE: HeaderValue = HeaderValue::from_static("private, no-store");

/// Sets the security headers, also over those of the handler. Only `Cache-Control` of the handler is left as it is.
pub fn apply(headers: &mut HeaderMap, security: &HeaderMap) {
    for (name, value) in security {
        headers.insert(name.clone(), value.clone());
    }
    headers.entry(header::CACHE_CONTROL).or_insert(NO_STORE);
    name_charset(headers);
}

/// All text of the shop is UTF-8, also that of files and probes. A browser that has to guess may read it as something else.
fn name_charset(headers: &mut HeaderMap) {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let is_text = |kind: &&str| (kind.starts_with("text/") || kind.ends_with("xml")) && !kind.contains(';');
    if let Some(kind) = kind.filter(is_text)
        && let Ok(kind) = HeaderValue::try_from(format!("{kind}; charset=utf-8"))
    {
        headers.insert(header::CONTENT_TYPE, kind);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn csp(headers: &HeaderMap) -> String {
        headers["content-security-policy"].to_str().expect("ASCII").to_owned()
    }

    #[test]
    fn pages_may_show_files_of_the_media_origin_and_those_about_to_be_sent() {
        let own = csp(&security(""));
        assert!(own.contains("img-src 'self' blob:; media-src 'self' blob:;"), "{own}");
        let other = csp(&security("https://media.example"));
        let expected =
            "img-src 'self' blob: https://media.example; media-src 'self' blob: https://media.example;";
        assert!(other.contains(expected), "{other}");
        assert_eq!(other.matches("media.example").count(), 2, "nothing else comes from there");
        let payment = for_payment("https://pay.example", "https://pay.example").expect("valid");
        assert!(csp(&payment.0).contains("img-src 'self'; media-src 'self';"));
    }

    #[test]
    fn the_charset_of_text_is_named_once() {
        for (given, wanted) in [
            ("text/css", "text/css; charset=utf-8"),
            ("image/svg+xml", "image/svg+xml; charset=utf-8"),
            ("application/xml", "application/xml; charset=utf-8"),
            ("text/html; charset=utf-8", "text/html; charset=utf-8"),
            ("application/json", "application/json"),
            ("image/png", "image/png"),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(given));
            apply(&mut headers, &HeaderMap::new());
            assert_eq!(headers[header::CONTENT_TYPE], wanted);
        }
    }

    /// [SITE-38]
    #[test]
    fn only_configured_scripts_of_other_services_extend_the_policy() {
        let mut headers = security("");
        let before = csp(&headers);
        allow_tags(&mut headers, &TagOrigins::default());
        assert_eq!(csp(&headers), before);
        let tags = TagOrigins {
            scripts: vec!["https://tags.example".to_owned()],
            connect: vec!["https://collect.example".to_owned()],
        };
        allow_tags(&mut headers, &tags);
        let after = csp(&headers);
        assert!(after.contains("script-src 'self' https://tags.example;"), "{after}");
        assert!(
            after.contains("connect-src 'self' https://tags.example https://collect.example;"),
            "{after}"
        );
        assert!(
            after.contains("img-src 'self' https://tags.example https://collect.example blob:;"),
            "{after}"
        );
        assert!(after.contains("trusted-types matjar default"), "{after}");
        let payment = for_payment("https://pay.example", "https://pay.example").expect("valid");
        assert!(!csp(&payment.0).contains("tags.example"), "a payment page loads none of them");
    }
}
