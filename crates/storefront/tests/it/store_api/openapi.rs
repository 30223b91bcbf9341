//! The description of the API says what the server does.

use std::collections::BTreeSet;

use edge::registry::{Location, Verb};
use http::Method;
use serde_json::{Value, json};
use storefront::server::app;
use testkit::{Options, TestShop};

use super::{
    BASE, CARD, Client, address,
    described::{DOCUMENT, check, template_of, validator},
    number, order_body, sql, with_shipping,
};

#[test]
fn the_description_and_the_registry_name_the_same_endpoints() {
    let described: BTreeSet<(Verb, String)> = store_api::service::described().into_iter().collect();
    let registered: BTreeSet<(Verb, String)> = app::endpoints()
        .iter()
        .filter_map(|endpoint| match endpoint.location() {
            Location::Api(verb, path) if path.starts_with(BASE) => Some((verb, path.to_owned())),
            _ => None,
        })
        .collect();
    let missing: Vec<_> = registered.difference(&described).collect();
    let invented: Vec<_> = described.difference(&registered).collect();
    assert!(missing.is_empty(), "not described: {missing:?}");
    assert!(invented.is_empty(), "described, but not registered: {invented:?}");
}

/// Both bases have the same endpoints with the same policies.
#[test]
fn the_base_without_a_version_has_the_same_endpoints() {
    let endpoints = app::endpoints();
    let below = |base: &str| -> BTreeSet<(Verb, String, String)> {
        let found = endpoints.iter().filter_map(|endpoint| match endpoint.location() {
            Location::Api(verb, path) => {
                let rest = path.strip_prefix(base).filter(|rest| !rest.starts_with("/v1"))?;
                Some((verb, rest.to_owned(), format!("{:?}", endpoint.declared())))
            }
            _ => None,
        });
        found.collect()
    };
    let versioned = below(BASE);
    assert!(versioned.len() > 10);
    assert_eq!(versioned, below("/ar/wp-json/wc/store"));
}

#[tokio::test]
async fn answers_match_their_schemas() {
    let shop = TestShop::open_with(Options { rate_factor: 100, ..Options::default() }).await;
    let honey = shop.product("عسل").price(4_000).sale(3_000, None, None).stock(2).make(&shop.db).await;
    let shirt = shop.product("قميص").variation("S", 2_000, 1).variation("M", 2_500, 0).make(&shop.db).await;
    let bare = shop.product("بلا سعر").without_price().step(50_000).make(&shop.db).await;
    sql(
        &shop,
        &format!(
            "insert into attributes (name, label) values ('size', 'المقاس');
             insert into attribute_values (attribute_id, value) select id, 'S' from attributes;
             insert into product_attributes (product_id, attribute_id, for_variations, value_ids)
                 select {shirt}, attribute_id, true, array[id] from attribute_values;
             insert into brands (name) values ('النخلة');
             insert into pictures (name, width, height, files) values
                 ('honey', 800, 1000, '{{\"webp\": {{\"320\": \"h-320.webp\", \"800\": \"h-800.webp\"}}}}');
             update categories set picture = 'honey';
             update products set tags = array['هدية'], brand_id = (select id from brands),
                 pictures = array['honey'] where id = {honey};
             insert into review_summaries (scope, count, sum, rated_5) values ({honey}, 1, 5, 1);
             insert into reviews (product_id, rating, text, name, email, state, created_at)
                 values ({honey}, 5, 'عسل', 'سلمى', 's@example.com', 'published', now());
             select reindex_listings(array(select id from products), now());
             select refresh_facet_counts();",
            shirt = shirt.id,
            honey = honey.id,
        ),
    )
    .await;
    let shopper = shop.shopper();
    let document = shopper.get(store_api::service::URL).await;
    assert_eq!(document.status, 200);
    let document = document.json();
    assert_eq!(document["openapi"].as_str().map(|version| &version[..3]), Some("3.1"));

    let category: i64 =
        sqlx::query_scalar("select id from categories").fetch_one(&shop.db).await.expect("one");
    let attribute: i32 =
        sqlx::query_scalar("select id from attributes").fetch_one(&shop.db).await.expect("one");
    let brand: i64 = sqlx::query_scalar("select id from brands").fetch_one(&shop.db).await.expect("one");
    let figures = "calculate_price_range=true&calculate_stock_status_counts=true&calculate_rating_counts=true\
        &calculate_attribute_counts[0][taxonomy]=pa_size";
    for (template, path) in [
        ("", String::new()),
        ("/products", "/products".to_owned()),
        ("/products", format!("/products?type=variation&parent={}", shirt.id)),
        ("/products/{id}", format!("/products/{}", honey.id)),
        ("/products/{id}", format!("/products/{}", bare.id)),
        ("/products/{id}", format!("/products/{}", shirt.variations[0])),
        ("/products/categories", "/products/categories".to_owned()),
        ("/products/categories/{id}", format!("/products/categories/{category}")),
        ("/products/tags", "/products/tags".to_owned()),
        ("/products/brands", "/products/brands".to_owned()),
        ("/products/brands/{id}", format!("/products/brands/{brand}")),
        ("/products/attributes", "/products/attributes".to_owned()),
        ("/products/attributes/{id}", format!("/products/attributes/{attribute}")),
        ("/products/attributes/{id}/terms", format!("/products/attributes/{attribute}/terms")),
        ("/products/collection-data", format!("/products/collection-data?{figures}")),
        ("/products/collection-data", "/products/collection-data".to_owned()),
        ("/products/reviews", "/products/reviews".to_owned()),
    ] {
        let answer = shopper.get(&format!("{BASE}{path}")).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        let body = answer.json();
        assert_ne!(body, json!([]), "{path} shows nothing");
        assert_eq!(template_of(&format!("{BASE}{path}")), Some(format!("{BASE}{template}").as_str()));
        check(&Method::GET, &format!("{BASE}{path}"), &answer);
    }
    for (path, status) in
        [("/products/999999", 404), ("/products?per_page=1000", 400), ("/products/categories/999999", 404)]
    {
        let answer = shopper.get(&format!("{BASE}{path}")).await;
        assert_eq!(answer.status.as_u16(), status, "{path}");
        check(&Method::GET, &format!("{BASE}{path}"), &answer);
    }
}

/// A schema that accepts everything would prove nothing.
#[test]
fn a_schema_refuses_an_answer_with_a_missing_or_wrong_field() {
    let validator = validator(&format!("{BASE}/products/categories/{{id}}"), "get", 200).expect("a schema");
    let right = json!({
        "id": 1, "name": "تمر", "slug": "tamr", "description": "", "parent": 0, "count": 1,
        "image": null, "review_count": 0, "permalink": "https://shop.example/ar/",
    });
    assert!(validator.is_valid(&right));
    for (name, value) in
        [("id", Some(json!("1"))), ("count", None), ("permalink", Some(Value::Null)), ("image", None)]
    {
        let mut wrong = right.clone();
        match value {
            Some(value) => wrong[name] = value,
            None => drop(wrong.as_object_mut().expect("an object").remove(name)),
        }
        assert!(!validator.is_valid(&wrong), "{name}");
    }
}

/// Each operation about a cart or an order succeeds once, with an answer that its schema accepts.
#[tokio::test]
async fn every_operation_of_cart_and_checkout_is_answered_as_described() {
    let shop = TestShop::open_with(Options { rate_factor: 100, ..Options::default() }).await;
    with_shipping(&shop).await;
    sql(&shop, "insert into coupons (code, kind, value) values ('welcome10', 'percent', 1000)").await;
    let honey = shop.product("عسل").stock(50).make(&shop.db).await;
    let item = || json!({ "id": number(&honey.id), "quantity": 1 });
    let mut answered = BTreeSet::new();
    let mut call = async |client: &Client, method: &str, path: &str, body: Option<Value>| {
        let method: Method = method.parse().expect("a method");
        // The client compares the answer with the description.
        let answer = client.send(method.clone(), path, body).await;
        assert!(answer.status.is_success(), "{method} {path}: {} {}", answer.status, answer.text());
        let template = template_of(&format!("{BASE}{path}")).expect("described");
        answered.insert((method.as_str().to_lowercase(), template.to_owned(), answer.status.as_u16()));
        if answer.body.is_empty() { Value::Null } else { answer.json() }
    };
    let app = Client::app(&shop);
    call(&app, "GET", "/cart", None).await;
    let created = call(&app, "POST", "/cart/items", Some(item())).await;
    let one = format!("/cart/items/{}", created["key"].as_str().expect("a key"));
    call(&app, "GET", "/cart/items", None).await;
    call(&app, "GET", &one, None).await;
    call(&app, "PUT", &one, Some(json!({ "quantity": 2 }))).await;
    call(&app, "PUT", &one, Some(json!({ "quantity": 0 }))).await;
    call(&app, "POST", "/cart/items", Some(item())).await;
    call(&app, "DELETE", &one, None).await;
    let cart = call(&app, "POST", "/cart/add-item", Some(item())).await;
    let key = cart["items"][0]["key"].clone();
    let rate = cart["shipping_rates"][0]["shipping_rates"][0]["rate_id"].clone();
    call(&app, "POST", "/cart/update-item", Some(json!({ "key": key, "quantity": 2 }))).await;
    call(&app, "POST", "/cart/remove-item", Some(json!({ "key": key }))).await;
    call(&app, "POST", "/cart/add-item", Some(item())).await;
    let code = || Some(json!({ "code": "welcome10" }));
    call(&app, "POST", "/cart/apply-coupon", code()).await;
    call(&app, "GET", "/cart/coupons", None).await;
    call(&app, "GET", "/cart/coupons/welcome10", None).await;
    call(&app, "POST", "/cart/remove-coupon", code()).await;
    call(&app, "POST", "/cart/coupons", code()).await;
    call(&app, "DELETE", "/cart/coupons/welcome10", None).await;
    call(&app, "DELETE", "/cart/coupons", None).await;
    call(&app, "POST", "/cart/update-customer", Some(json!({ "billing_address": address() }))).await;
    call(&app, "POST", "/cart/select-shipping-rate", Some(json!({ "package_id": 0, "rate_id": rate }))).await;
    let add = json!({ "path": "/wc/store/v1/cart/add-item", "body": item() });
    call(&app, "POST", "/batch", Some(json!({ "requests": [add, { "path": "/none" }] }))).await;
    call(&app, "DELETE", "/cart/items", None).await;
    call(&app, "POST", "/cart/add-item", Some(item())).await;
    call(&app, "GET", "/checkout", None).await;
    call(&app, "PUT", "/checkout", Some(json!({ "payment_method": CARD }))).await;
    let order = call(&app, "POST", "/checkout", Some(order_body(&shop).await)).await;
    let (id, order_key) = (&order["order_id"], order["order_key"].as_str().expect("a key"));
    call(&app, "GET", &format!("/order/{id}?key={order_key}"), None).await;
    call(&app, "DELETE", "/cart/tokens", None).await;
    let page = Client::browser(&shop.shopper());
    page.cart().await;
    call(&page, "POST", "/cart/add-item", Some(item())).await;
    call(&page, "POST", "/cart/tokens", None).await;

    let described = DOCUMENT["paths"].as_object().expect("paths").iter().flat_map(|(path, verbs)| {
        verbs.as_object().expect("verbs").iter().flat_map(move |(verb, operation)| {
            let statuses = operation["responses"].as_object().expect("answers").keys();
            statuses
                .filter(|status| status.starts_with('2'))
                .map(move |status| (verb.clone(), path.clone(), status.parse().expect("a status")))
        })
    });
    // An order that is still to be paid is in `checkout::an_existing_order_is_paid_once`; no extension takes data.
    let elsewhere = [format!("{BASE}/checkout/{{id}}"), format!("{BASE}/cart/extensions")];
    let missing: Vec<(String, String, u16)> = described
        .filter(|(_, path, _)| !path.starts_with(&format!("{BASE}/products")) && path != BASE)
        .filter(|row| !elsewhere.contains(&row.1) && !answered.contains(row))
        .collect();
    assert!(missing.is_empty(), "described, but never answered: {missing:#?}");
}
