//! Compares answers with the description: the status must be declared, and the body valid by its schema.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex},
};

use http::Method;
use jsonschema::Validator;
use serde_json::{Value, json};
use testkit::TestResponse;

use super::BASE;

pub static DOCUMENT: LazyLock<Value> = LazyLock::new(|| store_api::service::document("https://shop.example"));

/// The described types, each refusing fields that it does not name: a field of an answer that nobody described fails. Types
/// that are parts of others stay open.
static CLOSED_COMPONENTS: LazyLock<Value> = LazyLock::new(|| {
    let mut components = DOCUMENT["components"].clone();
    let mut parts = Vec::new();
    collect_parts(&components, &mut parts);
    let schemas = components["schemas"].as_object_mut().expect("schemas");
    for (name, schema) in schemas.iter_mut() {
        if !parts.contains(&format!("#/components/schemas/{name}")) {
            close(schema);
        }
    }
    components
});

/// Collects what `allOf` refers to.
fn collect_parts(value: &Value, parts: &mut Vec<String>) {
    for part in value["allOf"].as_array().into_iter().flatten() {
        parts.extend(part["$ref"].as_str().map(str::to_owned));
    }
    match value {
        Value::Object(fields) => fields.values().for_each(|field| collect_parts(field, parts)),
        Value::Array(items) => items.iter().for_each(|item| collect_parts(item, parts)),
        _ => {}
    }
}

fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            let is_open = fields.contains_key("additionalProperties");
            // The parts of a whole are closed by the whole.
            let parts = fields.remove("allOf");
            fields.values_mut().for_each(close);
            let names_fields = parts.is_some() || fields.get("properties").is_some_and(Value::is_object);
            if let Some(parts) = parts {
                fields.insert("allOf".to_owned(), parts);
            }
            if names_fields && !is_open {
                fields.insert("unevaluatedProperties".to_owned(), Value::Bool(false));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

/// The path of the description that a request's path belongs to, if there is one. A fixed part wins over a parameter.
pub fn template_of(path: &str) -> Option<&'static str> {
    let path = path.split('?').next().unwrap_or_default();
    let path = match path.strip_prefix("/ar/wp-json/wc/store").filter(|_| !path.starts_with(BASE)) {
        Some(rest) => format!("{BASE}{rest}"),
        None => path.to_owned(),
    };
    let parts: Vec<&str> = path.split('/').collect();
    let matching = DOCUMENT["paths"].as_object().expect("paths").keys().filter(|template| {
        let wanted: Vec<&str> = template.split('/').collect();
        wanted.len() == parts.len()
            && wanted.iter().zip(&parts).all(|(one, part)| one.starts_with('{') || one == part)
    });
    matching.min_by_key(|template| template.matches('{').count()).map(String::as_str)
}

/// The schema of an answer, with everything that it refers to. `None`: the answer has no body.
pub fn validator(template: &str, verb: &str, status: u16) -> Option<Arc<Validator>> {
    type Key = (String, String, u16);
    static COMPILED: LazyLock<Mutex<HashMap<Key, Option<Arc<Validator>>>>> = LazyLock::new(Mutex::default);
    let key = (template.to_owned(), verb.to_owned(), status);
    if let Some(known) = COMPILED.lock().expect("not poisoned").get(&key) {
        return known.clone();
    }
    let answer = &DOCUMENT["paths"][template][verb]["responses"][status.to_string()];
    assert!(answer.is_object(), "{verb} {template}: the status {status} is not described");
    let compiled = answer.get("content").map(|content| {
        let mut whole = content["application/json"]["schema"].clone();
        assert!(whole.is_object(), "{verb} {template}: no schema for {status}");
        close(&mut whole);
        whole["components"] = CLOSED_COMPONENTS.clone();
        let compiled = jsonschema::validator_for(&whole);
        Arc::new(compiled.unwrap_or_else(|error| panic!("{template}: {error}")))
    });
    COMPILED.lock().expect("not poisoned").insert(key, compiled.clone());
    compiled
}

/// Every answer of the tests comes here. Answers of the pipeline to what no operation describes (another path, another
/// method) have the envelope of errors.
#[track_caller]
pub fn check(method: &Method, path: &str, answer: &TestResponse) {
    let verb = method.as_str().to_lowercase();
    if !["get", "post", "put", "delete"].contains(&verb.as_str()) {
        return;
    }
    let status = answer.status.as_u16();
    let operation = template_of(path).filter(|template| DOCUMENT["paths"][*template][&verb].is_object());
    let Some(template) = operation else {
        assert!(matches!(status, 404 | 405), "{method} {path} is not described and answers {status}");
        check_body(path, &validator(&format!("{BASE}/products"), "get", 404).expect("a schema"), answer);
        return;
    };
    match validator(template, &verb, status) {
        Some(validator) => check_body(path, &validator, answer),
        None => assert!(answer.body.is_empty(), "{method} {path} {status} has a body"),
    }
}

#[track_caller]
fn check_body(path: &str, validator: &Validator, answer: &TestResponse) {
    assert!(answer.header("content-type").starts_with("application/json"), "{path}: {:?}", answer.headers);
    let body = answer.json();
    let errors: Vec<String> =
        validator.iter_errors(&body).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(errors.is_empty(), "{path}: {errors:#?} in {body:#}");
}

#[test]
fn a_path_is_found_by_its_fixed_parts_first() {
    let found = |path: &str| template_of(path).map(|found| found.trim_start_matches(BASE).to_owned());
    assert_eq!(found(&format!("{BASE}/products/17?x=1")).as_deref(), Some("/products/{id}"));
    assert_eq!(found("/ar/wp-json/wc/store/products/tags").as_deref(), Some("/products/tags"));
    assert_eq!(found(&format!("{BASE}/nothing")), None);
}

fn answer(status: u16, body: &Value) -> TestResponse {
    let mut headers = http::HeaderMap::new();
    headers.insert("content-type", "application/json".parse().expect("a header"));
    let status = status.try_into().expect("a status");
    TestResponse { status, headers, body: body.to_string().into() }
}

#[test]
#[should_panic(expected = "is not described")]
fn a_status_that_is_not_declared_fails() {
    check(&Method::GET, &format!("{BASE}/products"), &answer(418, &json!([])));
}

#[test]
#[should_panic(expected = "items")]
fn a_cart_without_its_items_fails() {
    check(&Method::GET, &format!("{BASE}/cart"), &answer(200, &json!({})));
}

#[test]
#[should_panic(expected = "secret")]
fn a_field_that_is_not_described_fails() {
    let error = json!({ "code": "x", "message": "x", "data": { "status": 404 }, "secret": 1 });
    check(&Method::GET, &format!("{BASE}/nothing"), &answer(404, &error));
}

#[test]
#[should_panic(expected = "/responses/0")]
fn an_entry_of_a_batch_without_its_status_fails() {
    let batch = json!({ "responses": [{ "body": {}, "headers": {} }] });
    check(&Method::POST, &format!("{BASE}/batch"), &answer(207, &batch));
}
