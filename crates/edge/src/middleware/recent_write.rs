//! A visitor who has just changed what public pages show must see the change, on whichever server and replica. For some
//! seconds a cookie makes each server read the purge log before it answers such a visitor from memory, and makes the caches
//! in front of the shop pass (`deploy/cluster/varnish.vcl`). The answer of a member of staff also states how many pages are
//! rendered again.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use http::{HeaderMap, HeaderValue, header};

use crate::{policy::Role, renewals, router::EndpointContext};

/// Named in `deploy/cluster/varnish.vcl` too.
const COOKIE: &str = "__Host-wrote=";
/// Longer than a purge takes to reach every cache.
const SET_COOKIE: HeaderValue =
    HeaderValue::from_static("__Host-wrote=1; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=10");

/// How many pages in this server's memory a write of staff has made outdated.
pub const PAGES_RENEWED: &str = "matjar-pages-renewed";

/// Marks the visitor when the request has purged a page.
pub async fn mark(State(endpoint): State<EndpointContext>, request: Request, next: Next) -> Response {
    let is_staff_write = endpoint.policy.role == Role::Staff && !request.method().is_safe();
    let shop = is_staff_write.then(|| endpoint.shop.clone());
    let (mut response, purged) = renewals::observe(shop, next.run(request)).await;
    if purged.has_purged {
        let headers = response.headers_mut();
        headers.append(header::SET_COOKIE, SET_COOKIE);
        if let Some(pages) = purged.pages {
            headers.insert(PAGES_RENEWED, HeaderValue::from(pages));
        }
    }
    response
}

pub fn has_just_written(headers: &HeaderMap) -> bool {
    let mut lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    lines.any(|line| line.split(';').any(|cookie| cookie.trim_start().starts_with(COOKIE)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_found_among_other_cookies() {
        let headers = |line: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::COOKIE, HeaderValue::from_static(line));
            headers
        };
        assert!(has_just_written(&headers("__Host-sid=1; __Host-wrote=1")));
        assert!(!has_just_written(&headers("__Host-sid=__Host-wrote=1")));
        assert!(!has_just_written(&HeaderMap::new()));
        assert!(SET_COOKIE.to_str().expect("ASCII").starts_with(COOKIE));
    }
}
