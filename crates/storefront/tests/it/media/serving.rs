//! How published files are served, and what is not served at all.

use http::{Method, StatusCode};
use testkit::TestResponse;

use super::{
    hostile::{self, video},
    output,
    shop::{Attachment, MediaOptions, MediaShop, Served},
};

/// A published picture.
async fn published() -> (MediaShop, Served) {
    let shop = MediaShop::open().await;
    let sender = shop.sender().await;
    let attachment =
        Attachment::of(&sender.upload("a.jpg", "image/jpeg", &hostile::honest_jpeg(900, 700)).await);
    assert_eq!(shop.processed(&attachment).await.0, "processed");
    let served = shop.publish(&attachment).await;
    let largest = served.into_iter().max_by_key(|file| file.bytes).expect("a file");
    (shop, largest)
}

fn assert_inert(answer: &TestResponse, mime: &str) {
    assert_eq!(answer.header("content-type"), mime);
    assert_eq!(answer.header("x-content-type-options"), "nosniff");
    let policy = answer.header("content-security-policy");
    assert!(policy.contains("sandbox") && policy.contains("default-src 'none'"), "{policy}");
    assert_eq!(answer.header("cross-origin-resource-policy"), "same-site");
    assert_eq!(answer.header("accept-ranges"), "bytes");
    assert!(answer.headers.get("set-cookie").is_none());
    assert!(answer.header("cache-control").contains("immutable"), "{}", answer.header("cache-control"));
    assert!(!answer.header("etag").is_empty());
}

#[tokio::test]
async fn a_published_picture_is_served_inert_and_without_a_cookie() {
    let (shop, file) = published().await;
    let visitor = shop.shop.shopper();
    let answer = visitor.get(&file.path).await;
    assert_eq!(answer.status, StatusCode::OK);
    assert_inert(&answer, "image/webp");
    assert_eq!(answer.body.len() as u64, file.bytes);
    assert_eq!(output::defects("image/webp", &answer.body), Vec::<String>::new());
    assert!(visitor.cookie().is_none());

    let etag = answer.header("etag").to_owned();
    let again = visitor.get_with(&file.path, &[("if-none-match", &etag)]).await;
    assert_eq!((again.status, again.body.len()), (StatusCode::NOT_MODIFIED, 0));
    let head = visitor.send(Method::HEAD, &file.path, None, &[]).await;
    assert_eq!((head.status, head.body.len()), (StatusCode::OK, 0));
    assert_eq!(head.header("content-length"), file.bytes.to_string());
}

#[tokio::test]
async fn one_range_is_answered_with_it_and_several_with_the_whole_file() {
    let (shop, file) = published().await;
    let visitor = shop.shop.shopper();
    let whole = visitor.get(&file.path).await.body;
    let size = whole.len();
    for (range, from, to) in [
        ("bytes=0-99".to_owned(), 0, 99),
        ("bytes=100-".to_owned(), 100, size - 1),
        ("bytes=-10".to_owned(), size - 10, size - 1),
        (format!("bytes=5-{}", size * 2), 5, size - 1),
    ] {
        let answer = visitor.get_with(&file.path, &[("range", &range)]).await;
        assert_eq!(answer.status, StatusCode::PARTIAL_CONTENT, "{range}");
        assert_eq!(answer.header("content-range"), format!("bytes {from}-{to}/{size}"), "{range}");
        assert_eq!(answer.body, whole[from..=to], "{range}");
        assert_inert(&answer, "image/webp");
    }
    let several = visitor.get_with(&file.path, &[("range", "bytes=0-1,5-9")]).await;
    assert_eq!((several.status, several.body.len()), (StatusCode::OK, size));
    let unreadable = visitor.get_with(&file.path, &[("range", "lines=1-2")]).await;
    assert_eq!((unreadable.status, unreadable.body.len()), (StatusCode::OK, size));
}

#[tokio::test]
async fn a_range_outside_the_file_is_416() {
    let (shop, file) = published().await;
    let visitor = shop.shop.shopper();
    for range in [format!("bytes={}-", file.bytes), "bytes=99999999-".to_owned()] {
        let answer = visitor.get_with(&file.path, &[("range", &range)]).await;
        assert_eq!(answer.status, StatusCode::RANGE_NOT_SATISFIABLE, "{range}");
        assert_eq!(answer.header("content-range"), format!("bytes */{}", file.bytes), "{range}");
    }
}

#[tokio::test]
async fn a_range_of_another_version_is_answered_with_the_whole_file() {
    let (shop, file) = published().await;
    let visitor = shop.shop.shopper();
    let etag = visitor.get(&file.path).await.header("etag").to_owned();
    let same = visitor.get_with(&file.path, &[("range", "bytes=0-9"), ("if-range", &etag)]).await;
    assert_eq!((same.status, same.body.len()), (StatusCode::PARTIAL_CONTENT, 10));
    let other = visitor.get_with(&file.path, &[("range", "bytes=0-9"), ("if-range", "\"other\"")]).await;
    assert_eq!((other.status, other.body.len() as u64), (StatusCode::OK, file.bytes));
}

#[tokio::test]
async fn files_that_are_not_published_have_no_address() {
    let shop = MediaShop::open().await;
    let sender = shop.sender().await;
    let attachment =
        Attachment::of(&sender.upload("a.jpg", "image/jpeg", &hostile::honest_jpeg(90, 70)).await);
    assert_eq!(shop.processed(&attachment).await.0, "processed");
    let visitor = shop.shop.shopper();
    let id = &attachment.id;
    for path in [
        format!("/m/{}/{id}/320.webp", &id[..2]),
        format!("/m/held/{id}/320.webp"),
        format!("/held/{id}/320.webp"),
        format!("/inbox/{id}"),
        format!("/m/../inbox/{id}"),
        format!("/m/%2e%2e/inbox/{id}"),
        format!("/m/..%2finbox%2f{id}"),
        format!("/media/held/{id}/320.webp"),
        format!("/media/../inbox/{id}"),
        format!("/ar/staff/media/{id}/320.webp/"),
        format!("/ar/staff/media/{id}/320.webp/?expires=9999999999&signature={}", "0".repeat(32)),
    ] {
        let answer = visitor.get(&path).await;
        assert!(
            matches!(answer.status, StatusCode::NOT_FOUND | StatusCode::BAD_REQUEST | StatusCode::FORBIDDEN),
            "{path}: {}",
            answer.status
        );
    }
}

#[tokio::test]
async fn a_withdrawn_file_is_gone() {
    let (shop, file) = published().await;
    let visitor = shop.shop.shopper();
    assert_eq!(visitor.get(&file.path).await.status, StatusCode::OK);
    let review: i64 = sqlx::query_scalar("select owner_id from media_files")
        .fetch_one(&shop.shop.db)
        .await
        .expect("an owner");
    let mut tx = shop.shop.db.begin().await.expect("begin");
    media::service::withdraw(&mut tx, media::service::Owner::Review(review), shop.shop.clock().now())
        .await
        .expect("withdrawn");
    tx.commit().await.expect("commit");
    let since = std::time::Instant::now();
    while visitor.get(&file.path).await.status != StatusCode::NOT_FOUND {
        assert!(since.elapsed() < std::time::Duration::from_secs(30), "the file is still served");
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    assert!(shop.files_in_store().iter().all(|name| !name.starts_with("m/")), "{:?}", shop.files_in_store());
}

/// [REV-56] [REV-64] All of the corpus through the shop, from the upload to the browser.
#[tokio::test]
async fn no_hostile_file_is_served_as_anything_but_what_it_was_checked_to_be() {
    let options = testkit::Options { rate_factor: 10_000, ..testkit::Options::default() };
    let shop = MediaShop::open_with(MediaOptions { shop: options, ..MediaOptions::default() }).await;
    let files: Vec<_> = hostile::files()
        .into_iter()
        .chain(hostile::videos())
        .filter(|file| file.wanted != hostile::Wanted::RefusedAtOnce)
        .collect();
    assert!(files.len() >= 60, "{}", files.len());
    let mut received = Vec::new();
    for file in &files {
        // A visitor each: nobody may send so many.
        let sender = shop.sender().await;
        let answer = sender.upload(&file.name, file.declared, &file.bytes).await;
        if answer.status == StatusCode::OK && answer.json()["code"] == 200 {
            received.push((file, Attachment::of(&answer)));
        } else {
            assert_ne!(file.wanted, hostile::Wanted::Cleaned, "{}: {}", file.kind, answer.text());
        }
    }
    let mut wrong = Vec::new();
    let mut served = 0;
    for (file, attachment) in received {
        let (state, reason) = shop.processed(&attachment).await;
        if state == "refused" {
            assert!(reason.is_some(), "{}", file.kind);
            if file.wanted == hostile::Wanted::Cleaned {
                wrong.push(format!("{}: refused: {reason:?}", file.kind));
            }
            continue;
        }
        if file.wanted == hostile::Wanted::Refused {
            wrong.push(format!("{}: accepted", file.kind));
        }
        for copy in shop.publish(&attachment).await {
            let answer = shop.shop.shopper().get(&copy.path).await;
            assert_eq!(answer.status, StatusCode::OK, "{}: {}", file.kind, copy.path);
            assert_inert(&answer, &copy.mime);
            let defects = output::defects(&copy.mime, &answer.body);
            wrong.extend(defects.iter().map(|defect| format!("{}: {}: {defect}", file.kind, copy.path)));
            served += 1;
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(served >= 30, "only {served} files were served");
    let originals = shop.files_in_store().into_iter().filter(|name| name.starts_with("inbox/")).count();
    assert_eq!(originals, 0, "originals are deleted");
}

#[tokio::test]
async fn a_video_is_served_in_ranges_with_its_poster() {
    if !video::has_ffmpeg() {
        eprintln!("skipped: ffmpeg is not installed");
        return;
    }
    let shop = MediaShop::open().await;
    let sender = shop.sender().await;
    let answer = sender.upload("v.mp4", "video/mp4", &video::honest()).await;
    assert_eq!(answer.json()["code"], 200, "{}", answer.text());
    let attachment = Attachment::of(&answer);
    assert_eq!(shop.processed(&attachment).await, ("processed".to_owned(), None));
    let served = shop.publish(&attachment).await;
    let film = served.iter().find(|file| file.mime == "video/mp4").expect("a video");
    let part = shop.shop.shopper().get_with(&film.path, &[("range", "bytes=0-1")]).await;
    assert_eq!((part.status, part.body.len()), (StatusCode::PARTIAL_CONTENT, 2));
    assert_inert(&part, "video/mp4");
    let poster = served.iter().find(|file| file.path.ends_with("poster.webp")).expect("a poster");
    assert_eq!(shop.shop.shopper().get(&poster.path).await.status, StatusCode::OK);
}

/// Without ffmpeg the upload itself is refused in words.
#[tokio::test]
async fn without_ffmpeg_a_video_is_refused_in_words() {
    let options = MediaOptions { has_ffmpeg: false, ..MediaOptions::default() };
    let shop = MediaShop::open_with(options).await;
    let sender = shop.sender().await;
    let answer = sender.upload("v.mp4", "video/mp4", &hostile::pairs::beginning("video/mp4")).await;
    let json = answer.json();
    let is_refused = if json["code"] == 200 {
        shop.processed(&Attachment::of(&answer)).await
            == ("refused".to_owned(), Some("video_unsupported".to_owned()))
    } else {
        json["message"]
            .as_str()
            .is_some_and(|message| message.contains("فيديو") || message.contains("الفيديو"))
    };
    assert!(is_refused, "{json}");
}
