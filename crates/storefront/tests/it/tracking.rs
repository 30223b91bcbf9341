//! Tracking without an account: what it shows, what it does not reveal, and its limits.

use http::StatusCode;
use testkit::{Options, Shopper, TestResponse, TestShop};

use crate::shipments::buy;

const TRACK: &str = "/ar/track-order/";

async fn track(shopper: &Shopper, number: &str, email: &str) -> TestResponse {
    shopper.post(TRACK, &[("number", number), ("email", email)]).await
}

/// [VIS-12]
#[tokio::test]
async fn number_and_address_show_the_way_of_an_order_and_the_city_alone() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let order = buy(&shop).await;
    let guest = shop.shopper();
    let form = guest.get(TRACK).await;
    assert_eq!(form.status, StatusCode::OK);
    assert_eq!(form.header("cache-control"), "private, no-store");
    assert!(form.text().contains("name=\"robots\" content=\"noindex") || form.text().contains("noindex"));

    for (number, email) in [
        (order.number.clone(), "salma@example.com"),
        (format!("#{}", order.number), "SALMA@Example.com"),
        (
            order
                .number
                .chars()
                .map(|digit| char::from_u32(digit as u32 - 0x30 + 0x660).expect("a digit"))
                .collect(),
            "salma@example.com",
        ),
    ] {
        let found = track(&guest, &number, email).await;
        assert_eq!(found.status, StatusCode::OK, "{number} {email}");
        assert_eq!(found.header("cache-control"), "private, no-store");
        let text = kernel::text::without_isolates(&found.visible_text());
        for shown in [order.number.as_str(), "نجهّز طلبك", "عسل سدر", "ديربورن"] {
            assert!(text.contains(shown), "«{shown}» in {text}");
        }
        let html = found.text();
        for hidden in ["Maple", "555 0142", "الخطيب", "wc_order_", "salma@example.com"] {
            assert!(!html.contains(hidden), "«{hidden}» in {html}");
        }
    }
}

/// [VIS-12]: nobody learns which of the two is wrong.
#[tokio::test]
async fn a_wrong_number_and_a_wrong_address_have_the_same_answer() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let order = buy(&shop).await;
    let guest = shop.shopper();
    let answer = async |number: &str, email: &str| {
        let answer = track(&guest, number, email).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{number} {email}");
        answer.text().replace(number, "N").replace(email, "E")
    };
    let wrong_address = answer(&order.number, "other@example.com").await;
    assert!(wrong_address.contains("لم نجد طلبًا بهذا الرقم وهذا البريد"), "{wrong_address}");
    assert_eq!(answer("1234567890", "salma@example.com").await, wrong_address);
    assert_eq!(answer("1234567891", "other@example.com").await, wrong_address);
    assert_eq!(answer("nonsense", "no address").await, wrong_address);

    // An order whose buyer was erased has no address, and an empty one matches nothing.
    sqlx::query("update orders set email = ''").execute(&shop.db).await.expect("erased");
    assert_eq!(answer(&order.number, "salma@example.com").await, wrong_address);
    let empty = track(&guest, &order.number, "").await;
    assert!(empty.visible_text().contains("أدخل بريدك الإلكتروني"), "{}", empty.visible_text());
    assert!(!empty.visible_text().contains("عسل سدر"));
}

/// [VIS-12]
#[tokio::test]
async fn attempts_are_limited_for_an_order_and_from_an_address() {
    let shop = TestShop::open().await;
    let order = buy(&shop).await;
    let mut limited = None;
    for attempt in 0..14 {
        // Each from another address: the order itself is protected.
        let answer = track(&shop.shopper(), &order.number, &format!("guess{attempt}@example.com")).await;
        if answer.status == StatusCode::TOO_MANY_REQUESTS {
            assert!(answer.headers.contains_key("retry-after"));
            assert!(answer.visible_text().contains("محاولات كثيرة"), "{}", answer.visible_text());
            limited = Some(attempt);
            break;
        }
    }
    assert!(limited.is_some_and(|attempt| attempt >= 10), "{limited:?}");

    let guest = shop.shopper();
    let mut statuses = Vec::new();
    for number in 0..40 {
        statuses.push(track(&guest, &format!("20000000{number:02}"), "salma@example.com").await.status);
    }
    assert!(statuses.contains(&StatusCode::TOO_MANY_REQUESTS), "{statuses:?}");
    let stored: i64 = sqlx::query_scalar(
        "select count(*) from throttle_counters where encode(key, 'escape') like '%salma%'",
    )
    .fetch_one(&shop.db)
    .await
    .expect("counters");
    assert_eq!(stored, 0, "the counters contain no addresses");
}
