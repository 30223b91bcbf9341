//! What roles may write.

use super::*;

/// [D01]
#[tokio::test]
async fn the_content_role_writes_texts_and_no_price_code_or_state() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_800).make(&shop.db).await;
    let writer = member(&shop, "content").await;
    assert_eq!(save(&writer, &honey, &[("name", "عسل جبلي")]).await.status, StatusCode::SEE_OTHER);
    for (field, text) in [("regular_minor", "1"), ("sku", "X-1"), ("status", "draft"), ("slug", "x")] {
        let answer = save(&writer, &honey, &[(field, text)]).await;
        assert_eq!(answer.status, StatusCode::FORBIDDEN, "{field}");
    }
    assert_eq!((price(&shop, &honey).await, version(&shop, &honey).await), (Some(1_800), 2));
    assert_eq!(writer.get(NEW).await.status, StatusCode::NOT_FOUND);
    assert!(!writer.get(LIST).await.text().contains(NEW));
}

/// [D01]
#[tokio::test]
async fn readers_see_the_list_without_forms() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").price(1_800).make(&shop.db).await;
    let support = member(&shop, "support").await;
    let page = support.get(LIST).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(!page.text().contains("/price/") && !page.text().contains("/stock/"));
    let opened = Opened::of(&support, &url(&honey)).await;
    let answer = opened.save(&support, &[("name", "x")]).await;
    assert_eq!(answer.status, StatusCode::NOT_FOUND);
    assert_eq!(name(&shop, &honey).await, "عسل سدر");
}
