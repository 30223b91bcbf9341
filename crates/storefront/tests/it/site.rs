//! Menus and notices: changed by staff, shown on every page, at once or at a later time; and the dismissal of the
//! coming-soon banner.

use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use http::{Method, StatusCode};
use kernel::Clock;
use testkit::{Options, Shopper, TestResponse, TestShop};

use crate::orders::staff_in;

const STAFF: &str = "/ar/wp-admin/menus/";
const HOME: &str = "/ar/";
const ME: &str = "/ar/wp-json/wp/v2/users/me";
const STATE: &str = "/ar/wp-json/matjar/v1/coming-soon";

async fn staff_of(shop: &TestShop) -> Shopper {
    shop.staff("noura@example.com", false).await;
    staff_in(shop, "noura@example.com").await
}

/// Sends a form of the staff page.
async fn send(staff: &Shopper, fields: &[(&str, &str)]) -> TestResponse {
    let page = staff.get(STAFF).await.text();
    let nonce = page.split("name=\"nonce\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let nonce = [("nonce", nonce.expect("a form"))];
    staff.post(STAFF, &fields.iter().chain(&nonce).copied().collect::<Vec<_>>()).await
}

async fn save(staff: &Shopper, name: &str, text: &str, valid_from: &str) -> TestResponse {
    send(staff, &[("name", name), ("do", "save"), ("text", text), ("valid_from", valid_from)]).await
}

/// The tags that were purged, oldest first.
async fn purged(shop: &TestShop) -> Vec<String> {
    sqlx::query_scalar("select tag from cache_purges order by id").fetch_all(&shop.db).await.expect("purges")
}

async fn time_until(shopper: &Shopper, path: &str, text: &str) -> Duration {
    let started = Instant::now();
    while !shopper.get(path).await.text().contains(text) {
        assert!(started.elapsed() < Duration::from_secs(5), "{path} never contained {text}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    started.elapsed()
}

#[tokio::test]
async fn a_changed_menu_or_notice_reaches_every_server_within_a_second() {
    let mut shop = TestShop::open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let other = shop.open_another().await;
    let other = shop.shopper_at(other);
    let staff = staff_of(&shop).await;
    for (name, text, shown) in [
        ("menu:main", "الهدايا | /ar/gifts/\n- صناديق | /ar/boxes/", "صناديق"),
        ("menu:mobile", "للجوال | /ar/mobile/", "للجوال"),
        ("menu:service", "تتبّع طلبك | /ar/track-order/", "/ar/track-order/"),
        ("menu:footer", "المساعدة\n- الشحن | /ar/shipping/\nالشروط | /ar/terms/", "/ar/terms/"),
        ("notice:store", "الشحن مجاني اليوم", "الشحن مجاني اليوم"),
        ("notice:coming-soon", "قريبًا: تمور المدينة", "قريبًا: تمور المدينة"),
    ] {
        // Both are in the cache of the other server.
        for path in [HOME, &honey.path, "/ar/no-such-page/"] {
            assert!(!other.get(path).await.text().contains(shown), "{name}");
        }
        let before = purged(&shop).await.len();

        let saved = save(&staff, name, text, "").await;
        assert_eq!(saved.location(), "/ar/wp-admin/menus/?notice=saved", "{}", saved.visible_text());

        assert_eq!(purged(&shop).await[before..], [name], "exactly the pages that show it");
        for path in [HOME, &honey.path, "/ar/no-such-page/"] {
            let took = time_until(&other, path, shown).await;
            assert!(took < Duration::from_secs(1), "{name} at {path}: {took:?}");
        }
    }
}

#[tokio::test]
async fn pages_have_the_tags_of_what_their_layout_shows() {
    let shop = TestShop::open().await;
    let home = shop.shopper().get(HOME).await;
    let tags: Vec<_> = home.header("cache-tag").split(',').collect();
    for tag in
        ["menu:main", "menu:mobile", "menu:service", "menu:footer", "notice:store", "notice:coming-soon"]
    {
        assert!(tags.contains(&tag), "{tags:?}");
    }
}

#[tokio::test]
async fn a_purge_of_something_else_leaves_the_page() {
    let shop = TestShop::open().await;
    let shopper = shop.shopper();
    let before = shopper.get(HOME).await;
    // Changed behind the shop's back: only a new rendering would show it.
    sqlx::query(
        "insert into notices (kind, text, valid_from) values ('store', 'لم يُعلن', now() - interval '1 day')",
    )
    .execute(&shop.db)
    .await
    .expect("a notice");
    let rows = edge::purge::record(&shop.db, &["product:999".to_owned()]).await.expect("purge");
    edge::purge::announce(&shop.shop().redis, &rows).await;
    tokio::time::sleep(Duration::from_millis(900)).await;
    assert_eq!(shopper.get(HOME).await.body, before.body);

    let rows = edge::purge::record(&shop.db, &["notice:store".to_owned()]).await.expect("purge");
    edge::purge::announce(&shop.shop().redis, &rows).await;
    time_until(&shopper, HOME, "لم يُعلن").await;
}

fn noon() -> DateTime<Utc> {
    "2026-11-15T12:00:00Z".parse().expect("time")
}

#[tokio::test]
async fn a_later_notice_appears_at_its_time_and_ends_at_that_of_an_empty_one() {
    let shop = TestShop::open_with(Options { clock: Clock::manual(noon()), ..Options::default() }).await;
    let staff = staff_of(&shop).await;
    let shopper = shop.shopper();
    for (text, time) in [("عرض الليلة", "2026-11-15T20:00"), ("", "2026-11-15T23:30")] {
        let saved = save(&staff, "notice:store", text, time).await;
        assert_eq!(saved.location(), "/ar/wp-admin/menus/?notice=scheduled", "{}", saved.visible_text());
    }
    let page = staff.get(STAFF).await.visible_text();
    assert!(page.contains("15 نوفمبر 2026، 8:00 مساءً"), "{page}");

    let is_shown = async || shopper.get(HOME).await.text().contains("عرض الليلة");
    assert!(!is_shown().await);
    shop.clock().advance(TimeDelta::hours(8));
    assert!(is_shown().await, "a cached page ends when a notice begins");
    shop.clock().advance(TimeDelta::hours(4));
    assert!(!is_shown().await, "and when it ends");
}

#[tokio::test]
async fn a_later_change_can_be_cancelled_until_it_begins() {
    let shop = TestShop::open_with(Options { clock: Clock::manual(noon()), ..Options::default() }).await;
    let staff = staff_of(&shop).await;
    save(&staff, "menu:main", "العيد | /ar/eid/", "2026-11-16T08:00").await;
    let id: i64 = sqlx::query_scalar("select max(id) from menus").fetch_one(&shop.db).await.expect("a row");
    let cancel = async || {
        let id = id.to_string();
        let fields = [("name", "menu:main"), ("do", "cancel"), ("id", id.as_str())];
        send(&staff, &fields).await.location().to_owned()
    };
    assert_eq!(cancel().await, "/ar/wp-admin/menus/?notice=cancelled");
    assert_eq!(cancel().await, "/ar/wp-admin/menus/?notice=not-changed");
    shop.clock().advance(TimeDelta::days(2));
    assert!(!shop.shopper().get(HOME).await.text().contains("/ar/eid/"));
}

#[tokio::test]
async fn a_menu_without_items_is_built_from_the_categories() {
    let shop = TestShop::open().await;
    sqlx::query(
        "insert into categories (slug, path, name, position) values ('spices', 'spices', 'البهارات', 9)",
    )
    .execute(&shop.db)
    .await
    .expect("a category");
    let staff = staff_of(&shop).await;
    save(&staff, "menu:main", "الهدايا | /ar/gifts/", "").await;
    save(&staff, "menu:main", "", "").await;
    let html = shop.shopper().get(HOME).await.text();
    let header = html.split("</header>").next().expect("a header");
    assert!(header.contains("البهارات") && !header.contains("/ar/gifts/"));
}

#[tokio::test]
async fn hostile_menus_and_notices_are_refused_or_inert() {
    let shop = TestShop::open().await;
    let staff = staff_of(&shop).await;
    for (text, line) in [
        ("سرقة | javascript:alert(1)", "السطر \u{2068}1\u{2069}"),
        ("أ | /ar/\n- ب | data:text/html,<script>alert(1)</script>", "السطر \u{2068}2\u{2069}"),
        ("أ | //evil.example/", "السطر \u{2068}1\u{2069}"),
        ("- ب | /ar/", "السطر \u{2068}1\u{2069}"),
    ] {
        let refused = save(&staff, "menu:main", text, "").await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(refused.visible_text().contains(line), "{}", refused.visible_text());
    }
    assert!(purged(&shop).await.is_empty(), "nothing was changed");
    let hostile = "<script>alert(1)</script><img src=x onerror=alert(1)>";
    save(&staff, "menu:main", &format!("{hostile} | /ar/shop/?a=\"><b>"), "").await;
    save(&staff, "menu:main", &format!("{hostile} | /ar/shop/ | </script><script>alert(2)</script>"), "")
        .await;
    save(&staff, "notice:store", hostile, "").await;
    save(&staff, "notice:coming-soon", hostile, "").await;
    let html = shop.shopper().get(HOME).await.text();
    assert!(html.contains("&lt;script&gt;alert(1)"), "shown as text");
    assert!(!html.contains("<script>alert") && !html.contains("<img src=x"));
}

#[tokio::test]
async fn only_staff_change_menus_and_every_change_is_recorded() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let salma = shop.signed_in("salma@example.com").await;
    for shopper in [&shop.shopper(), &salma] {
        assert_eq!(shopper.get(STAFF).await.status, StatusCode::NOT_FOUND);
        let fields = [("name", "notice:store"), ("do", "save"), ("text", "مزوّر")];
        assert_eq!(shopper.post(STAFF, &fields).await.status, StatusCode::NOT_FOUND);
    }
    let staff = staff_of(&shop).await;
    let fields = [("name", "notice:store"), ("do", "save"), ("text", "بلا رمز")];
    assert_eq!(staff.post(STAFF, &fields).await.status, StatusCode::FORBIDDEN);
    save(&staff, "notice:store", "أهلًا", "").await;
    let audited: Vec<(String, String)> =
        sqlx::query_as("select action, subject from audit_log where action = 'site' order by seq")
            .fetch_all(&shop.db)
            .await
            .expect("the audit log");
    assert_eq!(audited, [("site".to_owned(), "notice:store saved".to_owned())]);
}

async fn dismiss(shopper: &Shopper, nonce: &str, body: &str) -> TestResponse {
    let headers =
        [("sec-fetch-site", "same-origin"), ("content-type", "application/json"), ("x-wp-nonce", nonce)];
    shopper.send(Method::POST, ME, Some(body.to_owned()), &headers).await
}

const DISMISSED: &str = r#"{"woocommerce_meta":{"coming_soon_banner_dismissed":"yes"}}"#;

async fn meta(shop: &TestShop) -> Vec<(i64, String, String)> {
    sqlx::query_as("select customer_id, key, value from user_meta").fetch_all(&shop.db).await.expect("meta")
}

/// [API-37] [SITE-24]
#[tokio::test]
async fn a_customer_who_dismisses_the_banner_no_longer_gets_it() {
    let shop = TestShop::open().await;
    let id = shop.customer("salma@example.com", "سلمى").await;
    shop.customer("omar@example.com", "عمر").await;
    let salma = shop.signed_in("salma@example.com").await;
    let state = salma.get(STATE).await;
    assert_eq!(state.header("cache-control"), "private, no-store");
    assert_eq!(state.json()["dismissed"], false);
    let nonce = state.json()["nonce"].as_str().expect("a nonce").to_owned();

    for _ in 0..2 {
        let answer = dismiss(&salma, &nonce, DISMISSED).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.json()["woocommerce_meta"]["coming_soon_banner_dismissed"], "yes");
    }

    assert_eq!(meta(&shop).await, [(id, "coming_soon_banner_dismissed".to_owned(), "yes".to_owned())]);
    assert_eq!(salma.get(STATE).await.json()["dismissed"], true);
    let elsewhere = shop.signed_in("salma@example.com").await;
    assert_eq!(elsewhere.get(STATE).await.json()["dismissed"], true, "on every device");
    assert_eq!(shop.signed_in("omar@example.com").await.get(STATE).await.json()["dismissed"], false);
}

/// [API-37]
#[tokio::test]
async fn the_dismissal_writes_one_key_of_the_own_account_and_nothing_else() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    shop.customer("omar@example.com", "عمر").await;
    let salma = shop.signed_in("salma@example.com").await;
    let omar = shop.signed_in("omar@example.com").await;
    let nonce = salma.get(STATE).await.json()["nonce"].as_str().expect("a nonce").to_owned();

    assert_eq!(dismiss(&shop.shopper(), &nonce, DISMISSED).await.status, StatusCode::FORBIDDEN, "a guest");
    assert_eq!(dismiss(&omar, &nonce, DISMISSED).await.status, StatusCode::FORBIDDEN, "the nonce of another");
    assert_eq!(dismiss(&salma, "", DISMISSED).await.status, StatusCode::FORBIDDEN);
    for body in [
        "",
        "{}",
        r#"{"woocommerce_meta":{"coming_soon_banner_dismissed":"no"}}"#,
        r#"{"woocommerce_meta":{"coming_soon_banner_dismissed":"yes","role":"admin"}}"#,
        r#"{"woocommerce_meta":{"coming_soon_banner_dismissed":"yes"},"email":"a@example.com"}"#,
    ] {
        assert_eq!(dismiss(&salma, &nonce, body).await.status, StatusCode::BAD_REQUEST, "{body}");
    }
    assert!(meta(&shop).await.is_empty());
    let guest = shop.shopper().get(STATE).await.json();
    assert_eq!((guest["dismissed"].as_bool(), guest["nonce"].is_null()), (Some(false), true));
}

/// The page is the same for all visitors: the banner is in it, and nothing about who has dismissed it.
#[tokio::test]
async fn a_page_with_a_banner_is_the_same_for_those_who_dismissed_it() {
    let shop = TestShop::open().await;
    shop.customer("salma@example.com", "سلمى").await;
    let staff = staff_of(&shop).await;
    save(&staff, "notice:coming-soon", "قريبًا: تمور المدينة", "").await;
    let salma = shop.signed_in("salma@example.com").await;
    let nonce = salma.get(STATE).await.json()["nonce"].as_str().expect("a nonce").to_owned();
    dismiss(&salma, &nonce, DISMISSED).await;
    let (own, other) = (salma.get(HOME).await.text(), shop.shopper().get(HOME).await.text());
    assert_eq!(own, other);
    assert!(own.contains(&format!("data-rest-url=\"{ME}\"")) && !own.contains(&nonce));
    let checkout = shop.shopper().get("/ar/checkout/").await.text();
    assert!(!checkout.contains("data-rest-url"), "the slim layout has no banner");
}
