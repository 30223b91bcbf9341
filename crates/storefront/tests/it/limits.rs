//! Rate limits.

use http::StatusCode;
use testkit::TestShop;

#[tokio::test]
async fn a_shopper_over_the_limit_gets_429_and_others_do_not() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").stock(10_000).make(&shop.db).await;
    let (fast, slow) = (shop.shopper(), shop.shopper());

    // The window slides: a run that crosses the end of a period gets a few more than sixty.
    let mut accepted = 0;
    let refused = loop {
        let answer = fast.add(&honey.id, "1").await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            break answer;
        }
        accepted += 1;
        assert!(accepted < 120, "sixty in ten seconds is the limit");
    };
    assert!(accepted >= 60, "refused after {accepted}");
    let wait: u64 = refused.header("retry-after").parse().expect("seconds");
    assert!((1..=10).contains(&wait));
    assert_eq!(slow.add(&honey.id, "1").await.status, StatusCode::OK);
}

#[tokio::test]
async fn two_servers_share_one_limit() {
    let mut shop = TestShop::open().await;
    let honey = shop.product("عسل").stock(10_000).make(&shop.db).await;
    let other = shop.open_another().await;
    let here = shop.shopper();
    here.add(&honey.id, "1").await;
    let there = here.on_server_of(&shop.shopper_at(other));

    let mut refused = 0;
    for attempt in 0..75 {
        let shopper = if attempt % 2 == 0 { &here } else { &there };
        refused += usize::from(shopper.add(&honey.id, "1").await.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused >= 5, "only {refused} of 75 were refused: each server counted alone");
}

#[tokio::test]
async fn one_ip_address_cannot_create_unlimited_carts() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").stock(10_000).make(&shop.db).await;
    let shopper = shop.shopper();

    let mut refused = 0;
    for _ in 0..70 {
        shopper.set_cookie(None);
        refused += usize::from(shopper.add(&honey.id, "1").await.status == StatusCode::TOO_MANY_REQUESTS);
    }
    let carts: i64 =
        sqlx::query_scalar("select count(*) from carts").fetch_one(&shop.db).await.expect("count");
    assert!(refused >= 5, "{refused}");
    assert!(carts <= 65, "{carts}");
}
