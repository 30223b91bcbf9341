//! Two people who edit the same item.

use super::{staff::*, *};

/// The hidden fields of the editor's form, with their markup.
fn hidden(html: &str) -> Vec<(String, String)> {
    let markup = |value: String| value.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    testkit::hidden_fields(html, EDIT).into_iter().map(|(name, value)| (name, markup(value))).collect()
}

/// The fields of a form that was opened earlier, with changes.
fn stale(html: &str, changes: &[(&str, &str)]) -> Vec<(String, String)> {
    let own = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
    hidden(html).into_iter().chain(changes.iter().map(own)).collect()
}

async fn send(staff: &Shopper, fields: &[(String, String)], more: &[(&str, &str)]) -> TestResponse {
    let fields: Vec<(&str, &str)> = fields
        .iter()
        .map(|(name, value)| (name.as_str(), value.as_str()))
        .chain(more.iter().copied())
        .collect();
    staff.post(EDIT, &fields).await
}

async fn title_and_blocks(shop: &TestShop, item: i64) -> (String, String) {
    sqlx::query_as(
        "select title, blocks::text from content_versions where item_id = $1
         order by valid_from desc nulls first, id desc limit 1",
    )
    .bind(item)
    .fetch_one(&shop.db)
    .await
    .expect("a version")
}

struct Conflict {
    shop: TestShop,
    staff: Shopper,
    item: i64,
    page: TestResponse,
}

/// One person changes the title and the text; another, who opened the page before, the text and the lead.
async fn conflict() -> Conflict {
    let shop = open().await;
    let staff = noura(&shop).await;
    let item = page(&shop, "terms", "الشروط", "<p>النص الأول هنا</p>").await;
    let editor = format!("{EDIT}?id={item}");
    let opened = staff.get(&editor).await.text();
    let first = [
        ("title", "الشروط والأحكام"),
        ("slug", "terms"),
        ("lead", ""),
        ("block-0-html", "<p>النص الأخير هنا</p>"),
    ];
    assert_eq!(save(&staff, &editor, &first, "publish").await.status, StatusCode::SEE_OTHER);
    let mine = [
        ("title", "الشروط"),
        ("slug", "terms"),
        ("lead", "مقدّمة جديدة"),
        ("block-0-html", "<p>النص المعدّل هنا</p>"),
        ("do", "publish"),
    ];
    let page = send(&staff, &stale(&opened, &mine), &[]).await;
    Conflict { shop, staff, item, page }
}

#[tokio::test]
async fn a_late_form_gets_both_edits_and_writes_nothing() {
    let Conflict { shop, item, page, .. } = conflict().await;
    assert_eq!(page.status, StatusCode::CONFLICT);
    let text = page.visible_text();
    for words in ["حفظ شخص آخر", "نورة", "قبل التعديلين", "التعديل الآخر", "تعديلك"]
    {
        assert!(text.contains(words), "{words}: {text}");
    }
    for words in ["الأول", "الأخير", "المعدّل"] {
        assert!(text.contains(words), "all three states are shown: {words}");
    }
    assert!(
        page.text().contains("<mark>الأخير </mark>") || page.text().contains("<mark>الأخير"),
        "changes are marked"
    );
    let html = page.text();
    assert!(
        html.contains("name=\"choice-0\"") && !html.contains("name=\"choice-1\""),
        "only the text is a conflict"
    );
    assert!(html.contains("مقدّمة جديدة"), "what was typed is in the form");
    assert_eq!(title_and_blocks(&shop, item).await.0, "الشروط والأحكام", "nothing was written");
}

#[tokio::test]
async fn the_choice_is_saved_with_what_only_one_of_them_changed() {
    for (choice, expected) in [("mine", "المعدّل"), ("theirs", "الأخير"), ("base", "الأول")]
    {
        let Conflict { shop, staff, item, page } = conflict().await;
        let form = hidden(&page.text());
        let saved = send(&staff, &form, &[("choice-0", choice), ("do", "publish")]).await;
        assert!(saved.location().ends_with("&notice=published"), "{}", saved.visible_text());
        let (title, blocks) = title_and_blocks(&shop, item).await;
        assert_eq!(title, "الشروط والأحكام", "their title stays");
        assert!(blocks.contains(expected), "{choice}: {blocks}");
        let lead: String = sqlx::query_scalar("select lead from content_versions order by id desc limit 1")
            .fetch_one(&shop.db)
            .await
            .expect("a lead");
        assert_eq!(lead, "مقدّمة جديدة", "my lead as well");
    }
}

#[tokio::test]
async fn both_texts_can_be_taken_and_edited_further() {
    let Conflict { shop, staff, item, page } = conflict().await;
    let form = hidden(&page.text());
    let editor = send(&staff, &form, &[("choice-0", "both"), ("do", "merge")]).await;
    assert_eq!(editor.status, StatusCode::OK);
    let html = editor.text();
    let (mine, theirs) = (html.find("المعدّل").expect("mine"), html.find("الأخير").expect("theirs"));
    assert!(mine < theirs && html.contains("name=\"block-1-html\""), "mine, then theirs");
    assert!(!title_and_blocks(&shop, item).await.1.contains("المعدّل"), "nothing was written yet");
    let third = [
        ("title", "الشروط"),
        ("slug", "terms"),
        ("block-0-html", "<p>صياغة ثالثة</p>"),
        ("block-1-html", "<p>نهاية</p>"),
        ("do", "save"),
    ];
    let saved = send(&staff, &stale(&html, &third), &[]).await;
    assert!(saved.location().ends_with("&notice=saved"), "{}", saved.visible_text());
    assert!(title_and_blocks(&shop, item).await.1.contains("صياغة ثالثة"));
}

#[tokio::test]
async fn a_third_edit_in_the_meantime_is_a_conflict_again() {
    let Conflict { shop, staff, item, page } = conflict().await;
    let form = hidden(&page.text());
    let editor = format!("{EDIT}?id={item}");
    let third = [("title", "الشروط والأحكام"), ("slug", "terms"), ("block-0-html", "<p>تعديل ثالث</p>")];
    assert_eq!(save(&staff, &editor, &third, "publish").await.status, StatusCode::SEE_OTHER);
    let again = send(&staff, &form, &[("choice-0", "mine"), ("do", "publish")]).await;
    assert_eq!(again.status, StatusCode::CONFLICT);
    let text = again.visible_text();
    assert!(text.contains("ثالث") && text.contains("المعدّل"), "{text}");
    assert!(title_and_blocks(&shop, item).await.1.contains("تعديل ثالث"), "nothing was written");
}

#[tokio::test]
async fn one_person_who_saves_twice_meets_no_conflict() {
    let shop = open().await;
    let staff = noura(&shop).await;
    let item = page(&shop, "terms", "الشروط", "<p>x</p>").await;
    comment_post(&shop).await;
    for text in ["<p>واحد</p>", "<p>اثنان</p>"] {
        let fields = [("title", "الشروط"), ("slug", "terms"), ("block-0-html", text)];
        let saved = save(&staff, &format!("{EDIT}?id={item}"), &fields, "save").await;
        assert_eq!(saved.status, StatusCode::SEE_OTHER, "{}", saved.visible_text());
    }
}

/// Comments never move the version number.
async fn comment_post(shop: &TestShop) {
    let id = post(shop, "coffee", "قهوة").await;
    comment(shop, id, None, "غادة", "تعليق").await;
    let version: i64 = sqlx::query_scalar("select version from content_items where id = $1")
        .bind(id)
        .fetch_one(&shop.db)
        .await
        .expect("a number");
    assert_eq!(version, 1);
}

#[tokio::test]
async fn old_edits_are_forgotten_and_a_late_form_is_still_answered() {
    let Conflict { shop, staff, item, .. } = conflict().await;
    let editor = format!("{EDIT}?id={item}");
    let opened = staff.get(&editor).await.text();
    let change = [("title", "الشروط"), ("slug", "terms"), ("block-0-html", "<p>لاحق</p>")];
    save(&staff, &editor, &change, "save").await;
    sqlx::query("update content_edits set saved_at = saved_at - interval '91 days'")
        .execute(&shop.db)
        .await
        .expect("edits of long ago");
    content::jobs::forget_edits(&shop.db, shop.clock().now()).await.expect("forgotten");
    let left: Vec<i64> = sqlx::query_scalar("select version from content_edits order by version")
        .fetch_all(&shop.db)
        .await
        .expect("edits");
    let current: i64 =
        sqlx::query_scalar("select version from content_items").fetch_one(&shop.db).await.expect("a number");
    assert_eq!(left, [current], "the last one stays");
    let mine = [("title", "الشروط"), ("slug", "terms"), ("block-0-html", "<p>متأخر</p>"), ("do", "save")];
    let late = send(&staff, &stale(&opened, &mine), &[]).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    let text = late.visible_text();
    assert!(
        text.contains("لم تعد هذه النسخة محفوظة") && text.contains("لاحق") && text.contains("متأخر"),
        "{text}"
    );
}
