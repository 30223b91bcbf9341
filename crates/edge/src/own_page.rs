//! Whether a link was followed on a page of ours.

use std::convert::Infallible;

use axum::{extract::FromRequestParts, http::request::Parts};
use http::{HeaderMap, Uri, header};

use crate::Shop;

/// A link that writes may do so only for one of our own pages: from anywhere else, an e-mail as well as an attack, it is
/// a link and no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OwnPage(pub bool);

impl FromRequestParts<Shop> for OwnPage {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, shop: &Shop) -> Result<Self, Self::Rejection> {
        Ok(Self(is_own(&parts.headers, &shop.origin)))
    }
}

/// A browser says it by itself. One that does not is believed only if it names the page; a page that was fetched ahead
/// of a click, or a picture's address, is no click.
fn is_own(headers: &HeaderMap, origin: &str) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    if text("sec-purpose").is_some() || text("purpose").is_some() {
        return false;
    }
    if let Some(site) = text("sec-fetch-site") {
        return site == "same-origin" && text("sec-fetch-mode").is_none_or(|mode| mode == "navigate");
    }
    let page = text(header::REFERER.as_str()).and_then(|page| page.parse::<Uri>().ok());
    page.is_some_and(|page| {
        let named = page.scheme_str().zip(page.authority());
        named.is_some_and(|(scheme, host)| format!("{scheme}://{host}").eq_ignore_ascii_case(origin))
    })
}

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue};

    use super::*;

    #[test]
    fn only_a_click_on_a_page_of_ours_counts() {
        let own = |pairs: &[(&'static str, &'static str)]| {
            let each = pairs
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
            is_own(&each.collect(), "https://shop.example")
        };
        assert!(own(&[("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "navigate")]));
        assert!(own(&[("referer", "https://shop.example/ar/shop/")]));
        assert!(!own(&[]), "an e-mail");
        for site in ["cross-site", "same-site", "none"] {
            assert!(!own(&[("sec-fetch-site", site), ("referer", "https://shop.example/ar/")]), "{site}");
        }
        assert!(!own(&[("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "no-cors")]), "a picture");
        assert!(!own(&[("sec-fetch-site", "same-origin"), ("sec-purpose", "prefetch")]), "not clicked yet");
        assert!(!own(&[("referer", "https://shop.example.evil.example/")]));
        assert!(!own(&[("referer", "https://evil.example/https://shop.example/")]));
    }
}
