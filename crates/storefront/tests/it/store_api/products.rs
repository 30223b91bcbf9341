//! The list of products with its filters and orders, and single products.

use http::StatusCode;
use serde_json::Value;
use testkit::{Options, Shopper, TestProduct, TestShop};

use super::{BASE, number, sql};

async fn list(shopper: &Shopper, query: &str) -> Vec<Value> {
    let escaped = percent_encoding::utf8_percent_encode(query, percent_encoding::CONTROLS);
    let answer = shopper.get(&format!("{BASE}/products?{escaped}")).await;
    assert_eq!(answer.status, 200, "{query}: {}", answer.text());
    answer.json().as_array().expect("a list").clone()
}

async fn names(shopper: &Shopper, query: &str) -> Vec<String> {
    let products = list(shopper, query).await;
    products.iter().map(|product| product["name"].as_str().expect("a name").to_owned()).collect()
}

/// Refreshes what listings and counts are read from.
async fn reindex(shop: &TestShop) {
    sql(
        shop,
        "select reindex_listings(array(select id from products), now());
         select refresh_facet_counts();",
    )
    .await;
}

/// Five products with everything that lists filter by.
struct Catalogue {
    dates: TestProduct,
    honey: TestProduct,
    shirt: TestProduct,
    coffee: TestProduct,
    cup: TestProduct,
}

async fn catalogue(shop: &TestShop) -> Catalogue {
    let dates = shop.product("تمر").slug("tamr").price(1_000).stock(5).make(&shop.db).await;
    let honey = shop.product("عسل").price(4_000).sale(3_000, None, None).stock(2).make(&shop.db).await;
    let shirt = shop
        .product("قميص")
        .slug("shirt")
        .variation("S", 2_000, 1)
        .variation("M", 2_500, 0)
        .make(&shop.db)
        .await;
    let coffee = shop.product("قهوة").price(500).stock(0).make(&shop.db).await;
    let cup = shop.product("فنجان").price(700).make(&shop.db).await;
    let id = |product: &TestProduct| product.id.clone();
    sql(
        shop,
        &format!(
            "insert into categories (slug, path, name, parent_id) values
                 ('food', 'food', 'أغذية', null);
             insert into categories (slug, path, name, parent_id)
                 select 'sweet', 'food/sweet', 'حلويات', id from categories where path = 'food';
             update products set category_id = (select id from categories where path = 'food/sweet')
                 where id in ({dates}, {honey});
             update products set category_id = (select id from categories where path = 'food') where id = {coffee};
             insert into brands (name) values ('النخلة');
             update products set brand_id = (select id from brands) where id = {dates};
             update products set tags = array['هدية', 'جديد'] where id = {honey};
             update products set tags = array['هدية'] where id = {cup};
             update products set featured = 1, popularity = 9 where id = {cup};
             update products set updated_at = '2020-01-01', created_at = '2019-01-01' where id = {coffee};
             insert into attributes (name, label) values ('size', 'المقاس'), ('taste', 'المذاق');
             insert into attribute_values (attribute_id, value)
                 select id, unnest(array['S', 'M']) from attributes where name = 'size';
             insert into attribute_values (attribute_id, value)
                 select id, unnest(array['حلو', 'مر']) from attributes where name = 'taste';
             insert into product_attributes (product_id, attribute_id, for_variations, value_ids)
                 select {shirt}, attribute.id, true, array(select id from attribute_values where attribute_id = attribute.id)
                 from attributes attribute where name = 'size';
             insert into product_attributes (product_id, attribute_id, value_ids)
                 select {dates}, attribute_id, array[id] from attribute_values where value = 'حلو';
             insert into product_attributes (product_id, attribute_id, value_ids)
                 select {coffee}, attribute_id, array[id] from attribute_values where value = 'مر';
             update variations set choices = jsonb_build_object('size', label) where product_id = {shirt};",
            dates = id(&dates),
            honey = id(&honey),
            coffee = id(&coffee),
            cup = id(&cup),
            shirt = id(&shirt),
        ),
    )
    .await;
    reindex(shop).await;
    Catalogue { dates, honey, shirt, coffee, cup }
}

async fn open() -> TestShop {
    TestShop::open_with(Options { rate_factor: 100, ..Options::default() }).await
}

#[tokio::test]
async fn a_product_has_every_field_of_the_platform() {
    let shop = open().await;
    let Catalogue { honey, shirt, .. } = catalogue(&shop).await;
    let shopper = shop.shopper();

    let honey: Value = shopper.get(&format!("{BASE}/products/{}", honey.id)).await.json();
    assert_eq!(honey["type"], "simple");
    assert_eq!(honey["on_sale"], true);
    assert_eq!(honey["prices"]["price"], "3000");
    assert_eq!(honey["prices"]["regular_price"], "4000");
    assert_eq!(honey["prices"]["currency_code"], "USD");
    assert_eq!(honey["prices"]["currency_minor_unit"], 2);
    assert_eq!(honey["prices"]["price_range"], Value::Null);
    assert_eq!(honey["low_stock_remaining"], 2);
    assert_eq!(honey["add_to_cart"]["maximum"], 2);
    assert_eq!(honey["categories"][0]["slug"], "sweet");
    assert_eq!(honey["tags"].as_array().expect("tags").len(), 2);
    assert!(honey["permalink"].as_str().expect("a link").starts_with(&shop.config().public_origin));

    let by_slug: Value = shopper.get(&format!("{BASE}/products/shirt")).await.json();
    assert_eq!(by_slug["id"], number(&shirt.id));
    let shirt = by_slug;
    assert_eq!(shirt["type"], "variable");
    assert_eq!(shirt["prices"]["price_range"]["min_amount"], "2000");
    assert_eq!(shirt["prices"]["price_range"]["max_amount"], "2500");
    assert_eq!(shirt["attributes"][0]["taxonomy"], "pa_size");
    assert_eq!(shirt["attributes"][0]["has_variations"], true);
    assert_eq!(shirt["variations"][0]["attributes"][0]["value"], "S");
    assert_eq!(shirt["has_options"], true);
}

#[tokio::test]
async fn a_missing_hidden_or_draft_product_is_answered_as_it_should() {
    let shop = open().await;
    let draft = shop.product("مسودة").status("draft").make(&shop.db).await;
    let hidden = shop.product("مخفي").status("hidden").make(&shop.db).await;
    let shopper = shop.shopper();

    for (path, code) in [
        ("999999", "woocommerce_rest_product_invalid_id"),
        (draft.id.as_str(), "woocommerce_rest_product_invalid_id"),
        ("no-such-slug", "woocommerce_rest_product_invalid_slug"),
    ] {
        let answer = shopper.get(&format!("{BASE}/products/{path}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer.json()["code"], code, "{path}");
    }
    let answer = shopper.get(&format!("{BASE}/products/{}", hidden.id)).await;
    assert_eq!(answer.status, 200, "a hidden product has a page");
    assert_eq!(answer.json()["is_purchasable"], false);
    assert!(names(&shopper, "").await.is_empty(), "but is in no list");
}

#[tokio::test]
async fn every_filter_selects_what_it_names() {
    let shop = open().await;
    let Catalogue { dates, honey, shirt, coffee, cup } = catalogue(&shop).await;
    let shopper = shop.shopper();
    let category = |path: &str| {
        let text = format!("select id from categories where path = '{path}'");
        let db = shop.db.clone();
        async move {
            let id: i64 =
                sqlx::query_scalar(sqlx::AssertSqlSafe(text)).fetch_one(&db).await.expect("a category");
            id
        }
    };
    let (food, sweet) = (category("food").await, category("food/sweet").await);
    let ids = format!("{},{}", dates.id, cup.id);
    let cases: Vec<(String, &[&str])> = vec![
        (String::new(), &["فنجان", "قهوة", "قميص", "عسل", "تمر"]),
        (format!("include={ids}&orderby=include"), &["تمر", "فنجان"]),
        (format!("include[]={}&include[]={}", cup.id, dates.id), &["فنجان", "تمر"]),
        (format!("exclude={ids}"), &["قهوة", "قميص", "عسل"]),
        ("slug=tamr,shirt".to_owned(), &["قميص", "تمر"]),
        (format!("sku={}", honey.sku), &["عسل"]),
        (format!("sku={}-1", shirt.sku), &["قميص"]),
        ("type=variable".to_owned(), &["قميص"]),
        ("type=grouped".to_owned(), &[]),
        ("featured=true".to_owned(), &["فنجان"]),
        ("on_sale=true".to_owned(), &["عسل"]),
        ("on_sale=false&type=simple".to_owned(), &["فنجان", "قهوة", "تمر"]),
        ("stock_status[]=outofstock".to_owned(), &["قهوة"]),
        ("stock_status[]=instock".to_owned(), &["فنجان", "قميص", "عسل", "تمر"]),
        ("stock_status[]=instock&stock_status[]=outofstock".to_owned(), &["فنجان", "قهوة", "قميص", "عسل", "تمر"]),
        ("min_price=600&max_price=1000".to_owned(), &["فنجان", "تمر"]),
        (format!("category={food}"), &["قهوة", "عسل", "تمر"]),
        ("category=sweet".to_owned(), &["عسل", "تمر"]),
        (format!("category={sweet},{food}&category_operator=and"), &["عسل", "تمر"]),
        (format!("category={sweet}&category_operator=not_in"), &["فنجان", "قهوة", "قميص"]),
        ("category=no-such".to_owned(), &[]),
        ("tag=هدية".to_owned(), &["فنجان", "عسل"]),
        ("tag=هدية,جديد&tag_operator=and".to_owned(), &["عسل"]),
        ("tag=هدية&tag_operator=not_in".to_owned(), &["قهوة", "قميص", "تمر"]),
        ("brand=النخلة".to_owned(), &["تمر"]),
        ("brand=النخلة&brand_operator=not_in".to_owned(), &["فنجان", "قهوة", "قميص", "عسل"]),
        ("attributes[0][attribute]=pa_taste&attributes[0][slug]=مر".to_owned(), &["قهوة"]),
        ("attributes[0][attribute]=pa_taste&attributes[0][slug][]=مر&attributes[0][slug][]=حلو".to_owned(), &["قهوة", "تمر"]),
        ("attributes[0][attribute]=pa_taste&attributes[0][slug]=مر&attributes[0][operator]=not_in".to_owned(), &["فنجان", "قميص", "عسل", "تمر"]),
        ("attributes[0][attribute]=pa_taste&attributes[0][slug]=مر&attributes[1][attribute]=pa_size&attributes[1][slug]=M&attribute_relation=in".to_owned(), &["قهوة", "قميص"]),
        ("attributes[0][attribute]=pa_taste&attributes[0][slug]=مر&attributes[1][attribute]=pa_size&attributes[1][slug]=M".to_owned(), &[]),
        ("attributes[0][attribute]=pa_taste&attributes[0][slug]=no-such".to_owned(), &[]),
        ("before=2019-06-01T00:00:00".to_owned(), &["قهوة"]),
        ("after=2019-06-01".to_owned(), &["فنجان", "قميص", "عسل", "تمر"]),
        ("before=2020-06-01T00:00:00Z&date_column=modified".to_owned(), &["قهوة"]),
        ("catalog_visibility=hidden".to_owned(), &[]),
        ("catalog_visibility=catalog&type=variable".to_owned(), &["قميص"]),
        ("search=عسل".to_owned(), &["عسل"]),
        ("search=عسل&on_sale=false".to_owned(), &[]),
        ("search=زعفران".to_owned(), &[]),
        (format!("parent={}", shirt.id), &[]),
        (format!("exclude={}&slug=tamr", coffee.id), &["تمر"]),
    ];
    for (query, expected) in cases {
        assert_eq!(names(&shopper, &query).await, expected, "{query}");
    }
}

#[tokio::test]
async fn every_order_sorts_in_both_directions() {
    let shop = open().await;
    let Catalogue { honey, dates, .. } = catalogue(&shop).await;
    sql(
        &shop,
        &format!(
            "insert into review_summaries (scope, count, sum, rated_5) values ({}, 2, 10, 2);
             insert into review_summaries (scope, count, sum, rated_3) values ({}, 3, 9, 3);",
            honey.id, dates.id
        ),
    )
    .await;
    let shopper = shop.shopper();
    for (order, first) in [
        ("orderby=date", "فنجان"),
        ("orderby=date&order=asc", "تمر"),
        ("orderby=id&order=asc", "تمر"),
        ("orderby=modified&order=asc", "قهوة"),
        ("orderby=title&order=asc", "تمر"),
        ("orderby=title", "قهوة"),
        ("orderby=slug", "تمر"),
        ("orderby=price&order=asc", "قهوة"),
        ("orderby=price", "عسل"),
        ("orderby=popularity", "فنجان"),
        ("orderby=rating", "عسل"),
        ("orderby=menu_order&order=asc", "فنجان"),
        ("orderby=comment_count", "تمر"),
    ] {
        assert_eq!(names(&shopper, order).await.first().map(String::as_str), Some(first), "{order}");
    }
    assert_eq!(names(&shopper, "rating[]=5").await, ["عسل"]);
    assert_eq!(names(&shopper, "rating=3,5&orderby=rating&order=asc").await, ["تمر", "عسل"]);
}

#[tokio::test]
async fn variations_are_listed_by_their_product() {
    let shop = open().await;
    let Catalogue { shirt, .. } = catalogue(&shop).await;
    let shopper = shop.shopper();

    let variations = list(&shopper, &format!("type=variation&parent={}&order=asc", shirt.id)).await;

    assert_eq!(variations.len(), 2);
    assert_eq!(variations[0]["id"], number(&shirt.variations[0]));
    assert_eq!(variations[0]["parent"], number(&shirt.id));
    assert_eq!(variations[0]["type"], "variation");
    assert_eq!(variations[0]["variation"], "المقاس: S");
    assert_eq!(variations[0]["prices"]["price"], "2000");
    assert_eq!(variations[0]["low_stock_remaining"], 1);
    assert_eq!(variations[1]["is_in_stock"], false);
    assert_eq!(variations[1]["sku"], format!("{}-1", shirt.sku));
    let one: Value = shopper.get(&format!("{BASE}/products/{}", shirt.variations[1])).await.json();
    assert_eq!(one, variations[1]);
}

#[tokio::test]
async fn pages_are_counted_and_linked() {
    let shop = open().await;
    for number in 0..5 {
        shop.product(&format!("منتج {number}")).make(&shop.db).await;
    }
    let shopper = shop.shopper();

    let answer = shopper.get(&format!("{BASE}/products?per_page=2&page=2")).await;

    assert_eq!(answer.json().as_array().map(Vec::len), Some(2));
    assert_eq!(answer.header("x-wp-total"), "5");
    assert_eq!(answer.header("x-wp-totalpages"), "3");
    let link = answer.header("link").to_owned();
    assert!(link.contains("page=1>; rel=\"prev\"") && link.contains("page=3>; rel=\"next\""), "{link}");
    let next = link.rsplit('<').next().and_then(|link| link.split('>').next()).expect("a link").to_owned();
    let next = next.strip_prefix(&shop.config().public_origin).expect("of this shop");
    assert_eq!(shopper.get(next).await.json().as_array().map(Vec::len), Some(1));
    assert_eq!(names(&shopper, "offset=4").await, ["منتج 0"]);
    let beyond = shopper.get(&format!("{BASE}/products?page=9")).await;
    assert_eq!((beyond.status.as_u16(), beyond.json()), (200, serde_json::json!([])));
}

#[tokio::test]
async fn an_invalid_parameter_is_refused_by_name() {
    let shop = open().await;
    let shopper = shop.shopper();
    for (name, value) in [
        ("per_page", "1000"),
        ("per_page", "-1"),
        ("page", "0"),
        ("page", "x"),
        ("page", "99999999"),
        ("orderby", "size"),
        ("order", "up"),
        ("type", "car"),
        ("featured", "maybe"),
        ("stock_status", "gone"),
        ("include", "1,x"),
        ("min_price", "1.5"),
        ("after", "yesterday"),
        ("rating", "6"),
        ("category_operator", "or"),
        ("catalog_visibility", "all"),
    ] {
        let answer = shopper.get(&format!("{BASE}/products?{name}={value}")).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{name}={value}: {}", answer.text());
        let error = answer.json();
        assert_eq!(error["code"], "rest_invalid_param", "{name}={value}");
        assert!(error["data"]["params"][name].is_string(), "{name}={value}: {error}");
        assert_eq!(error["data"]["details"][name]["code"], "rest_invalid_param");
    }
}

#[tokio::test]
async fn a_changed_price_is_answered_at_once() {
    let shop = open().await;
    let dates = shop.product("تمر").price(1_000).make(&shop.db).await;
    let shopper = shop.shopper();
    let price = async || {
        let product: Value = shopper.get(&format!("{BASE}/products/{}", dates.id)).await.json();
        product["prices"]["price"].as_str().expect("a price").to_owned()
    };
    assert_eq!(price().await, "1000");

    sql(&shop, &format!("update products set regular_minor = 1100 where id = {}", dates.id)).await;
    assert_eq!(price().await, "1000", "from memory");
    let rows = edge::purge::record(&shop.db, &[format!("product:{}", dates.id)]).await.expect("a purge");
    shop.shop().cache.purges().apply(rows, shop.clock().now());

    assert_eq!(price().await, "1100");
}

#[tokio::test]
async fn a_sale_that_ends_changes_the_answer_at_its_end() {
    let clock = kernel::Clock::manual(chrono::Utc::now());
    let shop =
        TestShop::open_with(Options { clock: clock.clone(), rate_factor: 100, ..Options::default() }).await;
    let end = clock.now() + chrono::TimeDelta::minutes(5);
    let dates = shop.product("تمر").price(1_000).sale(800, None, Some(end)).make(&shop.db).await;
    let shopper = shop.shopper();
    let answer = async || shopper.get(&format!("{BASE}/products/{}", dates.id)).await.json();
    assert_eq!(answer().await["prices"]["price"], "800");

    clock.advance(chrono::TimeDelta::minutes(6));

    assert_eq!(answer().await["prices"]["price"], "1000");
    assert_eq!(answer().await["on_sale"], false);
}
