//! The page and its plain forms.

use testkit::hidden_fields;

use super::*;

/// [BAR-01] [BAR-09]
#[tokio::test]
async fn the_page_has_the_form_with_the_store_and_rows_with_buttons() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(7).make(&shop.db).await;
    with_gtin(&shop, &honey, "6291041500213").await;
    let noura = clerk(&shop).await;
    let page = noura.get(PAGE).await;
    assert_eq!(page.status, StatusCode::OK);
    let html = page.text();
    assert!(hidden_fields(&html, PAGE).contains(&("store_id".to_owned(), "1".to_owned())));
    assert!(html.contains("name=\"text\""));
    let other = noura.get(&format!("{PAGE}?store_id=2")).await.text();
    assert!(hidden_fields(&other, PAGE).contains(&("store_id".to_owned(), "2".to_owned())));
    let found = noura.get(&format!("{PAGE}?store_id=1&text=6291041500213")).await;
    assert!(found.visible_text().contains("عسل سدر"));
    for status in ["increase-stock", "decrease-stock"] {
        assert!(found.text().contains(&format!("type=\"submit\" value=\"{status}\"")), "{status}");
    }
    assert!(!found.text().contains("value=\"set-stock\""), "for administrators");
}

/// [BAR-07] [BAR-08] [BAR-11]
#[tokio::test]
async fn without_script_the_forms_change_stock_and_undo() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(7).make(&shop.db).await;
    let noura = clerk(&shop).await;
    let path = format!("{PAGE}?store_id=1&text={}", honey.sku);
    let post = async |path: &str, status: &str, amount: &str| {
        let html = noura.get(path).await.text();
        // The form of the row, not the search.
        let html = html.split("method=\"post\"").nth(1).map(|rest| format!("<form action=\"{PAGE}\" {rest}"));
        let hidden = hidden_fields(&html.expect("a row"), PAGE);
        let hidden = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let all: Vec<_> = hidden.chain([("status", status), ("stock_unit", amount)]).collect();
        (noura.post(PAGE, &all).await, noura.post(PAGE, &all).await)
    };
    let (first, second) = post(&path, "decrease-stock", "2").await;
    assert_eq!(first.status, StatusCode::SEE_OTHER, "{}", first.text());
    assert_eq!(second.location(), first.location());
    assert_eq!(stock(&shop, &honey.sku, 1).await, 5, "a form that is sent twice acts once");
    let shown = noura.get(first.location()).await;
    let text = kernel::text::without_isolates(&shown.visible_text());
    assert!(text.contains("مخزون المنتج «عسل سدر» الآن 5."), "{text}");
    assert!(shown.text().contains("value=\"undo\""));

    let (refused, _) = post(&path, "decrease-stock", "6").await;
    let shown = noura.get(refused.location()).await.visible_text();
    assert!(shown.contains("لا يمكن أن تقلّ كمية المخزون عن صفر."), "{shown}");
    post(&path, "undo", "").await;
    assert_eq!(stock(&shop, &honey.sku, 1).await, 7);
}

#[tokio::test]
async fn a_bin_is_saved_for_its_store() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let noura = clerk(&shop).await;
    let path = format!("{PAGE}?store_id=2&text={}", honey.sku);
    let html = noura.get(&path).await.text();
    let form = html.split("method=\"post\"").nth(2).map(|rest| format!("<form action=\"{PAGE}\" {rest}"));
    let hidden = hidden_fields(&form.expect("the form of the bin"), PAGE);
    let hidden = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    let all: Vec<_> = hidden.chain([("bin", "الرفّ أ-4")]).collect();
    let saved = noura.post(PAGE, &all).await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER);
    assert!(noura.get(&path).await.visible_text().contains("الرفّ أ-4"));
    let other = noura.get(&path.replace("store_id=2", "store_id=1")).await;
    assert!(!other.visible_text().contains("الرفّ أ-4"));
}

/// No other page may use the camera.
#[tokio::test]
async fn only_this_page_may_use_the_camera() {
    let shop = open().await;
    let noura = clerk(&shop).await;
    let policy = async |path: &str| noura.get(path).await.header("permissions-policy").to_owned();
    assert!(policy(PAGE).await.contains("camera=(self)"));
    for path in ["/ar/", "/ar/wp-admin/", COUNTS] {
        assert!(policy(path).await.contains("camera=()"), "{path}");
    }
}
