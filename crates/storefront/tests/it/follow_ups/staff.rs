//! The staff's pages: settings, templates in versions, previews.

use http::StatusCode;
use testkit::hidden_fields;

use super::*;
use crate::orders::staff_in;

const CART_PAGE: &str = "/ar/wp-admin/follow-ups/abandoned-cart/";

/// The fields of the template's form.
fn template<'a>(subject: &'a str, body: &'a str, button: &'a str) -> [(&'a str, &'a str); 3] {
    [("subject", subject), ("body", body), ("button", button)]
}

/// Posts to the page of the cart, with its nonce.
async fn send(staff: &Shopper, action: &str, fields: &[(&str, &str)]) -> testkit::TestResponse {
    let html = staff.get(CART_PAGE).await.text();
    let hidden = hidden_fields(&html, CART_PAGE);
    let (_, nonce) = hidden.iter().find(|(name, _)| name == "_wpnonce").expect("a nonce");
    let fields: Vec<_> =
        [("_wpnonce", nonce.as_str()), ("do", action)].into_iter().chain(fields.iter().copied()).collect();
    staff.post(CART_PAGE, &fields).await
}

/// Saves a template over a version.
async fn save(staff: &Shopper, base: &str, subject: &str) -> String {
    let fields: Vec<_> = [("base", base)].into_iter().chain(template(subject, FORMS, "افتح")).collect();
    send(staff, "save", &fields).await.location().to_owned()
}

const FORMS: &str = "{ PLURAL(items) ->
    [zero] صفر
    [one] واحد
    [two] اثنان
    [few] {items} قليلة
    [many] {items} كثيرًا
   *[other] {items} غيرها
}";

async fn versions(shop: &TestShop) -> Vec<(i32, String)> {
    sqlx::query_as("select number, subject from followup_templates order by number")
        .fetch_all(&shop.db)
        .await
        .expect("versions")
}

async fn open_staff() -> (TestShop, Shopper) {
    let shop = TestShop::open_with(Options { rate_factor: 100, ..Options::default() }).await;
    shop.staff("noura@example.com", false).await;
    let staff = staff_in(&shop, "noura@example.com").await;
    (shop, staff)
}

#[tokio::test]
async fn staff_turn_a_cause_on_with_a_list_and_a_delay() {
    let (shop, staff) = open_staff().await;
    let list = shop.list("تذكير السلة", true).await;
    let page = staff.get(STAFF).await.shown();
    for name in ["سلة متروكة", "بعد الشراء", "طلب التقييم", "عودة عميل", "متوقفة"]
    {
        assert!(page.contains(name), "{name}: {page}");
    }
    let without_list = send(&staff, "settings", &[("is_on", "1"), ("list", ""), ("delay", "4")]).await;
    assert_eq!(without_list.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(without_list.shown().contains("اختر قائمة"));
    for delay in ["", "-1", "8761", "x"] {
        let refused = send(&staff, "settings", &[("list", list.as_str()), ("delay", delay)]).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{delay}");
    }
    let unknown = send(&staff, "settings", &[("list", "999"), ("delay", "4")]).await;
    assert_eq!(unknown.status, StatusCode::BAD_REQUEST);
    let saved = send(&staff, "settings", &[("is_on", "1"), ("list", &list), ("delay", "٦")]).await;
    assert_eq!(saved.location(), format!("{CART_PAGE}?notice=saved"));
    let stored: (bool, Option<i64>, i32) = sqlx::query_as(
        "select is_on, list_id, delay_hours from followup_causes where cause = 'abandoned-cart'",
    )
    .fetch_one(&shop.db)
    .await
    .expect("settings");
    assert_eq!(stored, (true, list.parse().ok(), 6));
    assert!(staff.get(STAFF).await.shown().contains("بعد 6 ساعات"));
    let audited: i64 =
        sqlx::query_scalar("select count(*) from audit_log where action = 'follow-up-settings'")
            .fetch_one(&shop.db)
            .await
            .expect("audit");
    assert_eq!(audited, 1);
    assert_eq!(shop.shopper().get(STAFF).await.status, StatusCode::NOT_FOUND, "staff only");
    assert_eq!(staff.get(&format!("{STAFF}unknown/")).await.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn the_preview_shows_the_six_plural_forms_and_saves_nothing() {
    let (shop, staff) = open_staff().await;
    let page = send(&staff, "preview", &template("عندك {items}", FORMS, "افتح")).await;
    assert_eq!(page.status, StatusCode::OK);
    let text = page.shown();
    for form in ["صفر", "واحد", "اثنان", "3 قليلة", "11 كثيرًا", "100 غيرها", "عندك 100"]
    {
        assert!(text.contains(form), "{form}: {text}");
    }
    assert!(versions(&shop).await.is_empty());
}

#[tokio::test]
async fn a_wrong_placeholder_or_a_missing_form_is_refused_with_its_position() {
    let (shop, staff) = open_staff().await;
    let wrong = send(&staff, "save", &template("سلتك", "مرحبًا\nأهلاً {nam}", "افتح")).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    let text = wrong.shown();
    assert!(text.contains("السطر 2، الموضع 8: لا معنى للاسم nam"), "{text}");
    assert!(text.contains("{name}") && wrong.text().contains("أهلاً {nam}"), "the text is shown again");
    let missing = FORMS.replace("    [few] {items} قليلة\n", "");
    let refused = send(&staff, "save", &template("سلتك", &missing, "افتح")).await;
    assert!(refused.shown().contains("تنقص صيغة العدد [few]"), "{}", refused.shown());
    let unclosed = send(&staff, "save", &template("سلتك {", "نص", "افتح")).await;
    assert!(unclosed.shown().contains("السطر 1"), "{}", unclosed.shown());
    assert!(versions(&shop).await.is_empty());
}

#[tokio::test]
async fn templates_have_versions_that_can_be_restored_and_the_newest_is_sent() {
    let (shop, staff) = open_staff().await;
    for (base, subject) in [("0", "الأولى {shop}"), ("1", "الثانية")] {
        assert_eq!(save(&staff, base, subject).await, format!("{CART_PAGE}?notice=template-saved"));
    }
    let restored = send(&staff, "restore", &[("base", "2"), ("number", "1")]).await;
    assert_eq!(restored.location(), format!("{CART_PAGE}?notice=restored"));
    let stored = versions(&shop).await;
    let subjects: Vec<&str> = stored.iter().map(|(_, subject)| subject.as_str()).collect();
    assert_eq!(subjects, ["الأولى {shop}", "الثانية", "الأولى {shop}"], "versions are never changed");

    // A form that was opened before is not saved over a newer version.
    assert_eq!(save(&staff, "1", "قديمة").await, format!("{CART_PAGE}?notice=changed"));
    assert_eq!(versions(&shop).await.len(), 3);
    let page = staff.get(CART_PAGE).await.shown();
    assert!(page.contains("استعادة النسخة 2") && page.contains("استعادة النص الأصلي"), "{page}");

    let list = shop.list("تذكير السلة", true).await;
    turn_on(&shop, CART, &list, 0).await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    leave_cart(&shop, &honey, "reem@example.com").await;
    let mailbox = shop.open_mailbox().await;
    work(&shop, &mailbox).await;
    let email = mailbox.wait_for(1).await.remove(0);
    assert!(email.subject.starts_with("الأولى"), "{}", email.subject);
    assert!(email.text.contains("واحد") && email.text.contains("افتح"), "{}", email.text);
}
