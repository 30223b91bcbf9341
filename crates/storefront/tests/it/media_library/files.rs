//! Uploads, and a file that replaces another one under the same address.

use std::time::{Duration, Instant};

use super::*;
use crate::media::{hostile, shop::MediaShop};

/// A form with several files.
fn body(hidden: &[(String, String)], files: &[(&str, Vec<u8>)]) -> bytes::Bytes {
    let boundary = testkit::BOUNDARY;
    let mut body = Vec::new();
    for (name, value) in hidden {
        body.extend(
            format!("--{boundary}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
                .bytes(),
        );
    }
    for (name, content) in files {
        let head = format!(
            "--{boundary}\r\ncontent-disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             content-type: image/jpeg\r\n\r\n"
        );
        body.extend(head.bytes());
        body.extend(content);
        body.extend(b"\r\n");
    }
    body.extend(format!("--{boundary}--\r\n").bytes());
    body.into()
}

async fn send(
    staff: &Shopper,
    page: &str,
    action: &str,
    version: Option<&str>,
    files: &[(&str, Vec<u8>)],
) -> TestResponse {
    let mut hidden = testkit::hidden_fields(&staff.get(page).await.text(), action);
    for (name, value) in &mut hidden {
        if name == "version"
            && let Some(version) = version
        {
            version.clone_into(value);
        }
    }
    let kind = format!("multipart/form-data; boundary={}", testkit::BOUNDARY);
    let headers = [("sec-fetch-site", "same-origin"), ("content-type", kind.as_str())];
    staff.send_bytes(http::Method::POST, action, Some(body(&hidden, files)), &headers).await
}

/// Asks until the answer is the wanted one.
async fn wait_for<T>(shop: &TestShop, sql: &'static str, wanted: T)
where
    T: PartialEq
        + std::fmt::Debug
        + Send
        + Unpin
        + for<'r> sqlx::Decode<'r, sqlx::Postgres>
        + sqlx::Type<sqlx::Postgres>,
{
    let since = Instant::now();
    loop {
        let found: Option<T> = sqlx::query_scalar(sql).fetch_optional(&shop.db).await.expect("an answer");
        if found.as_ref() == Some(&wanted) {
            return;
        }
        assert!(since.elapsed() < Duration::from_secs(30), "{found:?} instead of {wanted:?}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn name(shop: &TestShop) -> String {
    sqlx::query_scalar("select name from pictures").fetch_one(&shop.db).await.expect("one picture")
}

/// [D36]
#[tokio::test]
async fn several_files_become_pictures_and_a_bad_one_stops_no_other() {
    let media = MediaShop::open().await;
    let shop = &media.shop;
    let huda = owner(shop).await;
    let files = [
        ("قهوة.jpg", hostile::numbered_jpeg(1)),
        ("page.jpg", b"<html><script>".to_vec()),
        ("b.jpg", hostile::numbered_jpeg(2)),
    ];
    let sent = send(&huda, LIST, LIST, None, &files).await;
    assert!(sent.location().ends_with("count=2&refused=1"), "{} {}", sent.location(), sent.text());
    assert_eq!(audited(shop).await.0, "media-add");
    wait_for(shop, "select count(*) from pictures", 2_i64).await;
    let page = huda.get(sent.location()).await;
    assert!(seen(&page).contains("قهوة.jpg") && seen(&page).contains("استُلمت صورتان"), "{}", seen(&page));
    let searched = huda.get(&format!("{LIST}?s=%D9%82%D9%87%D9%88%D9%87")).await;
    assert!(seen(&searched).contains("قهوة.jpg") && !seen(&searched).contains("b.jpg"));
}

/// [D19] [D36]
#[tokio::test]
async fn a_replaced_picture_keeps_its_address_and_an_undo_brings_the_old_one_back() {
    let media = MediaShop::open().await;
    let (shop, coffee) = (&media.shop, &media.product);
    let huda = owner(shop).await;
    send(&huda, LIST, LIST, None, &[("a.jpg", hostile::honest_jpeg(900, 600))]).await;
    wait_for(shop, "select width from pictures", 900).await;
    let name = name(shop).await;
    give(shop, coffee, &name).await;
    Opened::of(&huda, &name).await.send(&huda, &[("focus_x", "10"), ("focus_y", "90")]).await;
    let visitor = shop.shopper();
    let page = visitor.get(&coffee.path).await.text();
    let marked =
        page.split(['"', ' ', ',']).find(|part| part.contains("/320.webp?v=")).expect("a file").to_owned();
    let address = marked.split('?').next().expect("an address").to_owned();
    let first = visitor.get(&address).await;
    assert!(first.header("cache-control").contains("must-revalidate"), "{}", first.header("cache-control"));
    assert!(visitor.get(&marked).await.header("cache-control").contains("immutable"));

    let last = newest_purge(shop).await;
    let form = url(&name) + "file/";
    let sent = send(&huda, &url(&name), &form, None, &[("b.jpg", hostile::honest_jpeg(600, 600))]).await;
    assert!(sent.location().contains("saved=3"), "{} {}", sent.location(), sent.text());
    assert_eq!(audited(shop).await.0, "media-replace");
    wait_for(shop, "select width from pictures", 600).await;
    let purged = purged_since(shop, last).await;
    assert!(purged.contains(&format!("product:{}", coffee.id)), "{purged:?}");
    assert!(!purged.iter().any(|tag| matches!(tag.as_str(), "catalog" | "settings" | "home")), "{purged:?}");
    let second = visitor.get(&address).await;
    assert_eq!(second.status, StatusCode::OK);
    assert_ne!((first.header("etag"), &first.body), (second.header("etag"), &second.body));
    let known = [("if-none-match", first.header("etag"))];
    assert_eq!(visitor.get_with(&address, &known).await.status, StatusCode::OK, "an old copy is refreshed");
    // The server forgets its copy of the page when it reads the log.
    let mut page = visitor.get(&coffee.path).await.text();
    for _ in 0..50 {
        if !page.contains(&marked) {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        page = visitor.get(&coffee.path).await.text();
    }
    assert!(page.contains(&format!("{address}?v=")) && !page.contains(&marked), "another mark");
    assert!(page.contains("data-focus=\"x1 y9\""), "the focal point stays");

    // Somebody who has not seen that replaces nothing.
    let late = send(&huda, &url(&name), &form, Some("2"), &[("c.jpg", hostile::numbered_jpeg(3))]).await;
    assert!(late.location().contains("notice=changed"), "{} {}", late.location(), late.text());

    let nonce = Opened::of(&huda, &name).await.hidden.remove(0).1;
    huda.post(&(url(&name) + "undo/"), &[("nonce", &nonce), ("version", "3")]).await;
    wait_for(shop, "select width from pictures", 900).await;
    assert_eq!(visitor.get(&address).await.body, first.body);
    assert_eq!(stored(shop, &name).await.0, 4);
}

#[tokio::test]
async fn what_an_import_wrote_comes_back_at_once() {
    let media = MediaShop::open().await;
    let shop = &media.shop;
    picture(shop, "scene", "", "").await;
    let huda = owner(shop).await;
    let form = url("scene") + "file/";
    send(&huda, &url("scene"), &form, None, &[("b.jpg", hostile::honest_jpeg(600, 600))]).await;
    wait_for(shop, "select width from pictures", 600).await;
    let nonce = Opened::of(&huda, "scene").await.hidden.remove(0).1;
    huda.post(&(url("scene") + "undo/"), &[("nonce", &nonce), ("version", "2")]).await;
    let files: serde_json::Value =
        sqlx::query_scalar("select files from pictures").fetch_one(&shop.db).await.expect("files");
    assert_eq!(files, serde_json::json!({"webp": {"320": "scene-320.0f.webp"}}));
    // The undo is undone: the file is published again, under its own address.
    huda.post(&(url("scene") + "undo/"), &[("nonce", &nonce), ("version", "3")]).await;
    wait_for(shop, "select width from pictures", 600).await;
}

/// Two files that take one address at the same time would leave the content of the one and the row of the other.
#[tokio::test]
async fn files_take_an_address_one_after_the_other() {
    let media = MediaShop::open().await;
    let shop = &media.shop;
    let huda = owner(shop).await;
    send(&huda, LIST, LIST, None, &[("a.jpg", hostile::honest_jpeg(900, 600))]).await;
    wait_for(shop, "select width from pictures", 900).await;
    let name = name(shop).await;
    let mut other = shop.db.begin().await.expect("a transaction");
    sqlx::query(
        "select pg_advisory_xact_lock(hashtextextended(public_name, 114)) from media_files
         where public_name is not null",
    )
    .execute(&mut *other)
    .await
    .expect("locked");
    let form = url(&name) + "file/";
    send(&huda, &url(&name), &form, None, &[("b.jpg", hostile::honest_jpeg(600, 600))]).await;
    wait_for(
        shop,
        "select exists (select from pg_locks where locktype = 'advisory' and not granted
             and database = (select oid from pg_database where datname = current_database()))",
        true,
    )
    .await;
    let shown: i32 =
        sqlx::query_scalar("select width from pictures").fetch_one(&shop.db).await.expect("a picture");
    assert_eq!(shown, 900, "the one who waits has published nothing");
    other.commit().await.expect("released");
    wait_for(shop, "select width from pictures", 600).await;
}
