//! What a shop remembers between orders: the last address, gifts, and lines that are saved for later.

use http::StatusCode;
use testkit::{Purchase, TestShop, customers::PASSWORD, hidden_fields};

use crate::orders::staff_in;

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

/// What a gift to another person adds to the form.
const NOURA: [(&str, &str); 10] = [
    ("gift", "1"),
    ("gift_text", "كل عام وأنتِ بخير يا أمي."),
    ("gift_no_prices", "1"),
    ("ship_to_different_address", "1"),
    ("shipping_first_name", "نورة"),
    ("shipping_last_name", "الخطيب"),
    ("shipping_country", "SA"),
    ("shipping_city", "جدة"),
    ("shipping_address_1", "12 شارع التحلية"),
    ("shipping_phone", "+966 50 000 0000"),
];

/// Shipping costs 5 in the United States and 15 in Saudi Arabia.
async fn open_with_two_zones() -> TestShop {
    let shop = TestShop::open().await;
    let setup = "
        insert into countries (code, name) values ('US', 'الولايات المتحدة'), ('SA', 'السعودية') on conflict do nothing;
        with zone as (insert into shipping_zones (name, countries, position) values ('هنا', '{US}', 1) returning id)
        insert into shipping_methods (zone_id, kind, title, cost_minor) select id, 'flat', 'عادي', 500 from zone;
        with zone as (insert into shipping_zones (name, countries, position) values ('الخليج', '{SA}', 2) returning id)
        insert into shipping_methods (zone_id, kind, title, cost_minor) select id, 'flat', 'دولي', 1500 from zone";
    sqlx::raw_sql(setup).execute(&shop.db).await.expect("setup");
    shop
}

/// The country that the only cart is shipped to.
async fn cart_country(shop: &TestShop) -> String {
    let country = sqlx::query_scalar("select country from carts");
    country.fetch_one(&shop.db).await.expect("a cart")
}

fn plain(text: &str) -> String {
    kernel::text::without_isolates(text).replace('\u{a0}', " ")
}

/// [VIS-4]
#[tokio::test]
async fn a_gift_goes_to_another_person_whose_country_decides_what_shipping_costs() {
    let shop = open_with_two_zones().await;
    let mailbox = shop.open_mailbox().await;
    let honey = shop.product("عسل سدر").price(1_000).stock(9).make(&shop.db).await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    salma.add(&honey.id, "1").await;
    let paid = shop.card(VISA).await;
    // The page showed the total for the buyer's own country.
    let changed = salma.check_out(&Purchase::new().card(&paid).with(&NOURA)).await;
    assert_eq!(changed.status, StatusCode::UNPROCESSABLE_ENTITY);
    let form = plain(&changed.visible_text());
    assert!(form.contains("تغيّر إجمالي طلبك") && form.contains("25.00"), "{form}");
    assert!(changed.text().contains("12 شارع التحلية"), "the address was kept");
    assert_eq!(cart_country(&shop).await, "US");
    let placed = salma.send_checkout(&changed.text(), &Purchase::new().card(&paid).with(&NOURA)).await;
    assert_eq!(placed.status, StatusCode::SEE_OTHER, "{}", placed.visible_text());
    assert_eq!(cart_country(&shop).await, "US", "the next order begins with the buyer's own address");

    let page = plain(&salma.get(placed.location()).await.visible_text());
    for words in ["التوصيل إلى", "نورة الخطيب", "جدة", "السعودية", "عنوان الفاتورة", "5100 Maple St", "25.00"]
    {
        assert!(page.contains(words), "«{words}» in {page}");
    }
    let emails = mailbox.wait_for(2).await;
    let email = emails.iter().find(|email| email.to == ["salma@example.com"]).expect("to the buyer");
    let text = plain(&email.text);
    assert!(text.contains("12 شارع التحلية") && !text.contains("5100 Maple St"), "{text}");
    // The buyer's own address is still the one of the next order, and the other the next gift's.
    let saved: Vec<(String, String)> = sqlx::query_as("select kind, city from addresses order by kind")
        .fetch_all(&shop.db)
        .await
        .expect("both");
    let known = |kind: &str, city: &str| (kind.to_owned(), city.to_owned());
    assert_eq!(saved, [known("billing", "ديربورن"), known("shipping", "جدة")]);
}

/// [VIS-4]
#[tokio::test]
async fn the_place_of_a_recipient_changes_the_costs_but_not_the_cart() {
    let shop = open_with_two_zones().await;
    let honey = shop.product("عسل سدر").price(1_000).stock(9).make(&shop.db).await;
    let guest = shop.shopper();
    guest.add(&honey.id, "1").await;
    let page = guest.get("/ar/checkout/").await.text();
    let nonce = hidden_fields(&page, "/ar/checkout/")
        .into_iter()
        .find_map(|(name, value)| (name == "woocommerce-process-checkout-nonce").then_some(value))
        .expect("nonce");
    let before = cart_country(&shop).await;
    let place = [("security", nonce.as_str()), ("country", "SA"), ("city", "جدة")];
    let costs_25 = async |fields: &[(&str, &str)]| {
        let answer = guest.call("update_order_review", fields).await.json();
        let summary = answer["fragments"].as_object().and_then(|fragments| fragments.values().next());
        summary.and_then(|html| html.as_str()).is_some_and(|html| html.contains(r#""totalMinor":"2500""#))
    };
    assert!(costs_25(&[&place[..], &[("has_recipient", "1")]].concat()).await);
    assert_eq!(cart_country(&shop).await, before);
    assert!(costs_25(&place).await);
    assert_eq!(cart_country(&shop).await, "SA", "the buyer's own place is kept");
}

/// [VIS-4]
#[tokio::test]
async fn the_address_of_a_gift_is_checked_and_ignored_without_the_ticks() {
    let shop = open_with_two_zones().await;
    let honey = shop.product("عسل سدر").stock(9).make(&shop.db).await;
    let guest = shop.shopper();
    guest.add(&honey.id, "1").await;
    let paid = shop.card(VISA).await;
    let gift = Purchase::new().card(&paid).with(&NOURA);
    let incomplete = gift.clone().with(&[("shipping_city", ""), ("shipping_address_1", VISA)]);
    let refused = guest.check_out(&incomplete).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    for field in ["shipping_city", "shipping_address_1"] {
        assert!(
            refused.text().contains(&format!("href=\"#{field}\"")),
            "{field}: {}",
            refused.visible_text()
        );
    }
    assert!(!refused.text().contains(VISA), "a card number is not repeated");
    for tick in ["gift", "ship_to_different_address"] {
        let guest = shop.shopper();
        guest.add(&honey.id, "1").await;
        let card = shop.card(VISA).await;
        let placed = guest.check_out(&gift.clone().card(&card).without(tick)).await;
        assert_eq!(placed.status, StatusCode::SEE_OTHER, "{tick}: {}", placed.visible_text());
    }
    let recipients: i64 = sqlx::query_scalar("select count(*) from orders where gift ? 'recipient'")
        .fetch_one(&shop.db)
        .await
        .expect("count");
    assert_eq!(recipients, 0);
}

/// [VIS-4]
#[tokio::test]
async fn the_sheet_for_the_box_of_a_gift_has_goods_and_card_but_no_prices() {
    let shop = open_with_two_zones().await;
    shop.staff("noura@example.com", false).await;
    let honey = shop.product("عسل سدر").price(1_234).stock(9).make(&shop.db).await;
    let guest = shop.shopper();
    for fields in [&NOURA[..], &[]] {
        guest.add(&honey.id, "2").await;
        let purchase = Purchase::new().card(&shop.card(VISA).await).with(fields);
        // Once more if the total has changed.
        let first = guest.check_out(&purchase).await;
        if first.status != StatusCode::SEE_OTHER {
            let again = guest.send_checkout(&first.text(), &purchase).await;
            assert_eq!(again.status, StatusCode::SEE_OTHER, "{}", again.visible_text());
        }
    }
    let numbers: Vec<i64> = sqlx::query_scalar("select number from orders order by gift is null")
        .fetch_all(&shop.db)
        .await
        .expect("two");
    let noura = staff_in(&shop, "noura@example.com").await;
    let [gift, other] = numbers[..] else { panic!("two orders: {numbers:?}") };
    let order = noura.get(&format!("/ar/wp-admin/orders/{gift}/")).await;
    assert!(order.text().contains(&format!("/ar/wp-admin/orders/{gift}/gift/")));
    let sheet = noura.get(&format!("/ar/wp-admin/orders/{gift}/gift/")).await;
    let text = plain(&sheet.visible_text());
    for words in ["ورقة الهدية", "إلى نورة، من", "كل عام وأنتِ بخير يا أمي.", "عسل سدر"]
    {
        assert!(text.contains(words), "«{words}» in {text}");
    }
    assert!(!sheet.text().contains("12.34") && !text.contains('$'), "no prices: {text}");
    assert_eq!(noura.get(&format!("/ar/wp-admin/orders/{other}/gift/")).await.status, StatusCode::NOT_FOUND);
    let export = noura.submit("/ar/wp-admin/orders/", "/ar/wp-admin/orders/export/", &[]).await.text();
    let row = export.lines().find(|row| row.starts_with(&gift.to_string())).expect("a row");
    assert!(row.contains("نورة الخطيب، 12 شارع التحلية، جدة، SA"), "{row}");
}
