//! Call 33.

use super::*;

/// [API-33] [BAR-04] [BAR-05] [BAR-09]
#[tokio::test]
async fn a_code_is_found_with_the_stock_of_the_store() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").stock(7).make(&shop.db).await;
    with_gtin(&shop, &honey, "6291041500213").await;
    let noura = clerk(&shop).await;
    for code in ["6291041500213", "٦٢٩١٠٤١٥٠٠٢١٣", " 6291041500213 ", "06291041500213", honey.sku.as_str()]
    {
        let answer = search(&noura, "1", code).await;
        assert_eq!(answer["code"], 1, "{code}");
        let items = answer["items"].as_str().expect("markup");
        assert!(items.contains("عسل سدر") && items.contains("6291041500213"), "{items}");
        assert!(items.contains("value=\"increase-stock\"") && items.contains("name=\"status\""), "{items}");
        assert_eq!(answer["results"]["rows"][0]["stock"], "7");
        assert!(answer.get("redirect_page").is_none(), "a product opens no page");
    }
    assert_eq!(search(&noura, "2", "6291041500213").await["results"]["rows"][0]["stock"], "0");
}

/// [BAR-04] [BAR-06]
#[tokio::test]
async fn an_unknown_code_is_an_error_in_words() {
    let shop = open().await;
    let noura = clerk(&shop).await;
    let long = "1".repeat(101);
    for code in ["6291041509999", "", "%", "' or 1=1 --", "<b>x</b>", long.as_str()] {
        let answer = search(&noura, "1", code).await;
        assert_eq!(answer["code"], -1, "{code}");
        let items = answer["items"].as_str().expect("markup");
        assert!(items.contains("لا يوجد منتج بهذا الرمز الشريطي."), "{items}");
        assert!(!items.contains("<b>x"), "{items}");
    }
}

#[tokio::test]
async fn the_code_of_a_product_with_variations_is_that_of_all_of_them() {
    let shop = open().await;
    let coffee =
        shop.product("بنّ").variation("حبوب", 1_800, 4).variation("مطحون", 1_800, 5).make(&shop.db).await;
    with_gtin(&shop, &coffee, "6291045000108").await;
    sqlx::query("update variations set gtin = '6291047100011' where id = $1")
        .bind(coffee.variations[0].parse::<i64>().expect("an id"))
        .execute(&shop.db)
        .await
        .expect("a code");
    let noura = clerk(&shop).await;
    let all = search(&noura, "1", "6291045000108").await;
    assert_eq!(all["results"]["rows"].as_array().map(Vec::len), Some(2));
    let one = search(&noura, "1", "6291047100011").await;
    let rows = one["results"]["rows"].as_array().expect("rows");
    assert_eq!((rows.len(), &rows[0]["label"], &rows[0]["stock"]), (1, &"حبوب".into(), &"4".into()));
}

/// [BAR-05] [API-33]
#[tokio::test]
async fn the_number_of_an_order_opens_its_page() {
    let shop = open().await;
    let honey = shop.product("عسل سدر").make(&shop.db).await;
    let salma = shop.shopper();
    salma.add(&honey.id, "1").await;
    salma.buy(&shop).await;
    let number: i64 =
        sqlx::query_scalar("select number from orders").fetch_one(&shop.db).await.expect("an order");
    let noura = clerk(&shop).await;
    let find = async |text: String| {
        let fields = [("text", text.as_str()), ("barcode-actions", ""), ("store_id", "1")];
        call(&noura, "barcode_actions_search_order", &fields).await.json()
    };
    let found = find(number.to_string()).await;
    assert_eq!(
        (&found["code"], &found["redirect_page"]),
        (&1.into(), &format!("/ar/wp-admin/orders/{number}/").into())
    );
    assert_eq!(noura.get(found["redirect_page"].as_str().expect("a page")).await.status, StatusCode::OK);
    let missing = find("1".to_owned()).await;
    assert_eq!(missing["code"], -1);
    assert!(missing.get("redirect_page").is_none());
}
