use axum::{extract::Request, middleware::from_fn_with_state};
use http_body_util::BodyExt;
use tower::ServiceExt;

use super::*;

const NAME: &str = "ab0000000000000000000000000000ff";

/// A store with one published file of a thousand bytes.
async fn routes() -> Router {
    let folder = std::env::temp_dir().join(format!("matjar-http-{}", hex::encode(rand::random::<[u8; 8]>())));
    let objects = Objects::in_folder(&folder).expect("a store");
    let source = folder.join("source");
    std::fs::write(&source, vec![7; 1_000]).expect("written");
    for file in ["320.webp", "video.mp4", "page.html"] {
        objects.put_file(&objects::public(NAME, file), &source).await.expect("stored");
    }
    objects.put_file(&objects::held(7, "320.webp"), &source).await.expect("stored");
    let security = Arc::new(edge::headers::security(""));
    public_routes(objects).layer(from_fn_with_state(security, edge::middleware::headers::apply))
}

async fn get_file(routes: &Router, path: &str, headers: &[(&str, &str)]) -> (Response, usize) {
    let mut request = Request::builder().uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.body(Body::empty()).expect("a request");
    let response = routes.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
    let (parts, body) = response.into_parts();
    let length = body.collect().await.expect("a body").to_bytes().len();
    (Response::from_parts(parts, Body::empty()), length)
}

fn text<'a>(response: &'a Response, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().expect("ASCII"))
}

#[tokio::test]
async fn a_published_file_is_inert_and_immutable() {
    let routes = routes().await;
    let path = format!("/m/ab/{NAME}/320.webp");
    let (response, length) = get_file(&routes, &path, &[("cookie", "__Host-sid=x")]).await;
    assert_eq!((response.status(), length), (StatusCode::OK, 1_000));
    for (name, value) in [
        ("content-type", "image/webp"),
        ("content-length", "1000"),
        ("x-content-type-options", "nosniff"),
        ("content-security-policy", "sandbox; default-src 'none'"),
        ("cross-origin-resource-policy", "same-site"),
        ("cache-control", "public, max-age=31536000, immutable"),
        ("accept-ranges", "bytes"),
        ("set-cookie", ""),
    ] {
        assert_eq!(text(&response, name), value, "{name}");
    }
    let etag = text(&response, "etag").to_owned();
    let (response, length) = get_file(&routes, &path, &[("if-none-match", &etag)]).await;
    assert_eq!((response.status(), length), (StatusCode::NOT_MODIFIED, 0));
}

#[tokio::test]
async fn a_file_that_can_be_replaced_is_asked_for_again_and_its_tag_follows_its_content() {
    let folder = std::env::temp_dir().join(format!("matjar-http-{}", hex::encode(rand::random::<[u8; 8]>())));
    let objects = Objects::in_folder(&folder).expect("a store");
    let routes = public_routes(objects.clone());
    let (name, path) = (format!("{NAME}r"), format!("/m/ab/{NAME}r/320.webp"));
    let mut tags = Vec::new();
    for (id, content) in [(7, [1; 10]), (8, [2; 10])] {
        let source = folder.join("source");
        std::fs::write(&source, content).expect("written");
        objects.put_file(&objects::held(id, "320.webp"), &source).await.expect("stored");
        objects.publish(id, &name, &["320.webp".to_owned()]).await.expect("published");
        let (response, _) = get_file(&routes, &path, &[]).await;
        assert_eq!(text(&response, "cache-control"), "public, max-age=60, must-revalidate");
        tags.push(text(&response, "etag").to_owned());
        let (marked, _) = get_file(&routes, &format!("{path}?v=7"), &[]).await;
        assert!(text(&marked, "cache-control").ends_with("immutable"));
    }
    assert_ne!(tags[0], tags[1]);
    let (response, length) = get_file(&routes, &path, &[("if-none-match", &tags[0])]).await;
    assert_eq!((response.status(), length), (StatusCode::OK, 10));
}

#[tokio::test]
async fn a_range_of_a_video_is_answered_with_it() {
    let routes = routes().await;
    let path = format!("/m/ab/{NAME}/video.mp4");
    let (response, length) = get_file(&routes, &path, &[("range", "bytes=100-199")]).await;
    assert_eq!((response.status(), length), (StatusCode::PARTIAL_CONTENT, 100));
    assert_eq!(text(&response, "content-range"), "bytes 100-199/1000");
    assert_eq!(text(&response, "content-type"), "video/mp4");
    let (response, length) = get_file(&routes, &path, &[("range", "bytes=2000-")]).await;
    assert_eq!((response.status(), length), (StatusCode::RANGE_NOT_SATISFIABLE, 0));
    assert_eq!(text(&response, "content-range"), "bytes */1000");
    let (response, length) = get_file(&routes, &path, &[("range", "bytes=0-1,5-6")]).await;
    assert_eq!((response.status(), length), (StatusCode::OK, 1_000));
}

#[tokio::test]
async fn nothing_else_of_the_store_is_served() {
    let routes = routes().await;
    for path in [
        format!("/m/ab/{NAME}/page.html"),
        format!("/m/cd/{NAME}/320.webp"),
        format!("/m/ab/{}/320.webp", NAME.to_uppercase()),
        format!("/m/ab/{NAME}/800.webp"),
        "/m/held/7/320.webp".to_owned(),
        "/m/../held/7/320.webp".to_owned(),
        "/m/..%2fheld/7/320.webp".to_owned(),
        format!("/m/ab/{NAME}/..%2f..%2f..%2fheld%2f7%2f320.webp"),
        "/held/7/320.webp".to_owned(),
        "/inbox/7".to_owned(),
    ] {
        let (response, _) = get_file(&routes, &path, &[]).await;
        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert!(text(&response, "cache-control").contains("no-store"), "{path}");
    }
}
