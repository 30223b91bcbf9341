//! Lists about products: categories, tags, brands, attributes, reviews, and figures of a selection.

use ::moderation::ItemState;
use http::StatusCode;
use serde_json::{Value, json};
use testkit::{Options, Shopper, TestProduct, TestShop};

use super::{BASE, number, sql};

async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 100, ..Options::default() }).await
}

async fn read(shopper: &Shopper, path: &str) -> Value {
    let escaped = percent_encoding::utf8_percent_encode(path, percent_encoding::CONTROLS);
    let answer = shopper.get(&format!("{BASE}/products{escaped}")).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text());
    answer.json()
}

fn field<'v>(list: &'v Value, name: &str) -> Vec<&'v Value> {
    list.as_array().expect("a list").iter().map(|one| &one[name]).collect()
}

struct Sizes {
    small: i64,
    medium: i64,
}

/// A shirt in two sizes, dates with a tag and a brand, in two categories.
async fn catalogue(shop: &TestShop) -> (TestProduct, TestProduct, Sizes) {
    let shirt = shop.product("قميص").price(2_000).stock(0).make(&shop.db).await;
    let dates = shop.product("تمر").price(1_000).make(&shop.db).await;
    sql(
        shop,
        &format!(
            "insert into categories (slug, path, name) values ('food', 'food', 'أغذية'), ('empty', 'empty', 'فارغ');
             insert into categories (slug, path, name, parent_id)
                 select 'sweet', 'food/sweet', 'حلويات', id from categories where path = 'food';
             update products set category_id = (select id from categories where path = 'food/sweet'),
                 tags = array['هدية'] where id = {dates};
             insert into brands (name) values ('النخلة'), ('الواحة');
             update products set brand_id = (select id from brands where name = 'النخلة') where id = {dates};
             insert into attributes (name, label) values ('size', 'المقاس');
             insert into attribute_values (attribute_id, value, position)
                 select id, size, place from attributes,
                     (values ('S', 1), ('M', 2), ('L', 3)) as sizes (size, place);
             insert into product_attributes (product_id, attribute_id, value_ids)
                 select {shirt}, attribute_id, array_agg(id) from attribute_values where value in ('S', 'M')
                 group by attribute_id;
             insert into product_attributes (product_id, attribute_id, value_ids)
                 select {dates}, attribute_id, array[id] from attribute_values where value = 'M';
             select reindex_listings(array(select id from products), now());
             select refresh_facet_counts();",
            dates = dates.id,
            shirt = shirt.id,
        ),
    )
    .await;
    let value = async |name: &str| -> i64 {
        sqlx::query_scalar("select id::bigint from attribute_values where value = $1")
            .bind(name)
            .fetch_one(&shop.db)
            .await
            .expect("a value")
    };
    let sizes = Sizes { small: value("S").await, medium: value("M").await };
    (shirt, dates, sizes)
}

#[tokio::test]
async fn categories_have_their_counts_and_parents() {
    let shop = open().await;
    catalogue(&shop).await;
    let shopper = shop.shopper();

    let categories = read(&shopper, "/categories").await;
    assert_eq!(
        field(&categories, "slug"),
        ["food", "sweet", "test"].map(|slug| json!(slug)).iter().collect::<Vec<_>>()
    );
    let (food, sweet) = (&categories[0], &categories[1]);
    assert_eq!((&food["count"], &food["parent"]), (&json!(1), &json!(0)));
    assert_eq!(sweet["parent"], food["id"]);
    assert!(sweet["permalink"].as_str().expect("a link").ends_with("/ar/product-category/food/sweet/"));
    assert_eq!(read(&shopper, &format!("/categories/{}", sweet["id"])).await, *sweet);

    let all = read(&shopper, "/categories?hide_empty=false&orderby=count&order=desc&per_page=1").await;
    assert_eq!(all.as_array().map(Vec::len), Some(1));
    let empty = read(&shopper, "/categories?hide_empty=false&search=فارغ").await;
    assert_eq!(field(&empty, "slug"), [&json!("empty")]);
    let missing = shopper.get(&format!("{BASE}/products/categories/99999")).await;
    assert_eq!(missing.status, StatusCode::NOT_FOUND);
    assert_eq!(missing.json()["code"], "woocommerce_rest_category_invalid_id");
}

#[tokio::test]
async fn tags_and_brands_have_numbers_that_filter_products() {
    let shop = open().await;
    let (_, dates, _) = catalogue(&shop).await;
    let shopper = shop.shopper();

    let tags = read(&shopper, "/tags").await;
    assert_eq!(field(&tags, "name"), [&json!("هدية")]);
    assert_eq!(tags[0]["count"], 1);
    let tagged = read(&shopper, &format!("?tag={}", tags[0]["id"])).await;
    assert_eq!(field(&tagged, "id"), [&json!(number(&dates.id))]);
    assert_eq!(tagged[0]["tags"][0]["id"], tags[0]["id"]);

    let brands = read(&shopper, "/brands").await;
    assert_eq!(field(&brands, "name"), [&json!("النخلة")], "a brand without products is hidden");
    let branded = read(&shopper, &format!("?brand={}", brands[0]["id"])).await;
    assert_eq!(field(&branded, "id"), [&json!(number(&dates.id))]);
    assert_eq!(read(&shopper, &format!("/brands/{}", brands[0]["id"])).await, brands[0]);
    let missing = shopper.get(&format!("{BASE}/products/brands/99999")).await;
    assert_eq!(missing.json()["code"], "woocommerce_rest_brand_invalid_id");

    // A tag that no product has any more is not listed, and its number is not given away.
    let number = tags[0]["id"].clone();
    sql(&shop, "update products set tags = array['جديد'] where tags <> '{}'; select refresh_facet_counts()")
        .await;
    let tags = read(&shopper, "/tags?orderby=slug").await;
    assert_eq!(field(&tags, "name"), [&json!("جديد")]);
    assert_ne!(tags[0]["id"], number);
}

#[tokio::test]
async fn attributes_have_terms() {
    let shop = open().await;
    let (_, _, sizes) = catalogue(&shop).await;
    let shopper = shop.shopper();

    let attributes = read(&shopper, "/attributes").await;
    let size = &attributes[0];
    assert_eq!(
        (&size["name"], &size["taxonomy"], &size["count"]),
        (&json!("المقاس"), &json!("pa_size"), &json!(3))
    );
    assert_eq!(read(&shopper, &format!("/attributes/{}", size["id"])).await, *size);

    let path = format!("/attributes/{}/terms", size["id"]);
    let terms = read(&shopper, &format!("{path}?orderby=menu_order")).await;
    assert_eq!(field(&terms, "name"), [&json!("S"), &json!("M")], "no product has L");
    assert_eq!(field(&terms, "count"), [&json!(1), &json!(2)]);
    assert_eq!(terms[0]["id"], sizes.small);
    let all = read(&shopper, &format!("{path}?hide_empty=false&orderby=menu_order&order=desc")).await;
    assert_eq!(field(&all, "name"), [&json!("L"), &json!("M"), &json!("S")]);
    let missing = shopper.get(&format!("{BASE}/products/attributes/99999/terms")).await;
    assert_eq!(
        (missing.status, missing.json()["code"].clone()),
        (StatusCode::NOT_FOUND, json!("woocommerce_rest_taxonomy_invalid"))
    );
}

#[tokio::test]
async fn figures_of_a_selection_are_those_of_its_list() {
    let shop = open().await;
    let (_, dates, sizes) = catalogue(&shop).await;
    sql(
        &shop,
        &format!("insert into review_summaries (scope, count, sum, rated_4) values ({}, 1, 4, 1)", dates.id),
    )
    .await;
    let shopper = shop.shopper();
    let wanted = "calculate_price_range=true&calculate_stock_status_counts=true&calculate_rating_counts=true\
        &calculate_attribute_counts[0][taxonomy]=pa_size&calculate_attribute_counts[0][query_type]=or";

    let all = read(&shopper, &format!("/collection-data?{wanted}")).await;
    assert_eq!(
        (&all["price_range"]["min_price"], &all["price_range"]["max_price"]),
        (&json!("1000"), &json!("2000"))
    );
    assert_eq!(all["price_range"]["currency_code"], "USD");
    assert_eq!(all["stock_status_counts"][0], json!({ "status": "instock", "count": 1 }));
    assert_eq!(all["stock_status_counts"][1], json!({ "status": "outofstock", "count": 1 }));
    assert_eq!(all["rating_counts"], json!([{ "rating": 4, "count": 1 }]));
    assert_eq!(
        all["attribute_counts"],
        json!([{ "term": sizes.small, "count": 1 }, { "term": sizes.medium, "count": 2 }])
    );

    // With `or`, the values that are not chosen are counted as well; with `and`, only what is left.
    let small = "attributes[0][attribute]=pa_size&attributes[0][slug]=S";
    let or = read(&shopper, &format!("/collection-data?{wanted}&{small}")).await;
    assert_eq!(or["attribute_counts"], all["attribute_counts"]);
    assert_eq!(or["price_range"]["min_price"], "2000");
    let and = read(&shopper, &format!("/collection-data?{}&{small}", wanted.replace("=or", "=and"))).await;
    assert_eq!(
        and["attribute_counts"],
        json!([{ "term": sizes.small, "count": 1 }, { "term": sizes.medium, "count": 1 }])
    );
    let nothing = read(&shopper, "/collection-data").await;
    assert_eq!(
        nothing,
        json!({ "price_range": null, "attribute_counts": null, "rating_counts": null, "stock_status_counts": null })
    );
}

async fn review(shop: &TestShop, product: &TestProduct, rating: i16, text: &str) -> i64 {
    let id: i64 = sqlx::query_scalar(
        "insert into reviews (product_id, rating, text, name, email, created_at)
         values ($1, $2, $3, 'سلمى', $4, $5) returning id",
    )
    .bind(number(&product.id))
    .bind(rating)
    .bind(text)
    .bind(format!("{}@example.com", hex::encode(rand::random::<[u8; 8]>())))
    .bind(shop.clock().now())
    .fetch_one(&shop.db)
    .await
    .expect("a review");
    let mut tx = shop.db.begin().await.expect("a transaction");
    let changed =
        ::reviews::service::change_state(&mut tx, id, ItemState::Published, "", shop.clock().now()).await;
    changed.expect("the state changes").expect("another state");
    tx.commit().await.expect("committed");
    id
}

#[tokio::test]
async fn published_reviews_are_listed_without_anything_personal() {
    let shop = open().await;
    let (shirt, dates, _) = catalogue(&shop).await;
    let first = review(&shop, &shirt, 5, "قميص <b>جميل</b>").await;
    let second = review(&shop, &dates, 3, "تمر جيد").await;
    sql(
        &shop,
        &format!(
            "insert into reviews (product_id, rating, text, name, email, created_at)
             values ({}, 1, 'محجوز', 'خالد', 'held@example.com', now())",
            shirt.id
        ),
    )
    .await;
    let shopper = shop.shopper();

    let answer = shopper.get(&format!("{BASE}/products/reviews")).await;
    assert_eq!(answer.header("x-wp-total"), "2");
    assert!(!answer.text().contains("@example.com") && !answer.text().contains("محجوز"));
    let reviews = answer.json();
    assert_eq!(field(&reviews, "id"), [&json!(second), &json!(first)]);
    assert_eq!(reviews[1]["review"], "<p>قميص &lt;b&gt;جميل&lt;/b&gt;</p>");
    assert_eq!((&reviews[0]["product_name"], &reviews[0]["rating"]), (&json!("تمر"), &json!(3)));
    assert_eq!(reviews[0]["reviewer_avatar_urls"], json!({}));

    let by_product = read(&shopper, &format!("/reviews?product_id={}", shirt.id)).await;
    assert_eq!(field(&by_product, "id"), [&json!(first)]);
    let by_rating = read(&shopper, "/reviews?orderby=rating&order=asc").await;
    assert_eq!(field(&by_rating, "rating"), [&json!(3), &json!(5)]);
    let food: i64 = sqlx::query_scalar("select id from categories where path = 'food'")
        .fetch_one(&shop.db)
        .await
        .expect("a category");
    let answer = shopper.get(&format!("{BASE}/products/reviews?category_id={food}")).await;
    assert_eq!((answer.header("x-wp-total"), field(&answer.json(), "id")), ("1", vec![&json!(second)]));
    let categories = read(&shopper, "/categories?search=أغذية").await;
    assert_eq!(categories[0]["review_count"], 1);
}
