//! Affiliates' links that name the affiliate in the path: `/ar/product/date/ref/7/` is the page `/ar/product/date/`.
//!
//! The segment is removed before anything looks at the address, so such a link shares its cached page with all others.
//! Who the affiliate is, only the page's script reads, as it does for `?ref=7`.

use http::{Method, Request, Uri, uri::PathAndQuery};

/// The query parameter and the path segment before the affiliate's name or number.
pub const VARIABLE: &str = "ref";

/// The addresses of the shop's pages begin with this.
const PAGES: &str = "/ar/";

/// Removes the affiliate from the path of a request for a page.
pub fn remove<B>(mut request: Request<B>) -> Request<B> {
    if matches!(*request.method(), Method::GET | Method::HEAD)
        && let Some(uri) = without_affiliate(request.uri())
    {
        *request.uri_mut() = uri;
    }
    request
}

fn without_affiliate(uri: &Uri) -> Option<Uri> {
    let page = page_path(uri.path())?;
    let address = match uri.query() {
        Some(query) => format!("{page}?{query}"),
        None => page.to_owned(),
    };
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(address).ok()?);
    Uri::from_parts(parts).ok()
}

/// The path of the page; `None` if the path does not end with an affiliate.
fn page_path(path: &str) -> Option<&str> {
    let path = path.strip_suffix('/').unwrap_or(path);
    let (front, name) = path.rsplit_once('/')?;
    let page = front.strip_suffix(VARIABLE)?;
    (!name.is_empty() && page.ends_with('/') && page.starts_with(PAGES)).then_some(page)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [AFF-01] [AFF-02]
    #[test]
    fn a_page_is_found_without_the_affiliate_at_its_end() {
        for (path, page) in [
            ("/ar/ref/7/", "/ar/"),
            ("/ar/product/date/ref/nora/", "/ar/product/date/"),
            ("/ar/product/date/ref/nora", "/ar/product/date/"),
            ("/ar/shop/ref/%D9%86/", "/ar/shop/"),
            ("/ar/product/ref/ref/7/", "/ar/product/ref/"),
        ] {
            assert_eq!(page_path(path), Some(page), "{path}");
        }
    }

    #[test]
    fn other_addresses_stay_as_they_are() {
        for path in [
            "/ar/",
            "/ar/ref/",
            "/ar/product/ref/",
            "/ar/ref/7/more/",
            "/ar/pref/7/",
            "/assets/ref/7/",
            "/ref/7/",
        ] {
            assert_eq!(page_path(path), None, "{path}");
        }
    }

    /// [AFF-02] [AFF-03]
    #[test]
    fn the_query_stays_and_posts_are_not_changed() {
        let uri: Uri = "/ar/shop/ref/7/?campaign=eid&orderby=price".parse().expect("an address");
        assert_eq!(
            without_affiliate(&uri).expect("a page").to_string(),
            "/ar/shop/?campaign=eid&orderby=price"
        );
        let post =
            Request::builder().method(Method::POST).uri("/ar/shop/ref/7/").body(()).expect("a request");
        assert_eq!(remove(post).uri().path(), "/ar/shop/ref/7/");
        let get = Request::builder().uri("/ar/shop/ref/7/").body(()).expect("a request");
        assert_eq!(remove(get).uri().path(), "/ar/shop/");
    }
}
