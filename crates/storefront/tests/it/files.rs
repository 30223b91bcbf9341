//! Static files of the web build.

use http::StatusCode;
use testkit::TestShop;

/// [WEB-3]
#[tokio::test]
async fn scripts_and_styles_are_sent_in_the_accepted_encoding() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    let page = shopper.get("/ar/").await.text();
    // Large files only: compression hardly shrinks a chunk of a few hundred bytes.
    for (name, extension) in [("/assets/main-", ".js"), ("/assets/layout-", ".css")] {
        let file = page
            .split('"')
            .find(|part| part.starts_with(name) && part.ends_with(extension))
            .expect("linked by every page");
        let plain = shopper.get(file).await;
        assert_eq!(plain.header("vary"), "accept-encoding");
        assert!(plain.header("content-encoding").is_empty());

        let mut etags = vec![plain.header("etag").to_owned()];
        for (accepted, encoding) in [
            ("gzip, deflate, br, zstd", "br"),
            ("gzip, deflate", "gzip"),
            ("gzip;q=0.5, zstd", "zstd"),
            ("br;q=0, gzip", "gzip"),
        ] {
            let packed = shopper.get_with(file, &[("accept-encoding", accepted)]).await;
            assert_eq!(packed.header("content-encoding"), encoding, "{file} for {accepted}");
            assert_eq!(packed.header("content-type"), plain.header("content-type"));
            assert_eq!(packed.header("vary"), "accept-encoding");
            assert!(packed.header("cache-control").contains("immutable"));
            assert!(packed.body.len() < plain.body.len() / 2, "{file} as {encoding}");
            let unpacked = match encoding {
                "br" => {
                    let mut bytes = Vec::new();
                    brotli::BrotliDecompress(&mut &packed.body[..], &mut bytes).expect("brotli");
                    bytes
                }
                "zstd" => edge::compress::unzstd(&packed.body).expect("zstd"),
                _ => plain.body.to_vec(),
            };
            assert_eq!(unpacked, plain.body, "{file} as {encoding}");

            // Each encoding is revalidated by its own ETag.
            let etag = packed.header("etag").to_owned();
            let revalidated =
                shopper.get_with(file, &[("accept-encoding", accepted), ("if-none-match", &etag)]).await;
            assert_eq!((revalidated.status, revalidated.body.len()), (StatusCode::NOT_MODIFIED, 0));
            etags.push(etag);
        }
        etags.sort();
        etags.dedup();
        assert_eq!(etags.len(), 4, "each encoding has its own ETag");
    }
}

/// With the charset where it is text: of files and of probes.
#[tokio::test]
async fn every_file_names_its_type() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    let page = shopper.get("/ar/").await.text();
    let linked = |name: &str, extension: &str| {
        let file = page.split('"').find(|part| part.starts_with(name) && part.ends_with(extension));
        file.expect("linked by every page").to_owned()
    };
    for (path, wanted) in [
        (linked("/assets/main-", ".js"), "text/javascript; charset=utf-8"),
        (linked("/assets/layout-", ".css"), "text/css; charset=utf-8"),
        ("/robots.txt".to_owned(), "text/plain; charset=utf-8"),
        ("/favicon.svg".to_owned(), "image/svg+xml; charset=utf-8"),
        ("/apple-touch-icon.png".to_owned(), "image/png"),
        ("/healthz".to_owned(), "text/plain; charset=utf-8"),
    ] {
        let answer = shopper.get(&path).await;
        assert_eq!((answer.status, answer.header("content-type")), (StatusCode::OK, wanted), "{path}");
    }
}
