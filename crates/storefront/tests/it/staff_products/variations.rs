//! Attributes, generated variations, and the table.

use super::*;

async fn labels(shop: &TestShop, product: &TestProduct) -> Vec<(String, String, i64)> {
    sqlx::query_as(
        "select label, sku, regular_minor from variations where product_id = $1 order by position, id",
    )
    .bind(product.id.parse::<i64>().expect("an id"))
    .fetch_all(&shop.db)
    .await
    .expect("variations")
}

#[tokio::test]
async fn attributes_make_a_variation_of_each_combination_that_has_none() {
    let shop = open().await;
    let coffee = shop.product("بن").price(1_800).make(&shop.db).await;
    let huda = owner(&shop).await;
    let action = format!("{}attributes/", url(&coffee));
    let add = async |label: &str, values: &str, price: &str| {
        huda.submit(&url(&coffee), &action, &[("label", label), ("values", values), ("price", price)]).await
    };
    let added = add("الوزن", "250 غ، 500 غ", "18").await;
    assert_eq!(added.status, StatusCode::SEE_OTHER, "{}", added.text());
    assert!(added.location().contains("notice=variations"), "{}", added.location());
    let made = labels(&shop, &coffee).await;
    assert_eq!(made[0], ("250 غ".to_owned(), format!("{}-1", coffee.sku), 1_800));
    assert_eq!(made[1].0, "500 غ");
    let kind: String = value(&shop, "select kind from products where id = $1", &coffee).await;
    assert_eq!(kind, "variable");
    add("الوزن", "1 كغ", "62").await;
    let made: Vec<String> = labels(&shop, &coffee).await.into_iter().map(|one| one.0).collect();
    assert_eq!(made, ["250 غ", "500 غ", "1 كغ"]);
    let refused = add("اللون", "", "1").await;
    assert!(refused.location().contains("notice=attribute-refused"), "{}", refused.location());
    let page = shop.shopper().get(&coffee.path).await.text();
    assert!(page.contains("250 غ") && page.contains("1 كغ"), "shoppers choose from them");
}

/// Filters have one group for each attribute.
#[tokio::test]
async fn an_attribute_that_the_shop_calls_the_same_is_that_one() {
    let shop = open().await;
    let coffee = shop.product("بن").price(1_800).make(&shop.db).await;
    sqlx::query("insert into attributes (name, label) values ('weight', 'الوزن')")
        .execute(&shop.db)
        .await
        .expect("an attribute");
    let huda = owner(&shop).await;
    let fields = [("label", "الوزن"), ("values", "250 غ"), ("price", "18")];
    huda.submit(&url(&coffee), &format!("{}attributes/", url(&coffee)), &fields).await;
    let names: Vec<String> = sqlx::query_scalar("select name from attributes order by id")
        .fetch_all(&shop.db)
        .await
        .expect("attributes");
    assert_eq!(names, ["weight"]);
    let choices: serde_json::Value =
        value(&shop, "select choices from variations where product_id = $1", &coffee).await;
    assert_eq!(choices, serde_json::json!({ "weight": "250 غ" }));
}

/// [D06] The price that a product loses by its first variations is a change like any other.
#[tokio::test]
async fn becoming_variable_is_a_version() {
    let shop = open().await;
    let coffee = shop.product("بن").price(1_800).make(&shop.db).await;
    let huda = owner(&shop).await;
    let price_action = format!("{}price/", url(&coffee));
    let hidden = testkit::hidden_fields(&huda.get(LIST).await.text(), &price_action);
    let action = format!("{}attributes/", url(&coffee));
    huda.submit(&url(&coffee), &action, &[("label", "الوزن"), ("values", "250 غ"), ("price", "18")]).await;
    assert_eq!(version(&shop, &coffee).await, 2);
    let before: i64 = value(
        &shop,
        "select (before ->> 'regular_minor')::bigint from changes where thing = 'product' and thing_id = $1",
        &coffee,
    )
    .await;
    assert_eq!(before, 1_800);
    let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    fields.push(("value", "19"));
    let late = huda.post(&price_action, &fields).await;
    assert!(late.location().contains("notice=price-conflict"), "{}", late.location());
    let refused = save(&huda, &coffee, &[("regular_minor", "19")]).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(seen(&refused).contains("لهذا المنتج خيارات، ولكل خيار سعره."));
    assert_eq!(price(&shop, &coffee).await, None);
}

/// [D26]
#[tokio::test]
async fn a_bad_cell_blocks_only_its_row() {
    let shop = open().await;
    let shirt =
        shop.product("ثوب").variation("أبيض", 2_000, 3).variation("أسود", 2_500, 0).make(&shop.db).await;
    let huda = owner(&shop).await;
    let action = format!("{}variations/", url(&shirt));
    let (white, black) = (&shirt.variations[0], &shirt.variations[1]);
    let (good, bad) = (format!("v{white}_regular_minor"), format!("v{black}_sale_minor"));
    let answer = huda.submit(&url(&shirt), &action, &[(&good, "٢١٫٥"), (&bad, "26.00")]).await;
    assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(seen(&answer).contains("السعر بعد التخفيض يجب أن يقلّ عن السعر."));
    assert!(answer.text().contains("value=\"26.00\""), "what was typed stays");
    let prices: Vec<i64> = labels(&shop, &shirt).await.into_iter().map(|one| one.2).collect();
    assert_eq!(prices, [2_150, 2_500]);
    let versions: Vec<i64> =
        sqlx::query_scalar("select version from variations where product_id = $1 order by position, id")
            .bind(shirt.id.parse::<i64>().expect("an id"))
            .fetch_all(&shop.db)
            .await
            .expect("versions");
    assert_eq!(versions, [2, 1]);
}

/// [D05] [D06]
#[tokio::test]
async fn two_people_edit_the_table_without_losing_a_cell() {
    let shop = open().await;
    let shirt = shop.product("ثوب").variation("أبيض", 2_000, 3).make(&shop.db).await;
    let (huda, reem) = (owner(&shop).await, member(&shop, "manager").await);
    let action = format!("{}variations/", url(&shirt));
    let field = |name: &str| format!("v{}_{name}", shirt.variations[0]);
    let hidden = testkit::hidden_fields(&reem.get(&url(&shirt)).await.text(), &action);
    huda.submit(&url(&shirt), &action, &[(&field("regular_minor"), "22")]).await;
    let post = async |extra: (String, &str)| {
        let mut fields: Vec<_> = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        fields.push((&extra.0, extra.1));
        reem.post(&action, &fields).await
    };
    assert_eq!(post((field("mpn"), "W-1")).await.status, StatusCode::SEE_OTHER, "another cell is merged");
    let clash = post((field("regular_minor"), "23")).await;
    assert_eq!(clash.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(seen(&clash).contains("تغيّر هذا الحقل بعد فتح الصفحة."));
    let row: (i64, String) =
        sqlx::query_as("select regular_minor, mpn from variations").fetch_one(&shop.db).await.expect("a row");
    assert_eq!(row, (2_200, "W-1".to_owned()));
}
