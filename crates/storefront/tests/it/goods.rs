//! Purchasability: one rule decides when a product is added, shown and ordered. Also limits, settings and stored
//! values.

use kernel::{Money, Quantity};
use testkit::{Options, Purchase, Shopper, TestProduct, TestResponse, TestShop, visible_text};

async fn sql(shop: &TestShop, text: &str) {
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(text.to_owned())).execute(&shop.db).await;
    done.expect("setup statement");
}

fn plain(text: &str) -> String {
    visible_text(text).replace(['\u{2068}', '\u{2069}'], "").replace('\u{a0}', " ")
}

/// Changes that withdraw a product that is already in carts.
const WITHDRAWALS: [(&str, &str); 5] = [
    ("hidden", "update products set status = 'hidden' where id = $"),
    ("a draft", "update products set status = 'draft' where id = $"),
    (
        "sold elsewhere",
        "update products set kind = 'external', external_url = 'https://example.com/', regular_minor = null where id = $",
    ),
    ("without a price", "update products set regular_minor = null, sale_minor = null where id = $"),
    ("variable now", "update products set kind = 'variable', regular_minor = null where id = $"),
];

async fn orders(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select count(*) from orders").fetch_one(&shop.db).await.expect("count")
}

async fn reserved(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select coalesce(sum(reserved), 0)::bigint from stock_levels")
        .fetch_one(&shop.db)
        .await
        .expect("sum")
}

async fn pay(shop: &TestShop, shopper: &Shopper) -> TestResponse {
    let token = shop.card("4111111111111111").await;
    shopper.check_out(&Purchase::new().card(&token)).await
}

/// Returns the key of a cart line with this product.
async fn line_of(shop: &TestShop, product: &TestProduct) -> String {
    sqlx::query_scalar("select key from cart_lines where product_id = $1 limit 1")
        .bind(product.id.parse::<i64>().expect("id"))
        .fetch_one(&shop.db)
        .await
        .expect("cart line")
}

/// Checks that the cart shows the line with its refusal, charges only the rest, and can be ordered after its removal.
async fn is_refused_until_removed(shop: &TestShop, shopper: &Shopper, withdrawn: &TestProduct, why: &str) {
    let cart = plain(&shopper.get("/ar/cart/").await.text());
    assert!(cart.contains("شاي الجبل"), "{why}: the line is not shown: {cart}");
    assert!(cart.contains("غير متاح للشراء"), "{why}: {cart}");
    assert!(cart.contains("الإجمالي18.00 $"), "{why}: only the other line is charged: {cart}");
    let before = orders(shop).await;
    let refused = pay(shop, shopper).await;
    let message = plain(&refused.text());
    assert_ne!(refused.status, 303, "{why}: it was sold");
    assert!(message.contains("غير متاح للشراء"), "{why}: {message}");
    assert_eq!((orders(shop).await, reserved(shop).await), (before, 0), "{why}");
    let key = line_of(shop, withdrawn).await;
    shopper.call("remove_from_cart", &[("cart_item_key", &key)]).await;
    let paid = pay(shop, shopper).await;
    assert_eq!(paid.status, 303, "{why}: {}", paid.visible_text());
}

/// [SEC-M7] [CART-13]
#[tokio::test]
async fn a_withdrawn_product_in_a_cart_is_shown_but_neither_charged_nor_sold() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    for (why, change) in WITHDRAWALS {
        let tea = shop.product("شاي الجبل").price(4_600).make(&shop.db).await;
        let shopper = shop.shopper();
        for product in [&tea, &honey] {
            assert!(shopper.add(&product.id, "1").await.json().get("error").is_none());
        }
        sql(&shop, &change.replace('$', &tea.id)).await;
        assert_eq!(shop.shopper().add(&tea.id, "1").await.json()["error"], true, "{why}: it cannot be added");
        is_refused_until_removed(&shop, &shopper, &tea, why).await;
    }
}

/// [SEC-M7]
#[tokio::test]
async fn a_withdrawn_variation_in_a_cart_is_shown_but_neither_charged_nor_sold() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let changes = [
        ("hidden", "update products set status = 'hidden' where id = $"),
        ("a draft", "update products set status = 'draft' where id = $"),
        (
            "sold elsewhere",
            "update products set kind = 'external', external_url = 'https://example.com/' where id = $",
        ),
        ("simple now", "update products set kind = 'simple', regular_minor = 100 where id = $"),
    ];
    for (why, change) in changes {
        let tea = shop.product("شاي الجبل").variation("100 غ", 4_600, 9).make(&shop.db).await;
        let shopper = shop.shopper();
        let fields = [
            ("product_id", tea.id.as_str()),
            ("quantity", "1"),
            ("variation_id", tea.variations[0].as_str()),
        ];
        assert!(shopper.call("add_to_cart", &fields).await.json().get("error").is_none());
        shopper.add(&honey.id, "1").await;
        sql(&shop, &change.replace('$', &tea.id)).await;
        is_refused_until_removed(&shop, &shopper, &tea, why).await;
    }
}

/// [SEC-M7]
#[tokio::test]
async fn a_bundle_with_a_withdrawn_item_is_neither_charged_nor_sold() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    for (why, change) in WITHDRAWALS {
        let tea = shop.product("شاي الجبل").price(4_600).make(&shop.db).await;
        let cups = shop.product("فناجين").price(1_000).make(&shop.db).await;
        let bundle = shop.bundle("صندوق", "", &[tea.needed(), cups.needed()]).await;
        let shopper = shop.shopper();
        let selection = format!("{}/p1/1/,{}/p2/1/", tea.id, cups.id);
        let fields = [("add-to-cart", bundle.id.as_str()), ("woosb_ids", &selection)];
        let added = shopper.call("xoo_wsc_add_to_cart", &fields).await.json();
        assert!(added["error"].is_null(), "{why}: {added}");
        shopper.add(&honey.id, "1").await;
        sql(&shop, &change.replace('$', &tea.id)).await;
        is_refused_until_removed(&shop, &shopper, &bundle, why).await;
    }
}

/// [SEC-M7]: the bundle itself, and a fixed-price bundle without a price.
#[tokio::test]
async fn a_withdrawn_bundle_is_neither_charged_nor_sold() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let changes = [
        ("hidden", "update products set status = 'hidden' where id = $"),
        ("a draft", "update products set status = 'draft' where id = $"),
        ("a fixed price of nothing", "update bundles set has_fixed_price = true where product_id = $"),
        ("no bundle now", "update products set kind = 'simple', regular_minor = 100 where id = $"),
    ];
    for (why, change) in changes {
        let cups = shop.product("فناجين").price(1_000).stock(1).make(&shop.db).await;
        let bundle = shop.bundle("شاي الجبل", "", &[cups.needed()]).await;
        let shopper = shop.shopper();
        let selection = format!("{}/p1/1/", cups.id);
        let fields = [("add-to-cart", bundle.id.as_str()), ("woosb_ids", &selection)];
        let added = shopper.call("xoo_wsc_add_to_cart", &fields).await.json();
        assert!(added["error"].is_null(), "{why}: {added}");
        shopper.add(&honey.id, "1").await;
        sql(&shop, &change.replace('$', &bundle.id)).await;
        is_refused_until_removed(&shop, &shopper, &bundle, why).await;
    }
}

/// [SEC-M7]: an excluded item is neither charged nor taken from stock.
#[tokio::test]
async fn a_bundle_that_excludes_an_unavailable_item_takes_none_of_its_stock() {
    let shop = TestShop::open().await;
    let tea = shop.product("شاي").price(4_600).make(&shop.db).await;
    let cups = shop.product("فناجين").price(1_000).make(&shop.db).await;
    let bundle = shop.bundle("صندوق", "excludes_unpurchasable = true", &[tea.needed(), cups.needed()]).await;
    let shopper = shop.shopper();
    let selection = format!("{}/p1/1/,{}/p2/2/", tea.id, cups.id);
    let fields = [("add-to-cart", bundle.id.as_str()), ("woosb_ids", &selection)];
    assert!(shopper.call("xoo_wsc_add_to_cart", &fields).await.json()["error"].is_null());
    sql(&shop, &format!("update products set status = 'hidden' where id = {}", tea.id)).await;
    let paid = pay(&shop, &shopper).await;
    assert_eq!(paid.status, 303, "{}", paid.visible_text());
    let taken: Vec<(String, i64)> = sqlx::query_as("select sku, quantity from order_stock order by quantity")
        .fetch_all(&shop.db)
        .await
        .expect("stock");
    assert_eq!(taken, [(bundle.sku.clone(), 100_000), (cups.sku.clone(), 200_000)]);
    let total: i64 =
        sqlx::query_scalar("select total_minor from orders").fetch_one(&shop.db).await.expect("sum");
    assert_eq!(total, 2_000);
}

/// [SEC-L24]
#[tokio::test]
async fn the_quantity_limit_counts_single_products_and_bundle_items() {
    let shop = TestShop::open().await;
    let tea = shop.product("شاي").make(&shop.db).await;
    let bundle = shop.bundle("صندوق", "", &[tea.needed()]).await;
    let shopper = shop.shopper();
    shopper.add(&tea.id, "12").await;
    let selection = format!("{}/p1/9/", tea.id);
    let fields = [("add-to-cart", bundle.id.as_str()), ("woosb_ids", &selection)];
    assert!(shopper.call("xoo_wsc_add_to_cart", &fields).await.json()["error"].is_null());
    let refused = pay(&shop, &shopper).await;
    let message = plain(&refused.text());
    assert!(refused.status != 303 && message.contains("المتوفر في المخزون 20 فقط."), "{message}");
    assert_eq!(orders(&shop).await, 0);
    let key = line_of(&shop, &tea).await;
    shopper.call("xoo_wsc_update_item_quantity", &[("cart_key", &key), ("qty", "11")]).await;
    assert_eq!(pay(&shop, &shopper).await.status, 303, "twenty are allowed");
}

/// [SEC-L20]: an overflow must not become a price of zero.
#[tokio::test]
async fn a_cart_whose_total_overflows_is_refused() {
    let shop = TestShop::open().await;
    let tea = shop.product("شاي الجبل").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&tea.id, "3").await;
    sql(&shop, &format!("update products set regular_minor = {} where id = {}", i64::MAX / 2, tea.id)).await;
    let cart = plain(&shopper.get("/ar/cart/").await.text());
    assert!(cart.contains("غير متاح للشراء"), "{cart}");
    assert_ne!(pay(&shop, &shopper).await.status, 303);
    assert_eq!(orders(&shop).await, 0);
}

/// [SEC-M11]
#[tokio::test]
async fn a_coupon_limit_per_customer_counts_the_account_and_the_mailbox() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    sql(
        &shop,
        "insert into coupons (code, kind, value, max_uses_per_customer) values ('مرة', 'percent', 1000, 1)",
    )
    .await;
    shop.customer("salma@example.com", "سلمى").await;
    let buy = async |shopper: &Shopper, email: &str| {
        shopper.add(&honey.id, "1").await;
        shopper.call("apply_coupon", &[("coupon_code", "مرة")]).await;
        let token = shop.card("4111111111111111").await;
        shopper.check_out(&Purchase::new().with(&[("billing_email", email)]).card(&token)).await
    };
    let own = shop.signed_in("salma@example.com").await;
    assert_eq!(buy(&own, "salma@example.com").await.status, 303);
    // The same account with another address, and the same mailbox spelled differently.
    let by_account = buy(&own, "other@example.com").await;
    let message = plain(&by_account.text());
    assert!(by_account.status != 303 && message.contains("استخدمت رمز الخصم «مرة» من قبل"), "{message}");
    for email in ["SALMA@example.com", "salma+again@example.com"] {
        let refused = buy(&shop.shopper(), email).await;
        assert!(plain(&refused.text()).contains("استخدمت رمز الخصم «مرة» من قبل"), "{email}");
    }
    assert_eq!(buy(&shop.shopper(), "huda@example.com").await.status, 303, "another customer");
}

/// [RUST-8]: an unknown value, which a newer release may have written, is an error and has no default.
#[tokio::test]
async fn an_unknown_stored_value_is_an_error() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "1").await;
    sql(
        &shop,
        "alter table products drop constraint products_kind_known; update products set kind = 'rented'",
    )
    .await;
    assert_eq!(shopper.call("xoo_wsc_refresh_fragments", &[]).await.status.as_u16() / 100, 5);
    assert_eq!(shopper.add(&honey.id, "1").await.status.as_u16() / 100, 5);
    assert_eq!(shopper.get("/ar/checkout/").await.status.as_u16() / 100, 5);
    sql(&shop, "update products set kind = 'simple'").await;

    let paid = shopper.buy(&shop).await;
    sql(&shop, "alter table orders drop constraint orders_state_known; update orders set state = 'lent'")
        .await;
    assert_eq!(
        shopper.get(&paid).await.status.as_u16() / 100,
        5,
        "an order in an unknown state is not payable"
    );
    let payment_context = shop.payment_context();
    sql(
        &shop,
        "alter table payment_attempts drop constraint payment_attempts_kind_known; update payment_attempts set kind = 'coins'",
    )
    .await;
    let order: i64 = sqlx::query_scalar("select id from orders").fetch_one(&shop.db).await.expect("order");
    let order = kernel::OrderId(order);
    assert!(
        payments::service::attempts::find_live(&payment_context.db, order).await.is_err(),
        "an unknown kind is not a card"
    );

    sql(
        &shop,
        "alter table coupons drop constraint coupons_kind_known; alter table coupons drop constraint coupons_value_in_range;
         insert into coupons (code, kind, value) values ('غريب', 'everything', 1)",
    )
    .await;
    let other = shop.shopper();
    other.add(&honey.id, "1").await;
    assert_eq!(other.call("apply_coupon", &[("coupon_code", "غريب")]).await.status.as_u16() / 100, 5);
    sql(
        &shop,
        "alter table discount_rules drop constraint discount_rules_kind_known;
         alter table discount_rules drop constraint discount_rules_audience_known;
         insert into discount_rules (name, target, kind, audience) values ('x', 'shop', 'gift', 'anyone');
         insert into discount_tiers (rule_id, min_quantity, value) select id, 100000, 1 from discount_rules",
    )
    .await;
    let mut db = shop.db.acquire().await.expect("connection");
    assert!(pricing::service::load_rules(&mut db).await.is_err());
    sql(&shop, "update discount_rules set kind = 'percent', audience = 'friends'").await;
    assert!(pricing::service::load_rules(&mut db).await.is_err());
}

/// [CONF-B22]
#[tokio::test]
async fn a_required_item_with_too_little_stock_makes_the_bundle_unavailable() {
    let shop = TestShop::open().await;
    let tea = shop.product("شاي").stock(1).make(&shop.db).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let pair = testkit::BundleRow { product: &tea, is_optional: false, pieces: (2, 2, 5) };
    let bundle = shop.bundle("صندوق", "", &[pair, honey.needed()]).await;
    let page = shop.shopper().get(&bundle.path).await.text();
    assert!(plain(&page).contains("نفدت الكمية"), "{}", plain(&page));
    let selection = format!("{}/p1/2/,{}/p2/1/", tea.id, honey.id);
    let fields = [("add-to-cart", bundle.id.as_str()), ("woosb_ids", &selection)];
    let refused = shop.shopper().call("xoo_wsc_add_to_cart", &fields).await.json();
    assert!(plain(refused["notice"].as_str().expect("notice")).contains("المنتج «شاي» غير متاح للشراء."));

    let optional = testkit::BundleRow { product: &tea, is_optional: true, pieces: (2, 2, 5) };
    let bundle = shop.bundle("صندوق آخر", "", &[optional, honey.needed()]).await;
    let page = shop.shopper().get(&bundle.path).await.text();
    assert!(page.contains("&quot;isUnpurchasable&quot;:true") || page.contains("\"isUnpurchasable\":true"));
    assert!(plain(&page).contains("غير متاح للشراء"), "the unavailable item is marked");
}

/// A setting that only this test loads, so that its loads can be counted.
struct Counted;

static LOADS: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

impl edge::settings_cache::Cached for Counted {
    const TAG: &'static str = "settings";

    async fn read(db: &sqlx::PgPool) -> sqlx::Result<Self> {
        LOADS.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        sqlx::query("select pg_sleep(0.2)").execute(db).await?;
        Ok(Self)
    }
}

/// [RUST-4]
#[tokio::test]
async fn concurrent_requests_load_settings_once() {
    let shop = TestShop::open().await;
    let settings = shop.shop().settings.clone();
    let load = async || {
        let each = (0..50).map(|_| {
            let settings = settings.clone();
            tokio::spawn(async move { settings.get::<Counted>().await.map(|_| ()) })
        });
        for task in each.collect::<Vec<_>>() {
            task.await.expect("task").expect("setting");
        }
        LOADS.load(std::sync::atomic::Ordering::SeqCst)
    };
    assert_eq!(load().await, 1);
    assert_eq!(load().await, 1);
    shop.shop().cache.purges().apply([(-1, "settings".to_owned())], shop.clock().now());
    assert_eq!(load().await, 2, "a purge causes one reload");
}

/// [RUST-4]: no code waits for a second connection while it holds one.
#[tokio::test]
async fn a_shop_with_one_connection_sells_directly_after_a_purge() {
    let shop = TestShop::open_with(Options { pool_web: 1, rate_factor: 50, ..Options::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let bundle = shop.bundle("صندوق", "", &[honey.needed()]).await;
    let purge = |id: i64| {
        let rows = [(id, "settings".to_owned()), (id - 1, "prices".to_owned())];
        shop.shop().cache.purges().apply(rows, shop.clock().now());
    };
    let shopper = shop.shopper();
    let selection = format!("{}/p1/1/", honey.id);
    purge(-10);
    let fields = [("add-to-cart", bundle.id.as_str()), ("woosb_ids", selection.as_str())];
    assert!(shopper.call("xoo_wsc_add_to_cart", &fields).await.json()["error"].is_null());
    purge(-20);
    assert_eq!(shopper.call("xoo_wsc_refresh_fragments", &[]).await.status, 200);
    purge(-30);
    assert_eq!(shopper.get("/ar/cart/").await.status, 200);
    purge(-40);
    assert_eq!(shopper.call("apply_coupon", &[("coupon_code", "x")]).await.status, 200);
    purge(-50);
    assert_eq!(shopper.call("remove_coupon", &[("coupon_code", "x")]).await.status, 200);
    let page = shopper.get("/ar/checkout/").await.text();
    let token = shop.card("4111111111111111").await;
    purge(-60);
    assert_eq!(shopper.send_checkout(&page, &Purchase::new().card(&token)).await.status, 303);
}

/// [RUST-6] [CONF-A24]
#[tokio::test]
async fn the_response_for_an_empty_cart_follows_the_settings() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    let side_cart = async || {
        let answer = shopper.call("xoo_wsc_refresh_fragments", &[]).await;
        answer.fragment("side-cart").expect("side cart")
    };
    assert!(!side_cart().await.contains("\"showBasket\":\"always_show\""));
    sql(&shop, "insert into settings (name, value) values ('cart', '{\"showBasket\": \"always_show\"}')")
        .await;
    shop.shop().cache.purges().apply([(-1, "settings".to_owned())], shop.clock().now());
    assert!(side_cart().await.contains("\"showBasket\":\"always_show\""));
}

/// [CONF-A9] [CART-58] [CART-59]
#[tokio::test]
async fn without_scripts_a_refusal_shows_its_message_with_the_number() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").stock(3).make(&shop.db).await;
    let cups = shop.product("فناجين").step(600_000).stock(60).make(&shop.db).await;
    let shopper = shop.shopper();
    for (product, quantity, message) in [
        (&honey, "99999", "المتوفر في المخزون 3 فقط."),
        (&honey, "2.5", "يُباع هذا المنتج بمضاعفات العدد 1 فقط."),
        (&cups, "7", "يُباع هذا المنتج بمضاعفات العدد 6 فقط."),
    ] {
        let answer =
            shopper.post(&product.path, &[("add-to-cart", &product.id), ("quantity", quantity)]).await;
        assert_eq!(answer.status, 303);
        let page = plain(&shopper.get(answer.location()).await.text());
        assert!(page.contains(message), "{quantity}: {page}");
    }
    shopper.add(&honey.id, "2").await;
    let key = line_of(&shop, &honey).await;
    let page = shopper.post("/ar/cart/", &[(&format!("cart[{key}][qty]"), "abc")]).await.text();
    assert!(plain(&page).contains("لم تُحدّث السلة كلها. أدخل الكمية رقمًا."), "{}", plain(&page));
    assert!(!page.contains("حُدّثت السلة."));
}

/// [CONF-A4] [CART-37]
#[tokio::test]
async fn an_external_product_is_never_shown_as_sold_out() {
    let shop = TestShop::open().await;
    let book = shop.product("كتاب القهوة").stock(0).make(&shop.db).await;
    let stocked = shop.product("كتاب الشاي").stock(9).make(&shop.db).await;
    sql(
        &shop,
        &format!(
            "update products set kind = 'external', external_url = 'https://example.com/book' where id in ({}, {});
             select reindex_listings(array(select id from products), now())",
            book.id, stocked.id
        ),
    )
    .await;
    for path in ["/ar/shop/", "/ar/shop/?in_stock=1", book.path.as_str()] {
        let page = shop.shopper().get(path).await;
        let text = page.visible_text();
        assert!(text.contains("كتاب القهوة"), "{path}: {text}");
        assert!(!text.contains("نفدت الكمية"), "{path}: {text}");
    }
    // It cannot be bought here, even with stock.
    let shopper = shop.shopper();
    assert!(!shopper.get(&stocked.path).await.text().contains("name=\"add-to-cart\""));
    assert_eq!(shopper.add(&stocked.id, "1").await.json()["error"], true);
}

/// [SEC-M7]: the page of a withdrawn product offers nothing that the cart would refuse.
#[tokio::test]
async fn a_hidden_product_has_a_page_without_a_button_to_add_it() {
    let shop = TestShop::open().await;
    let hidden = shop.product("عسل قديم").status("hidden").make(&shop.db).await;
    let page = shop.shopper().get(&hidden.path).await;
    assert_eq!(page.status, 200);
    assert!(!page.text().contains("name=\"add-to-cart\""), "{}", page.visible_text());
}

#[test]
fn an_overflowing_price_never_becomes_zero() {
    // [SEC-L20]
    assert_eq!(Money::from_minor(i64::MAX).times(Quantity::from_whole(2)), None);
    assert_eq!(Money::from_minor(i64::MAX / 2).share(50_000, 10_000), Money::from_minor(i64::MAX));
}
