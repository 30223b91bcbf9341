//! Coupons, shipping and taxes; refusal notices; the cart page as plain forms.

use edge::policy::RateClass;
use http::StatusCode;
use testkit::{Shopper, TestResponse, TestShop, visible_text};

async fn sql(shop: &TestShop, text: &str) {
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(text.to_owned())).execute(&shop.db).await;
    done.expect("setup statement");
}

/// Returns the text of a region without bidi isolates.
fn region(answer: &TestResponse, name: &str) -> String {
    let html = answer.fragment(name).unwrap_or_else(|| panic!("no {name} in {}", answer.text()));
    plain(&visible_text(&html))
}

fn plain(text: &str) -> String {
    text.replace(['\u{2068}', '\u{2069}'], "").replace('\u{a0}', " ")
}

async fn shopper_with_cart(shop: &TestShop) -> Shopper {
    let honey = shop.product("عسل سدر").price(4_600).make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "2").await;
    shopper
}

/// [CART-62] [CART-55]
#[tokio::test]
async fn a_coupon_is_applied_once_and_can_be_removed() {
    let shop = TestShop::open().await;
    sql(&shop, "insert into coupons (code, kind, value) values ('نخلة10', 'percent', 1000)").await;
    let shopper = shopper_with_cart(&shop).await;

    let on = shopper.call("apply_coupon", &[("coupon_code", " نخلة١٠ ")]).await;
    let page = region(&on, "cart-page");
    assert!(
        page.contains("طُبّق رمز الخصم «نخلة10».") && page.contains("9.20 $") && page.contains("82.80 $"),
        "{page}"
    );
    let again = region(&shopper.call("apply_coupon", &[("coupon_code", "نخلة10")]).await, "cart-page");
    assert!(again.contains("مطبّق من قبل") && again.contains("82.80 $"), "applied once: {again}");
    let off = region(&shopper.call("remove_coupon", &[("coupon_code", "نخلة10")]).await, "cart-page");
    assert!(off.contains("أُزيل رمز الخصم") && off.contains("92.00 $") && !off.contains("82.80"), "{off}");
    assert_eq!(
        shopper.call("remove_coupon", &[("coupon_code", "نخلة10")]).await.status,
        StatusCode::OK,
        "removal is idempotent"
    );
}

/// Coupons have the limit of payments: three in a minute.
#[tokio::test]
async fn coupon_guessing_is_throttled_even_for_a_valid_code() {
    let shop = TestShop::open().await;
    sql(&shop, "insert into coupons (code, kind, value) values ('نخلة10', 'percent', 1000)").await;
    let guesser = shopper_with_cart(&shop).await;
    for code in ["أ", "ب", "ت"] {
        let wrong = guesser.call("apply_coupon", &[("coupon_code", code)]).await;
        assert_eq!(wrong.status, StatusCode::OK);
        assert!(region(&wrong, "cart-page").contains("غير صالح"), "{code} is reported as invalid");
    }
    let right = guesser.call("apply_coupon", &[("coupon_code", "نخلة10")]).await;
    assert_eq!(right.status, StatusCode::TOO_MANY_REQUESTS);
    assert_ne!(right.header("retry-after"), "");
    assert_eq!(
        guesser.call("xoo_wsc_refresh_fragments", &[]).await.status,
        StatusCode::OK,
        "other calls are not throttled"
    );

    let honest = shopper_with_cart(&shop).await;
    let applied = honest.call("apply_coupon", &[("coupon_code", "نخلة10")]).await;
    assert!(region(&applied, "cart-page").contains("طُبّق رمز الخصم «نخلة10»."));
}

/// [SEC-M11]
#[tokio::test]
async fn every_refused_coupon_counts_as_an_attempt() {
    let shop = TestShop::open().await;
    sql(
        &shop,
        "insert into coupons (code, kind, value, ends_at) values ('قديم', 'percent', 1000, '2020-01-01');
         insert into coupons (code, kind, value, max_uses) values ('نفد', 'percent', 1000, 0);
         insert into coupons (code, kind, value, min_spend_minor) values ('كبير', 'percent', 1000, 100000);
         insert into coupons (code, kind, value, product_ids) values ('غيره', 'percent', 1000, '{999}');
         insert into coupons (code, kind, value) values ('نخلة10', 'percent', 1000)",
    )
    .await;
    let right = ("coupon_code", "نخلة10");
    for code in ["قديم", "نفد", "كبير", "غيره"] {
        let guesser = shopper_with_cart(&shop).await;
        refuse_four_coupons(&shop, &guesser).await;
        let refused = guesser.call("apply_coupon", &[("coupon_code", code)]).await;
        assert_eq!(refused.status, StatusCode::OK, "the fifth gets its answer: {code}");
        let sixth = guesser.call("apply_coupon", &[right]).await;
        assert_eq!(sixth.status, StatusCode::TOO_MANY_REQUESTS, "{code}");
    }
    let honest = shopper_with_cart(&shop).await;
    refuse_four_coupons(&shop, &honest).await;
    for _ in 0..3 {
        let applied = honest.call("apply_coupon", &[right]).await;
        assert_eq!(applied.status, StatusCode::OK, "a code that is not refused does not count");
    }
}

/// Counts refused coupons of earlier minutes: within one minute a shopper may try only three.
async fn refuse_four_coupons(shop: &TestShop, shopper: &Shopper) {
    let cookie = shopper.cookie().expect("a session");
    let token = cookie.split("__Host-sid=").nth(1).expect("a token").split(';').next().unwrap_or_default();
    let token = edge::session::TokenHash::from_token(token.as_bytes());
    for last in 1..=4 {
        let address = edge::address::ClientAddress(std::net::IpAddr::from([203, 0, 113, last]));
        let counted = shop.shop().rate_limiter.check(RateClass::WrongCoupon, Some(&token), address).await;
        counted.expect("five in ten minutes are allowed");
    }
}

/// [CART-61] [CART-62] [SEC-M11]: refusals that the shopper can resolve have specific messages, every invalid code has
/// the same message, and nothing changes.
#[tokio::test]
async fn a_refused_coupon_shows_the_reason() {
    let shop = TestShop::open_with(testkit::Options { rate_factor: 20, ..Default::default() }).await;
    sql(
        &shop,
        "insert into coupons (code, kind, value, ends_at) values ('قديم', 'percent', 1000, '2020-01-01');
         insert into coupons (code, kind, value, max_uses) values ('نفد', 'percent', 1000, 0);
         insert into coupons (code, kind, value, min_spend_minor) values ('كبير', 'percent', 1000, 100000);
         insert into coupons (code, kind, value, product_ids) values ('غيره', 'percent', 1000, '{999}')",
    )
    .await;
    let shopper = shopper_with_cart(&shop).await;
    for (code, message) in [
        ("قديم", "رمز الخصم «قديم» غير صالح أو انتهت صلاحيته."),
        ("نفد", "رمز الخصم «نفد» غير صالح أو انتهت صلاحيته."),
        ("كبير", "يتطلب هذا الرمز طلبًا لا يقلّ عن 1,000.00 $."),
        ("غيره", "لا يسري هذا الرمز على منتجات سلتك."),
        ("لا شيء", "رمز الخصم «لا شيء» غير صالح أو انتهت صلاحيته."),
        ("", "أدخل رمز الخصم."),
    ] {
        let answer = shopper.call("apply_coupon", &[("coupon_code", code)]).await;
        let (page, side) =
            (region(&answer, "cart-page"), answer.fragment("side-cart").expect("the side cart"));
        assert!(page.contains(message), "{code}: {page}");
        assert!(plain(&side).contains(message), "also in the side cart: {code}");
        assert!(page.contains("92.00 $"), "{code} changed the total: {page}");
    }
}

/// [CART-62] [CART-33]
#[tokio::test]
async fn shipping_follows_the_country_and_the_chosen_method() {
    let shop = TestShop::open().await;
    sql(
        &shop,
        "insert into shipping_zones (name, countries) values ('here', '{US}'), ('gulf', '{SA}');
         insert into shipping_methods (zone_id, kind, title, cost_minor, from_minor, position)
         select id, 'flat', 'عادي', 700, 0, 0 from shipping_zones where name = 'here'
         union all select id, 'free', 'مجانًا', 0, 10000, 1 from shipping_zones where name = 'here'
         union all select id, 'pickup', 'استلام', 0, 0, 2 from shipping_zones where name = 'here'
         union all select id, 'flat', 'دولي', 1800, 0, 0 from shipping_zones where name = 'gulf';
         insert into tax_rates (country, name, rate) values ('SA', 'ضريبة', 1500)",
    )
    .await;
    let shopper = shopper_with_cart(&shop).await;
    let first = region(&shopper.call("xoo_wsc_refresh_fragments", &[]).await, "cart-page");
    assert!(first.contains("\"total\":\"99.00 $\"") && first.contains("\"freeLeft\":\"8.00 $\""), "{first}");
    let pickup: i64 = sqlx::query_scalar("select id from shipping_methods where kind = 'pickup'")
        .fetch_one(&shop.db)
        .await
        .expect("method");
    let chosen = shopper.call("update_shipping_method", &[("shipping_method[0]", &pickup.to_string())]).await;
    let chosen = region(&chosen, "cart-page");
    assert!(chosen.contains("\"title\":\"استلام\",\"cost\":null,\"chosen\":true"), "{chosen}");
    let gulf = shopper.call("calculate_shipping", &[("calc_shipping_country", "SA")]).await;
    let page = region(&gulf, "cart-page");
    assert!(
        page.contains("\"name\":\"ضريبة\",\"amount\":\"13.80 $\"") && page.contains("123.80 $"),
        "92.00 + 18.00 + 13.80: {page}"
    );
    let unknown = shopper.call("calculate_shipping", &[("calc_shipping_country", "XX")]).await;
    assert_eq!(unknown.status, StatusCode::BAD_REQUEST);
}

/// [CART-58] [CART-59]: the change is refused with a message, and the line stays unchanged.
#[tokio::test]
async fn an_unavailable_quantity_is_refused_with_a_message() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").stock(5).make(&shop.db).await;
    let cups = shop.product("فناجين").step(600_000).stock(60).make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "2").await;
    shopper.add(&cups.id, "6").await;
    let keys: Vec<(String, i64)> =
        sqlx::query_as("select key, product_id from cart_lines").fetch_all(&shop.db).await.expect("lines");
    let key = |id: &str| keys.iter().find(|(_, product)| product.to_string() == id).expect("line").0.clone();
    let set = async |key: &str, quantity: &str| {
        let fields = [("cart_key", key), ("qty", quantity), ("container", "cart"), ("isCart", "true")];
        region(&shopper.call("xoo_wsc_update_item_quantity", &fields).await, "cart-page")
    };

    assert!(set(&key(&honey.id), "6").await.contains("المتوفر في المخزون 5 فقط."));
    assert!(set(&key(&cups.id), "7").await.contains("يُباع هذا المنتج بمضاعفات العدد 6 فقط."));
    let quantities: Vec<i64> = sqlx::query_scalar("select quantity from cart_lines order by quantity")
        .fetch_all(&shop.db)
        .await
        .expect("quantities");
    assert_eq!(quantities, [200_000, 600_000]);
    let removed = set(&key(&honey.id), "0").await;
    assert!(removed.contains("أُزيل المنتج «عسل» من السلة.") && removed.contains("\"undo\":{"), "{removed}");
}

/// [API-05] [CART-35] [CART-38] [CART-39]: as multipart form data, with a message if it is refused.
#[tokio::test]
async fn call_5_adds_a_whole_form_or_returns_the_reason() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").stock(3).make(&shop.db).await;
    let shopper = shop.shopper();
    let send = async |fields: &[(&str, &str)]| {
        let parts: String = fields
            .iter()
            .map(|(name, value)| {
                format!("--b\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
            })
            .collect();
        let headers = [("content-type", "multipart/form-data; boundary=b")];
        let body = Some(format!("{parts}--b--\r\n"));
        shopper.send(http::Method::POST, "/ar/?wc-ajax=xoo_wsc_add_to_cart", body, &headers).await
    };

    let added =
        send(&[("add-to-cart", &honey.id), ("quantity", "٢"), ("action", "xoo_wsc_add_to_cart")]).await;
    assert_eq!(added.status, StatusCode::OK, "{}", added.text());
    assert!(added.json()["cart_hash"].as_str().expect("hash").len() == 32);
    assert!(region(&added, "mini-cart").contains("عسل"));
    let by_alias = send(&[("productID", &honey.id), ("quantity", "1")]).await;
    assert!(by_alias.json()["error"].is_null());
    let refused = send(&[("add-to-cart", &honey.id), ("quantity", "9")]).await.json();
    assert_eq!(refused["error"], true);
    assert!(
        plain(&visible_text(refused["notice"].as_str().expect("notice")))
            .contains("المتوفر في المخزون 3 فقط.")
    );
    assert!(refused["fragments"].is_null());
}

/// [CART-67] [CART-22]: quantities, a coupon and undo, all without scripts.
#[tokio::test]
async fn the_cart_page_works_as_plain_forms() {
    let shop = TestShop::open().await;
    sql(&shop, "insert into coupons (code, kind, value) values ('ahlan', 'fixed_cart', 500)").await;
    let shopper = shopper_with_cart(&shop).await;
    let key: String =
        sqlx::query_scalar("select key from cart_lines").fetch_one(&shop.db).await.expect("key");

    let page = shopper.post("/ar/cart/", &[(&format!("cart[{key}][qty]"), "3")]).await.text();
    assert!(plain(&visible_text(&page)).contains("138.00 $") && page.contains("حُدّثت السلة."));
    let page = shopper.post("/ar/cart/", &[("coupon_code", "AHLAN"), ("apply_coupon", "1")]).await.text();
    assert!(plain(&visible_text(&page)).contains("133.00 $"), "codes are case-insensitive");
    assert!(page.contains("href=\"/ar/checkout/\""));
    let link = page.split("href=\"/ar/cart/?remove_coupon=").nth(1).expect("remove link");
    let link =
        format!("/ar/cart/?remove_coupon={}", link.split('"').next().expect("link").replace("&amp;", "&"));
    assert_eq!(shopper.get(&link).await.status, StatusCode::SEE_OTHER);
    assert!(plain(&visible_text(&shopper.get("/ar/cart/").await.text())).contains("138.00 $"));
    assert_eq!(shop.shopper().get(&link).await.status, StatusCode::FORBIDDEN, "a link of another visitor");

    let page = shopper.post("/ar/cart/", &[(&format!("cart[{key}][qty]"), "0")]).await.text();
    assert!(page.contains("تراجع"));
    let undo = page.find("data-cart-undo").expect("undo button");
    let form = &page[page[..undo].rfind("<form").expect("undo form")..];
    let action = form.split("action=\"").nth(1).and_then(|text| text.split('"').next()).expect("form action");
    let product: String =
        sqlx::query_scalar("select id::text from products").fetch_one(&shop.db).await.expect("id");
    let restored =
        shopper.post(action, &[("add-to-cart", &product), ("variation_id", "0"), ("quantity", "3")]).await;
    assert_eq!(restored.location(), format!("/ar/cart/?added={product}"), "{action}");
    let quantity: i64 = sqlx::query_scalar("select quantity / 100000 from cart_lines")
        .fetch_one(&shop.db)
        .await
        .expect("line");
    assert_eq!(quantity, 3);
}

/// The same product with other attributes is another line.
#[tokio::test]
async fn lines_are_distinguished_by_their_attributes() {
    let shop = TestShop::open().await;
    let coffee = shop.product("بنّ").variation("250 غ", 1_800, 9).make(&shop.db).await;
    sql(
        &shop,
        &format!(
            "insert into attributes (name, label) values ('grind', 'الطحن');
             insert into attribute_values (attribute_id, value) select id, v from attributes, unnest(array['حبوب', 'مطحون']) v;
             insert into product_attributes (product_id, attribute_id, value_ids, for_variations)
             select {}, id, array(select id from attribute_values), true from attributes",
            coffee.id
        ),
    )
    .await;
    let shopper = shop.shopper();
    let add = async |grind: &str| {
        let fields = [
            ("product_id", coffee.id.as_str()),
            ("variation_id", coffee.variations[0].as_str()),
            ("attribute_grind", grind),
            ("quantity", "1"),
        ];
        shopper.call("add_to_cart", &fields).await
    };
    for grind in ["حبوب", "مطحون", "حبوب"] {
        assert!(add(grind).await.json()["error"].is_null(), "{grind}");
    }
    assert_eq!(add("ذهب").await.json()["error"], true, "an unknown value");
    assert_eq!(add("").await.json()["error"], true, "a missing value");
    let lines: Vec<(i64, serde_json::Value)> =
        sqlx::query_as("select quantity / 100000, choices from cart_lines order by quantity")
            .fetch_all(&shop.db)
            .await
            .expect("lines");
    assert_eq!(lines.len(), 2);
    assert_eq!((lines[1].0, &lines[1].1["grind"]), (2, &serde_json::json!("حبوب")));
    assert!(shopper.get("/ar/cart/").await.text().contains("250 غ، مطحون"));
}

/// A guest cart is merged into a customer's once; quantities of equal lines add up.
#[tokio::test]
async fn carts_merge_once() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let dates = shop.product("تمر").make(&shop.db).await;
    let (guest, customer) = (shop.shopper(), shop.shopper());
    guest.add(&honey.id, "2").await;
    guest.add(&dates.id, "1").await;
    customer.add(&honey.id, "3").await;
    let carts: Vec<i64> =
        sqlx::query_scalar("select id from carts order by id").fetch_all(&shop.db).await.expect("carts");
    let (from, into) = (kernel::CartId(carts[0]), kernel::CartId(carts[1]));
    for _ in 0..2 {
        let mut tx = shop.db.begin().await.expect("begin");
        cart::service::merge(&mut tx, from, into, shop.clock().now()).await.expect("merge");
        tx.commit().await.expect("commit");
    }
    let lines: Vec<(i64, i64)> =
        sqlx::query_as("select cart_id, quantity / 100000 from cart_lines order by quantity")
            .fetch_all(&shop.db)
            .await
            .expect("lines");
    assert_eq!(lines, [(into.0, 1), (into.0, 5)]);
}

/// [CART-26] [CART-27] [CART-45] [CART-46] [CART-47]: in public pages and in personal regions.
#[tokio::test]
async fn settings_configure_the_side_cart() {
    for (layout, basket, empty_shows) in [
        ("rows", "always_hide", false),
        ("cards", "always_show", true),
        ("rows", "hide_empty", false),
        ("cards", "anything", false),
    ] {
        let shop = TestShop::open().await;
        let settings = serde_json::json!({ "layout": layout, "showBasket": basket });
        sqlx::query("insert into settings (name, value) values ('cart', $1)")
            .bind(settings)
            .execute(&shop.db)
            .await
            .expect("settings");
        let page = shop.shopper().get("/ar/").await.text();
        assert_eq!(page.contains("aria-label=\"فتح السلة\""), empty_shows, "{basket}, empty");
        let shopper = shopper_with_cart(&shop).await;
        let answer = shopper.call("xoo_wsc_refresh_fragments", &[]).await;
        let side = answer.fragment("side-cart").expect("the side cart");
        // The island renders itself from its props.
        let props = side.split("application/json\">").nth(1).and_then(|rest| rest.split("</script>").next());
        let props: serde_json::Value = serde_json::from_str(props.expect("props")).expect("json");
        let received = (&props["settings"]["showBasket"], &props["settings"]["layout"], &props["count"]);
        assert_eq!(received, (&basket.into(), &layout.into(), &1.into()), "{side}");
    }
}

#[derive(serde::Deserialize)]
struct Chosen {
    name: String,
    variations: Vec<std::collections::BTreeMap<String, String>>,
    choice: std::collections::BTreeMap<String, String>,
    expect: Option<usize>,
}

/// The server finds the same variation for a plain form as the browser does.
#[tokio::test]
async fn attributes_select_the_same_variation_as_in_the_browser() {
    let shop = TestShop::open().await;
    for case in kernel::vectors::<Chosen>("catalog/variations.json") {
        let mut product = shop.product(&case.name);
        for _ in &case.variations {
            product = product.variation("خيار", 1_000, 1);
        }
        let made = product.make(&shop.db).await;
        for (id, choices) in made.variations.iter().zip(&case.variations) {
            sqlx::query("update variations set choices = $2 where id = $1::bigint")
                .bind(id.parse::<i64>().expect("id"))
                .bind(serde_json::json!(choices))
                .execute(&shop.db)
                .await
                .expect("choices");
        }
        let mut db = shop.db.acquire().await.expect("connection");
        let product = kernel::ProductId(made.id.parse().expect("id"));
        let found =
            cart::service::find_variation(&mut db, product, &case.choice).await.expect("variation query");
        let expected = case.expect.map(|index| made.variations[index].clone());
        assert_eq!(found.map(|id| id.to_string()), expected, "{}", case.name);
    }
}
