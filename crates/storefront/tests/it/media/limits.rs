//! Limits of uploads, at their real default values.

use std::time::{Duration, Instant};

use http::StatusCode;
use testkit::{BOUNDARY, Shopper};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

use super::{
    hostile,
    shop::{ACTIONS, Attachment, MediaOptions, MediaShop, Sender},
};

/// Ten files of a visitor in an hour.
const FILES_AN_HOUR: usize = 10;

#[tokio::test]
async fn the_eleventh_file_of_a_visitor_in_an_hour_is_refused() {
    let shop = MediaShop::open().await;
    let sender = with_session(&shop).await;
    for number in 0..FILES_AN_HOUR {
        let answer = sender.upload("a.jpg", "image/jpeg", &hostile::numbered_jpeg(number)).await;
        assert_eq!(
            (answer.status, answer.json()["code"].as_i64()),
            (StatusCode::OK, Some(200)),
            "file {number}"
        );
        // A form has five places: a visitor who fills it twice has removed some.
        sender.delete(&Attachment::of(&answer)).await;
    }
    let eleventh = sender.upload("a.jpg", "image/jpeg", &hostile::numbered_jpeg(11)).await;
    assert_eq!(eleventh.status, StatusCode::TOO_MANY_REQUESTS, "{}", eleventh.text());
    assert!(!eleventh.header("retry-after").is_empty());
    let other = shop.sender().await;
    let answer = other.upload("a.jpg", "image/jpeg", &hostile::numbered_jpeg(12)).await;
    assert_eq!(answer.json()["code"], 200, "others are not refused: {}", answer.text());
}

#[tokio::test]
async fn forty_files_of_an_address_in_an_hour_are_the_limit() {
    let shop = MediaShop::open().await;
    let sender = shop.sender().await;
    let (mut stored, mut is_refused) = (0, false);
    // New visitors behind one address.
    for number in 0..85 {
        sender.shopper.set_cookie(None);
        let answer = sender.upload("a.jpg", "image/jpeg", &hostile::numbered_jpeg(number)).await;
        is_refused = answer.status == StatusCode::TOO_MANY_REQUESTS;
        if is_refused {
            break;
        }
        stored += 1;
    }
    // While Redis is too busy to answer, the server counts by itself, up to the same limit.
    assert!(is_refused && (40..=80).contains(&stored), "{stored} files");
}

#[tokio::test]
async fn a_visitor_sends_at_most_150_mb_in_an_hour() {
    let shop = MediaShop::open().await;
    let sender = shop.sender().await;
    let mut bytes = 0usize;
    let large = hostile::jpeg_of_size(25_000_000);
    for number in 0..8 {
        let answer = sender.upload("a.jpg", "image/jpeg", &large).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            break;
        }
        assert_eq!(answer.json()["code"], 200, "file {number}: {}", answer.text());
        bytes += large.len();
    }
    assert!((125_000_000..=160_000_000).contains(&bytes), "{bytes}");
}

/// The first bytes of an upload whose rest does not arrive.
async fn unfinished(shopper: &Shopper, product: &str) -> TcpStream {
    let cookie = shopper.cookie().map(|cookie| format!("cookie: {cookie}\r\n")).unwrap_or_default();
    let head = format!(
        "POST {ACTIONS} HTTP/1.1\r\nhost: {{host}}\r\nx-forwarded-for: {{address}}\r\n{cookie}sec-fetch-site: same-origin\r\n\
         content-type: multipart/form-data; boundary={BOUNDARY}\r\ncontent-length: 1000000\r\n\r\n\
         --{BOUNDARY}\r\ncontent-disposition: form-data; name=\"action\"\r\n\r\ncr_upload_media\r\n\
         --{BOUNDARY}\r\ncontent-disposition: form-data; name=\"cr_item\"\r\n\r\n{product}\r\n\
         --{BOUNDARY}\r\ncontent-disposition: form-data; name=\"cr_file\"; filename=\"a.jpg\"\r\ncontent-type: image/jpeg\r\n\r\n"
    );
    let mut stream = shopper.open_connection(&head).await;
    stream.write_all(&hostile::honest_jpeg(20, 20)[..100]).await.expect("the server reads");
    stream
}

/// The status of a response, if one comes within `wait`.
async fn status_within(stream: &mut TcpStream, wait: Duration) -> Option<u16> {
    let mut answer = [0; 12];
    tokio::time::timeout(wait, stream.read_exact(&mut answer)).await.ok()?.ok()?;
    std::str::from_utf8(&answer[9..12]).ok()?.parse().ok()
}

async fn with_session(shop: &MediaShop) -> Sender {
    let sender = shop.sender().await;
    sender.shopper.add(&shop.product.id, "1").await;
    assert!(sender.shopper.cookie().is_some());
    sender
}

const SOON: Duration = Duration::from_secs(3);
const AT_ONCE: Duration = Duration::from_millis(400);

#[tokio::test]
async fn a_visitor_has_four_uploads_at_once_and_an_address_eight() {
    let shop = MediaShop::with_rate_factor(100).await;
    let sender = with_session(&shop).await;
    let mut open = Vec::new();
    for number in 0..4 {
        let mut stream = unfinished(&sender.shopper, &shop.product.id).await;
        assert_eq!(status_within(&mut stream, AT_ONCE).await, None, "upload {number}");
        open.push(stream);
    }
    let mut fifth = unfinished(&sender.shopper, &shop.product.id).await;
    assert_eq!(status_within(&mut fifth, SOON).await, Some(429));

    // Others behind the same address.
    sender.shopper.set_cookie(None);
    for number in 4..8 {
        let mut stream = unfinished(&sender.shopper, &shop.product.id).await;
        assert_eq!(status_within(&mut stream, AT_ONCE).await, None, "upload {number}");
        open.push(stream);
    }
    let mut ninth = unfinished(&sender.shopper, &shop.product.id).await;
    assert_eq!(status_within(&mut ninth, SOON).await, Some(429));

    let other = shop.sender().await;
    let answer = other.upload("a.jpg", "image/jpeg", &hostile::honest_jpeg(30, 30)).await;
    assert_eq!(answer.json()["code"], 200, "other addresses are not refused");
}

#[tokio::test]
async fn a_server_has_64_uploads_at_once_and_still_serves_pages() {
    let shop = MediaShop::with_rate_factor(100).await;
    let mut open = Vec::new();
    for _ in 0..8 {
        let sender = shop.sender().await;
        for _ in 0..8 {
            open.push(unfinished(&sender.shopper, &shop.product.id).await);
        }
    }
    tokio::time::sleep(AT_ONCE).await;
    let mut last = unfinished(&shop.sender().await.shopper, &shop.product.id).await;
    assert_eq!(status_within(&mut last, SOON).await, Some(503));
    let since = Instant::now();
    assert_eq!(shop.shop.shopper().get(&shop.product.path).await.status, StatusCode::OK);
    assert!(since.elapsed() < Duration::from_secs(5), "{:?}", since.elapsed());
    drop(open);
    let since = Instant::now();
    loop {
        let answer = shop.sender().await.upload("a.jpg", "image/jpeg", &hostile::honest_jpeg(30, 30)).await;
        if answer.status == StatusCode::OK && answer.json()["code"] == 200 {
            break;
        }
        assert!(since.elapsed() < Duration::from_secs(20), "{}", answer.text());
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(shop.rows().await, 1, "broken uploads leave no row");
}

/// With the limits of a real shop: nothing for 15 seconds.
#[tokio::test]
async fn an_upload_without_progress_is_ended() {
    let shop = MediaShop::open().await;
    let mut stream = unfinished(&shop.sender().await.shopper, &shop.product.id).await;
    let since = Instant::now();
    let status = status_within(&mut stream, Duration::from_secs(25)).await;
    assert_eq!(status, Some(408));
    assert!(since.elapsed() >= Duration::from_secs(13), "{:?}", since.elapsed());
    assert_eq!((shop.rows().await, shop.files_in_store()), (0, Vec::<String>::new()));
}

#[tokio::test]
async fn uploads_stop_when_the_disk_is_nearly_full() {
    let shop = MediaShop::open_with(MediaOptions { min_free_disk: 100, ..MediaOptions::default() }).await;
    let answer = shop.sender().await.upload("a.jpg", "image/jpeg", &hostile::honest_jpeg(30, 30)).await;
    let json = answer.json();
    assert!(json["code"].as_i64().is_some_and(|code| code >= 500), "{json}");
    assert!(json["message"].as_str().is_some_and(|message| !message.is_empty()), "{json}");
    assert_eq!(shop.rows().await, 0);
}

/// The store's folder is gone: the visitor reads why, and nothing is half stored.
#[tokio::test]
async fn a_local_store_that_is_gone_is_an_answer_in_words() {
    let shop = MediaShop::open().await;
    let inbox = shop.store_folder().join("inbox");
    std::fs::remove_dir_all(&inbox).expect("removed");
    std::fs::write(&inbox, "no folder").expect("a file in its place");
    let answer = shop.sender().await.upload("a.jpg", "image/jpeg", &hostile::honest_jpeg(30, 30)).await;
    let json = answer.json();
    assert!(json["code"].as_i64().is_some_and(|code| code >= 500), "{json}");
    assert_eq!(shop.rows().await, 0);
    assert_eq!(shop.files_in_store(), ["inbox"], "the spool is empty again");
}
