//! The same shop with its files in S3: against s3s-fs, which verifies signatures.

use std::time::{Duration, Instant};

use http::StatusCode;
use s3sink::S3Sink;

use super::{
    hostile,
    jail::Folder,
    output,
    shop::{Attachment, MediaShop},
};

#[tokio::test]
async fn files_in_s3_are_processed_published_served_in_ranges_and_withdrawn() {
    let folder = Folder::new();
    let s3 = S3Sink::start(folder.path()).await.expect("a store");
    let shop = MediaShop::open_on_s3(&s3).await;
    let sender = shop.sender().await;
    let attachment =
        Attachment::of(&sender.upload("a.jpg", "image/jpeg", &hostile::honest_jpeg(900, 700)).await);
    assert!(
        s3.objects().iter().any(|name| name.ends_with(&format!("inbox/{}", attachment.id))),
        "{:?}",
        s3.objects()
    );
    assert_eq!(shop.processed(&attachment).await.0, "processed");
    let served = shop.publish(&attachment).await;
    for file in &served {
        let answer = shop.shop.shopper().get(&file.path).await;
        assert_eq!((answer.status, answer.body.len() as u64), (StatusCode::OK, file.bytes));
        assert_eq!(output::defects(&file.mime, &answer.body), Vec::<String>::new());
        let part = shop.shop.shopper().get_with(&file.path, &[("range", "bytes=3-9")]).await;
        assert_eq!((part.status, &part.body[..]), (StatusCode::PARTIAL_CONTENT, &answer.body[3..=9]));
    }
    assert!(
        s3.objects().iter().all(|name| !name.contains("inbox/")),
        "the original is deleted: {:?}",
        s3.objects()
    );
}

/// S3 is down: uploads are taken and delivered when it is back.
#[tokio::test]
async fn uploads_are_spooled_while_s3_is_down_and_delivered_afterwards() {
    let folder = Folder::new();
    let mut s3 = S3Sink::start(folder.path()).await.expect("a store");
    let shop = MediaShop::open_on_s3(&s3).await;
    s3.stop();
    let sender = shop.sender().await;
    let bytes = hostile::honest_jpeg(90, 70);
    let answer = sender.upload("a.jpg", "image/jpeg", &bytes).await;
    assert_eq!(answer.json()["code"], 200, "{}", answer.text());
    let attachment = Attachment::of(&answer);
    assert_eq!(shop.stored_hash(&attachment).await, Some(hostile::sha256(&bytes)));
    assert_eq!(shop.state(attachment.number()).await, Some(("received".to_owned(), None)));
    s3.start_again().await.expect("the store is back");
    let since = Instant::now();
    while shop.state(attachment.number()).await.is_some_and(|(state, _)| state == "received") {
        shop.deliver().await;
        assert!(since.elapsed() < Duration::from_secs(90), "the file is still in the spool");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    assert_eq!(shop.state(attachment.number()).await, Some(("processed".to_owned(), None)));
}
