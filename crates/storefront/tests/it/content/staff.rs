//! The staff's editor: drafts, publishing, schedules, previews, conflicts, addresses.

use super::*;
use crate::orders::staff_in;

pub async fn noura(shop: &TestShop) -> Shopper {
    shop.staff("noura@example.com", false).await;
    staff_in(shop, "noura@example.com").await
}

/// A new session, after the old one has ended.
pub async fn staff_again(shop: &TestShop) -> Shopper {
    staff_in(shop, "noura@example.com").await
}

/// Opens the editor, changes fields, and sends the form.
pub async fn save(staff: &Shopper, page: &str, fields: &[(&str, &str)], action: &str) -> TestResponse {
    let fields: Vec<_> = fields.iter().copied().chain([("do", action)]).collect();
    staff.submit(page, EDIT, &fields).await
}

const NEW_PAGE: &str = "/ar/wp-admin/content/edit/?kind=page";

fn fields<'a>(title: &'a str, slug: &'a str) -> Vec<(&'a str, &'a str)> {
    [("title", title), ("slug", slug), ("block-0-html", "<p>نص الصفحة</p>")].to_vec()
}

#[tokio::test]
async fn the_pages_of_staff_exist_for_staff_only() {
    let shop = open().await;
    shop.customer("a@example.com", "سلمى").await;
    for shopper in [shop.shopper(), shop.signed_in("a@example.com").await] {
        for path in ["", "edit/?kind=page", "preview/?id=1", "categories/", "redirects/"] {
            let answer = shopper.get(&format!("/ar/wp-admin/content/{path}")).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        }
        assert_eq!(
            shopper.post(EDIT, &[("do", "publish"), ("kind", "page"), ("title", "x")]).await.status,
            StatusCode::NOT_FOUND
        );
    }
    let noura = noura(&shop).await;
    for path in ["", "?kind=post", "edit/?kind=page", "edit/?kind=post", "categories/", "redirects/"] {
        let answer = noura.get(&format!("/ar/wp-admin/content/{path}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{path}");
        assert!(answer.header("cache-control").contains("no-store"));
    }
}

#[tokio::test]
async fn a_draft_is_previewed_and_then_published() {
    let shop = open().await;
    let noura = noura(&shop).await;
    let before = last_purge(&shop).await;
    let saved = save(&noura, NEW_PAGE, &fields("عن المتجر", ""), "save").await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.visible_text());
    let editor = saved.location().replace("&notice=saved", "");
    assert!(saved.location().ends_with("&notice=saved"), "{}", saved.location());
    assert_eq!(purged_since(&shop, before).await, Vec::<String>::new(), "a draft is on no page");
    let slug = "/ar/%D8%B9%D9%86-%D8%A7%D9%84%D9%85%D8%AA%D8%AC%D8%B1/";
    assert_eq!(shop.shopper().get(slug).await.status, StatusCode::NOT_FOUND);
    let page = noura.get(&editor).await.text();
    assert!(page.contains("نص الصفحة"));
    let preview =
        page.split("href=\"").find(|part| part.starts_with("/ar/wp-admin/content/preview/")).expect("a link");
    let preview = preview.split('"').next().expect("an address").replace("&amp;", "&");
    let shown = noura.get(&preview).await;
    assert!(shown.text().contains("نص الصفحة") && shown.text().contains("معاينة المسودة"));
    assert!(shown.header("cache-control").contains("no-store"));
    assert_eq!(shop.shopper().get(&preview).await.status, StatusCode::NOT_FOUND);

    let before = last_purge(&shop).await;
    let published = save(&noura, &editor, &fields("عن المتجر", ""), "publish").await;
    assert!(
        published.location().ends_with("&notice=published"),
        "{} {}",
        published.status,
        published.location()
    );
    let item: i64 =
        sqlx::query_scalar("select id from content_items").fetch_one(&shop.db).await.expect("an item");
    assert_eq!(purged_since(&shop, before).await, ["content-search".to_owned(), format!("content:{item}")]);
    assert!(shop.shopper().get(slug).await.text().contains("نص الصفحة"));
    let audited: Vec<String> =
        sqlx::query_scalar("select subject from audit_log where action = 'content' order by seq")
            .fetch_all(&shop.db)
            .await
            .expect("the audit log");
    assert_eq!(audited, [format!("page {item} saved"), format!("page {item} published")]);
}

#[tokio::test]
async fn an_edit_is_scheduled_taken_back_and_restored() {
    let shop = open().await;
    let noura = noura(&shop).await;
    let item = page(&shop, "terms", "الشروط", "<p>النص الأول</p>").await;
    let editor = format!("{EDIT}?id={item}");
    let guest = shop.shopper();
    assert!(guest.get("/ar/terms/").await.text().contains("النص الأول"));
    let change =
        |at| [("title", "الشروط"), ("slug", "terms"), ("block-0-html", "<p>النص الثاني</p>"), ("at", at)];
    assert_eq!(
        save(&noura, &editor, &change("2019-01-01T08:00"), "schedule").await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let before = last_purge(&shop).await;
    let scheduled = save(&noura, &editor, &change("2099-01-01T08:00"), "schedule").await;
    assert!(scheduled.location().ends_with("&notice=scheduled"), "{}", scheduled.visible_text());
    assert!(
        purged_since(&shop, before).await.contains(&format!("content:{item}")),
        "the copy learns when it ends"
    );
    assert!(guest.get("/ar/terms/").await.text().contains("النص الأول"));
    let preview =
        noura.get(&format!("/ar/wp-admin/content/preview/?id={item}&at=2099-01-02T00:00")).await.text();
    assert!(preview.contains("النص الثاني"));
    let version: i64 = sqlx::query_scalar("select id from content_versions where valid_from > now()")
        .fetch_one(&shop.db)
        .await
        .expect("a version");
    let html = noura.get(&editor).await.text();
    let nonce =
        html.split("name=\"nonce\" value=\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a form");
    let (id, version) = (item.to_string(), version.to_string());
    let back =
        [("do", "unschedule"), ("id", id.as_str()), ("version_id", version.as_str()), ("nonce", nonce)];
    assert!(noura.post(EDIT, &back).await.location().ends_with("notice=unscheduled"));
    assert!(noura.post(EDIT, &back).await.location().ends_with("notice=not-changed"));
    let drafts: i64 = sqlx::query_scalar("select count(*) from content_versions where valid_from is null")
        .fetch_one(&shop.db)
        .await
        .expect("a count");
    assert_eq!(drafts, 1);
}

#[tokio::test]
async fn a_page_is_hidden_and_keeps_its_versions() {
    let shop = open().await;
    let noura = noura(&shop).await;
    let item = page(&shop, "offer", "عرض", "<p>نص العرض</p>").await;
    assert_eq!(shop.shopper().get("/ar/offer/").await.status, StatusCode::OK);
    let hidden = save(&noura, &format!("{EDIT}?id={item}"), &fields("عرض", "offer"), "hide").await;
    assert!(hidden.location().ends_with("&notice=hidden"), "{}", hidden.visible_text());
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    assert_eq!(shop.shopper().get("/ar/offer/").await.status, StatusCode::NOT_FOUND);
}

/// Times of the editor are those of the shop, also when its clocks change.
#[tokio::test]
async fn times_are_read_and_shown_in_the_time_zone_of_the_shop() {
    let shop = open().await;
    sqlx::query("insert into settings (name, value) values ('shop', $1)")
        .bind(json!({ "name": "متجر", "tagline": "", "phone": "", "timeZone": "America/Detroit" }))
        .execute(&shop.db)
        .await
        .expect("a setting");
    purge(&shop, "settings").await;
    let noura = noura(&shop).await;
    let item = page(&shop, "terms", "الشروط", "<p>x</p>").await;
    let editor = format!("{EDIT}?id={item}");
    for (typed, moment, shown) in [
        ("2040-07-01T08:30", "2040-07-01T12:30:00Z", "1 يوليو 2040، 8:30 صباحًا"),
        ("2040-12-01T20:30", "2040-12-02T01:30:00Z", "1 ديسمبر 2040، 8:30 مساءً"),
    ] {
        let fields = [("title", "الشروط"), ("slug", "terms"), ("block-0-html", "<p>y</p>"), ("at", typed)];
        let saved = save(&noura, &editor, &fields, "schedule").await;
        assert!(saved.location().ends_with("&notice=scheduled"), "{}", saved.visible_text());
        let moment: DateTime<Utc> = moment.parse().expect("a time");
        let stored: DateTime<Utc> = sqlx::query_scalar("select max(valid_from) from content_versions")
            .fetch_one(&shop.db)
            .await
            .expect("a start");
        assert_eq!(stored, moment);
        let page = noura.get(&editor).await.visible_text();
        assert!(page.contains(shown) && !page.contains("التوقيت العالمي"), "{page}");
    }
    let lists = noura.get("/ar/wp-admin/content/?kind=page").await.visible_text();
    assert!(lists.contains("1 يوليو 2040، 8:30 صباحًا"), "{lists}");
    let preview = noura.get(&format!("/ar/wp-admin/content/preview/?id={item}&at=2040-07-01T08:30")).await;
    assert!(preview.visible_text().contains("1 يوليو 2040، 8:30 صباحًا"));
}

/// A name that the database does not know is UTC instead of an error on every page.
#[tokio::test]
async fn an_unknown_time_zone_is_utc() {
    let shop = open().await;
    sqlx::query("insert into settings (name, value) values ('shop', $1)")
        .bind(json!({ "name": "متجر", "tagline": "", "phone": "", "timeZone": "Mars/Olympus" }))
        .execute(&shop.db)
        .await
        .expect("a setting");
    purge(&shop, "settings").await;
    let noura = noura(&shop).await;
    let fields =
        [("title", "عرض"), ("slug", "offer"), ("block-0-html", "<p>x</p>"), ("at", "2040-07-01T08:30")];
    assert!(save(&noura, NEW_PAGE, &fields, "schedule").await.location().ends_with("&notice=scheduled"));
    let stored: DateTime<Utc> = sqlx::query_scalar("select valid_from from content_versions")
        .fetch_one(&shop.db)
        .await
        .expect("a start");
    assert_eq!(stored.to_rfc3339(), "2040-07-01T08:30:00+00:00");
}

#[tokio::test]
async fn an_address_is_unique_never_the_shops_own_and_the_old_one_leads_to_the_new() {
    let shop = open().await;
    let noura = noura(&shop).await;
    for reserved in [
        "cart",
        "shop",
        "checkout",
        "product",
        "product-category",
        "my-account",
        "blog",
        "wp-admin",
        "reviews",
    ] {
        let refused = save(&noura, NEW_PAGE, &fields("صفحة", reserved), "publish").await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{reserved}");
        assert!(refused.text().contains("هذا الرابط لصفحة من صفحات المتجر"), "{reserved}");
    }
    let item = page(&shop, "about", "حكاية", "<p>x</p>").await;
    assert_eq!(
        save(&noura, NEW_PAGE, &fields("صفحة", "about"), "publish").await.status,
        StatusCode::UNPROCESSABLE_ENTITY
    );
    let moved = save(&noura, &format!("{EDIT}?id={item}"), &fields("حكاية", "our-story"), "publish").await;
    assert_eq!(moved.status, StatusCode::SEE_OTHER, "{}", moved.visible_text());
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    let guest = shop.shopper();
    assert_eq!(guest.get("/ar/about/").await.location(), "/ar/our-story/");
    assert_eq!(guest.get("/ar/our-story/").await.status, StatusCode::OK);
}

#[tokio::test]
async fn blocks_are_added_moved_and_removed_without_saving() {
    let shop = open().await;
    let noura = noura(&shop).await;
    let added = save(&noura, NEW_PAGE, &fields("صفحة", "page-1"), "add:tabs").await;
    assert_eq!(added.status, StatusCode::OK);
    let html = added.text();
    assert!(
        html.contains("نص الصفحة")
            && html.contains("name=\"block-1-kind\"")
            && html.contains("value=\"tabs\"")
    );
    assert!(html.contains("name=\"block-1-title-0\""));
    let items: i64 =
        sqlx::query_scalar("select count(*) from content_items").fetch_one(&shop.db).await.expect("a count");
    assert_eq!(items, 0);
    let unknown = save(&noura, NEW_PAGE, &fields("صفحة", "page-1"), "explode").await;
    assert_eq!(unknown.status, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn categories_and_redirects_are_edited_and_recorded() {
    let shop = open().await;
    let noura = noura(&shop).await;
    let (categories, redirects) = ("/ar/wp-admin/content/categories/", "/ar/wp-admin/content/redirects/");
    let before = last_purge(&shop).await;
    let saved =
        noura.submit(categories, categories, &[("name", "القهوة"), ("slug", "coffee"), ("do", "save")]).await;
    assert!(saved.location().ends_with("notice=saved"), "{} {}", saved.status, saved.location());
    assert_eq!(purged_since(&shop, before).await, ["post-categories"]);
    assert!(shop.shopper().get("/ar/category/coffee/").await.text().contains("القهوة"));
    let nonce = testkit::hidden_fields(&noura.get(redirects).await.text(), redirects);
    let nonce =
        nonce.iter().find(|(name, _)| name == "nonce").map(|(_, value)| value.clone()).expect("a nonce");
    let put = async |from: &str, to: &str, action: &str| {
        noura
            .post(redirects, &[("from", from), ("to", to), ("do", action), ("nonce", &nonce)])
            .await
            .location()
            .to_owned()
    };
    assert!(put("https://old.example/ar/old-page", "/ar/shop/", "save").await.ends_with("notice=saved"));
    assert_eq!(shop.shopper().get("/ar/old-page/").await.location(), "/ar/shop/");
    for target in ["https://evil.example/", "//evil.example/", "/\\evil.example"] {
        assert!(put("/ar/x/", target, "save").await.ends_with("notice=invalid"), "{target}");
    }
    assert!(put("/ar/old-page/", "", "delete").await.ends_with("notice=deleted"));
    assert_eq!(shop.shopper().get("/ar/old-page/").await.status, StatusCode::NOT_FOUND);
}
