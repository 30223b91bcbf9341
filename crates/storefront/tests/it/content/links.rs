//! Links by which others read a version that is not public.

use kernel::Clock;

use super::{staff::*, *};

/// The link that the editor shows after the button of a version.
async fn share(staff: &Shopper, item: i64, version: i64) -> String {
    let editor = staff.get(&format!("{EDIT}?id={item}")).await.text();
    let nonce = testkit::hidden_fields(&editor, EDIT)
        .into_iter()
        .find(|(name, _)| name == "nonce")
        .map(|(_, value)| value)
        .expect("a nonce");
    let (item, version) = (item.to_string(), version.to_string());
    let fields = [("do", "share"), ("id", &item), ("version_id", &version), ("nonce", &nonce)];
    let answer = staff.post(EDIT, &fields).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.visible_text());
    let html = answer.text();
    let url = html.split("value=\"").find(|part| part.contains("/ar/preview/?")).expect("a link");
    let url = url.split('"').next().expect("an address").replace("&amp;", "&");
    url[url.find("/ar/preview/").expect("a path")..].to_owned()
}

async fn version(shop: &TestShop, item: i64) -> i64 {
    sqlx::query_scalar(
        "select id from content_versions where item_id = $1 order by valid_from desc nulls first limit 1",
    )
    .bind(item)
    .fetch_one(&shop.db)
    .await
    .expect("a version")
}

#[tokio::test]
async fn a_signed_link_shows_a_draft_to_anybody_and_is_never_cached_or_indexed() {
    let shop = open().await;
    let noura = noura(&shop).await;
    let item =
        put(&shop, &draft(ItemKind::Post, "soon", "قريبًا", vec![text("<p>نص المسودة</p>")]), None).await;
    let link = share(&noura, item, version(&shop, item).await).await;

    let guest = shop.shopper();
    assert_eq!(guest.get("/ar/soon/").await.status, StatusCode::NOT_FOUND);
    let shown = guest.get(&link).await;
    assert_eq!(shown.status, StatusCode::OK, "{link}");
    let html = shown.text();
    assert!(html.contains("نص المسودة") && html.contains("معاينة قبل النشر"), "the band says what it is");
    assert!(!html.contains("/ar/wp-admin/"), "others are not led to the editor");
    assert!(html.contains("<meta name=\"robots\" content=\"noindex"), "in the page");
    assert!(shown.header("x-robots-tag").contains("noindex"), "and in the header");
    assert_eq!(shown.header("cache-control"), "private, no-store");
    let audited: Vec<String> = sqlx::query_scalar("select subject from audit_log where action = 'content'")
        .fetch_all(&shop.db)
        .await
        .expect("the audit log");
    assert_eq!(audited, [format!("post {item} shared")]);
}

#[tokio::test]
async fn a_link_ends_with_its_time_with_any_change_and_with_any_other_value() {
    let start = DateTime::from_timestamp(1_790_000_000, 0).expect("a time");
    let clock = Clock::manual(start);
    let shop =
        TestShop::open_with(Options { clock: clock.clone(), rate_factor: 100, ..Options::default() }).await;
    let noura = noura(&shop).await;
    let soon = draft(ItemKind::Page, "soon", "قريبًا", vec![text("<p>نص المسودة</p>")]);
    let item = put(&shop, &soon, None).await;
    let other = put(&shop, &draft(ItemKind::Page, "other", "غيرها", Vec::new()), None).await;
    let (first, guest) = (version(&shop, item).await, shop.shopper());
    let link = share(&noura, item, first).await;
    let until = (start + TimeDelta::hours(1)).timestamp();
    assert_eq!(guest.get(&link).await.status, StatusCode::OK);
    let other_version = version(&shop, other).await;
    for (from, to) in [
        (format!("version={first}"), format!("version={other_version}")),
        (format!("until={until}"), format!("until={}", until + 3600)),
        ("edit=1".to_owned(), "edit=2".to_owned()),
        ("key=".to_owned(), "key=0".to_owned()),
    ] {
        let changed = link.replace(&from, &to);
        assert_ne!(changed, link, "{from}");
        assert_eq!(guest.get(&changed).await.status, StatusCode::NOT_FOUND, "{from} → {to}");
    }

    clock.advance(TimeDelta::minutes(59));
    assert_eq!(guest.get(&link).await.status, StatusCode::OK);
    clock.advance(TimeDelta::minutes(1));
    assert_eq!(guest.get(&link).await.status, StatusCode::NOT_FOUND, "after an hour");

    let noura = staff_again(&shop).await;
    let link = share(&noura, item, first).await;
    assert_eq!(guest.get(&link).await.status, StatusCode::OK);
    let change =
        [("title", "قريبًا"), ("slug", "soon"), ("block-0-html", "<p>نص آخر</p>"), ("at", "2090-01-01T08:00")];
    save(&noura, &format!("{EDIT}?id={item}"), &change, "schedule").await;
    assert_eq!(guest.get(&link).await.status, StatusCode::NOT_FOUND, "the draft was changed");

    let scheduled = version(&shop, item).await;
    let link = share(&noura, item, scheduled).await;
    assert!(guest.get(&link).await.text().contains("نص آخر"), "a scheduled version has a link too");
    sqlx::query("update content_versions set valid_from = $2 where id = $1")
        .bind(scheduled)
        .bind(clock.now() - TimeDelta::seconds(1))
        .execute(&shop.db)
        .await
        .expect("a start");
    assert_eq!(guest.get(&link).await.location(), "/ar/soon/", "a version that has started is public");
}

#[tokio::test]
async fn a_past_version_has_no_link() {
    let shop = open().await;
    let noura = noura(&shop).await;
    let item = page(&shop, "terms", "الشروط", "<p>x</p>").await;
    let html = noura.get(&format!("{EDIT}?id={item}")).await.text();
    assert!(!html.contains("value=\"share\""));
    let nonce = testkit::hidden_fields(&html, EDIT);
    let nonce =
        nonce.iter().find(|(name, _)| name == "nonce").map(|(_, value)| value.clone()).expect("a nonce");
    let (id, version) = (item.to_string(), version(&shop, item).await.to_string());
    let fields = [("do", "share"), ("id", &id), ("version_id", &version), ("nonce", &nonce)];
    assert!(noura.post(EDIT, &fields).await.location().ends_with("notice=not-changed"));
}
