//! Bundles: adding, pricing, limits and refusals.

use std::sync::Arc;

use cart::service::{self, holds};
use edge::session::TokenHash;
use kernel::{CartId, Quantity};
use testkit::{BundleRow, Options, Shopper, TestProduct, TestResponse, TestShop};

async fn add_bundle(shopper: &Shopper, bundle: &TestProduct, selection: &str) -> TestResponse {
    add_bundles(shopper, bundle, selection, "1").await
}

async fn add_bundles(
    shopper: &Shopper,
    bundle: &TestProduct,
    selection: &str,
    quantity: &str,
) -> TestResponse {
    let fields = [("add-to-cart", bundle.id.as_str()), ("woosb_ids", selection), ("quantity", quantity)];
    shopper.call("xoo_wsc_add_to_cart", &fields).await
}

/// Returns the visible text of the cart page.
async fn cart_text(shopper: &Shopper) -> String {
    shopper.get("/ar/cart/").await.visible_text()
}

fn first_line_key(page: &str) -> String {
    let start = page.find("cart[").expect("cart line") + "cart[".len();
    page[start..].split(']').next().expect("line key").to_owned()
}

/// [API-05] [BUND-06] [BUND-44]
#[tokio::test]
async fn a_bundle_is_one_cart_line_with_its_items() {
    let shop = TestShop::open().await;
    let coffee = shop.product("بنّ").price(1_800).make(&shop.db).await;
    let honey = shop.product("عسل").price(4_600).make(&shop.db).await;
    let cups =
        shop.product("فناجين").variation("أزرق", 3_400, 5).variation("عنّابي", 3_600, 0).make(&shop.db).await;
    let rows = [coffee.needed(), honey.needed(), cups.optional()];
    let bundle = shop.bundle("صندوق الضيافة", "percent = 1000, min_quantity = 300000", &rows).await;
    let shopper = shop.shopper();

    let selection = format!("{}/p1/2/,{}/p2/1/,{}/p3/1/", coffee.id, honey.id, cups.variations[0]);
    let added = add_bundle(&shopper, &bundle, &selection).await.json();
    assert!(added["error"].is_null(), "{added}");
    // 36.00 + 46.00 + 34.00, less a tenth.
    let cart = cart_text(&shopper).await;
    for words in ["صندوق الضيافة", "2 × بنّ", "1 × عسل", "1 × فناجين (أزرق)", "116.00", "104.40", "منتج واحد"]
    {
        assert!(cart.contains(words), "{words}: {cart}");
    }

    // The same selection increases the quantity; another selection is another line.
    add_bundle(&shopper, &bundle, &selection).await;
    let other = format!("{}/p1/3/,{}/p2/1/", coffee.id, honey.id);
    add_bundle(&shopper, &bundle, &other).await;
    let cart = cart_text(&shopper).await;
    assert!(cart.contains("208.80") && cart.contains("منتجان"), "{cart}");

    // Editing and removal act on the whole bundle.
    let page = shopper.get("/ar/cart/").await.text();
    let key = first_line_key(&page);
    shopper.call("xoo_wsc_update_item_quantity", &[("cart_key", &key), ("qty", "3")]).await;
    assert!(cart_text(&shopper).await.contains("313.20"));
    let removed = shopper.call("remove_from_cart", &[("cart_item_key", &key)]).await;
    let cart = cart_text(&shopper).await;
    assert!(!cart.contains("فناجين") && cart.contains("3 × بنّ"), "{cart}");
    // Undo restores the same items.
    let notice = removed.fragment("side-cart").expect("side cart");
    assert!(notice.contains("woosb_ids") && notice.contains(&cups.variations[0]), "{notice}");
    let parts: i64 = sqlx::query_scalar("select count(*) from cart_bundle_items")
        .fetch_one(&shop.db)
        .await
        .expect("parts");
    assert_eq!(parts, 2, "removing a line removes its items");
    shopper
        .post(&bundle.path, &[("add-to-cart", &bundle.id), ("quantity", "3"), ("woosb_ids", &selection)])
        .await;
    assert!(cart_text(&shopper).await.contains("313.20"));
}

/// [BUND-10] [BUND-11] [BUND-12] [BUND-13] [BUND-14] [BUND-15] [BUND-16] [BUND-44] [API-05]
#[tokio::test]
async fn each_broken_rule_is_refused_with_its_message() {
    let shop = TestShop::open().await;
    let coffee = shop.product("بنّ").price(1_000).make(&shop.db).await;
    let gone = shop.product("دهن عود").price(9_000).stock(0).make(&shop.db).await;
    let cups =
        shop.product("فناجين").variation("أزرق", 3_400, 5).variation("عنّابي", 3_600, 0).make(&shop.db).await;
    let rows = [coffee.optional(), gone.optional(), cups.optional()];
    let bundle = shop
        .bundle(
            "صندوق",
            "min_quantity = 200000, max_quantity = 600000, total_min_minor = 2500, total_max_minor = 5500",
            &rows,
        )
        .await;
    let shopper = shop.shopper();
    let (coffee, gone, cups_id) = (&coffee.id, &gone.id, &cups.id);
    let sold_out = &cups.variations[1];
    for (selection, words) in [
        (format!("{cups_id}/p3/1/"), "اختر خيارًا متاحًا للشراء من المنتج «\u{2068}فناجين\u{2069}»"),
        (format!("{sold_out}/p3/1/"), "اختر خيارًا متاحًا للشراء من المنتج «\u{2068}فناجين\u{2069}»"),
        (format!("{gone}/p2/1/"), "المنتج «\u{2068}دهن عود\u{2069}» غير متاح للشراء"),
        (String::new(), "اختر منتجًا واحدًا على الأقل"),
        (format!("{coffee}/p1/1/"), "اختر قطعتين على الأقل"),
        (format!("{coffee}/p1/7/"), "لا يمكن أن تزيد الكمية على \u{2068}6\u{2069} قطع"),
        (format!("{coffee}/p1/2/"), "يجب ألّا يقلّ إجمالي الحزمة عن"),
        (format!("{coffee}/p1/6/"), "يجب ألّا يزيد إجمالي الحزمة على"),
    ] {
        let answer = add_bundle(&shopper, &bundle, &selection).await.json();
        assert_eq!(answer["error"], true, "{selection}: {answer}");
        assert!(
            answer["notice"].as_str().is_some_and(|notice| notice.contains(words)),
            "{selection}: {answer}"
        );
    }
    let fine = add_bundle(&shopper, &bundle, &format!("{coffee}/p1/3/")).await.json();
    assert!(fine["error"].is_null(), "{fine}");
    let carts: i64 =
        sqlx::query_scalar("select count(*) from cart_lines").fetch_one(&shop.db).await.expect("lines");
    assert_eq!(carts, 1);
}

/// [API-05] [BUND-44]
#[tokio::test]
async fn forged_selections_are_refused() {
    let shop = TestShop::open().await;
    let coffee = shop.product("بنّ").make(&shop.db).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let expensive = shop.product("دهن عود").price(99_000).make(&shop.db).await;
    let tea = shop.product("شاي").variation("أخضر", 900, 5).make(&shop.db).await;
    let cups = shop.product("فناجين").variation("أزرق", 3_400, 5).make(&shop.db).await;
    let bundle = shop.bundle("صندوق", "", &[coffee.needed(), honey.optional(), cups.optional()]).await;
    let foreign = shop.bundle("صندوق آخر", "", &[expensive.needed(), tea.optional()]).await;
    let shopper = shop.shopper();
    let base = format!("{}/p1/1/", coffee.id);
    let many: Vec<String> = (0..51).map(|index| format!("{}/k{index}/1/", coffee.id)).collect();
    for selection in [
        format!("{}/p1/1/", expensive.id),
        format!("{base},{}/p2/1/", expensive.id),
        format!("{base},{}/p3/1/", tea.variations[0]),
        format!("{base},{}/p9/1/", honey.id),
        format!("{base},{}/p1/1/", honey.id),
        format!("{base},{}/p1/10/", coffee.id),
        format!("{}/p1/-1/", coffee.id),
        format!("{}/p1/1.5/", coffee.id),
        format!("{}/p1/11/", coffee.id),
        format!("{}/p1/0/", coffee.id),
        format!("{}/p2/1/", honey.id),
        many.join(","),
        format!("{}/p1/1/,{}/p2/1/", expensive.id, tea.variations[0]),
        "1 or 1=1".to_owned(),
    ] {
        let answer = add_bundle(&shopper, &bundle, &selection).await.json();
        assert_eq!(answer["error"], true, "{selection}: {answer}");
    }
    for product in [&coffee, &tea] {
        let answer = add_bundle(&shopper, product, &base).await.json();
        assert!(
            answer["error"] == true || product.id == coffee.id,
            "a selection does not turn a product into a bundle: {answer}"
        );
    }
    let parts: i64 = sqlx::query_scalar("select count(*) from cart_bundle_items")
        .fetch_one(&shop.db)
        .await
        .expect("parts");
    assert_eq!(parts, 0);
    // The same item twice adds up.
    let twice = add_bundle(&shopper, &bundle, &format!("{base},{base}")).await.json();
    assert!(twice["error"].is_null(), "{twice}");
    assert!(cart_text(&shopper).await.contains("2 × بنّ"));
    assert_eq!(add_bundle(&shopper, &foreign, &base).await.json()["error"], true);
    // Call 1 has no item selection and redirects to the product page.
    let card = shopper.add(&bundle.id, "1").await.json();
    assert_eq!(card["product_url"], bundle.path.as_str(), "{card}");
}

/// [BUND-24] [BUND-25] [BUND-42] [BUND-44]
#[tokio::test]
async fn a_bundle_can_be_added_by_a_plain_form() {
    let shop = TestShop::open().await;
    let coffee = shop.product("بنّ").price(1_000).make(&shop.db).await;
    let cups = shop.product("فناجين").variation("أزرق", 3_400, 5).make(&shop.db).await;
    let bundle = shop.bundle("صندوق", "amount_minor = 400", &[coffee.needed(), cups.optional()]).await;
    let shopper = shop.shopper();
    let choice = format!("{}/", cups.variations[0]);
    let form = |qty_p1: &str, qty_p2: &str, pick_p2: &str| {
        [
            ("add-to-cart", &*bundle.id),
            ("woosb_ids", ""),
            ("qty_p1", qty_p1),
            ("qty_p2", qty_p2),
            ("pick_p2", pick_p2),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
    };
    let send = async |form: [(String, String); 5]| {
        let fields: Vec<_> = form.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        shopper.post(&bundle.path, &fields).await
    };
    let missing = send(form("1", "1", "")).await;
    assert!(missing.visible_text().contains("اختر خيارًا متاحًا للشراء"), "{}", missing.visible_text());
    assert!(shopper.cookie().is_none(), "a refusal creates no cart");

    // Missing and too small quantities are clamped to the limits.
    let sold = send(form("", "٢", &choice)).await;
    assert!(sold.location().starts_with("/ar/cart/?added="), "{}", sold.text());
    let cart = cart_text(&shopper).await;
    assert!(
        cart.contains("1 × بنّ") && cart.contains("2 × فناجين (أزرق)") && cart.contains("74.00"),
        "{cart}"
    );
    send(form("99", "0", "")).await;
    assert!(cart_text(&shopper).await.contains("10 × بنّ"));
}

/// [BUND-01] [BUND-02] [BUND-03] [BUND-04]
#[tokio::test]
async fn a_bundle_page_contains_its_terms_as_data_attributes() {
    let shop = TestShop::open().await;
    let dates = shop.product("تمر").price(2_200).sale(1_760, None, None).make(&shop.db).await;
    let cups = shop.product("فناجين").variation("أزرق", 3_400, 5).make(&shop.db).await;
    let terms = "percent = 1250, amount_minor = 199, min_quantity = 400000, max_quantity = 800000, total_min_minor = 1000,
                 total_max_minor = 30000, price_suffix = 'شامل الضريبة', excludes_unpurchasable = true";
    let bundle = shop.bundle("صندوق", terms, &[dates.needed(), cups.optional()]).await;
    let html = shop.shopper().get(&bundle.path).await.text();
    for data in [
        r#"data-discount="12.5""#,
        r#"data-discount-amount="1.99""#,
        r#"data-fixed-price="no""#,
        r#"data-optional="yes""#,
        r#"data-variables="yes""#,
        r#"data-exclude-unpurchasable="yes""#,
        r#"data-min="4""#,
        r#"data-max="8""#,
        r#"data-total-min="10.00""#,
        r#"data-total-max="300.00""#,
        r#"data-price-suffix="شامل الضريبة""#,
        r#"data-key="p1""#,
        r#"data-price="17.60""#,
        r#"data-regular-price="22.00""#,
        r#"data-name="تمر""#,
        r#"data-id="0""#,
    ] {
        assert!(html.contains(data), "{data}");
    }
    assert!(html.contains(&format!(r#"data-id="{}""#, dates.id)));
}

/// [BUND-36] [BUND-37]
#[tokio::test]
async fn settings_decide_which_price_a_bundle_item_shows() {
    for (settings, price, under) in [
        (r#"{"bundledPriceFrom": "regular_price"}"#, "22.00", false),
        (r#"{"bundledPrice": "subtotal"}"#, "17.60", false),
        (r#"{"bundledPrice": "subtotal_under_name"}"#, "17.60", true),
    ] {
        let shop = TestShop::open().await;
        sqlx::query("insert into settings (name, value) values ('bundles', $1::jsonb)")
            .bind(settings)
            .execute(&shop.db)
            .await
            .expect("settings");
        let dates = shop.product("تمر").price(2_200).sale(1_760, None, None).make(&shop.db).await;
        let row = BundleRow { pieces: (3, 1, 9), ..dates.needed() };
        let bundle = shop.bundle("صندوق", "", &[row]).await;
        let shopper = shop.shopper();
        let page = shopper.get(&bundle.path).await;
        let html = page.text();
        assert!(html.contains(&format!(r#"data-price="{price}""#)), "{settings}");
        let row = html.split(r#"data-key="p1""#).nth(1).and_then(|rest| rest.split_once('>'));
        let row = row.and_then(|(_, rest)| rest.split("</li>").next()).expect("item row");
        let before = row.split("class=\"price").next().expect("markup before the price");
        assert_eq!(!before.contains("</div>"), under, "{settings}: next to the name");
        let shown = testkit::visible_text(row);
        let expected = if settings.contains("subtotal") { "52.80" } else { "22.00" };
        assert!(shown.contains(expected), "{settings}: {shown}");
        add_bundle(&shopper, &bundle, &format!("{}/p1/1/", dates.id)).await;
        assert!(cart_text(&shopper).await.contains(price), "{settings}");
    }
}

/// [BUND-11]
#[tokio::test]
async fn stock_counts_all_lines_of_the_cart() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").stock(5).make(&shop.db).await;
    let bundle = shop.bundle("صندوق", "", &[honey.needed()]).await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "2").await;
    let two = format!("{}/p1/2/", honey.id);
    assert!(add_bundle(&shopper, &bundle, &two).await.json()["error"].is_null());
    let more = add_bundle(&shopper, &bundle, &two).await.json();
    assert!(
        more["notice"].as_str().is_some_and(|text| text.contains("المتوفر في المخزون \u{2068}1\u{2069} فقط")),
        "{more}"
    );
    assert_eq!(shopper.add(&honey.id, "2").await.json()["error"], true, "two of five are in the bundle");
    assert!(shopper.add(&honey.id, "1").await.json()["error"].is_null());
}

/// [BUND-44]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn items_shared_by_three_bundles_are_never_oversold() {
    let shop = TestShop::open_with(Options { rate_factor: 1_000, ..Options::default() }).await;
    let honey = shop.product("عسل").stock(90).make(&shop.db).await;
    let dates = shop.product("تمر").stock(60).make(&shop.db).await;
    let both = shop.bundle("كلاهما", "", &[honey.needed(), dates.needed()]).await;
    let sweet = shop.bundle("حلو", "", &[honey.needed()]).await;
    let large = shop.bundle("كبير", "", &[honey.needed(), dates.needed()]).await;
    let selections = [
        (both, format!("{}/p1/1/,{}/p2/1/", honey.id, dates.id)),
        (sweet, format!("{}/p1/2/", honey.id)),
        (large, format!("{}/p1/1/,{}/p2/2/", honey.id, dates.id)),
    ];
    let (shop, selections, gate) =
        (Arc::new(shop), Arc::new(selections), Arc::new(tokio::sync::Semaphore::new(8)));
    let buyers: Vec<_> = (0..200u32)
        .map(|buyer| {
            let (shop, selections, gate) = (shop.clone(), selections.clone(), gate.clone());
            tokio::spawn(async move {
                let _permit = gate.acquire().await.expect("open");
                let shopper = shop.shopper();
                if buyer % 4 == 3 {
                    // Some buyers also add an item by itself.
                    let honey = selections[1].1.split('/').next().unwrap_or_default();
                    shopper.add(honey, "1").await;
                }
                let (bundle, selection) = &selections[buyer as usize % 3];
                if !add_bundle(&shopper, bundle, selection).await.json()["error"].is_null() {
                    return false;
                }
                hold(&shop, &shopper, buyer).await
            })
        })
        .collect();
    let mut held = 0;
    for buyer in buyers {
        held += i32::from(buyer.await.expect("buyer task"));
    }
    for (made, pieces) in [(&honey, 90), (&dates, 60)] {
        let (on_hand, reserved): (i64, i64) =
            sqlx::query_as("select on_hand / 100000, reserved / 100000 from stock_levels where sku = $1")
                .bind(&made.sku)
                .fetch_one(&shop.db)
                .await
                .expect("stock");
        assert_eq!(on_hand, pieces);
        assert!(reserved <= on_hand, "{reserved} of {on_hand}");
    }
    let left: i64 =
        sqlx::query_scalar("select (on_hand - reserved) / 100000 from stock_levels where sku = $1")
            .bind(&honey.sku)
            .fetch_one(&shop.db)
            .await
            .expect("stock");
    assert!((40..200).contains(&held) && left <= 1, "{held} buyers, {left} left");
}

/// Reserves the whole cart or nothing, as checkout does.
async fn hold(shop: &TestShop, shopper: &Shopper, buyer: u32) -> bool {
    let page = shopper.get("/ar/cart/").await.text();
    let cookie = shopper.cookie().expect("session cookie");
    let cart: i64 = sqlx::query_scalar(
        "select cart_id from cart_lines where key = $1 and cart_id = (
            select cart_id from sessions where token_hash = $2)",
    )
    .bind(first_line_key(&page))
    .bind(TokenHash::from_token(cookie.rsplit('=').next().unwrap_or_default().as_bytes()).0.to_vec())
    .fetch_one(&shop.db)
    .await
    .expect("cart id");
    let mut tx = shop.db.begin().await.expect("begin");
    let settings = service::Settings::load(&shop.shop().settings).await.expect("settings");
    let contents =
        service::contents(&mut tx, &settings, CartId(cart), shop.clock().now()).await.expect("cart");
    // A cart with a refused line is not ordered.
    if contents.lines.iter().any(|line| line.refusal.is_some()) {
        return false;
    }
    let wanted = contents.stock();
    assert!(wanted.iter().all(|(_, quantity)| *quantity > Quantity::ZERO));
    let address = format!("10.1.{}.{}", buyer / 250, buyer % 250);
    let holder = TokenHash::from_token(&buyer.to_le_bytes());
    let now = shop.clock().now();
    let answer = holds::hold(
        &mut tx,
        &format!("b-{buyer}"),
        &holder,
        &address,
        &wanted,
        now,
        holds::HoldTerms::default(),
    )
    .await
    .expect("hold query");
    tx.commit().await.expect("commit");
    answer == holds::HoldOutcome::Held
}

/// A bundle is merged with its items; an equal selection increases the quantity.
#[tokio::test]
async fn merged_carts_keep_the_items_of_their_bundles() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let bundle = shop.bundle("صندوق", "", &[honey.needed()]).await;
    let (guest, customer) = (shop.shopper(), shop.shopper());
    let (two, three) = (format!("{}/p1/2/", honey.id), format!("{}/p1/3/", honey.id));
    for selection in [&two, &three] {
        add_bundle(&guest, &bundle, selection).await;
    }
    add_bundle(&customer, &bundle, &two).await;
    let carts: Vec<i64> =
        sqlx::query_scalar("select id from carts order by id").fetch_all(&shop.db).await.expect("carts");
    let mut tx = shop.db.begin().await.expect("begin");
    service::merge(&mut tx, CartId(carts[0]), CartId(carts[1]), shop.clock().now()).await.expect("merge");
    tx.commit().await.expect("commit");
    let cart = cart_text(&customer).await;
    assert!(cart.contains("2 × عسل") && cart.contains("3 × عسل") && cart.contains("منتجان"), "{cart}");
    // Two bundles of two pieces at 18.00 each.
    assert!(cart.contains("72.00"), "{cart}");
    assert!(cart_text(&guest).await.contains("سلتك فارغة"));
}

/// Adds a bundle; returns the text of the cart, or the refusal message.
async fn try_add(shop: &TestShop, bundle: &TestProduct, selection: &str) -> Result<String, String> {
    let shopper = shop.shopper();
    let answer = add_bundle(&shopper, bundle, selection).await.json();
    match answer["notice"].as_str() {
        Some(notice) => Err(testkit::visible_text(notice)),
        None => Ok(cart_text(&shopper).await),
    }
}

/// [BUND-29] [BUND-30] [BUND-31]
#[tokio::test]
async fn a_discount_applies_between_zero_and_the_full_price_and_the_amount_takes_precedence() {
    let shop = TestShop::open().await;
    let coffee = shop.product("بنّ").price(1_000).make(&shop.db).await;
    let three = format!("{}/p1/3/", coffee.id);
    for (terms, price) in [
        ("percent = 0", "30.00"),
        ("percent = 2500", "22.50"),
        ("percent = 10000", "30.00"),
        ("amount_minor = 700", "23.00"),
        ("amount_minor = 3000", "30.00"),
        ("amount_minor = 2999", "0.01"),
        ("amount_minor = 700, percent = 2500", "23.00"),
        ("amount_minor = 3000, percent = 2500", "22.50"),
    ] {
        let bundle = shop.bundle("صندوق", terms, &[coffee.needed()]).await;
        let cart = try_add(&shop, &bundle, &three).await.expect("sold");
        assert!(cart.contains(price), "{terms}: {cart}");
        assert_eq!(cart.contains("السعر بعد التخفيض"), price != "30.00", "{terms}: {cart}");
    }
}

/// [BUND-21] [BUND-23] [BUND-39]
#[tokio::test]
async fn limits_apply_only_to_selectable_items_and_computed_prices() {
    let shop = TestShop::open().await;
    let coffee = shop.product("بنّ").price(1_000).make(&shop.db).await;
    let one = format!("{}/p1/1/", coffee.id);
    // Without optional items the quantity is fixed by the shop owner, and the limit is ignored.
    let fixed_rows = shop.bundle("صندوق", "min_quantity = 400000", &[coffee.needed()]).await;
    assert!(try_add(&shop, &fixed_rows, &one).await.is_ok());
    let optional_rows = shop.bundle("صندوق", "min_quantity = 400000", &[coffee.optional()]).await;
    assert!(try_add(&shop, &optional_rows, &one).await.expect_err("too few").contains("4"));
    // With a fixed price the total limit is ignored.
    let terms = "total_min_minor = 2000";
    let by_parts = shop.bundle("صندوق", terms, &[coffee.needed()]).await;
    assert!(try_add(&shop, &by_parts, &one).await.expect_err("too cheap").contains("20.00"));
    let at_one_price =
        shop.bundle("صندوق", &format!("{terms}, has_fixed_price = true"), &[coffee.needed()]).await;
    sqlx::query("update products set regular_minor = 1500 where id = $1")
        .bind(at_one_price.id.parse::<i64>().expect("id"))
        .execute(&shop.db)
        .await
        .expect("price");
    assert!(try_add(&shop, &at_one_price, &one).await.expect("sold").contains("15.00"));
}

/// [BUND-40] [BUND-41]
#[tokio::test]
async fn unavailable_items_are_excluded_and_unselected_items_need_no_choice() {
    let shop = TestShop::open().await;
    let coffee = shop.product("بنّ").price(1_000).make(&shop.db).await;
    let gone = shop.product("دهن عود").price(9_000).stock(0).make(&shop.db).await;
    let cups = shop.product("فناجين").variation("أزرق", 3_400, 5).make(&shop.db).await;
    let rows = [coffee.needed(), gone.needed(), cups.optional()];
    let both = format!("{}/p1/1/,{}/p2/1/", coffee.id, gone.id);
    let strict = shop.bundle("صندوق", "", &rows).await;
    assert!(try_add(&shop, &strict, &both).await.expect_err("sold out").contains("دهن عود"));
    let lenient = shop.bundle("صندوق", "excludes_unpurchasable = true", &rows).await;
    let cart = try_add(&shop, &lenient, &both).await.expect("added without the sold out item and the cups");
    assert!(cart.contains("1 × بنّ") && !cart.contains("دهن عود") && cart.contains("10.00"), "{cart}");
    let chosen = format!("{},{}/p3/1/", both, cups.id);
    assert!(try_add(&shop, &lenient, &chosen).await.expect_err("no choice").contains("فناجين"));
}
