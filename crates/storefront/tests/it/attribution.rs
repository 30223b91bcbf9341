//! Sources of visits and orders: the landing call, the check at checkout, consent, reports and configured services.

use attribution::rules::FIELDS;
use http::StatusCode;
use kernel::Clock;
use serde_json::{Value, json};
use storefront::server::tag_config::TagConfig;
use testkit::{Options, Purchase, Shopper, TestResponse, TestShop, hidden_fields};

use crate::orders::staff_in;

const CHECKOUT: &str = "/ar/checkout/";
const CONSENT: &str = "/ar/consent/";
const LANDING: &str = "/ar/wp-json/matjar/v1/landing";
const AGENT: (&str, &str) = ("user-agent", "Mozilla/5.0 Firefox/150.0");

/// Cookies as the browser writes them.
fn cookies(entry: &str, referrer: &str) -> String {
    let value = |pairs: &[(&str, &str)]| {
        let text =
            pairs.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("|||");
        percent_encoding::utf8_percent_encode(&text, percent_encoding::NON_ALPHANUMERIC).to_string()
    };
    let entry = value(&[("fd", "2026-11-17 10:00:00"), ("ep", entry), ("rf", referrer)]);
    let session = value(&[("pgs", "3"), ("cpg", "x"), ("lst", "1")]);
    let visitor = value(&[("vst", "2"), ("uip", "(none)"), ("uag", AGENT.1)]);
    format!("sbjs_current_add={entry}; sbjs_session={session}; sbjs_udata={visitor}; sbjs_current=typ%3Dutm")
}

async fn with_cart(shop: &TestShop) -> Shopper {
    let honey = shop.product("عسل سدر").price(4_500).stock(50).make(&shop.db).await;
    let shopper = shop.shopper();
    assert_eq!(shopper.add(&honey.id, "1").await.status, StatusCode::OK);
    shopper
}

/// The sixteen fields of the form, as the page's script fills them in.
fn fields(entry: &str, referrer: &str, source: &[(&str, &str)]) -> Vec<(String, String)> {
    let known = [
        ("referrer", referrer),
        ("session_entry", entry),
        ("session_start_time", "2026-11-17 10:00:00"),
        ("session_pages", "3"),
        ("session_count", "2"),
        ("user_agent", AGENT.1),
    ];
    let value =
        |field: &str| known.iter().find(|(name, _)| *name == field).map_or("(none)", |(_, value)| value);
    let mut fields = FIELDS.map(|field| (field.to_owned(), value(field).to_owned())).to_vec();
    for (name, value) in source {
        for field in fields.iter_mut().filter(|field| field.0 == *name) {
            field.1 = (*value).to_owned();
        }
    }
    fields.into_iter().map(|(name, value)| (format!("wc_order_attribution_{name}"), value)).collect()
}

/// Places an order to be paid later, with these cookies and fields.
async fn place(shopper: &Shopper, cookie: &str, fields: &[(String, String)]) -> TestResponse {
    let page = shopper.get(CHECKOUT).await.text();
    let own = shopper.cookie().unwrap_or_default();
    let mut all = hidden_fields(&page, CHECKOUT);
    all.retain(|(name, _)| !name.starts_with("wc_order_attribution_") && name != "pay_later");
    let total = page.split("name=\"seen_total\" value=\"").nth(1);
    let total = total.and_then(|rest| rest.split('"').next()).unwrap_or_default();
    if !all.iter().any(|(name, _)| name == "seen_total") {
        all.push(("seen_total".to_owned(), total.to_owned()));
    }
    let purchase = Purchase::new().with(&[("pay_later", "1")]);
    let bought = purchase.fields();
    all.retain(|(name, _)| bought.iter().all(|(other, _)| other != name));
    let pairs = all.iter().chain(fields).map(|(name, value)| (name.as_str(), value.as_str()));
    let pairs: Vec<(&str, &str)> = pairs.chain(bought).collect();
    shopper.set_cookie(Some(format!("{own}; {cookie}")));
    shopper.post_with(CHECKOUT, &pairs, &[("sec-fetch-site", "same-origin"), AGENT]).await
}

async fn stored(shop: &TestShop) -> (Value, Option<(String, String, String, Vec<String>)>) {
    let attribution = sqlx::query_scalar("select attribution from orders").fetch_one(&shop.db).await;
    let source = sqlx::query_as("select source_type, source, campaign, mismatches from order_sources")
        .fetch_optional(&shop.db)
        .await;
    (attribution.expect("an order"), source.expect("a query"))
}

fn entry(shop: &TestShop) -> String {
    format!("{}/ar/?utm_source=instagram&utm_campaign=eid", shop.config().public_origin)
}

const CAMPAIGN: [(&str, &str); 3] =
    [("source_type", "utm"), ("utm_source", "instagram"), ("utm_campaign", "eid")];

/// [ATTR-16] [ATTR-04]
#[tokio::test]
async fn the_server_computes_the_same_source_as_the_browser() {
    let shop = TestShop::open().await;
    let salma = with_cart(&shop).await;
    let entry = entry(&shop);
    let placed = place(&salma, &cookies(&entry, "(none)"), &fields(&entry, "(none)", &CAMPAIGN)).await;
    assert_eq!(placed.status, StatusCode::SEE_OTHER, "{}", placed.visible_text());
    let (attribution, source) = stored(&shop).await;
    assert_eq!(attribution["utm_source"], "instagram");
    assert_eq!(attribution["session_entry"], *entry);
    assert_eq!(attribution["session_count"], "2");
    let (kind, name, campaign, mismatches) = source.expect("a computed source");
    assert_eq!((kind.as_str(), name.as_str(), campaign.as_str()), ("utm", "instagram", "eid"));
    assert!(mismatches.is_empty(), "{mismatches:?}");
}

/// [ATTR-16]
#[tokio::test]
async fn forged_fields_are_stored_with_a_flag_and_staff_see_it() {
    let shop = TestShop::open().await;
    let salma = with_cart(&shop).await;
    let entry = format!("{}/ar/", shop.config().public_origin);
    let forged = [("source_type", "utm"), ("utm_source", "partner")];
    place(
        &salma,
        &cookies(&entry, "https://www.google.com/"),
        &fields(&entry, "https://www.google.com/", &forged),
    )
    .await;
    let (attribution, source) = stored(&shop).await;
    assert_eq!(attribution["utm_source"], "partner", "what was sent stays visible");
    let (kind, name, _, mismatches) = source.expect("a computed source");
    assert_eq!((kind.as_str(), name.as_str()), ("organic", "google"), "reports use what the server computes");
    assert_eq!(mismatches, ["source_type", "utm_source", "utm_medium"]);

    shop.staff("noura@example.com", false).await;
    let staff = staff_in(&shop, "noura@example.com").await;
    let number: i64 =
        sqlx::query_scalar("select number from orders").fetch_one(&shop.db).await.expect("an order");
    let page = staff.get(&format!("/ar/wp-admin/orders/{number}/")).await.visible_text();
    assert!(page.contains("لا تطابق هذه الحقول ما حسبه المتجر"), "{page}");
    let orders = "/ar/wp-admin/orders/";
    let export = staff.submit(orders, "/ar/wp-admin/orders/export/", &[]).await;
    let table = export.text();
    assert!(table.lines().next().is_some_and(|line| line.contains("utm_source")), "{table}");
    assert!(table.contains("partner"), "{table}");
}

/// [ATTR-12]
#[tokio::test]
async fn without_consent_an_order_has_no_source() {
    let shop = TestShop::open().await;
    let salma = with_cart(&shop).await;
    let entry = entry(&shop);
    let cookie = format!("{}; matjar_consent=no", cookies(&entry, "(none)"));
    let placed = place(&salma, &cookie, &fields(&entry, "(none)", &CAMPAIGN)).await;
    assert_eq!(placed.status, StatusCode::SEE_OTHER, "{}", placed.visible_text());
    let (attribution, source) = stored(&shop).await;
    assert_eq!(attribution, json!({}));
    assert!(source.is_none());
}

/// [ATTR-12]
#[tokio::test]
async fn a_visitor_without_script_changes_the_choice_on_a_page_and_the_cookies_are_deleted() {
    let shop = TestShop::open().await;
    let salma = shop.shopper();
    let page = salma.get(CONSENT).await;
    assert!(page.visible_text().contains("أنت توافق الآن على معرفة مصدر زيارتك."), "{}", page.visible_text());
    salma.set_cookie(Some(cookies("https://shop.example/ar/", "(none)")));
    let answer = salma.post(CONSENT, &[("choice", "no")]).await;
    assert_eq!((answer.status, answer.location()), (StatusCode::SEE_OTHER, CONSENT));
    assert_eq!(salma.cookie().as_deref(), Some("matjar_consent=no"), "all source cookies are gone");
    assert!(salma.get(CONSENT).await.visible_text().contains("لا نعرف الآن مصدر زيارتك."));
    let answer = salma.post(CONSENT, &[("choice", "maybe")]).await;
    assert_eq!(answer.status, StatusCode::BAD_REQUEST);
}

async fn visits(shop: &TestShop) -> Vec<(String, String, String)> {
    sqlx::query_as("select source_type, source, campaign from attribution_visits order by id")
        .fetch_all(&shop.db)
        .await
        .expect("visits")
}

/// [ATTR-03] [API-42]
#[tokio::test]
async fn a_new_visit_is_counted_by_the_source_that_the_server_computes() {
    let shop = TestShop::open().await;
    let origin = shop.config().public_origin.clone();
    let land = async |url: &str, referrer: &str, headers: &[(&str, &str)]| {
        let sent = [("url", url), ("referrer", referrer), ("type", "utm"), ("source", "forged")];
        let headers = [&[("sec-fetch-site", "same-origin")], headers].concat();
        let answer = shop.shopper().post_with(LANDING, &sent, &headers).await;
        assert_eq!(answer.json(), json!({ "success": true }));
    };
    land(&format!("{origin}/ar/?utm_source=mail&utm_campaign=eid"), "", &[AGENT]).await;
    land(&format!("{origin}/ar/shop/"), "https://duckduckgo.com/", &[AGENT]).await;
    land(&format!("{origin}/ar/"), "", &[AGENT]).await;
    // None of these is a visit.
    land("https://elsewhere.example/", "", &[AGENT]).await;
    land(&format!("{origin}/ar/"), "", &[("user-agent", "Googlebot/2.1")]).await;
    land(&format!("{origin}/ar/"), "", &[AGENT, ("cookie", "matjar_consent=no")]).await;
    let expected =
        [("utm", "mail", "eid"), ("organic", "duckduckgo", "(none)"), ("typein", "(direct)", "(none)")];
    let expected =
        expected.map(|(kind, source, campaign)| (kind.to_owned(), source.to_owned(), campaign.to_owned()));
    assert_eq!(visits(&shop).await, expected);
}

#[tokio::test]
async fn a_landing_from_another_site_is_refused() {
    let shop = TestShop::open().await;
    let url = format!("{}/ar/", shop.config().public_origin);
    let answer =
        shop.shopper().post_with(LANDING, &[("url", &url)], &[("sec-fetch-site", "cross-site"), AGENT]).await;
    assert_eq!(answer.status, StatusCode::FORBIDDEN);
    assert!(visits(&shop).await.is_empty());
}

#[tokio::test]
async fn staff_see_visits_and_sales_by_day_and_source() {
    let clock = Clock::manual(chrono::DateTime::from_timestamp(1_800_000_000, 0).expect("a time"));
    let shop = TestShop::open_with(Options { clock, ..Options::default() }).await;
    let salma = with_cart(&shop).await;
    let entry = entry(&shop);
    let landing = [("url", entry.as_str()), ("referrer", "")];
    for _ in 0..4 {
        salma.post_with(LANDING, &landing, &[("sec-fetch-site", "same-origin"), AGENT]).await;
    }
    place(&salma, &cookies(&entry, "(none)"), &fields(&entry, "(none)", &CAMPAIGN)).await;
    sqlx::query("update orders set paid_at = created_at, state = 'processing'")
        .execute(&shop.db)
        .await
        .expect("paid");
    shop.staff("noura@example.com", false).await;
    let staff = staff_in(&shop, "noura@example.com").await;
    let page = staff.get("/ar/wp-admin/reports/?days=7").await;
    assert_eq!(page.status, StatusCode::OK);
    let text = page.visible_text();
    for expected in ["الزيارات", "instagram", "eid", "25%", "45.00"] {
        assert!(text.contains(expected), "{expected} in {text}");
    }
    assert!(page.text().contains("<svg"), "a plot");
    let guest = shop.shopper().get("/ar/wp-admin/reports/").await;
    assert_eq!(guest.status, StatusCode::NOT_FOUND);
    let (adds, checkouts): (i64, i64) =
        sqlx::query_as("select adds, checkouts from report_days").fetch_one(&shop.db).await.expect("a day");
    assert_eq!((adds, checkouts), (1, 1), "a checkout counts once for a cart");
}

fn csp(answer: &TestResponse) -> String {
    answer.header("content-security-policy").to_owned()
}

/// [SITE-37] [SITE-38]
#[tokio::test]
async fn without_ids_no_page_names_another_service() {
    let shop = TestShop::open().await;
    let home = shop.shopper().get("/ar/").await;
    assert!(home.text().contains("\"tags\":null"), "the page's script loads none");
    assert!(csp(&home).contains("script-src 'self';"), "{}", csp(&home));
    assert!(csp(&home).contains("connect-src 'self';"), "{}", csp(&home));
}

/// [SITE-37] [SITE-38] [ATTR-17]
#[tokio::test]
async fn configured_services_are_on_all_pages_but_those_with_a_payment_form() {
    let tags = TagConfig {
        analytics_id: "G-1".to_owned(),
        analytics_script_url: "https://analytics.example/a.js".to_owned(),
        tag_manager_id: "GTM-2".to_owned(),
        tag_manager_script_url: "https://manager.example/m.js".to_owned(),
        pixel_id: "333".to_owned(),
        pixel_script_url: "https://pixel.example/p.js".to_owned(),
        tag_origins: vec!["https://collect.example".to_owned()],
        ..TagConfig::default()
    };
    let shop = TestShop::open_with(Options { tags, ..Options::default() }).await;
    let salma = with_cart(&shop).await;
    let home = salma.get("/ar/").await;
    for id in ["G-1", "GTM-2", "333"] {
        assert!(home.text().contains(&format!("\"id\":\"{id}\"")), "{id}");
    }
    let allowed =
        "script-src 'self' https://analytics.example https://manager.example https://pixel.example;";
    assert!(csp(&home).contains(allowed), "{}", csp(&home));
    let checkout = salma.get(CHECKOUT).await;
    assert!(!checkout.text().contains("analytics.example"), "the checkout names no other service");
    assert!(!csp(&checkout).contains("analytics.example"), "{}", csp(&checkout));

    let received = salma.buy(&shop).await;
    let page = salma.get(&received).await.text();
    let purchase = page.split("data-purchase=\"\"").nth(1).and_then(|rest| rest.split("</script>").next());
    let purchase = purchase.expect("a purchase");
    let data: Value =
        serde_json::from_str(purchase.split_once('>').expect("an element").1).expect("JSON of the purchase");
    assert_eq!((&data["value"], &data["currency"]), (&json!("45.00"), &json!("USD")), "{data}");
    assert_eq!(data["items"][0]["name"], "عسل سدر");
    assert_eq!(data["tags"]["pixel"]["id"], "333");
}

/// [ATTR-18]
#[tokio::test]
async fn an_old_confirmation_reports_no_purchase() {
    let tags = TagConfig {
        analytics_id: "G-1".to_owned(),
        analytics_script_url: "https://analytics.example/a.js".to_owned(),
        ..TagConfig::default()
    };
    let clock = Clock::manual(chrono::Utc::now());
    let shop = TestShop::open_with(Options { tags, clock, ..Options::default() }).await;
    let salma = with_cart(&shop).await;
    let received = salma.buy(&shop).await;
    assert!(salma.get(&received).await.text().contains("data-purchase"));
    shop.clock().advance(chrono::TimeDelta::hours(25));
    assert!(
        !salma.get(&received).await.text().contains("data-purchase"),
        "the link of an email, opened later"
    );
}

/// [ATTR-19] [ATTR-20]
#[tokio::test]
async fn a_product_page_queues_its_view_for_the_payment_plugin_if_the_owner_wants_it() {
    let shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let path = honey.path.clone();
    assert!(!shop.shopper().get(&path).await.text().contains("data-tracks"), "off by default");

    sqlx::query("insert into settings (name, value) values ('attribution', $1)")
        .bind(json!({ "paymentBeacon": true }))
        .execute(&shop.db)
        .await
        .expect("a setting");
    let dates = shop.product("تمر سكري").make(&shop.db).await;
    edge::purge::record(&shop.db, &["settings".to_owned()]).await.expect("a purge");
    let path = dates.path.clone();
    let mut page = String::new();
    for _ in 0..50 {
        page = shop.shopper().get(&path).await.text();
        if page.contains("data-tracks") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
        edge::purge::record(&shop.db, &["settings".to_owned()]).await.expect("a purge");
    }
    let queue = page.split("data-tracks=\"\"").nth(1).expect("a queue");
    let nonce = queue.split("data-nonce=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a nonce");
    let json = queue.split_once('>').and_then(|(_, rest)| rest.split("</script>").next()).expect("events");
    let events: Value = serde_json::from_str(json).expect("JSON");
    let expected = json!([{
        "name": "product_page_view",
        "props": {
            "theme_type": "short_code",
            "record_event_data": { "is_admin_event": false, "track_on_all_stores": true },
        },
    }]);
    assert_eq!(events, expected);
    let properties = events[0]["props"].to_string();
    let fields = [
        ("action", "platform_tracks"),
        ("tracksNonce", nonce),
        ("tracksEventName", "product_page_view"),
        ("tracksEventProp", properties.as_str()),
    ];
    let answer = shop.shopper().post("/ar/wp-admin/admin-ajax.php", &fields).await;
    assert_eq!(answer.json(), json!({ "success": true }));
}
