//! The form on a page of its own, without script.

use super::*;

async fn send(shopper: &Shopper, fields: &[(&str, &str)]) -> TestResponse {
    shopper.post(WRITE, fields).await
}

/// [REV-36] [REV-37] [REV-49]
#[tokio::test]
async fn a_plain_form_is_redirected_when_done_and_shown_again_when_not() {
    let shop = open().await;
    sqlx::query("insert into review_criteria (label, is_required) values ('الجودة', true)")
        .execute(&shop.db)
        .await
        .expect("criteria");
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let guest = shop.shopper();
    let page = guest.get(&format!("{WRITE}?item={}", honey.id)).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.header("cache-control").contains("no-store"));
    let page = page.text();
    for expected in
        ["عسل سدر", "cr_time", "onsiteQuestions[cr_criterion_1]", "name=\"review\"", "name=\"rating\""]
    {
        assert!(page.contains(expected), "{expected}");
    }

    let form = with(guest_form(&honey.id, "salma@example.com"), "onsiteQuestions[cr_criterion_1]", "");
    let refused = send(&guest, &with(form.clone(), "name", " ")).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    let text = refused.text();
    assert!(text.contains("طعمه أصيل"), "what was typed is kept");
    assert!(text.contains("اكتب اسمك."));
    assert!(kernel::text::without_isolates(&text).contains("اختر عدد النجوم لمعيار «الجودة»."));
    assert_eq!(count(&shop, "true").await, 0);

    let done = send(&guest, &with(form, "onsiteQuestions[cr_criterion_1]", "4")).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER);
    assert_eq!(done.location(), format!("{WRITE}?item={}&sent=held", honey.id));
    let result = guest.get(done.location()).await.text();
    assert!(result.contains("سيظهر بعد التحقق منه"));
    assert_eq!(count(&shop, "criteria = '[{\"label\": \"الجودة\", \"rating\": 4}]'").await, 1);
}

#[tokio::test]
async fn a_page_for_a_product_that_does_not_exist_is_not_found() {
    let shop = open().await;
    let draft = shop.product("مسودة").status("draft").make(&shop.db).await;
    for item in ["987654321", draft.id.as_str()] {
        assert_eq!(shop.shopper().get(&format!("{WRITE}?item={item}")).await.status, StatusCode::NOT_FOUND);
    }
    assert_eq!(shop.shopper().get(WRITE).await.status, StatusCode::OK, "the shop itself");
    let cross_site = shop
        .shopper()
        .post_with(WRITE, &guest_form("0", "a@example.com"), &[("sec-fetch-site", "cross-site")])
        .await;
    assert_eq!(cross_site.status, StatusCode::FORBIDDEN);
}
