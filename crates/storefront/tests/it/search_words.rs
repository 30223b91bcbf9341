//! Searches that understand what is asked for besides goods, queries without an answer, the owner's meanings of words, and
//! ranking by use.

use std::time::{Duration, Instant};

use http::StatusCode;
use storefront::server::jobs;
use testkit::{Shopper, TestResponse, TestShop, visible_text};

use crate::{
    catalogue::{ROWS, import_rows},
    orders::staff_in,
};

const STAFF: &str = "/ar/wp-admin/search/";
const REPORT: &str = "/ar/wp-json/matjar/v1/search-report";
const AGENT: (&str, &str) = ("user-agent", "Mozilla/5.0 Firefox/150.0");
const SAME_ORIGIN: (&str, &str) = ("sec-fetch-site", "same-origin");

async fn open() -> TestShop {
    let shop = TestShop::open().await;
    import_rows(&shop, ROWS, false).await;
    shop
}

async fn owner_of(shop: &TestShop) -> Shopper {
    shop.staff("owner@example.com", true).await;
    staff_in(shop, "owner@example.com").await
}

/// The main part of the results of a query.
async fn results(shopper: &Shopper, query: &str) -> String {
    let answer = shopper.get(&format!("/ar/shop/?s={}", query.replace(' ', "+"))).await;
    assert_eq!(answer.status, StatusCode::OK, "{query}");
    let html = answer.text();
    html[html.find("<main").expect("main")..].to_owned()
}

fn shows(html: &str, name: &str) -> bool {
    html.contains(&format!(">{name}"))
}

/// Whether there are results: without any, the page shows what is bought most.
fn finds(html: &str) -> bool {
    !visible_text(html).contains("لا توجد نتائج")
}

/// The target of the link that removes a filter.
fn removal(html: &str, label: &str) -> Option<String> {
    let label = format!("إزالة التصفية «{label}»");
    html.split("<a ").skip(1).map(|rest| rest.split_once('>').map_or(rest, |(tag, _)| tag)).find_map(|tag| {
        let name = tag.split("aria-label=\"").nth(1)?.split('"').next()?;
        let name = name.replace(['\u{2066}', '\u{2067}', '\u{2068}', '\u{2069}'], "");
        (name == label).then(|| tag.split("href=\"").nth(1)?.split('"').next().map(str::to_owned)).flatten()
    })
}

async fn send(staff: &Shopper, fields: &[(&str, &str)]) -> TestResponse {
    let page = staff.get(STAFF).await.text();
    let nonce = page.split("name=\"nonce\" value=\"").nth(1).and_then(|rest| rest.split('"').next());
    let nonce = [("nonce", nonce.expect("a form"))];
    staff.post(STAFF, &fields.iter().chain(&nonce).copied().collect::<Vec<_>>()).await
}

async fn report(shopper: &Shopper, fields: &[(&str, &str)]) {
    let answer = shopper.post_with(REPORT, fields, &[SAME_ORIGIN, AGENT]).await;
    assert_eq!(answer.status, StatusCode::OK);
}

async fn count(shop: &TestShop, table: &str) -> i64 {
    let query = format!("select count(*) from {table}");
    sqlx::query_scalar(sqlx::AssertSqlSafe(query)).fetch_one(&shop.db).await.expect("a count")
}

#[tokio::test]
async fn what_a_query_asks_for_besides_goods_is_a_chip_that_can_be_taken_away() {
    let shop = open().await;
    let shopper = shop.shopper();

    let html = results(&shopper, "عسل تحت 39 دولار").await;
    assert!(shows(&html, "عسل سمر") && !shows(&html, "عسل سدر جبلي"));
    let without = removal(&html, "حتى 39.00\u{a0}$").expect("a chip with the limit");
    assert_eq!(without, "/ar/shop/?s=%D8%B9%D8%B3%D9%84");
    let html = shopper.get(&without).await.text();
    assert!(shows(&html, "عسل سمر") && shows(&html, "عسل سدر جبلي"));

    let html = results(&shopper, "عسل بين 39 و 41").await;
    assert!(removal(&html, "من 39.00\u{a0}$ إلى 41.00\u{a0}$").is_some(), "one chip for both limits");

    let html = results(&shopper, "عسل عليه خصم").await;
    assert!(shows(&html, "عسل سدر جبلي") && !shows(&html, "عسل سمر"));
    assert!(removal(&html, "منتجات مخفّضة").is_some());

    let html = results(&shopper, "أرخص عسل").await;
    assert!(removal(&html, "الأقل سعرًا").is_some());
    assert!(html.contains("<option value=\"price\" selected"), "the sort form shows the order");
}

#[tokio::test]
async fn a_query_whose_limits_leave_nothing_says_so_and_leads_to_the_goods() {
    let shop = open().await;
    let html = results(&shop.shopper(), "عسل تحت 2 دولار").await;
    let text = visible_text(&html);
    assert!(text.contains("لا توجد منتجات تناسب هذه التصفية") && !text.contains("لا توجد نتائج"), "{text}");
    assert!(removal(&html, "حتى 2.00\u{a0}$").is_some());
    assert!(html.contains("href=\"/ar/shop/?s=%D8%B9%D8%B3%D9%84\""), "to the query without the limit");
}

#[tokio::test]
async fn other_words_find_the_goods_and_real_words_that_are_not_sold_find_nothing() {
    let shop = open().await;
    let shopper = shop.shopper();
    assert!(shows(&results(&shopper, "honey").await, "عسل سدر جبلي"));
    // The same keys on an English keyboard.
    let swapped = results(&shopper, "usg").await;
    assert!(shows(&swapped, "عسل سدر جبلي") && visible_text(&swapped).contains("عرضنا نتائج"));
    assert!(!finds(&results(&shopper, "usg&exact=1").await));
    let none = results(&shopper, "فندق").await;
    assert!(visible_text(&none).contains("لا توجد نتائج للبحث عن"));
    assert!(none.contains("data-search-unanswered"), "the page reports it");
    assert!(none.contains("/ar/product-category/العسل/"), "a way on");
}

#[tokio::test]
async fn queries_without_an_answer_are_counted_without_visitors_and_shown_to_staff() {
    let shop = open().await;
    let shopper = shop.shopper();
    for query in ["فندق", "فندق", "جبلبي", "عسل", "salma@example.com", "0551234567", ""] {
        report(&shopper, &[("query", query)]).await;
    }
    shopper.post_with(REPORT, &[("query", "مطعم")], &[SAME_ORIGIN, ("user-agent", "Googlebot/2.1")]).await;
    let rows: Vec<(String, String, i32)> =
        sqlx::query_as("select query, taken_for, times from search_unanswered order by times desc")
            .fetch_all(&shop.db)
            .await
            .expect("queries");
    assert_eq!(rows, [("فندق".into(), String::new(), 2), ("جبلبي".into(), "جبلي".into(), 1)]);

    shop.staff_with_role("noura@example.com", "support").await;
    let page = staff_in(&shop, "noura@example.com").await.get(STAFF).await;
    let text = page.visible_text();
    for expected in ["فندق", "لا نتيجة", "جبلبي", "يغيّر المدير هذه الكلمات."]
    {
        assert!(text.contains(expected), "{expected} in {text}");
    }
}

#[tokio::test]
async fn a_meaning_of_the_owner_reaches_every_server_and_is_audited() {
    let mut shop = open().await;
    let other = shop.open_another().await;
    let other = shop.shopper_at(other);
    let owner = owner_of(&shop).await;
    // In the cache of the other server.
    assert!(!finds(&results(&other, "خنفشار").await));

    let saved =
        send(&owner, &[("do", "save"), ("word", "خنفشار"), ("meaning", "عسل"), ("kind", "dialect")]).await;
    assert_eq!(saved.location(), format!("{STAFF}?notice=saved"), "{}", saved.visible_text());
    let started = Instant::now();
    while !finds(&results(&other, "خنفشار").await) {
        assert!(started.elapsed() < Duration::from_secs(5), "the word is not known");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let page = owner.get(&format!("{STAFF}?edit=خنفشار")).await.text();
    assert!(page.contains("value=\"خنفشار\"") && page.contains("value=\"عسل\""), "the form shows the word");

    let removed = send(&owner, &[("do", "remove"), ("word", "خنفشار")]).await;
    assert_eq!(removed.location(), format!("{STAFF}?notice=removed"));
    let again = send(&owner, &[("do", "remove"), ("word", "خنفشار")]).await;
    assert_eq!(again.location(), format!("{STAFF}?notice=not-changed"));
    let started = Instant::now();
    while finds(&results(&other, "خنفشار").await) {
        assert!(started.elapsed() < Duration::from_secs(5), "the word is still known");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let audited: Vec<String> =
        sqlx::query_scalar("select subject from audit_log where action = 'search-words' order by seq")
            .fetch_all(&shop.db)
            .await
            .expect("the audit log");
    assert_eq!(audited, ["saved خنفشار: عسل", "removed خنفشار"]);
}

#[tokio::test]
async fn words_are_checked_and_only_the_owner_changes_them() {
    let shop = open().await;
    let owner = owner_of(&shop).await;
    for (word, meaning, reason) in [
        ("", "عسل", "اكتب الكلمة."),
        ("عسل", "عسل", "احذف الكلمة نفسها من معانيها."),
        ("كلمة من أكثر من أربع", "عسل", "اكتب أربع كلمات على الأكثر"),
    ] {
        let form = [("do", "save"), ("word", word), ("meaning", meaning), ("kind", "dialect")];
        let refused = send(&owner, &form).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{word}");
        assert!(refused.visible_text().contains(reason), "{reason}");
    }
    let kind = send(&owner, &[("do", "save"), ("word", "س ص"), ("meaning", "عسل"), ("kind", "other")]).await;
    assert_eq!(kind.status, StatusCode::BAD_REQUEST);

    shop.staff_with_role("noura@example.com", "support").await;
    let staff = staff_in(&shop, "noura@example.com").await;
    let page = staff.get(STAFF).await.text();
    assert!(!page.contains("method=\"post\" action=\"/ar/wp-admin/search/\""), "no form");
    assert_eq!(shop.shopper().get(STAFF).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn choices_are_recorded_once_for_a_visitor_and_only_if_the_shop_ranks_by_use() {
    let shop = open().await;
    let honey: i64 = sqlx::query_scalar("select id from products where sku = 'H-2'")
        .fetch_one(&shop.db)
        .await
        .expect("a product");
    let honey = honey.to_string();
    let fields = [("query", "أريد عسل تحت 500"), ("product", honey.as_str())];
    report(&shop.shopper(), &fields).await;
    assert_eq!(count(&shop, "search_choices").await, 0, "off by default");
    assert!(!results(&shop.shopper(), "عسل").await.contains("data-search-report"));

    let owner = owner_of(&shop).await;
    let saved = send(&owner, &[("do", "rank-on")]).await;
    assert_eq!(saved.location(), format!("{STAFF}?notice=setting"));
    let started = Instant::now();
    while !results(&shop.shopper(), "عسل").await.contains("data-search-choices") {
        assert!(started.elapsed() < Duration::from_secs(5), "the setting is not used");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // A visitor is an address.
    let visitor = shop.shopper();
    for _ in 0..5 {
        report(&visitor, &fields).await;
        report(&visitor, &[("query", "العسل"), ("product", honey.as_str())]).await;
    }
    report(&shop.shopper(), &[("query", "salma@example.com"), ("product", honey.as_str())]).await;
    let stored: Vec<(String, bool)> = sqlx::query_as("select query, is_bought from search_choices")
        .fetch_all(&shop.db)
        .await
        .expect("choices");
    assert!(stored.len() <= 2 && stored.iter().all(|(query, _)| query.ends_with("عسل")), "{stored:?}");
    let refused = shop.shopper().post_with(REPORT, &fields, &[("sec-fetch-site", "cross-site"), AGENT]).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);

    jobs::maintain_search(&shop.db, shop.clock()).await.expect("maintenance");
    assert_eq!(count(&shop, "search_uses").await, 0, "one visitor is not enough");
}
