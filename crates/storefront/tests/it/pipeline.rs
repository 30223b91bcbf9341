//! The order of the checks, and what a client that ignores all rules costs.

use std::time::{Duration, Instant};

use edge::{
    AppError, Endpoint, Policy,
    policy::{Priority, RateClass},
    registry::Location,
};
use http::{Method, StatusCode};
use storefront::server::upload_config::UploadConfig;
use testkit::{Options, TestShop};
use tokio::io::{AsyncReadExt, AsyncWriteExt};

/// The status and the body of a response that is read from an open connection.
async fn read_response(stream: &mut tokio::net::TcpStream) -> (u16, String) {
    let mut bytes = Vec::new();
    let mut part = [0; 4096];
    let text = loop {
        let read = stream.read(&mut part).await.expect("readable");
        bytes.extend_from_slice(&part[..read]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if read == 0 || text.contains("\r\n\r\n") {
            break text;
        }
    };
    let status = text.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status line");
    (status, text)
}

/// The head of a form that announces a body and does not send it.
fn head(path: &str, headers: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nhost: {{host}}\r\nx-forwarded-for: {{address}}\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: 1000\r\n{headers}\r\n"
    )
}

/// [SEC-H1] [RUST-2]
#[tokio::test]
async fn a_body_that_trickles_in_is_given_up_after_ten_seconds() {
    let shop = TestShop::open().await;
    let started = Instant::now();
    let mut stream = shop.shopper().open_connection(&head("/ar/?wc-ajax=add_to_cart", "")).await;
    let trickle = async {
        loop {
            tokio::time::sleep(Duration::from_millis(500)).await;
            if stream.write_all(b"a").await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    };
    let timed_out = tokio::time::timeout(Duration::from_secs(9), trickle).await.is_err();
    assert!(timed_out, "the server waits for ten seconds");
    let (status, _) = read_response(&mut stream).await;
    assert_eq!(status, 408);
    assert!(started.elapsed() < Duration::from_secs(13), "{:?}", started.elapsed());
}

/// [SEC-H1] Each of these is refused by its headers: the announced body never arrives.
#[tokio::test]
async fn what_the_headers_forbid_is_refused_before_the_body_is_read() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    for (path, headers, wanted) in [
        ("/ar/?wc-ajax=add_to_cart", "sec-fetch-site: cross-site\r\n", 403),
        ("/ar/wp-admin/admin-ajax.php", "origin: https://evil.example\r\n", 403),
        ("/ar/shop/", "", 405),
        ("/ar/?wc-ajax=unknown", "", 400),
        ("/ar/nowhere/at-all/", "", 404),
    ] {
        let mut stream = shopper.open_connection(&head(path, headers)).await;
        let answer = tokio::time::timeout(Duration::from_secs(5), read_response(&mut stream)).await;
        assert_eq!(answer.expect("an answer without a body").0, wanted, "{path} {headers}");
    }
    let honey = shop.product("عسل").stock(10_000).make(&shop.db).await;
    shopper.add(&honey.id, "1").await;
    let mut adds = 0;
    while shopper.add(&honey.id, "1").await.status != StatusCode::TOO_MANY_REQUESTS {
        adds += 1;
        assert!(adds < 1_000, "the limit is 60 in ten seconds");
    }
    let cookie = format!("cookie: {}\r\n", shopper.cookie().expect("a session"));
    let mut stream = shopper.open_connection(&head("/ar/?wc-ajax=add_to_cart", &cookie)).await;
    let answer = tokio::time::timeout(Duration::from_secs(5), read_response(&mut stream)).await;
    assert_eq!(answer.expect("an answer without a body").0, 429);
}

/// A proxy may understand another end of such a request, and send what this server takes for a second one of somebody
/// else. So either the request is refused or its connection ends with it.
#[tokio::test]
async fn nothing_behind_a_request_of_ambiguous_length_is_answered() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    let answers = async |version: &str, framing: &str, body: &str| {
        let request = format!(
            "POST /ar/?wc-ajax=add_to_cart HTTP/{version}\r\nhost: {{host}}\r\nsec-fetch-site: same-origin\r\n\
             content-type: application/x-www-form-urlencoded\r\n{framing}\r\n{body}\
             GET /healthz HTTP/1.1\r\nhost: {{host}}\r\nconnection: close\r\n\r\n"
        );
        let mut stream = shopper.open_connection(&request).await;
        // A server that refuses resets the connection, because it has not read everything: what came before counts.
        let mut bytes = Vec::new();
        let read = async { while stream.read_buf(&mut bytes).await.is_ok_and(|count| count > 0) {} };
        let ended = tokio::time::timeout(Duration::from_secs(5), read).await;
        let text = String::from_utf8_lossy(&bytes);
        assert!(ended.is_ok(), "{framing}: the connection stays open after {text}");
        text.split("HTTP/1.1 ").skip(1).map(|answer| answer[..3].to_owned()).collect::<Vec<_>>()
    };
    for framing in [
        "content-length: 5\r\ncontent-length: 6\r\n",
        "content-length: 5, 5\r\n",
        "content-length: +5\r\n",
        "content-length: 5\r\ntransfer-encoding : chunked\r\n",
        "transfer-encoding: chunked, identity\r\n",
        "transfer-encoding: xchunked\r\n",
        "content-length: 5\r\ntransfer-encoding: gzip\r\n",
        "content-length: 5\r\ntransfer-encoding: chunked\r\n",
        "transfer-encoding: chunked\r\ncontent-length: 5\r\n",
    ] {
        let found = answers("1.1", framing, "0\r\n\r\n").await;
        assert!(found.is_empty() || found == ["400"], "{framing}: {found:?}");
    }
    let found = answers("1.0", "transfer-encoding: chunked\r\n", "0\r\n\r\n").await;
    assert!(found.is_empty() || found == ["400"], "{found:?}");
    for broken in ["z\r\n\r\n", "5\r\na=b&c=d\r\n0\r\n\r\n", "-1\r\n\r\n"] {
        let given = answers("1.1", "transfer-encoding: chunked\r\n", broken).await;
        assert!(
            given.len() <= 1 && given.iter().all(|status| status.starts_with('4')),
            "{broken:?}: {given:?}"
        );
    }
    // Two requests in a row are answered both where their lengths are clear.
    let clear = answers("1.1", "content-length: 0\r\n", "").await;
    assert_eq!(clear, ["200", "200"]);
}

#[tokio::test]
async fn the_host_of_uploaded_files_serves_them_and_nothing_else() {
    const NAME: &str = "ab0000000000000000000000000000ff";
    let folder = std::env::temp_dir().join(format!("matjar-media-host-{}", std::process::id()));
    let uploads = UploadConfig {
        media_origin: Some("http://media.test".to_owned()),
        ..UploadConfig::in_folder(&folder)
    };
    let shop = TestShop::open_with(Options { uploads: Some(uploads), ..Options::default() }).await;
    let source = folder.join("source");
    std::fs::write(&source, b"webp").expect("written");
    let key = media::objects::public(NAME, "320.webp");
    shop.app().contexts.media.objects.put_file(&key, &source).await.expect("stored");
    let shopper = shop.shopper();
    let ask = async |host: &str, path: &str| {
        let head = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nx-forwarded-for: {{address}}\r\n\r\n");
        read_response(&mut shopper.open_connection(&head).await).await
    };
    let file = format!("/m/ab/{NAME}/320.webp");
    let (status, head) = ask("media.test", &file).await;
    assert_eq!(status, 200, "{head}");
    assert!(head.contains("content-security-policy: sandbox; default-src 'none'"), "{head}");
    assert!(!head.contains("set-cookie"), "{head}");
    for path in ["/", "/ar/", "/healthz", "/m/", "/media/x.webp", "/ar/wp-admin/admin-ajax.php"] {
        assert_eq!(ask("media.test", path).await.0, 404, "{path}");
    }
    assert_eq!(ask("other.test", &file).await.0, 421);
    let (status, head) = ask("{host}", &file).await;
    assert_eq!(status, 308, "files have one address");
    assert!(head.contains(&format!("location: http://media.test{file}")), "{head}");
    let (status, head) = ask("{host}", "/ar/").await;
    assert_eq!(status, 200);
    for directive in ["img-src 'self' blob: http://media.test;", "media-src 'self' blob: http://media.test;"]
    {
        assert!(head.contains(directive), "{head}");
    }
    let _ = std::fs::remove_dir_all(folder);
}

/// [SEC-H2] [RUST-1]
#[tokio::test]
async fn refusal_pages_are_rendered_once_and_unknown_paths_are_counted() {
    let shop = TestShop::open_with(Options { own_renderers: Some(1), ..Options::default() }).await;
    let shopper = shop.shopper();
    let first = shopper.get("/ar/nowhere/").await;
    assert_eq!(first.status, StatusCode::NOT_FOUND);
    signal_renderers(&shop, "-STOP");
    let second = shopper.get("/ar/nowhere-else/").await;
    assert_eq!((second.status, second.visible_text()), (StatusCode::NOT_FOUND, first.visible_text()));
    signal_renderers(&shop, "-CONT");

    let other = shop.shopper();
    let mut refused = false;
    for turn in 0..3_000 {
        let answer = shopper.get(&format!("/ar/guess-{turn}/")).await;
        refused = answer.status == StatusCode::TOO_MANY_REQUESTS;
        if refused {
            break;
        }
    }
    assert!(refused, "3,000 guesses were answered");
    assert_eq!(other.get("/ar/nowhere/").await.status, StatusCode::NOT_FOUND, "others are not refused");
}

fn signal_renderers(shop: &TestShop, signal: &str) {
    for id in shop.shop().renderer.process_ids() {
        let sent = std::process::Command::new("kill").args([signal, &id.to_string()]).status();
        assert!(sent.expect("kill").success());
    }
}

/// [SEC-L12]
#[tokio::test]
async fn control_characters_are_refused_everywhere() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    for path in ["/ar/product/%00/", "/ar/shop/?s=%00", "/ar/product-category/%01/", "/media/%00.jpg"] {
        assert_eq!(shopper.get(path).await.status, StatusCode::BAD_REQUEST, "{path}");
    }
    let honey = shop.product("عسل").make(&shop.db).await;
    shopper.add(&honey.id, "1").await;
    for (call, field) in [
        ("xoo_wsc_update_item_quantity", "cart_key"),
        ("remove_from_cart", "cart_item_key"),
        ("add_to_cart", "attribute_x"),
    ] {
        let answer = shopper.call(call, &[(field, "a\0b"), ("product_id", &honey.id)]).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{call} {field}");
    }
}

/// [SEC-L21]
#[tokio::test]
async fn a_page_number_beyond_every_listing_is_not_found() {
    let shop = TestShop::open().await;
    for path in ["/ar/?s=x&paged=9223372036854775807", "/ar/shop/?paged=9223372036854775807"] {
        assert_eq!(shop.shopper().get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
}

async fn panicking() -> &'static str {
    panic!("deliberate")
}

/// [SEC-L21] [RUST-1]
#[tokio::test]
async fn a_panic_is_an_error_page_with_the_reference_of_its_request() {
    let policy = Policy::read_call(RateClass::Read, Priority(3));
    let page = Endpoint::handler(Location::Page("/ar/panic/"), panicking).policy(Policy::personal_page());
    let call = Endpoint::handler(Location::WcAjax("panic"), panicking).policy(policy);
    let options = Options { extra_endpoints: vec![page, call], ..Options::default() };
    let shop = TestShop::open_with(options).await;
    let shopper = shop.shopper();

    let broken = shopper.get("/ar/panic/").await;
    assert_eq!(broken.status, StatusCode::INTERNAL_SERVER_ERROR);
    let id = broken.header("x-request-id").replace('-', "");
    assert!(id.len() >= 8, "{id}");
    assert!(broken.visible_text().contains(&id[..8]), "{} {id}", broken.visible_text());
    let call = shopper.call("panic", &[]).await;
    assert_eq!(
        (call.status, call.header("content-type")),
        (StatusCode::INTERNAL_SERVER_ERROR, "application/json")
    );
    assert_eq!(shopper.get("/ar/").await.status, StatusCode::OK, "the server lives on");
}

/// [SEC-M10] [RUST-7]
#[tokio::test]
async fn an_aborted_request_leaves_no_rendering_behind() {
    let slow = Endpoint::public("/ar/slow/", &[], |shop, _| async move {
        tokio::time::sleep(Duration::from_secs(60)).await;
        let page =
            storefront::server::error_pages::error_page(&AppError::NotFound, &shop.origin, shop.messages);
        Ok(page.expect("a page").1)
    })
    .policy(Policy::public_page());
    let shop = TestShop::open_with(Options { extra_endpoints: vec![slow], ..Options::default() }).await;
    let request = "GET /ar/slow/ HTTP/1.1\r\nhost: {host}\r\n\r\n";
    let first = shop.shopper().open_connection(request).await;
    let second = shop.shopper().open_connection(request).await;
    until(&shop, 1).await;
    drop((first, second));
    until(&shop, 0).await;
}

async fn until(shop: &TestShop, rendering: usize) {
    let started = Instant::now();
    while shop.shop().cache.rendering() != rendering {
        assert!(
            started.elapsed() < Duration::from_secs(10),
            "{} are rendered",
            shop.shop().cache.rendering()
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// [SEC-M9]
#[tokio::test]
async fn all_spellings_of_an_address_share_one_page() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let shopper = shop.shopper();
    let usual = shopper.get(&honey.path).await;
    let slug = honey.path.trim_start_matches("/ar/product/");
    let encoded = format!("/ar/product/%{:02x}{}", slug.as_bytes()[0], &slug[1..]);
    let respelled = shopper.get(&encoded).await;
    assert_eq!((respelled.status, respelled.header("etag")), (StatusCode::OK, usual.header("etag")));
    assert_eq!(shop.shop().cache.len(), 1, "one copy in memory");
}

/// The length of a compressed page would tell another site whether the page contains what it guesses (BREACH).
#[tokio::test]
async fn personal_pages_are_compressed_only_for_requests_from_our_own_pages() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    let (own, foreign) = (("sec-fetch-site", "same-origin"), ("sec-fetch-site", "cross-site"));
    let accepts = ("accept-encoding", "gzip, br, zstd");
    let plain = shopper.get("/ar/cart/").await;
    assert!(plain.body.len() > 1024, "{} bytes", plain.body.len());

    let compressed = shopper.get_with("/ar/cart/", &[own, accepts]).await;
    assert_eq!((compressed.status, compressed.header("content-encoding")), (StatusCode::OK, "br"));
    assert_eq!(compressed.header("vary"), "accept-encoding");
    assert_eq!(compressed.header("cache-control"), "private, no-store");
    assert!(compressed.body.len() * 2 < plain.body.len(), "{} bytes", compressed.body.len());
    let head = shopper.send(Method::HEAD, "/ar/cart/", None, &[own, accepts]).await;
    assert_eq!((head.status, head.header("content-encoding"), head.body.len()), (StatusCode::OK, "br", 0));

    let from_elsewhere = shopper.get_with("/ar/cart/", &[foreign, accepts]).await;
    assert_eq!(from_elsewhere.header("content-encoding"), "");
    assert_eq!(from_elsewhere.body.len(), plain.body.len());
}

/// Public pages are the same for everybody and already compressed.
#[tokio::test]
async fn public_pages_are_sent_as_they_are_stored() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    let headers = [("sec-fetch-site", "same-origin"), ("accept-encoding", "gzip, br, zstd")];
    let page = shopper.get_with("/ar/", &headers).await;
    assert_eq!(page.header("content-encoding"), "zstd", "compressed once");
    let etag = page.header("etag").to_owned();
    assert!(etag.starts_with("W/"), "{etag}");
    let again = shopper.get_with("/ar/", &[headers[0], headers[1], ("if-none-match", &etag)]).await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    assert_eq!((again.header("etag"), again.header("content-encoding")), (etag.as_str(), ""));
    let missing = shopper.get_with("/ar/no-such-page/", &headers).await;
    assert_eq!((missing.status, missing.header("content-encoding")), (StatusCode::NOT_FOUND, ""));
}
