//! Compares every answer with those of the platform, field by field, by the shapes in `vectors/store-api`.
//!
//! `shapes.json` has the fields and types of each kind of answer, the other files the calls with status, code and headers.
//! What differs on purpose is in `deviations.json`, with its reason; a deviation that no longer occurs is an error too.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Mutex,
};

use http::Method;
use kernel::vectors;
use serde::Deserialize;
use serde_json::{Value, json};
use testkit::{Options, TestProduct, TestResponse, TestShop};

use super::{BASE, CARD, Client, address, described, number, order_body, sql, with_shipping};

#[derive(Debug, Deserialize)]
struct Shape {
    shape: String,
    /// Types by path: `items[].key` is a field of each element of a list.
    fields: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Deserialize)]
struct Call {
    call: String,
    method: String,
    path: String,
    status: u16,
    #[serde(default)]
    code: Option<String>,
    headers: Vec<String>,
    shape: String,
    /// Types that this answer has instead of those of its shape.
    #[serde(default)]
    exact: BTreeMap<String, String>,
    /// Fields of the shape that this answer lacks.
    #[serde(default)]
    absent: Vec<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Status,
    Code,
    Header,
    /// The platform has a field that we lack.
    Missing,
    /// We have a field that the platform lacks.
    Extra,
    Type,
    /// No answer of the tests has this field.
    Unseen,
}

#[derive(Debug, Deserialize)]
struct Deviation {
    /// The call, or `*`.
    call: String,
    kind: Kind,
    /// What differs: a path, a header or a value; one `*` stands for anything.
    what: String,
    reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Difference {
    call: String,
    kind: Kind,
    what: String,
    detail: String,
}

/// The deviations, and which of them occurred.
struct Deviations {
    all: Vec<Deviation>,
    used: Mutex<BTreeSet<usize>>,
}

fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        Some((start, end)) => {
            text.len() >= start.len() + end.len() && text.starts_with(start) && text.ends_with(end)
        }
        None => pattern == text,
    }
}

impl Deviations {
    fn load() -> Self {
        let all: Vec<Deviation> = vectors("store-api/deviations.json");
        for deviation in &all {
            assert!(deviation.reason.len() > 15, "a deviation needs a reason: {deviation:?}");
        }
        Self { all, used: Mutex::default() }
    }

    fn allows(&self, difference: &Difference) -> bool {
        let found = self.all.iter().position(|deviation| {
            deviation.kind == difference.kind
                && matches(&deviation.call, &difference.call)
                && matches(&deviation.what, &difference.what)
        });
        if let Some(index) = found {
            self.used.lock().expect("not poisoned").insert(index);
        }
        found.is_some()
    }

    /// Deviations of these calls that did not occur.
    fn unused(&self, calls: &[Call], shapes: &BTreeSet<String>) -> Vec<String> {
        let used = self.used.lock().expect("not poisoned");
        let concerns = |deviation: &Deviation| match deviation.kind {
            Kind::Unseen => shapes.contains(&deviation.call),
            _ => deviation.call != "*" && calls.iter().any(|call| matches(&deviation.call, &call.call)),
        };
        let unused =
            self.all.iter().enumerate().filter(|(index, one)| !used.contains(index) && concerns(one));
        unused.map(|(_, one)| format!("the deviation {one:?} does not occur")).collect()
    }
}

type Fields = BTreeMap<String, BTreeSet<String>>;

/// The fields of a JSON value with their types.
fn flatten(value: &Value, path: &str, into: &mut Fields) {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float",
        Value::Number(_) => "int",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let name = if path.is_empty() { ".".to_owned() } else { generalised(path) };
    into.entry(name).or_default().insert(kind.to_owned());
    match value {
        Value::Array(items) => items.iter().for_each(|item| flatten(item, &format!("{path}[]"), into)),
        Value::Object(members) => {
            for (name, value) in members {
                let path = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
                flatten(value, &path, into);
            }
        }
        _ => {}
    }
}

/// Names of parameters are not part of a shape.
fn generalised(path: &str) -> String {
    for start in ["data.params.", "data.details."] {
        if let Some(rest) = path.strip_prefix(start) {
            let after = rest.split_once('.').map(|(_, after)| format!(".{after}")).unwrap_or_default();
            return format!("{start}*{after}");
        }
    }
    path.to_owned()
}

fn parent(path: &str) -> String {
    if let Some(list) = path.strip_suffix("[]") {
        return if list.is_empty() { ".".to_owned() } else { list.to_owned() };
    }
    path.rsplit_once('.').map_or_else(|| ".".to_owned(), |(parent, _)| parent.to_owned())
}

fn types(text: &str) -> BTreeSet<String> {
    text.split('|').map(str::to_owned).collect()
}

struct Comparer {
    shapes: BTreeMap<String, BTreeMap<String, String>>,
    deviations: Deviations,
    /// Fields that answers had, by shape.
    seen: Mutex<BTreeMap<String, BTreeSet<String>>>,
}

impl Comparer {
    fn load() -> Self {
        let shapes: Vec<Shape> = vectors("store-api/shapes.json");
        Self {
            shapes: shapes.into_iter().map(|shape| (shape.shape, shape.fields)).collect(),
            deviations: Deviations::load(),
            seen: Mutex::default(),
        }
    }

    /// All differences of an answer that no deviation allows.
    fn compare(&self, call: &Call, answer: &TestResponse) -> Vec<String> {
        let mut found = Vec::new();
        let mut add = |kind, what: String, detail: String| {
            found.push(Difference { call: call.call.clone(), kind, what, detail });
        };
        let status = answer.status.as_u16();
        if status != call.status {
            add(Kind::Status, status.to_string(), format!("instead of {}", call.status));
        }
        for header in &call.headers {
            if answer.header(header).is_empty() {
                add(Kind::Header, header.clone(), "missing".to_owned());
            }
        }
        let body = if answer.body.is_empty() { Value::Null } else { answer.json() };
        let code = body["code"].as_str().filter(|_| status >= 400).map(str::to_owned);
        if code != call.code {
            add(Kind::Code, code.unwrap_or_default(), format!("instead of {:?}", call.code));
        }
        // An answer of another status is another kind of answer.
        if (status >= 400) == (call.status >= 400) {
            self.compare_fields(call, &body, &mut add);
        }
        let denied = found.into_iter().filter(|difference| !self.deviations.allows(difference));
        denied
            .map(|Difference { call, kind, what, detail }| format!("{call}: {kind:?} {what} {detail}"))
            .collect()
    }

    fn compare_fields(&self, call: &Call, body: &Value, add: &mut impl FnMut(Kind, String, String)) {
        let mut ours = Fields::new();
        flatten(body, "", &mut ours);
        let shape = self.shapes.get(&call.shape).unwrap_or_else(|| panic!("no shape {}", call.shape));
        let mut expected = shape.clone();
        expected.extend(call.exact.clone());
        self.seen
            .lock()
            .expect("not poisoned")
            .entry(call.shape.clone())
            .or_default()
            .extend(ours.keys().cloned());
        for (path, kinds) in &ours {
            match expected.get(path) {
                Some(wanted) => {
                    let wanted = types(wanted);
                    if !kinds.is_subset(&wanted) {
                        add(Kind::Type, path.clone(), format!("is {kinds:?} instead of {wanted:?}"));
                    }
                }
                None if is_open(&expected, path) => {}
                None => add(Kind::Extra, path.clone(), format!("is {kinds:?}")),
            }
        }
        for path in expected.keys().filter(|path| !ours.contains_key(*path) && !path.ends_with("[]")) {
            let has_parent = ours.get(&parent(path)).is_some_and(|kinds| kinds.contains("object"));
            if has_parent && !call.absent.contains(path) {
                add(Kind::Missing, path.clone(), String::new());
            }
        }
    }

    /// Fields of these shapes that no answer had.
    fn unseen(&self, shapes: &BTreeSet<String>) -> Vec<String> {
        let seen = self.seen.lock().expect("not poisoned");
        let mut unseen = Vec::new();
        for shape in shapes {
            for path in self.shapes[shape].keys() {
                let is_seen = seen.get(shape).is_some_and(|seen| seen.contains(path));
                let difference = Difference {
                    call: shape.clone(),
                    kind: Kind::Unseen,
                    what: path.clone(),
                    detail: String::new(),
                };
                if !is_seen && !self.deviations.allows(&difference) {
                    unseen.push(format!("no answer of the shape {shape} has {path}"));
                }
            }
        }
        unseen
    }

    fn finish(&self, calls: &[Call], mut failures: Vec<String>) {
        let shapes: BTreeSet<String> = calls.iter().map(|call| call.shape.clone()).collect();
        failures.extend(self.unseen(&shapes));
        failures.extend(self.deviations.unused(calls, &shapes));
        assert!(failures.is_empty(), "{} differences:\n{}", failures.len(), failures.join("\n"));
    }
}

/// Whether the platform's answers were empty there, so that nothing is known about the field.
fn is_open(expected: &BTreeMap<String, String>, path: &str) -> bool {
    let mut above = parent(path);
    loop {
        let inside = |known: &String| {
            known.starts_with(&format!("{above}.")) || known.starts_with(&format!("{above}[]"))
        };
        if let Some(kinds) = expected.get(&above) {
            let is_container = kinds.contains("array") || kinds.contains("object");
            return above != "." && is_container && !expected.keys().any(inside);
        }
        if above == "." {
            return false;
        }
        above = parent(&above);
    }
}

fn filled(path: &str, names: &[(&str, String)]) -> String {
    let filled =
        names.iter().fold(path.to_owned(), |path, (name, value)| path.replace(&format!("{{{name}}}"), value));
    assert!(!filled.contains('{'), "no value for a name in {filled}");
    filled
}

struct Goods {
    few: TestProduct,
    plenty: TestProduct,
    gone: TestProduct,
    shirt: TestProduct,
}

async fn goods(shop: &TestShop) -> Goods {
    with_shipping(shop).await;
    sql(
        shop,
        "insert into coupons (code, kind, value) values ('welcome10', 'percent', 1000);
         insert into coupons (code, kind, value, ends_at) values ('منتهي', 'percent', 1000, '2020-01-01')",
    )
    .await;
    let shirt = shop.product("قميص").variation("أحمر", 2_000, 50).make(&shop.db).await;
    sql(shop, "update variations set choices = '{\"color\": \"red\"}'").await;
    Goods {
        few: shop.product("قليل").stock(3).make(&shop.db).await,
        plenty: shop.product("كثير").make(&shop.db).await,
        gone: shop.product("نفد").stock(0).make(&shop.db).await,
        shirt,
    }
}

fn method(call: &Call) -> Method {
    call.method.parse().expect("a method")
}

/// The body of a call of the cart.
fn cart_body(goods: &Goods, call: &str, first_key: &str, second_key: &str, rate: &str) -> Option<Value> {
    let add =
        |product: &TestProduct, quantity: u32| json!({ "id": number(&product.id), "quantity": quantity });
    Some(match call {
        "add without nonce" | "add wrong nonce" | "add" => add(&goods.few, 1),
        "add too many" => add(&goods.few, 50),
        "add gone" | "token: add" => add(&goods.gone, 1),
        "add unknown" => json!({ "id": 999_999_999, "quantity": 1 }),
        "add variable without choice" => add(&goods.shirt, 1),
        "add variation" => {
            let choice = json!([{ "attribute": "pa_color", "value": "red" }]);
            json!({ "id": number(&goods.shirt.id), "quantity": 2, "variation": choice })
        }
        "update item" => json!({ "key": first_key, "quantity": 2 }),
        "update item missing" => json!({ "key": "nope", "quantity": 2 }),
        "items post" => add(&goods.plenty, 1),
        "item put" => json!({ "quantity": 3 }),
        "coupon ok" => json!({ "code": "WELCOME10" }),
        "coupon again" | "coupon removed" => json!({ "code": "welcome10" }),
        "coupon unknown" => json!({ "code": "XXXX" }),
        "coupon expired" => json!({ "code": "منتهي" }),
        "customer bad" => json!({ "billing_address": { "country": "ZZ" } }),
        "customer" => json!({ "billing_address": address(), "shipping_address": address() }),
        "select rate" => json!({ "package_id": 0, "rate_id": rate }),
        "select rate bad" => json!({ "package_id": 0, "rate_id": "nope" }),
        "extensions unknown" => json!({ "namespace": "x", "data": {} }),
        "item removed" => json!({ "key": second_key }),
        "batch" => {
            let one = |product| json!({ "method": "POST", "path": "/wc/store/v1/cart/add-item", "body": add(product, 1) });
            json!({ "requests": [one(&goods.plenty), one(&goods.gone)] })
        }
        _ => return None,
    })
}

#[tokio::test]
async fn answers_about_the_cart_have_the_platforms_shape() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let goods = goods(&shop).await;
    let comparer = Comparer::load();
    let calls: Vec<Call> = vectors("store-api/cart.json");
    let app = Client::app(&shop);
    let (mut first_key, mut second_key, mut rate) = (String::new(), String::new(), String::new());
    let mut failures = Vec::new();
    for call in &calls {
        let body = cart_body(&goods, &call.call, &first_key, &second_key, &rate);
        let names = [
            ("first_key", first_key.clone()),
            ("second_key", second_key.clone()),
            ("coupon", "welcome10".to_owned()),
        ];
        let path = filled(&call.path, &names);
        let full = format!("{BASE}{path}");
        let json = ("content-type", "application/json");
        let answer = match call.call.as_str() {
            "add without nonce" => {
                shop.shopper().send(method(call), &full, body.map(|body| body.to_string()), &[json]).await
            }
            "add wrong nonce" => {
                let headers = [json, ("nonce", "0123456789abcdef0123456789abcdef")];
                shop.shopper().send(method(call), &full, body.map(|body| body.to_string()), &headers).await
            }
            "bad json" => {
                let token = app.token();
                let headers = [json, ("cart-token", token.as_str())];
                app.shopper.send(method(call), &full, Some("{".to_owned()), &headers).await
            }
            "token: cart" => Client::app(&shop).get(&path).await,
            "token: forged" => {
                shop.shopper().get_with(&full, &[("cart-token", "eyJhbGciOiJIUzI1NiJ9.e30.x")]).await
            }
            "token: cart again" => Client::app(&shop).get(&path).await,
            _ => app.send(method(call), &path, body).await,
        };
        described::check(&method(call), &full, &answer);
        failures.extend(comparer.compare(call, &answer));
        let key = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        match call.call.as_str() {
            "add" => {
                first_key = key(&answer.json()["items"][0]["key"]);
                rate = key(&answer.json()["shipping_rates"][0]["shipping_rates"][0]["rate_id"]);
            }
            "items post" => second_key = key(&answer.json()["key"]),
            _ => {}
        }
    }
    comparer.finish(&calls, failures);
}

#[tokio::test]
async fn answers_about_checkout_and_orders_have_the_platforms_shape() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let goods = goods(&shop).await;
    let comparer = Comparer::load();
    let calls: Vec<Call> = vectors("store-api/checkout.json");
    let app = Client::app(&shop);
    app.cart().await;
    app.add(&goods.plenty.id, 1).await;
    let mut names = vec![("email", "salma@example.com".to_owned()), ("wrong_key", "wc_order_bad".to_owned())];
    let mut failures = Vec::new();
    for call in &calls {
        let path = filled(
            &call.path,
            &names
                .iter()
                .map(|(name, value)| (*name, value.clone()))
                .chain([("order", "0".to_owned()), ("order_key", String::new())])
                .collect::<Vec<_>>(),
        );
        let whole = order_body(&shop).await;
        let body = match call.call.as_str() {
            "checkout no method" => Some(json!({ "billing_address": address() })),
            "checkout bad email" => {
                Some(json!({ "billing_address": { "email": "nope" }, "payment_method": CARD }))
            }
            "checkout put" => Some(json!({ "order_notes": "ملاحظة", "payment_method": CARD })),
            "checkout" => {
                let mut body = whole;
                body["shipping_address"] = address();
                body["customer_note"] = json!("اتصل قبل الوصول");
                body["extensions"] = json!({ "woocommerce/order-attribution": { "source_type": "typein" } });
                Some(body)
            }
            "checkout order" => {
                let mut body = whole;
                body["key"] = json!(names.iter().find(|(name, _)| *name == "order_key").map(|(_, key)| key));
                Some(body)
            }
            "checkout empty cart" => Some(whole),
            _ => None,
        };
        let answer = match call.call.as_str() {
            "checkout get" => shop.shopper().get(&format!("{BASE}{path}")).await,
            "order" | "order wrong key" => shop.shopper().get(&format!("{BASE}{path}")).await,
            _ => app.send(method(call), &path, body).await,
        };
        described::check(&method(call), &format!("{BASE}{path}"), &answer);
        failures.extend(comparer.compare(call, &answer));
        if call.call == "checkout" {
            let order = answer.json();
            names.insert(0, ("order", order["order_id"].to_string()));
            names.insert(0, ("order_key", order["order_key"].as_str().unwrap_or_default().to_owned()));
        }
    }
    comparer.finish(&calls, failures);
}

/// A catalogue in which every field of the lists occurs.
async fn catalogue(shop: &TestShop) -> Vec<(&'static str, String)> {
    let soap = shop
        .product("سمن")
        .price(4_000)
        .sale(3_000, None, None)
        .stock(2)
        .description("نص")
        .make(&shop.db)
        .await;
    let shirt =
        shop.product("قميص").variation("أحمر", 2_000, 50).variation("أزرق", 2_500, 50).make(&shop.db).await;
    let others =
        [shop.product("كثير").make(&shop.db).await, shop.product("نفد").stock(0).make(&shop.db).await];
    assert!(others.iter().all(|product| !product.id.is_empty()));
    sql(
        shop,
        &format!(
            "insert into attributes (name, label) values ('color', 'اللون');
             insert into attribute_values (attribute_id, value) select id, 'red' from attributes;
             insert into attribute_values (attribute_id, value) select id, 'blue' from attributes;
             insert into product_attributes (product_id, attribute_id, for_variations, value_ids)
                 select {shirt}, attribute_id, true, array_agg(id) from attribute_values group by attribute_id;
             update variations set choices = '{{\"color\": \"red\"}}' where position = 0;
             update variations set choices = '{{\"color\": \"blue\"}}' where position = 1;
             update products set tags = array['هدية'] where id = {soap};
             insert into review_summaries (scope, count, sum, rated_5) values ({soap}, 1, 5, 1);
             insert into reviews (product_id, rating, text, name, email, state, created_at)
                 values ({soap}, 5, 'جيد', 'نور', 'noor@example.com', 'published', now());
             select reindex_listings(array(select id from products), now());
             select refresh_facet_counts();",
            shirt = shirt.id,
            soap = soap.id,
        ),
    )
    .await;
    let attribute: i64 =
        sqlx::query_scalar("select id::bigint from attributes").fetch_one(&shop.db).await.expect("id");
    let slug = shirt.path.trim_start_matches("/ar/product/").trim_end_matches('/').to_owned();
    vec![
        ("product", soap.id),
        ("variable", shirt.id),
        ("variable_slug", slug),
        ("unknown", "999999999".to_owned()),
        ("attribute", attribute.to_string()),
        ("taxonomy", "pa_color".to_owned()),
    ]
}

#[tokio::test]
async fn answers_about_products_have_the_platforms_shape() {
    let shop = TestShop::open_with(Options { rate_factor: 50, ..Options::default() }).await;
    let names = catalogue(&shop).await;
    let comparer = Comparer::load();
    let calls: Vec<Call> = vectors("store-api/reads.json");
    let shopper = shop.shopper();
    let mut failures = Vec::new();
    for call in &calls {
        let path = format!("{BASE}{}", filled(&call.path, &names));
        let answer = shopper.send(method(call), &path, None, &[]).await;
        described::check(&method(call), &path, &answer);
        failures.extend(comparer.compare(call, &answer));
    }
    comparer.finish(&calls, failures);
}

/// The comparer finds what it must find.
#[test]
fn a_changed_field_is_a_difference() {
    let shapes = json!({ "cart": { ".": "object", "items": "array", "items[]": "object", "items[].id": "int", "extensions": "object", "note": "null|string" } });
    let comparer = Comparer {
        shapes: serde_json::from_value(shapes).expect("shapes"),
        deviations: Deviations { all: Vec::new(), used: Mutex::default() },
        seen: Mutex::default(),
    };
    let call: Call = serde_json::from_value(json!({
        "call": "cart", "method": "GET", "path": "/cart", "status": 200, "headers": ["Nonce"], "shape": "cart",
    }))
    .expect("a call");
    let differences = |body: Value, status: u16| {
        let mut headers = http::HeaderMap::new();
        headers.insert("nonce", "1".parse().expect("a header"));
        let status = status.try_into().expect("a status");
        comparer.compare(&call, &TestResponse { status, headers, body: body.to_string().into() })
    };
    let right = json!({ "items": [{ "id": 1 }], "extensions": { "any": [1] }, "note": null });
    assert_eq!(differences(right.clone(), 200), Vec::<String>::new());
    let changed = |change: fn(&mut Value)| {
        let mut body = right.clone();
        change(&mut body);
        differences(body, 200)
    };
    assert!(changed(|body| body["items"][0]["id"] = json!("1"))[0].contains("Type items[].id"));
    assert!(changed(|body| body["more"] = json!(1))[0].contains("Extra more"));
    assert!(changed(|body| body["items"][0] = json!({}))[0].contains("Missing items[].id"));
    assert!(changed(|body| body["note"] = json!(1))[0].contains("Type note"));
    assert!(differences(right.clone(), 201)[0].contains("Status 201"));
}
