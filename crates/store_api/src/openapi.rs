//! The description of the Store API for programs: OpenAPI 3.1. Schemas come from the types of the answers; the table of
//! operations is compared with the registry by a test, in both directions.

mod operations;
mod parameters;

use std::collections::BTreeMap;

use edge::{AppError, Endpoint, PageRequest, Policy, PublicShop, page::Document, registry::Verb};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::{OpenApi, ToSchema};

use crate::{
    headers::ALLOW,
    http::{
        batch::{BatchDocument, EntryDocument},
        cart::{
            tokens::{CreatedToken, RevokedTokens},
            view::{CartDocument, CouponDocument, ItemDocument},
        },
        checkout::view::{CheckoutDocument, OrderDocument},
        index::Index,
    },
    view::{
        product::Product,
        terms::{AttributeRow, CategoryRow, CollectionData, ReviewRow, TermRow},
    },
};
use operations::{Answer, OPERATIONS, Operation};

pub const URL: &str = "/ar/wp-json/matjar/v1/openapi.json";
const BASE: &str = "/ar/wp-json/wc/store/v1";

/// Types of answers.
#[derive(OpenApi)]
#[openapi(components(schemas(
    Product,
    CategoryRow,
    TermRow,
    AttributeRow,
    ReviewRow,
    CollectionData,
    CartDocument,
    ItemDocument,
    CouponDocument,
    CheckoutDocument,
    OrderDocument,
    CreatedToken,
    RevokedTokens,
    BatchDocument,
    EntryDocument,
    Index,
    AddressFields,
    ErrorEnvelope
)))]
struct Schemas;

/// An error, as [`edge::api::ApiRefusal`] writes it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Error)]
struct ErrorEnvelope {
    /// For programs; it does not change.
    code: String,
    /// For shoppers, in Arabic.
    message: String,
    data: ErrorData,
}

#[derive(Debug, Serialize, ToSchema)]
struct ErrorData {
    status: u16,
    /// The reason for each invalid parameter.
    #[schema(required = false)]
    params: Option<BTreeMap<String, String>>,
    /// The same, as an error for each parameter.
    #[schema(value_type = Option<BTreeMap<String, Object>>, required = false)]
    details: Option<BTreeMap<String, Value>>,
    /// The cart as it is, after a conflict.
    #[schema(required = false)]
    cart: Option<CartDocument>,
}

/// An address as clients send it. A field that is left out keeps its value.
#[derive(Debug, Serialize, ToSchema)]
struct AddressFields {
    first_name: Option<String>,
    last_name: Option<String>,
    company: Option<String>,
    address_1: Option<String>,
    /// The number of the house or the flat.
    address_2: Option<String>,
    city: Option<String>,
    state: Option<String>,
    postcode: Option<String>,
    /// Two letters of ISO 3166.
    country: Option<String>,
    phone: Option<String>,
    /// Of billing addresses.
    email: Option<String>,
}

/// Methods and paths that the description contains, below the versioned base.
pub fn described() -> Vec<(Verb, String)> {
    OPERATIONS.iter().map(|operation| (operation.verb, format!("{BASE}{}", operation.path))).collect()
}

pub fn endpoints() -> Vec<Endpoint> {
    vec![Endpoint::public_api(URL, &[], show).policy(Policy::public_api())]
}

async fn show(shop: PublicShop, _: PageRequest) -> Result<Document, AppError> {
    Ok(Document::json(&document(&shop.origin)).with_header(ALLOW, "GET".to_owned()))
}

/// The whole description. `origin`: of the shop.
pub fn document(origin: &str) -> Value {
    let mut document = json!(Schemas::openapi());
    document["info"] = json!({
        "title": "Matjar Store API",
        "version": "1",
        "summary": "The shop for apps and other front ends.",
        "description": "Addresses and answers of WooCommerce's Store API. Deviations are listed in the handbook.",
        "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
    });
    document["servers"] = json!([{ "url": origin }]);
    document["paths"] = paths();
    let components = &mut document["components"];
    components["securitySchemes"] = json!({
        "cartToken": {
            "type": "apiKey", "in": "header", "name": "Cart-Token",
            "description": "Names the cart of a client without cookies. Answers about a cart contain it.",
        },
        "nonce": {
            "type": "apiKey", "in": "header", "name": "Nonce",
            "description": "For browsers with the shop's cookie. Answers about a cart contain the next one.",
        },
    });
    document
}

fn paths() -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for operation in OPERATIONS {
        let path = paths.entry(format!("{BASE}{}", operation.path)).or_insert_with(|| json!({}));
        path[operation.verb.to_string().to_lowercase()] = describe(operation);
    }
    Value::Object(paths)
}

fn describe(operation: &Operation) -> Value {
    let in_path = operation.path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let in_path = in_path
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
    let in_query = operation.query.iter().map(|name| parameters::describe(name));
    let mut described = json!({
        "operationId": operation.id,
        "summary": operation.summary,
        "tags": [operation.group()],
        "parameters": in_path.chain(in_query).collect::<Vec<_>>(),
        "responses": responses(operation),
    });
    if let Some(schema) = operation.body {
        described["requestBody"] = json!({
            "required": true,
            "content": { "application/json": { "schema": schema() } },
        });
    }
    if operation.is_public() {
        described["security"] = json!([]);
    } else {
        described["security"] = json!([{ "cartToken": [] }, { "nonce": [] }]);
    }
    described
}

fn responses(operation: &Operation) -> Value {
    let reference = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
    let schema = match operation.answer {
        Answer::One(name) => Some(reference(name)),
        Answer::List(name) => Some(json!({ "type": "array", "items": reference(name) })),
        Answer::Nothing => None,
    };
    let error = json!({
        "description": "Refused or failed: see `code`.",
        "content": { "application/json": { "schema": reference("Error") } },
    });
    let mut responses = Map::new();
    let mut success = json!({ "description": operation.summary });
    if let Some(schema) = schema {
        success["content"] = json!({ "application/json": { "schema": schema } });
    }
    responses.insert(operation.status.to_string(), success);
    if operation.may_be_empty {
        responses.insert("204".to_owned(), json!({ "description": "Done; there is nothing to show." }));
    }
    if operation.is_public() {
        responses.insert("304".to_owned(), json!({ "description": "Not changed since `If-None-Match`." }));
    }
    for status in operation.errors() {
        responses.insert(status.to_string(), error.clone());
    }
    Value::Object(responses)
}
