//! Call 21: pictures of other hosts, which a review refers to. A visitor must not make the server reach inside.

use std::time::Duration;

use http::StatusCode;
use media::service::Owner;
use tokio::net::TcpListener;

use super::shop::{ACTIONS, MediaShop};

/// Inserts a published review that refers to files of other hosts.
pub async fn review_with(shop: &MediaShop, addresses: &[String]) -> i64 {
    let review: i64 = sqlx::query_scalar(
        "insert into reviews (product_id, rating, text, name, email, state, has_external_media, created_at, published_at)
         values ($1, 5, 'طعم ممتاز', 'سلمى', 'a@example.com', 'published', true, now(), now()) returning id",
    )
    .bind(shop.product.id.parse::<i64>().expect("an id"))
    .fetch_one(&shop.shop.db)
    .await
    .expect("a review");
    let mut tx = shop.shop.db.begin().await.expect("begin");
    media::service::add_external(&mut tx, Owner::Review(review), None, addresses, shop.shop.clock().now())
        .await
        .expect("noted");
    media::service::publish(&mut tx, Owner::Review(review)).await.expect("published with the review");
    tx.commit().await.expect("commit");
    review
}

/// What the page of a visitor sends when it shows the review.
pub async fn request_download(shop: &MediaShop, review: i64) {
    let fields = [("action", "cr_auto_download_media_frontend"), ("reviewID", &review.to_string())];
    let answer = shop.shop.shopper().post(ACTIONS, &fields).await;
    assert_eq!((answer.status, answer.json()["success"].as_bool()), (StatusCode::OK, Some(true)));
}

/// [API-21] [API-46]
#[tokio::test]
async fn addresses_of_this_machine_and_network_are_never_fetched() {
    let shop = MediaShop::open().await;
    let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a port");
    let port = listener.local_addr().expect("bound").port();
    let addresses = vec![
        format!("https://127.0.0.1:{port}/a.jpg"),
        format!("http://127.0.0.1:{port}/a.jpg"),
        format!("https://localhost:{port}/a.jpg"),
        "https://169.254.169.254/latest/meta-data/a.jpg".to_owned(),
        "file:///etc/passwd".to_owned(),
    ];
    let review = review_with(&shop, &addresses).await;
    for _ in 0..3 {
        request_download(&shop, review).await;
    }
    let reached = tokio::time::timeout(Duration::from_secs(4), listener.accept()).await;
    assert!(reached.is_err(), "the server connected to itself");
    let states: Vec<(String, Option<String>)> = sqlx::query_as("select state, refusal from media_files")
        .fetch_all(&shop.shop.db)
        .await
        .expect("rows");
    assert_eq!(states.len(), addresses.len(), "each address once: {states:?}");
    assert!(states.iter().all(|(state, _)| state == "refused"), "{states:?}");
}

/// [API-21]
#[tokio::test]
async fn an_unknown_review_is_answered_like_any_other() {
    let shop = MediaShop::open().await;
    let fields = [("action", "cr_auto_download_media_frontend"), ("reviewID", "987654")];
    let answer = shop.shop.shopper().post(ACTIONS, &fields).await;
    assert_eq!((answer.status, answer.json()["success"].as_bool()), (StatusCode::OK, Some(true)));
    assert_eq!(shop.rows().await, 0);
}
