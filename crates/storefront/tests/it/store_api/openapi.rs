//! The description of the API says what the server does.

use std::collections::BTreeSet;

use edge::registry::{Location, Verb};
use jsonschema::Validator;
use serde_json::{Value, json};
use storefront::server::app;
use testkit::{Options, TestShop};

use super::{BASE, sql};

/// A schema of the description, with everything that it refers to.
fn validator(document: &Value, path: &str, verb: &str, status: &str) -> Validator {
    let operation = &document["paths"][path][verb];
    let schema = &operation["responses"][status]["content"]["application/json"]["schema"];
    assert!(schema.is_object(), "{verb} {path} has no schema for {status}");
    let mut whole = schema.clone();
    whole["components"] = document["components"].clone();
    jsonschema::validator_for(&whole).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[track_caller]
fn check(document: &Value, template: &str, status: u16, body: &Value) {
    let path = format!("{BASE}{template}");
    let validator = validator(document, &path, "get", &status.to_string());
    let errors: Vec<String> =
        validator.iter_errors(body).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{template}: {errors:#?} in {body:#}");
}

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
        check(&document, template, 200, &body);
    }
    for (template, path, status) in [
        ("/products/{id}", "/products/999999", 404),
        ("/products", "/products?per_page=1000", 400),
        ("/products/categories/{id}", "/products/categories/999999", 404),
    ] {
        let answer = shopper.get(&format!("{BASE}{path}")).await;
        assert_eq!(answer.status.as_u16(), status, "{path}");
        check(&document, template, status, &answer.json());
    }
}

/// A schema that accepts everything would prove nothing.
#[test]
fn a_schema_refuses_an_answer_with_a_missing_or_wrong_field() {
    let document = store_api::service::document("https://shop.example");
    let path = format!("{BASE}/products/categories/{{id}}");
    let validator = validator(&document, &path, "get", "200");
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
