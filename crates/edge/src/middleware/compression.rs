//! Compresses the responses of handlers, which are made for one request and so cannot be precompressed.

use axum::{extract::Request, middleware::Next, response::Response};
use http::{Extensions, HeaderMap, HeaderValue, StatusCode, Version, header};
use tower_http::{
    CompressionLevel,
    compression::{
        CompressionLayer, Predicate,
        predicate::{And, SizeAbove},
    },
};

use crate::compress::AcceptedEncodings;

/// A smaller response fits into one packet anyway.
const MIN_BYTES: u64 = 1024;
/// The lowest level of each encoding: the response is sent once.
const LEVEL: CompressionLevel = CompressionLevel::Precise(1);

type IsText = fn(StatusCode, Version, &HeaderMap, &Extensions) -> bool;

/// Compresses HTML and JSON that no handler has compressed, in the encoding that [`choose_encoding`] has left.
pub fn layer() -> CompressionLayer<And<SizeAbove, IsText>> {
    let predicate = SizeAbove::new(MIN_BYTES).and(is_text as IsText);
    CompressionLayer::new().quality(LEVEL).compress_when(predicate)
}

fn is_text(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    matches!(kind.split(';').next().unwrap_or_default().trim_end(), "text/html" | "application/json")
}

/// Leaves the one encoding that the layer should use in the request, or none.
///
/// The length of a compressed page tells whether a guess that the page repeats equals a nonce in it (BREACH). The
/// attacker's page must make the browser open many such pages, so only requests of our own pages are compressed. A
/// browser that does not say which page a request comes from gets no compression.
pub async fn choose_encoding(mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    let accepted = headers.remove(header::ACCEPT_ENCODING);
    if headers.get("sec-fetch-site").is_some_and(|site| site == "same-origin") {
        let accepted = accepted.as_ref().and_then(|value| value.to_str().ok());
        let accepted = AcceptedEncodings::from_header(accepted);
        let chosen = if accepted.brotli { Some("br") } else { accepted.gzip.then_some("gzip") };
        if let Some(name) = chosen {
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(name));
        }
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use axum::{Router, body::Body, middleware::from_fn, response::IntoResponse, routing::get};
    use http::Method;
    use http_body_util::BodyExt;
    use tower::{ServiceBuilder, ServiceExt};

    use super::*;

    const HTML: &str = "text/html; charset=utf-8";

    fn text() -> String {
        "سلة التسوّق ".repeat(200)
    }

    async fn respond(kind: &'static str, length: usize, headers: &[(&str, &str)]) -> Response {
        send(
            Method::GET,
            move || async move { ([(header::CONTENT_TYPE, kind)], "a".repeat(length)) },
            headers,
        )
        .await
    }

    async fn send<H, T>(method: Method, handler: H, headers: &[(&str, &str)]) -> Response
    where
        H: axum::handler::Handler<T, ()>,
        T: 'static,
    {
        let layers = ServiceBuilder::new().layer(from_fn(choose_encoding)).layer(layer());
        let router = Router::new().route("/", get(handler).layer(layers));
        let mut request = Request::builder().method(method).uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).expect("a valid request");
        router.oneshot(request).await.unwrap_or_else(|never| match never {})
    }

    fn encoding(response: &Response) -> &str {
        response.headers().get(header::CONTENT_ENCODING).map_or("", |value| value.to_str().expect("ASCII"))
    }

    const OWN: (&str, &str) = ("sec-fetch-site", "same-origin");

    #[tokio::test]
    async fn a_response_to_a_page_of_ours_is_compressed() {
        let page = || async { ([(header::CONTENT_TYPE, HTML)], text()) };
        let sent = async |accepted: &'static str| {
            let response = send(Method::GET, page, &[OWN, ("accept-encoding", accepted)]).await;
            assert_eq!(response.headers()[header::VARY], "accept-encoding");
            assert!(!response.headers().contains_key(header::CONTENT_LENGTH));
            let name = encoding(&response).to_owned();
            (name, response.into_body().collect().await.expect("a body").to_bytes())
        };
        let (name, body) = sent("gzip, deflate, br, zstd").await;
        let mut back = Vec::new();
        brotli::BrotliDecompress(&mut &body[..], &mut back).expect("valid brotli");
        assert_eq!((name.as_str(), back), ("br", text().into()));
        assert_eq!(sent("br;q=0, gzip;q=0.5").await.0, "gzip");
    }

    #[tokio::test]
    async fn a_response_that_another_site_can_request_is_not_compressed() {
        let accepts = ("accept-encoding", "br");
        for site in ["cross-site", "same-site", "none"] {
            let response = respond(HTML, 5_000, &[("sec-fetch-site", site), accepts]).await;
            assert_eq!(encoding(&response), "", "{site}");
        }
        assert_eq!(encoding(&respond(HTML, 5_000, &[accepts]).await), "", "unknown");
    }

    #[tokio::test]
    async fn small_binary_and_already_compressed_responses_are_left_as_they_are() {
        let headers = [OWN, ("accept-encoding", "br, gzip")];
        assert_eq!(encoding(&respond(HTML, 1_023, &headers).await), "");
        assert_eq!(encoding(&respond(HTML, 1_024, &headers).await), "br");
        for kind in ["image/webp", "text/csv; charset=utf-8", "application/pdf"] {
            assert_eq!(encoding(&respond(kind, 5_000, &headers).await), "", "{kind}");
        }
        let zstd = || async {
            ([(header::CONTENT_TYPE, HTML), (header::CONTENT_ENCODING, "zstd")], "b".repeat(5_000))
        };
        let response = send(Method::GET, zstd, &headers).await;
        assert_eq!(encoding(&response), "zstd");
        let body = response.into_body().collect().await.expect("a body").to_bytes();
        assert_eq!(body, "b".repeat(5_000), "not compressed twice");
    }

    #[tokio::test]
    async fn an_answer_without_a_body_stays_empty() {
        let headers = [OWN, ("accept-encoding", "br")];
        let unchanged = || async {
            (StatusCode::NOT_MODIFIED, [(header::CONTENT_TYPE, HTML), (header::ETAG, "W/\"1\"")])
                .into_response()
        };
        let response = send(Method::GET, unchanged, &headers).await;
        assert_eq!(
            (encoding(&response), &response.headers()[header::ETAG]),
            ("", &HeaderValue::from_static("W/\"1\""))
        );
        let page = || async { ([(header::CONTENT_TYPE, HTML)], text()) };
        let response = send(Method::HEAD, page, &headers).await;
        assert_eq!(encoding(&response), "br", "the headers of GET");
        assert!(response.into_body().collect().await.expect("a body").to_bytes().is_empty());
    }

    /// The layer would answer 406 after the handler has run.
    #[tokio::test]
    async fn a_client_that_accepts_nothing_gets_the_response_as_it_is() {
        let response = respond(HTML, 5_000, &[OWN, ("accept-encoding", "identity;q=0, *;q=0")]).await;
        assert_eq!((response.status(), encoding(&response)), (StatusCode::OK, ""));
    }
}
