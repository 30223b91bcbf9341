//! Compatibility with scripts and links of WooCommerce.

use http::StatusCode;
use testkit::{TestShop, visible_text};

const SAME_ORIGIN: [(&str, &str); 2] = [("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "navigate")];

async fn lines(shop: &TestShop) -> i64 {
    sqlx::query_scalar("select count(*) from cart_lines").fetch_one(&shop.db).await.expect("count")
}

/// [CART-04]
#[tokio::test]
async fn an_add_to_cart_link_works_on_pages_of_the_shop_only() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let link = format!("/ar/shop/?add-to-cart={}&quantity=2", honey.id);

    let stranger = shop.shopper();
    let foreign: [&[(&str, &str)]; 6] = [
        &[],
        &[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")],
        &[("sec-fetch-site", "none"), ("sec-fetch-mode", "navigate")],
        &[("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "no-cors")],
        &[("sec-fetch-site", "same-origin"), ("sec-fetch-mode", "navigate"), ("sec-purpose", "prefetch")],
        &[("referer", "https://elsewhere.example/ar/shop/")],
    ];
    for headers in foreign {
        let answer = stranger.get_with(&link, headers).await;
        assert_eq!(
            (answer.status, answer.location()),
            (StatusCode::SEE_OTHER, honey.path.as_str()),
            "{headers:?}"
        );
    }
    assert_eq!(lines(&shop).await, 0);
    assert!(stranger.cookie().is_none(), "a foreign link creates no cart");
    let page = stranger.get(&honey.path).await.text();
    assert!(page.contains("name=\"add-to-cart\""), "the page has a form to add it");

    let shopper = shop.shopper();
    for path in ["/ar/", "/ar/shop/", "/ar/cart/", honey.path.as_str()] {
        let added = shopper.get_with(&format!("{path}?add-to-cart={}", honey.id), &SAME_ORIGIN).await;
        assert_eq!(added.status, StatusCode::SEE_OTHER, "{path}");
        assert_eq!(added.location(), format!("/ar/cart/?added={}", honey.id), "{path}");
    }
    let held: i64 =
        sqlx::query_scalar("select quantity from cart_lines").fetch_one(&shop.db).await.expect("line");
    assert_eq!(held, 400_000);
}

#[tokio::test]
async fn an_add_to_cart_link_that_fails_redirects_to_a_useful_page() {
    let shop = TestShop::open().await;
    let coffee = shop.product("بنّ").variation("250 غ", 1_800, 5).make(&shop.db).await;
    let gone = shop.product("عسل نفد").stock(0).make(&shop.db).await;
    let shopper = shop.shopper();
    let follow = async |id: &str| {
        let answer = shopper.get_with(&format!("/ar/shop/?add-to-cart={id}"), &SAME_ORIGIN).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{id}");
        answer.location().to_owned()
    };
    assert_eq!(follow(&coffee.id).await, coffee.path, "a variation must be selected");
    assert!(follow(&gone.id).await.starts_with("/ar/cart/?refused=stock"));
    assert_eq!(follow("987654321").await, "/ar/shop/");
    assert_eq!(follow("x").await, "/ar/shop/");
    assert_eq!(lines(&shop).await, 0);
}

/// [API-05]
#[tokio::test]
async fn a_form_may_name_its_product_in_the_query() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let shopper = shop.shopper();
    let url = format!("{}?add-to-cart={}", honey.path, honey.id);
    assert_eq!(shopper.post(&url, &[("quantity", "3")]).await.status, StatusCode::SEE_OTHER);
    assert_eq!(lines(&shop).await, 1);
}

/// [API-12] [API-44]: with a text content type, because the plugin's script parses the body.
#[tokio::test]
async fn call_12_returns_json_as_plain_text() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let fields = [("action", "loadWooDiscountedDiscountTable"), ("id", honey.id.as_str())];
    let answer = shop.shopper().post("/ar/wp-admin/admin-ajax.php", &fields).await;
    assert_eq!(answer.header("content-type"), "text/plain; charset=utf-8");
    assert_eq!(answer.json(), serde_json::json!({"cookie": "", "html": ""}));
}

/// [PROD-18]
#[tokio::test]
async fn quantity_fields_have_min_max_and_step() {
    let shop = TestShop::open().await;
    let cups = shop.product("فناجين").step(600_000).stock(60).make(&shop.db).await;
    let shopper = shop.shopper();
    let has_limits = |html: &str| {
        let class = html.find("class=\"qty\"").unwrap_or_else(|| panic!("no field: {}", visible_text(html)));
        let start = html[..class].rfind('<').expect("start of the tag");
        let tag = &html[start..class + html[class..].find('>').expect("end of the tag")];
        ["min=\"6\"", "max=\"60\"", "step=\"6\""].iter().all(|limit| tag.contains(limit))
    };
    assert!(has_limits(&shopper.get(&cups.path).await.text()));
    shopper.add(&cups.id, "6").await;
    assert!(has_limits(&shopper.get("/ar/cart/").await.text()));
}

#[tokio::test]
async fn attributes_of_variations_have_the_names_of_their_form_fields() {
    let shop = TestShop::open().await;
    let coffee = shop.product("بنّ").variation("250 غ", 1_800, 5).make(&shop.db).await;
    let sql = format!(
        "insert into attributes (name, label) values ('weight', 'الوزن');
         insert into attribute_values (attribute_id, value) select id, '250 غ' from attributes;
         insert into product_attributes (product_id, attribute_id, value_ids, for_variations)
         select {}, id, array(select id from attribute_values), true from attributes;
         update variations set choices = '{{\"weight\": \"250 غ\"}}'",
        coffee.id
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&shop.db).await.expect("attributes");
    let page = shop.shopper().get(&coffee.path).await.text().replace("&quot;", "\"");
    assert!(page.contains("\"attributes\":{\"attribute_weight\":\"250 غ\"}"), "{}", visible_text(&page));
    assert!(page.contains("name=\"attribute_weight\""));
}

/// [CONF-A23]
#[tokio::test]
async fn a_url_without_its_trailing_slash_redirects_to_the_page() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل").make(&shop.db).await;
    let bare = honey.path.trim_end_matches('/').to_owned();
    for (path, to) in [
        ("/ar", "/ar/"),
        ("/ar/cart", "/ar/cart/"),
        ("/ar/shop?orderby=price", "/ar/shop/?orderby=price"),
        ("/ar/product-category/test", "/ar/product-category/test/"),
        ("/ar/my-account/orders", "/ar/my-account/orders/"),
        (bare.as_str(), honey.path.as_str()),
    ] {
        let answer = shop.shopper().get(path).await;
        assert_eq!((answer.status, answer.location()), (StatusCode::MOVED_PERMANENTLY, to), "{path}");
    }
    for path in ["/cart", "/ar/file.php", "/ar/wp-admin/admin-ajax.php/x", "/assets/none"] {
        assert_eq!(shop.shopper().get(path).await.status, StatusCode::NOT_FOUND, "{path}");
    }
    let posted = shop.shopper().post("/ar/cart", &[]).await;
    assert_eq!(posted.status, StatusCode::NOT_FOUND, "a POST is not redirected");
    let unknown = shop.shopper().get("/ar/shop/?orderby=zzz").await;
    assert_eq!(unknown.status, StatusCode::OK);
    assert!(unknown.visible_text().contains("عسل"));
}
