//! Detects whether a link was followed on a page of this shop.

use std::convert::Infallible;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use http::{HeaderMap, Uri, header};

use crate::Shop;

/// Whether the request is a navigation from a page of this shop. Only then may a GET write; a link in an email or on
/// another site must not change anything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SameOriginNavigation(pub bool);

impl<S: Sync> FromRequestParts<S> for SameOriginNavigation
where
    Shop: FromRef<S>,
{
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(is_same_origin_navigation(&parts.headers, &Shop::from_ref(state).origin)))
    }
}

/// Uses `Sec-Fetch-Site`, or `Referer` of browsers that do not send it. Prefetches and subresources such as images are
/// no navigation.
fn is_same_origin_navigation(headers: &HeaderMap, origin: &str) -> bool {
    let text = |name: &str| headers.get(name).map(|value| value.to_str().unwrap_or("unreadable"));
    if text("sec-purpose").is_some() || text("purpose").is_some() {
        return false;
    }
    if let Some(site) = text("sec-fetch-site") {
        return site == "same-origin" && text("sec-fetch-mode").is_none_or(|mode| mode == "navigate");
    }
    let page = text(header::REFERER.as_str()).and_then(|page| page.parse::<Uri>().ok());
    page.is_some_and(|page| {
        let referer_origin = page.scheme_str().zip(page.authority());
        referer_origin.is_some_and(|(scheme, host)| format!("{scheme}://{host}").eq_ignore_ascii_case(origin))
    })
}

#[cfg(test)]
mod tests {
    use http::{HeaderName, HeaderValue};

    use super::*;

    #[test]
    fn only_a_click_on_a_page_of_this_shop_is_a_same_origin_navigation() {
        let is_navigation = |pairs: &[(&'static str, &'static str)]| {
            let each = pairs
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
            is_same_origin_navigation(&each.collect(), "https://shop.example")
        };
        assert!(is_navigation(&[("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "navigate")]));
        assert!(is_navigation(&[("referer", "https://shop.example/ar/shop/")]));
        assert!(!is_navigation(&[]), "link in an email");
        for site in ["cross-site", "same-site", "none"] {
            assert!(
                !is_navigation(&[("sec-fetch-site", site), ("referer", "https://shop.example/ar/")]),
                "{site}"
            );
        }
        assert!(!is_navigation(&[("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "no-cors")]), "image");
        assert!(
            !is_navigation(&[("sec-fetch-site", "same-origin"), ("sec-purpose", "prefetch")]),
            "prefetch"
        );
        assert!(!is_navigation(&[("referer", "https://shop.example.evil.example/")]));
        assert!(!is_navigation(&[("referer", "https://evil.example/https://shop.example/")]));
    }
}
