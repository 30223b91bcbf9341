//! Cart calls, forms and page.

use http::StatusCode;
use testkit::{Shopper, TestResponse, TestShop, visible_text};

fn fragment(answer: &TestResponse, region: &str) -> String {
    answer.fragment(region).unwrap_or_else(|| panic!("no {region} in {}", answer.text()))
}

fn hash(answer: &TestResponse) -> String {
    answer.json()["cart_hash"].as_str().expect("cart_hash").to_owned()
}

/// Returns the key of the first line in a region.
fn first_key(html: &str) -> String {
    let marker = "data-cart_item_key=\"";
    let start = html.find(marker).expect("line with a key") + marker.len();
    html[start..].chars().take_while(|c| *c != '"').collect()
}

fn remove_link(html: &str) -> String {
    let start = html.find("/ar/cart/?remove_item=").expect("remove link");
    html[start..].chars().take_while(|c| *c != '"').collect::<String>().replace("&amp;", "&")
}

async fn quantity(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select coalesce(sum(quantity), 0)::bigint / 100000 from cart_lines")
        .fetch_one(&shop.db)
        .await
        .expect("sum")
}

/// [API-01] [CART-11] [CART-15] [CART-19] [CART-01]
#[tokio::test]
async fn adding_returns_the_regions_that_show_the_cart() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر جبلي").price(4_600).make(&shop.db).await;

    let answer = shop.shopper().add(&honey.id, "2").await;

    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header("cache-control"), "private, no-store");
    for region in ["cart-button", "mini-cart"] {
        assert!(fragment(&answer, region).contains(&format!("data-region=\"{region}\"")), "{region}");
    }
    // Each key is a selector for the markup to replace, so that any script can apply it. Islands get only props.
    let json = answer.json();
    let keys: Vec<_> = json["fragments"].as_object().expect("fragments").keys().collect();
    assert!(keys.iter().all(|key| key.starts_with("[data-region=\"")), "{keys:?}");
    assert!(fragment(&answer, "side-cart").starts_with("<script type=\"application/json\">"));
    let mini = visible_text(&fragment(&answer, "mini-cart"));
    assert!(mini.contains("عسل سدر جبلي") && mini.contains("92.00\u{a0}$"), "{mini}");
    assert!(fragment(&answer, "cart-button").contains("السلة، فيها منتج واحد"));
    assert!(answer.json().get("error").is_none());
    assert_eq!(hash(&answer).len(), 32);
}

/// [CART-02] [API-04]
#[tokio::test]
async fn a_guest_cart_is_identified_by_a_cookie_that_scripts_cannot_read() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let shopper = shop.shopper();

    let added = shopper.add(&honey.id, "1").await;
    let cookie = added.header("set-cookie");
    for part in ["__Host-sid=", "Path=/", "Secure", "HttpOnly", "SameSite=Lax"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let refreshed = shopper.call("xoo_wsc_refresh_fragments", &[]).await;
    assert_eq!(hash(&refreshed), hash(&added));
    assert!(fragment(&refreshed, "mini-cart").contains("عسل سدر"));
    assert_eq!(refreshed.header("set-cookie"), "", "a known visitor gets no new cookie");

    let stored: Vec<u8> =
        sqlx::query_scalar("select token_hash from sessions").fetch_one(&shop.db).await.expect("row");
    assert!(!cookie.contains(&hex(&stored)), "the database stores only a hash of the token");
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// [API-02] [CART-20]
#[tokio::test]
async fn removing_returns_the_regions_and_is_idempotent() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let shopper = shop.shopper();
    let key = first_key(&fragment(&shopper.add(&honey.id, "1").await, "mini-cart"));

    for _ in 0..2 {
        let answer = shopper.call("remove_from_cart", &[("cart_item_key", &key)]).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert!(!fragment(&answer, "mini-cart").contains("عسل سدر"));
        assert_eq!(hash(&answer), "");
    }
    assert_eq!(quantity(&shop).await, 0);
}

/// [CART-14]
#[tokio::test]
async fn the_cart_hash_depends_on_items_and_quantities_only() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let dates = shop.product("تمر").make(&shop.db).await;
    let shopper = shop.shopper();

    let one = shopper.add(&honey.id, "1").await;
    let two = shopper.add(&honey.id, "1").await;
    let with_dates = shopper.add(&dates.id, "1").await;
    let key = first_key(&fragment(&one, "mini-cart"));
    let without_honey = shopper.call("remove_from_cart", &[("cart_item_key", &key)]).await;

    let hashes = [hash(&one), hash(&two), hash(&with_dates), hash(&without_honey)];
    let mut distinct = hashes.to_vec();
    distinct.sort();
    distinct.dedup();
    assert_eq!(distinct.len(), 4, "{hashes:?}");
    let again = shopper.call("xoo_wsc_refresh_fragments", &[]).await;
    assert_eq!(hash(&again), hash(&without_honey));
}

/// [CART-13] [API-01]
#[tokio::test]
async fn an_unavailable_product_returns_an_error_and_the_product_url() {
    let shop = TestShop::open().await;
    let sold_out = shop.product("عسل نفد").stock(0).make(&shop.db).await;
    let unpriced = shop.product("عسل بلا سعر").without_price().make(&shop.db).await;
    let hidden = shop.product("عسل مسودة").status("draft").make(&shop.db).await;
    let choices = shop.product("بنّ").variation("250 غ", 1_800, 5).make(&shop.db).await;
    let few = shop.product("عسل قليل").stock(3).make(&shop.db).await;
    let shopper = shop.shopper();

    for (product, quantity) in
        [(&sold_out, "1"), (&unpriced, "1"), (&hidden, "1"), (&choices, "1"), (&few, "4")]
    {
        let answer = shopper.add(&product.id, quantity).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.json(), serde_json::json!({"error": true, "product_url": product.path}));
    }
    assert!(shopper.cookie().is_none(), "a refusal creates no cart");
    assert_eq!(quantity(&shop).await, 0);
}

#[tokio::test]
async fn a_quantity_must_be_a_plain_number_of_whole_steps() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();

    for bad in ["-1", "0", "0.5", "0.00001", "1e3", "9999999999", "NaN", "2 or 1=1"] {
        let answer = shopper.add(&honey.id, bad).await;
        assert_eq!(answer.json()["error"], true, "{bad}");
    }
    for good in ["٢", "۲", "２", "2"] {
        assert!(shopper.add(&honey.id, good).await.json().get("error").is_none(), "{good}");
    }
    assert_eq!(quantity(&shop).await, 8);
}

#[tokio::test]
async fn a_price_that_the_client_sends_is_ignored() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").price(4_600).make(&shop.db).await;

    let fields = [
        ("product_id", honey.id.as_str()),
        ("quantity", "1"),
        ("price", "0.01"),
        ("price_html", "<b>0.01</b>"),
    ];
    let answer = shop.shopper().call("add_to_cart", &fields).await;

    assert!(visible_text(&fragment(&answer, "mini-cart")).contains("46.00\u{a0}$"));
    assert!(!answer.text().contains("0.01"));
}

#[tokio::test]
async fn a_variation_is_bought_by_its_id_and_only_from_its_own_product() {
    let shop = TestShop::open().await;
    let coffee =
        shop.product("بنّ حراز").variation("250 غ", 1_800, 5).variation("1 كغ", 6_000, 0).make(&shop.db).await;
    let tea = shop.product("شاي").variation("100 غ", 900, 5).make(&shop.db).await;
    let shopper = shop.shopper();
    let add = async |product: &str, variation: &str| {
        shopper
            .call("add_to_cart", &[("product_id", product), ("quantity", "1"), ("variation_id", variation)])
            .await
    };

    assert!(
        visible_text(&fragment(&add(&coffee.id, &coffee.variations[0]).await, "mini-cart"))
            .contains("18.00\u{a0}$")
    );
    assert_eq!(add(&coffee.id, &coffee.variations[1]).await.json()["error"], true, "sold out");
    assert_eq!(
        add(&coffee.id, &tea.variations[0]).await.json()["error"],
        true,
        "a variation of another product"
    );
}

#[tokio::test]
async fn a_product_without_variations_ignores_a_variation() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").price(4_600).make(&shop.db).await;
    let tea = shop.product("شاي").variation("100 غ", 900, 5).make(&shop.db).await;
    let shopper = shop.shopper();
    for variation in [tea.variations[0].as_str(), "7325710181"] {
        let product = honey.id.as_str();
        let fields = [("product_id", product), ("quantity", "1"), ("variation_id", variation)];
        let added = shopper.call("add_to_cart", &fields).await;
        assert_eq!(added.status, StatusCode::OK, "{variation}: {}", added.text());
    }
    let lines: Vec<(Option<i64>, i64)> =
        sqlx::query_as("select variation_id, quantity / 100000 from cart_lines")
            .fetch_all(&shop.db)
            .await
            .expect("lines");
    assert_eq!(lines, [(None, 2)], "one line");
}

/// [API-45]
#[tokio::test]
async fn text_is_escaped_wherever_it_is_rendered() {
    let shop = TestShop::open().await;
    let trap = "</script><img src=x onerror=alert(1)>\" ' & \u{2028}";
    let product = shop.product(trap).description(trap).make(&shop.db).await;
    let shopper = shop.shopper();

    let added = shopper.add(&product.id, "1").await;
    for region in ["mini-cart", "side-cart", "cart-page"] {
        let html = fragment(&added, region);
        assert!(!html.contains("<img src=x"), "{region}: {html}");
        assert_eq!(html.matches("</script>").count(), html.matches("<script").count(), "{region}: {html}");
    }
    for path in [product.path.as_str(), "/ar/cart/", "/ar/shop/"] {
        let html = shopper.get(path).await.text();
        assert!(!html.contains("<img src=x"), "{path}");
        assert_eq!(html.matches("</script>").count(), html.matches("<script").count(), "{path}");
    }
}

/// [API-04]
#[tokio::test]
async fn only_the_cart_page_receives_the_cart_page_region() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "1").await;

    let refresh = async |page: &str| {
        let headers = [("referer", format!("{}{page}", shop.config().public_origin))];
        let headers = headers.each_ref().map(|(name, value)| (*name, value.as_str()));
        shopper.post_with("/ar/?wc-ajax=xoo_wsc_refresh_fragments", &[], &headers).await
    };
    for page in [honey.path.as_str(), "/ar/", "/ar/shop/?page=2"] {
        let answer = refresh(page).await;
        assert!(answer.fragment("side-cart").is_some_and(|html| html.contains("عسل")), "{page}");
        assert!(answer.fragment("cart-page").is_none(), "{page}");
    }
    for page in ["/ar/cart/", "/ar/cart/?added=1"] {
        assert!(refresh(page).await.fragment("cart-page").is_some_and(|html| html.contains("عسل")));
    }
}

/// [CART-22] [API-39] [API-40]
#[tokio::test]
async fn the_remove_link_works_only_for_the_owner_of_the_cart() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let (mine, yours) = (shop.shopper(), shop.shopper());
    mine.add(&honey.id, "1").await;
    yours.add(&honey.id, "1").await;
    let link = remove_link(&mine.get("/ar/cart/").await.text());
    let nonce_at = link.find("_wpnonce=").expect("nonce") + "_wpnonce=".len();

    for (shopper, link) in [
        (&yours, link.clone()),
        (&mine, link[..nonce_at].to_owned()),
        (&mine, format!("{}{}", &link[..nonce_at], "0".repeat(32))),
        (&mine, link.replace("&_wpnonce", "&other")),
        (&shop.shopper(), link.clone()),
    ] {
        let refused = shopper.get(&link).await;
        assert_eq!(refused.status, StatusCode::FORBIDDEN, "{link}");
        assert!(refused.text().contains("انتهت صلاحية هذه الصفحة"));
    }
    let cross_site = mine.get_with(&link, &[("sec-fetch-site", "cross-site")]).await;
    assert_eq!(cross_site.status, StatusCode::FORBIDDEN);
    assert_eq!(quantity(&shop).await, 2);

    let removed = mine.get(&link).await;
    assert_eq!(removed.status, StatusCode::SEE_OTHER);
    assert_eq!(removed.location(), format!("/ar/cart/?removed={}&variation=0&quantity=1", honey.id));
    assert!(mine.get(removed.location()).await.text().contains("أُزيل المنتج"));
    assert_eq!(quantity(&shop).await, 1);
}

/// [API-40]
#[tokio::test]
async fn an_expired_nonce_is_refused() {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let shop = TestShop::open_with(testkit::Options { clock: clock.clone(), ..Default::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "1").await;
    let link = remove_link(&shopper.get("/ar/cart/").await.text());

    clock.advance(chrono::TimeDelta::hours(25));

    assert_eq!(shopper.get(&link).await.status, StatusCode::FORBIDDEN);
    assert_eq!(quantity(&shop).await, 1);
}

/// [SITE-05]
#[tokio::test]
async fn the_plain_form_adds_and_redirects_to_the_cart_page() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").stock(3).make(&shop.db).await;
    let shopper = shop.shopper();

    let added = shopper.post(&honey.path, &[("add-to-cart", &honey.id), ("quantity", "2")]).await;
    assert_eq!(
        (added.status, added.location()),
        (StatusCode::SEE_OTHER, &*format!("/ar/cart/?added={}", honey.id))
    );
    let cart = shopper.get(added.location()).await;
    assert_eq!(cart.status, StatusCode::OK);
    assert_eq!(cart.header("cache-control"), "private, no-store");
    assert!(cart.visible_text().contains("36.00\u{a0}$"));
    assert!(cart.text().contains("إلى السلة."), "the notice names the product");

    let refused = shopper.post(&honey.path, &[("add-to-cart", &honey.id), ("quantity", "2")]).await;
    assert!(shopper.get(refused.location()).await.text().contains("المتوفر في المخزون"));
    assert_eq!(quantity(&shop).await, 2);
}

#[tokio::test]
async fn carts_never_mix() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let (mine, yours) = (shop.shopper(), shop.shopper());
    let key = first_key(&fragment(&mine.add(&honey.id, "1").await, "mini-cart"));

    let dates = shop.product("تمر").make(&shop.db).await;
    let your_answer = yours.add(&dates.id, "1").await;
    assert!(!your_answer.text().contains("عسل سدر"));
    yours.call("remove_from_cart", &[("cart_item_key", &key)]).await;
    yours.call("xoo_wsc_update_item_quantity", &[("cart_key", &key), ("qty", "9")]).await;

    assert!(fragment(&mine.call("xoo_wsc_refresh_fragments", &[]).await, "mini-cart").contains("عسل سدر"));
    assert_eq!(quantity(&shop).await, 2);
}

/// [CART-02]
#[tokio::test]
async fn a_returning_visitor_keeps_the_cookie() {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let shop = TestShop::open_with(testkit::Options { clock: clock.clone(), ..Default::default() }).await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "1").await;
    let cookie = shopper.cookie();

    for _ in 0..3 {
        clock.advance(chrono::TimeDelta::days(20));
        let answer = shopper.add(&honey.id, "1").await;
        assert!(answer.header("set-cookie").contains("Max-Age=2592000"), "the cookie is renewed");
    }
    assert_eq!(shopper.cookie(), cookie);
    assert_eq!(quantity(&shop).await, 4);

    clock.advance(chrono::TimeDelta::days(31));
    shopper.add(&honey.id, "1").await;
    assert_ne!(shopper.cookie(), cookie, "a session expires after a month without requests");
}

#[tokio::test]
async fn a_planted_cookie_is_not_adopted() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();
    let planted = format!("__Host-sid={}", "a".repeat(64));
    shopper.set_cookie(Some(planted.clone()));

    shopper.add(&honey.id, "1").await;

    assert_ne!(shopper.cookie(), Some(planted));
}

#[tokio::test]
async fn a_request_repeated_with_the_same_idempotency_key_is_applied_once() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&honey.id, "1").await;
    let headers =
        [("sec-fetch-site", "same-origin"), ("idempotency-key", "6f1f3a1e-0000-4000-8000-000000000001")];
    let send = async |quantity: &str| {
        let fields = [("product_id", honey.id.as_str()), ("quantity", quantity)];
        shopper.post_with("/ar/?wc-ajax=add_to_cart", &fields, &headers).await
    };

    let (first, again) = (send("2").await, send("2").await);
    assert_eq!(hash(&first), hash(&again));
    assert_eq!(quantity(&shop).await, 3);
    assert_eq!(send("3").await.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(quantity(&shop).await, 3);
}

/// Every add is applied exactly once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hundred_parallel_adds_of_one_shopper_add_exactly_a_hundred() {
    let shop = TestShop::open_with(testkit::Options { rate_factor: 10, ..Default::default() }).await;
    let honey = shop.product("عسل").stock(1_000).make(&shop.db).await;
    let dates = shop.product("تمر").make(&shop.db).await;
    let shopper = shop.shopper();
    shopper.add(&dates.id, "1").await;

    let adds = (0..100).map(|_| {
        let (shopper, id) = (shopper.clone(), honey.id.clone());
        tokio::spawn(async move { add_with_retries(&shopper, &id).await })
    });
    for add in adds.collect::<Vec<_>>() {
        add.await.expect("add task");
    }
    let added: i64 = sqlx::query_scalar("select quantity / 100000 from cart_lines where product_id = $1")
        .bind(honey.id.parse::<i64>().expect("id"))
        .fetch_one(&shop.db)
        .await
        .expect("line");
    assert_eq!(added, 100);
}

/// Retries a 503 with the same idempotency key, as the browser does.
async fn add_with_retries(shopper: &Shopper, id: &str) {
    let key = format!("parallel-{}", hex(&rand_bytes()));
    for _ in 0..20 {
        let headers = [("sec-fetch-site", "same-origin"), ("idempotency-key", key.as_str())];
        let answer = shopper
            .post_with("/ar/?wc-ajax=add_to_cart", &[("product_id", id), ("quantity", "1")], &headers)
            .await;
        match answer.status {
            StatusCode::OK => return,
            StatusCode::SERVICE_UNAVAILABLE => tokio::task::yield_now().await,
            other => panic!("{other}: {}", answer.text()),
        }
    }
    panic!("the add was refused twenty times");
}

fn rand_bytes() -> [u8; 8] {
    use std::hash::{BuildHasher, Hasher};
    std::collections::hash_map::RandomState::new().build_hasher().finish().to_be_bytes()
}

#[tokio::test]
async fn a_visitor_without_a_cart_uses_neither_database_nor_renderer() {
    let shop = TestShop::open_with(testkit::Options { own_renderers: Some(1), ..Default::default() }).await;
    let shopper = shop.shopper();
    shopper.call("xoo_wsc_refresh_fragments", &[]).await;

    // With both stopped, only the in-memory copy can answer.
    shop.shop().db.close().await;
    shop.shop().read_db.close().await;
    for id in shop.shop().renderer.process_ids() {
        std::process::Command::new("kill").args(["-STOP", &id.to_string()]).status().expect("kill");
    }
    let answer = shopper.call("xoo_wsc_refresh_fragments", &[]).await;

    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(hash(&answer), "");
    assert!(fragment(&answer, "cart-button").contains("السلة فارغة"));
}
