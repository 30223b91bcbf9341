//! `wc-ajax` calls, actions and forms, and the requests they refuse.

use http::{Method, StatusCode};
use testkit::TestShop;

/// [SITE-07] [API-41]
#[tokio::test]
async fn an_unknown_wc_ajax_endpoint_is_a_bad_request() {
    let shop = TestShop::open().await;

    let answer = shop.shopper().call("no_such_call", &[]).await;

    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
    assert_eq!(answer.json(), serde_json::json!({"success": false, "status": 400}));
}

/// [SITE-08] [API-38] [API-41]
#[tokio::test]
async fn the_action_endpoint_reads_its_action_from_the_posted_form_only() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    let path = "/ar/wp-admin/admin-ajax.php";

    for answer in [
        shopper.post(path, &[("action", "no_such_action")]).await,
        shopper.post(path, &[]).await,
        shopper.post(&format!("{path}?action=add_to_cart"), &[]).await,
        shopper.get(path).await,
    ] {
        assert_eq!(answer.status, StatusCode::BAD_REQUEST);
        assert_eq!(answer.header("content-type"), "application/json");
    }
}

/// [API-41] [CONF-A15]
#[tokio::test]
async fn a_call_without_a_required_field_is_refused_and_changes_nothing() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();

    let path = "/ar/wp-admin/admin-ajax.php";
    for answer in [
        shopper.call("remove_from_cart", &[]).await,
        shopper.call("xoo_wsc_update_item_quantity", &[("qty", "1")]).await,
        shopper.post(path, &[("action", "loadWooDiscountedDiscountTable")]).await,
        shopper.post(path, &[("action", "visctr_doing_cron"), ("remove_sale", "1")]).await,
    ] {
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text());
    }
    // Some calls have a specific response for this case.
    let invalid: &[&[(&str, &str)]] = &[&[], &[("product_id", "1x")], &[("product_id", "987654321")]];
    for fields in invalid {
        let answer = shopper.call("add_to_cart", fields).await;
        assert_eq!(answer.status, StatusCode::OK, "{fields:?}");
        assert_eq!(answer.json(), serde_json::json!({"error": true, "product_url": "/ar/shop/"}));
        let answer = shopper.call("xoo_wsc_add_to_cart", fields).await.json();
        assert_eq!(answer["error"], true, "{fields:?}");
        let notice = answer["notice"].as_str().expect("notice");
        assert!(notice.contains("تعذّرت إضافة المنتج إلى السلة."), "{notice}");
    }
    let carts: i64 =
        sqlx::query_scalar("select count(*) from carts").fetch_one(&shop.db).await.expect("count");
    assert_eq!(carts, 0);
}

/// [API-41] [API-42] [CONF-B11]: calls 10, 31 and 32, which have no specific error response.
#[tokio::test]
async fn a_beacon_without_a_required_field_is_refused_and_a_complete_one_succeeds() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    let page = salma.get("/ar/checkout/").await.text();
    let between =
        |from: &str| page.split(from).nth(1).and_then(|rest| rest.split('"').next()).unwrap_or_default();
    let (security, tracks) = (between("\"log_nonce\":\""), between("data-tracks-nonce=\""));
    let log = |form: &str| format!("wc_authorize_net_cim_{form}_payment_form_log_script_event");
    let (card, echeck) = (log("credit_card"), log("echeck"));
    type Call<'a> = (&'a str, Vec<(&'a str, &'a str)>, &'a [&'a str]);
    let calls: [Call<'_>; 5] = [
        (
            "matjar_island_error",
            vec![("island", "cart/SideCart"), ("message", "Cannot read properties of undefined")],
            &["island", "message"],
        ),
        ("fue_wc_set_cart_email", vec![("email", "noor@example.com"), ("first_name", "نور")], &["email"]),
        (&card, vec![("security", security), ("name", "Accept.js"), ("message", "x")], &["name", "message"]),
        (
            &echeck,
            vec![("security", security), ("name", "Accept.js"), ("message", "x")],
            &["name", "message"],
        ),
        (
            "platform_tracks",
            vec![
                ("tracksNonce", tracks),
                ("tracksEventName", "product_page_view"),
                ("tracksEventProp", r#"{"theme_type":"short_code"}"#),
            ],
            &["tracksEventName"],
        ),
    ];
    for (action, fields, needed) in calls {
        let all: Vec<_> = [("action", action)].into_iter().chain(fields).collect();
        let done = salma.post("/ar/wp-admin/admin-ajax.php", &all).await;
        assert_eq!(done.status, StatusCode::OK, "{action}");
        assert_eq!(done.header("content-type"), "application/json", "{action}");
        assert_eq!(done.json(), serde_json::json!({"success": true}), "{action}");
        for missing in needed {
            let incomplete: Vec<_> = all.iter().copied().filter(|(name, _)| name != missing).collect();
            let refused = salma.post("/ar/wp-admin/admin-ajax.php", &incomplete).await;
            assert_eq!(refused.status, StatusCode::BAD_REQUEST, "{action} without {missing}");
        }
    }
}

/// A duplicate field, an oversized body, a body that is no form, and a wrong method.
#[tokio::test]
async fn malformed_requests_are_refused_before_any_handler() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    let same_origin = [("sec-fetch-site", "same-origin")];

    let doubled = shopper.call("add_to_cart", &[("product_id", "1"), ("product_id", "2")]).await;
    assert_eq!(doubled.status, StatusCode::BAD_REQUEST);

    let huge = "9".repeat(70 * 1024);
    let oversized = shopper.call("add_to_cart", &[("product_id", &huge)]).await;
    assert_eq!(oversized.status, StatusCode::PAYLOAD_TOO_LARGE);

    let not_a_form = shopper
        .send(
            Method::POST,
            "/ar/?wc-ajax=add_to_cart",
            None,
            &[("content-type", "text/plain"), same_origin[0]],
        )
        .await;
    assert_eq!(not_a_form.status, StatusCode::BAD_REQUEST);

    let wrong_method = shopper.get("/ar/?wc-ajax=add_to_cart").await;
    assert_eq!(wrong_method.status, StatusCode::METHOD_NOT_ALLOWED);
}

/// [RUST-0]
#[tokio::test]
async fn a_405_response_lists_the_allowed_methods() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    let put = async |path: &str| {
        let answer = shopper.send(Method::PUT, path, None, &[]).await;
        assert_eq!(answer.status, StatusCode::METHOD_NOT_ALLOWED, "{path}");
        answer.header("allow").to_owned()
    };

    assert_eq!(put("/ar/?wc-ajax=add_to_cart").await, "POST");
    assert_eq!(put("/ar/cart/").await, "GET, HEAD, POST", "the page and its form");
    assert_eq!(put("/ar/shop/").await, "GET, HEAD");
}

#[tokio::test]
async fn a_cross_site_post_is_refused() {
    let shop = TestShop::open().await;
    let product = shop.product("عسل سدر").make(&shop.db).await;
    let shopper = shop.shopper();
    let fields = [("product_id", product.id.as_str())];

    for headers in [
        [("sec-fetch-site", "cross-site")],
        [("sec-fetch-site", "same-site")],
        [("origin", "https://evil.example")],
        [("origin", "null")],
    ] {
        let answer = shopper.post_with("/ar/?wc-ajax=add_to_cart", &fields, &headers).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{headers:?}");
    }
    let form = shopper
        .post_with(&product.path, &[("add-to-cart", &product.id)], &[("sec-fetch-site", "cross-site")])
        .await;
    assert_eq!(form.status, StatusCode::FORBIDDEN);
    assert!(shopper.cookie().is_none());

    let same = shopper
        .post_with("/ar/?wc-ajax=add_to_cart", &fields, &[("origin", &shop.config().public_origin)])
        .await;
    assert_eq!(same.status, StatusCode::OK);
}

#[tokio::test]
async fn a_foreign_host_header_is_refused() {
    let shop = TestShop::open().await;

    let answer = shop.shopper().get_with("/ar/", &[("host", "evil.example")]).await;

    assert_eq!((answer.status, answer.text().as_str()), (StatusCode::MISDIRECTED_REQUEST, ""));
    assert_eq!(answer.header("set-cookie"), "");
}

/// [SITE-18] [SITE-19] [SITE-01]
#[tokio::test]
async fn the_root_redirects_to_arabic_and_unknown_paths_get_an_arabic_404() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();

    let root = shopper.get("/").await;
    assert_eq!((root.status, root.location()), (StatusCode::FOUND, "/ar/"));

    for path in ["/ar/no-such-page/", "/ar/product/none/", "/ar/product-category/none/", "/ar/shop/?paged=99"]
    {
        let answer = shopper.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.text().contains("لم نجد هذه الصفحة"), "{path}");
        assert_eq!(answer.header("cache-control"), "private, no-store", "{path}");
    }
}

#[tokio::test]
async fn every_response_has_the_security_headers() {
    let shop = TestShop::open().await;
    let product = shop.product("عسل سدر").make(&shop.db).await;
    let shopper = shop.shopper();

    for answer in [
        shopper.get("/ar/").await,
        shopper.get(&product.path).await,
        shopper.get(&product.path).await,
        shopper.get("/ar/cart/").await,
        shopper.get("/ar/nope/").await,
        shopper.get("/healthz").await,
        shopper.add(&product.id, "1").await,
        shopper.call("nope", &[]).await,
    ] {
        let policy = answer.header("content-security-policy");
        assert!(policy.contains("script-src 'self'; style-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert!(policy.contains("require-trusted-types-for 'script'"), "{policy}");
        assert!(policy.contains("; report-to csp;"), "{policy}");
        for directive in ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"] {
            assert!(policy.contains(directive), "{policy}");
        }
        assert_eq!(
            answer.header("reporting-endpoints"),
            "csp=\"/ar/wp-json/matjar/v1/csp-reports\"",
            "the group that the policy names"
        );
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
        assert_eq!(answer.header("strict-transport-security"), "max-age=31536000; includeSubDomains");
        assert_eq!(answer.header("referrer-policy"), "strict-origin-when-cross-origin");
        assert_eq!(answer.header("server"), "");
    }
}

/// Counted by directive; nothing that the report contains gets into a metric.
#[tokio::test]
async fn browsers_can_report_violations_of_the_content_security_policy() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    let page = shopper.get("/ar/").await;
    let url = page.header("reporting-endpoints").trim_start_matches("csp=").trim_matches('"').to_owned();
    let report = async |kind: &str, body: &str| {
        let headers = [("content-type", kind), ("origin", shop.config().public_origin.as_str())];
        shopper.send(Method::POST, &url, Some(body.to_owned()), &headers).await
    };
    // Of this thread, on which the whole shop of the test runs.
    let recorder = metrics_exporter_prometheus::PrometheusBuilder::new().build_recorder();
    let handle = recorder.handle();
    let _guard = metrics::set_default_local_recorder(&recorder);
    let violation = r#"[{"type":"csp-violation","age":1,"url":"https://shop.example/ar/?key=secret",
        "body":{"effectiveDirective":"script-src-elem","blockedURL":"https://evil.example/x.js"}}]"#;
    let counted = report("application/reports+json", violation).await;
    assert_eq!((counted.status, counted.json()), (StatusCode::OK, serde_json::json!({"success": true})));
    let old = r#"{"csp-report":{"effective-directive":"img-src","blocked-uri":"data"}}"#;
    assert_eq!(report("application/csp-report", old).await.status, StatusCode::OK);
    assert_eq!(report("application/json", violation).await.status, StatusCode::BAD_REQUEST);
    assert_eq!(report("application/reports+json", "nonsense").await.status, StatusCode::BAD_REQUEST);
    let metrics = handle.render();
    for line in [
        "matjar_csp_reports_total{directive=\"script-src-elem\"} 1",
        "matjar_csp_reports_total{directive=\"img-src\"} 1",
    ] {
        assert!(metrics.contains(line), "{line} in {metrics}");
    }
    assert!(!metrics.contains("evil.example"), "{metrics}");
}
