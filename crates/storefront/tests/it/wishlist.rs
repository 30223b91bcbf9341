//! The wish list: a cookie for guests, stored for customers, and merged when they sign in.

use http::StatusCode;
use testkit::{Shopper, TestProduct, TestShop, customers::PASSWORD};

const WISHLIST: &str = "/ar/wishlist/";

async fn set(shopper: &Shopper, product: &str, save: &str) -> serde_json::Value {
    let answer = shopper.call("matjar_wishlist", &[("product_id", product), ("save", save)]).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text());
    answer.json()
}

fn cookie(shopper: &Shopper) -> Option<String> {
    let cookies = shopper.cookie().unwrap_or_default();
    let found = cookies.split("; ").find_map(|pair| pair.strip_prefix("matjar_wishlist="));
    found.map(str::to_owned)
}

async fn names(shopper: &Shopper, products: &[&TestProduct]) -> Vec<bool> {
    let page = shopper.get(WISHLIST).await;
    assert_eq!(page.header("cache-control"), "private, no-store");
    let html = page.text();
    products.iter().map(|product| html.contains(&format!("data-heart=\"{}\"", product.id))).collect()
}

/// [VIS-13]
#[tokio::test]
async fn a_guest_saves_without_script_and_the_list_is_a_cookie_of_ids() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(3).make(&shop.db).await;
    let tea = shop.product("شاي").stock(3).make(&shop.db).await;
    let guest = shop.shopper();
    assert!(guest.get(WISHLIST).await.visible_text().contains("المفضّلة فارغة"));

    // The heart on the product page.
    let saved = guest.post(WISHLIST, &[("product_id", &honey.id), ("save", "1")]).await;
    assert_eq!((saved.status, saved.location()), (StatusCode::SEE_OTHER, WISHLIST));
    assert_eq!(cookie(&guest).as_deref(), Some(honey.id.as_str()));
    set(&guest, &tea.id, "1").await;
    assert_eq!(cookie(&guest), Some(format!("{}.{}", tea.id, honey.id)), "newest first");
    assert_eq!(names(&guest, &[&honey, &tea]).await, [true, true]);

    guest.post(WISHLIST, &[("product_id", &honey.id), ("save", "0")]).await;
    assert_eq!(names(&guest, &[&honey, &tea]).await, [false, true]);
    let stored: i64 =
        sqlx::query_scalar("select count(*) from wishlist_items").fetch_one(&shop.db).await.expect("count");
    assert_eq!(stored, 0);
}

/// [VIS-13]
#[tokio::test]
async fn public_pages_are_the_same_with_and_without_a_list() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(3).make(&shop.db).await;
    let (guest, saver) = (shop.shopper(), shop.shopper());
    set(&saver, &honey.id, "1").await;
    for path in [honey.path.as_str(), "/ar/shop/"] {
        assert_eq!(guest.get(path).await.text(), saver.get(path).await.text(), "{path}");
    }
}

/// [VIS-13]
#[tokio::test]
async fn a_guests_list_is_merged_at_login_and_what_is_removed_elsewhere_stays_removed() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(3).make(&shop.db).await;
    let tea = shop.product("شاي").stock(3).make(&shop.db).await;
    shop.customer("salma@example.com", "سلمى").await;
    let phone = shop.signed_in("salma@example.com").await;
    set(&phone, &tea.id, "1").await;

    let laptop = shop.shopper();
    set(&laptop, &honey.id, "1").await;
    laptop.log_in("salma@example.com", PASSWORD).await;
    assert_eq!(names(&laptop, &[&honey, &tea]).await, [true, true]);
    assert!(cookie(&laptop).is_some_and(|text| text.starts_with("c.")), "a copy");
    assert_eq!(names(&phone, &[&honey, &tea]).await, [true, true]);

    set(&laptop, &tea.id, "0").await;
    assert_eq!(names(&phone, &[&honey, &tea]).await, [true, false], "the old copy adds nothing");
    // Signing out leaves nothing of the customer's list on the device.
    laptop.submit("/ar/my-account/", "/ar/my-account/customer-logout/", &[]).await;
    assert_eq!(cookie(&laptop), None);
    assert_eq!(names(&laptop, &[&honey]).await, [false]);
}

#[tokio::test]
async fn a_lower_price_is_shown_with_the_price_of_the_day_it_was_saved() {
    let shop = TestShop::open().await;
    let pot = shop.product("دلّة").price(7500).stock(3).make(&shop.db).await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    set(&salma, &pot.id, "1").await;
    let text = async || kernel::text::without_isolates(&salma.get(WISHLIST).await.visible_text());
    assert!(!text().await.contains("يوم حفظته"));
    sqlx::query("update products set regular_minor = 6000").execute(&shop.db).await.expect("a price");
    let now = text().await;
    assert!(now.contains("75.00") && now.contains("يوم حفظته"), "{now}");
}

#[tokio::test]
async fn a_list_is_bounded_and_takes_only_published_products() {
    let shop = TestShop::open().await;
    let draft = shop.product("مسودة").status("draft").make(&shop.db).await;
    let honey = shop.product("عسل سدر").stock(3).make(&shop.db).await;
    let guest = shop.shopper();
    for id in [draft.id.as_str(), "987654321", "x"] {
        let answer = guest.call("matjar_wishlist", &[("product_id", id), ("save", "1")]).await;
        assert!(answer.status.is_client_error(), "{id}: {}", answer.status);
    }
    let many: Vec<String> = (1_000_000..1_000_050).map(|id: i64| id.to_string()).collect();
    guest.set_cookie(Some(format!("matjar_wishlist={}", many.join("."))));
    assert_eq!(set(&guest, &honey.id, "1").await["isSaved"], false, "full");
    guest.set_cookie(Some("matjar_wishlist=%00.<script>.-1.9999999999999999999999".to_owned()));
    assert_eq!(guest.get(WISHLIST).await.status, StatusCode::OK);
}

/// [VIS-13]
#[tokio::test]
async fn recently_viewed_products_are_answered_in_order_without_those_that_are_gone() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(3).make(&shop.db).await;
    let draft = shop.product("مسودة").status("draft").make(&shop.db).await;
    let tea = shop.product("شاي").stock(0).make(&shop.db).await;
    let ids = format!("{}.{}.x.{}.987654321", tea.id, draft.id, honey.id);
    let answer = shop.shopper().call("matjar_recent", &[("ids", &ids)]).await;
    assert_eq!(answer.status, StatusCode::OK);
    let products = answer.json()["products"].as_array().expect("products").clone();
    let names: Vec<_> = products.iter().map(|one| one["name"].as_str().unwrap_or_default()).collect();
    assert_eq!(names, ["شاي", "عسل سدر"]);
}
