//! What a shop remembers between orders: the last address, gifts, and lines that are saved for later.

use http::StatusCode;
use testkit::{Purchase, TestShop, customers::PASSWORD};

const CART: &str = "/ar/cart/";
const VISA: &str = "4111111111111111";

/// The key of the only line in the visitor's cart.
async fn line_key(shop: &TestShop) -> String {
    sqlx::query_scalar("select key from cart_lines").fetch_one(&shop.db).await.expect("a line")
}

async fn saved(shop: &TestShop) -> i64 {
    let count = sqlx::query_scalar("select count(*) from cart_saved_lines");
    count.fetch_one(&shop.db).await.expect("count")
}

async fn in_cart(shop: &TestShop) -> Vec<i64> {
    sqlx::query_scalar("select quantity / 100000 from cart_lines order by cart_id, key")
        .fetch_all(&shop.db)
        .await
        .expect("lines")
}

/// [VIS-4]
#[tokio::test]
async fn the_address_of_the_last_order_is_remembered_and_folded() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(9).make(&shop.db).await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    salma.add(&honey.id, "1").await;
    let first = salma.get("/ar/checkout/").await.text();
    assert!(!first.contains("<details class=\"FoldedRow"), "nothing is known yet");
    let card = shop.card(VISA).await;
    let purchase = Purchase::new().card(&card);
    let placed = salma.check_out(&purchase).await;
    assert_eq!(placed.status, StatusCode::SEE_OTHER, "{}", placed.visible_text());
    let city: String =
        sqlx::query_scalar("select city from addresses").fetch_one(&shop.db).await.expect("an address");
    assert_eq!(city, "ديربورن");

    salma.add(&honey.id, "1").await;
    let next = salma.get("/ar/checkout/").await;
    let text = kernel::text::without_isolates(&next.visible_text());
    assert!(text.contains("التوصيل إلى") && text.contains("5100 Maple St"), "{text}");
    assert!(next.text().contains("<details"), "folded");
}

/// [VIS-4]
#[tokio::test]
async fn a_gift_is_stored_with_the_order_and_its_text_is_bounded() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(9).make(&shop.db).await;
    let guest = shop.shopper();
    guest.add(&honey.id, "1").await;
    let card = "كل عام وأنتِ بخير يا أمي.";
    let gift = [("gift", "1"), ("gift_text", card), ("gift_no_prices", "1")];
    let paid = shop.card(VISA).await;
    let placed = guest.check_out(&Purchase::new().card(&paid).with(&gift)).await;
    assert_eq!(placed.status, StatusCode::SEE_OTHER, "{}", placed.visible_text());
    let (text, hides): (String, bool) =
        sqlx::query_as("select gift ->> 'text', (gift ->> 'hidesPrices')::boolean from orders")
            .fetch_one(&shop.db)
            .await
            .expect("an order");
    assert_eq!((text.as_str(), hides), (card, true));
    let long = sqlx::query("update orders set gift = jsonb_build_object('text', repeat('x', 161))");
    assert!(long.execute(&shop.db).await.is_err(), "by a constraint");
}

#[tokio::test]
async fn an_order_without_the_tick_is_no_gift_and_a_card_number_is_refused() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(9).make(&shop.db).await;
    let guest = shop.shopper();
    guest.add(&honey.id, "1").await;
    let typed = [("gift", "1"), ("gift_text", "4242 4242 4242 4242")];
    let paid = shop.card(VISA).await;
    let refused = guest.check_out(&Purchase::new().card(&paid).with(&typed)).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(!refused.text().contains("4242 4242 4242 4242"), "it is not repeated");
    let unticked = [("gift_text", "لا تُحفظ"), ("gift_no_prices", "1")];
    guest.check_out(&Purchase::new().card(&paid).with(&unticked)).await;
    let gifts: Vec<Option<serde_json::Value>> =
        sqlx::query_scalar("select gift from orders").fetch_all(&shop.db).await.expect("orders");
    assert_eq!(gifts, [None]);
}

/// [VIS-4]
#[tokio::test]
async fn a_line_is_saved_for_later_moved_back_and_merged_at_login() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(9).make(&shop.db).await;
    let guest = shop.shopper();
    guest.add(&honey.id, "2").await;
    let key = line_key(&shop).await;
    let page = guest.post(CART, &[("save_later", &key)]).await;
    let text = kernel::text::without_isolates(&page.visible_text());
    assert!(text.contains("محفوظ لوقت لاحق") && text.contains("حُفظ المنتج «عسل سدر» لوقت لاحق."), "{text}");
    assert_eq!((in_cart(&shop).await, saved(&shop).await), (vec![], 1));
    // Again: nothing changes.
    guest.post(CART, &[("save_later", &key)]).await;
    assert_eq!(saved(&shop).await, 1);
    // Another visitor cannot take it.
    let other = shop.shopper();
    other.add(&honey.id, "1").await;
    other.post(CART, &[("later_back", &key)]).await;
    other.post(CART, &[("later_remove", &key)]).await;
    assert_eq!(saved(&shop).await, 1);

    shop.customer("salma@example.com", "سلمى").await;
    guest.log_in("salma@example.com", PASSWORD).await;
    assert!(guest.get(CART).await.visible_text().contains("محفوظ لوقت لاحق"), "merged");
    guest.post(CART, &[("later_back", &key)]).await;
    assert_eq!(saved(&shop).await, 0);
    assert!(in_cart(&shop).await.contains(&2));
    guest.post(CART, &[("later_back", &key)]).await;
    assert_eq!(in_cart(&shop).await.iter().sum::<i64>(), 3, "a repetition adds nothing");
}
