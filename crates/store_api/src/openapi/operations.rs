//! The table of operations.

use edge::registry::Verb;
use serde_json::{Value, json};

use crate::http::parameters;

pub struct Operation {
    pub verb: Verb,
    /// Below the base.
    pub path: &'static str,
    pub id: &'static str,
    pub summary: &'static str,
    pub query: &'static [&'static str],
    /// The schema of the JSON body.
    pub body: Option<fn() -> Value>,
    pub status: u16,
    pub answer: Answer,
    /// Whether a success may be 204 instead, without a body.
    pub may_be_empty: bool,
}

/// The schema of an answer.
pub enum Answer {
    One(&'static str),
    List(&'static str),
    /// 204: no body.
    Nothing,
}

impl Operation {
    const fn read(path: &'static str, id: &'static str, summary: &'static str, answer: Answer) -> Self {
        Self::write(Verb::Get, path, id, summary, None, 200, answer)
    }

    const fn query(self, query: &'static [&'static str]) -> Self {
        Self { query, ..self }
    }

    const fn write(
        verb: Verb,
        path: &'static str,
        id: &'static str,
        summary: &'static str,
        body: Option<fn() -> Value>,
        status: u16,
        answer: Answer,
    ) -> Self {
        Self { verb, path, id, summary, query: &[], body, status, answer, may_be_empty: false }
    }

    const fn or_nothing(self) -> Self {
        Self { may_be_empty: true, ..self }
    }

    /// Public answers are the same for everybody.
    pub fn is_public(&self) -> bool {
        self.path.is_empty() || self.path.starts_with("/products")
    }

    pub fn group(&self) -> &'static str {
        match self.path.split('/').nth(1) {
            Some("cart" | "batch") => "cart",
            Some("checkout" | "order") => "checkout",
            _ => "catalogue",
        }
    }

    /// Statuses of refusals and failures.
    pub fn errors(&self) -> Vec<u16> {
        let every = [400, 404, 421, 429, 503];
        let personal = [401, 403, 409, 413, 422];
        let more = personal.into_iter().filter(|_| !self.is_public());
        let mut all: Vec<u16> = every.into_iter().chain(more).collect();
        all.sort_unstable();
        all
    }
}

const GET: Verb = Verb::Get;
const POST: Verb = Verb::Post;
const PUT: Verb = Verb::Put;
const DELETE: Verb = Verb::Delete;

fn object(properties: Value, required: &[&str]) -> Value {
    json!({ "type": "object", "properties": properties, "required": required })
}

fn item() -> Value {
    object(
        json!({
            "id": { "type": "integer", "description": "Of a product or a variation." },
            "quantity": { "type": "number", "exclusiveMinimum": 0 },
            "variation": { "type": "array", "items": object(
                json!({ "attribute": { "type": "string" }, "value": { "type": "string" } }),
                &["attribute", "value"],
            ) },
        }),
        &["id"],
    )
}

fn key() -> Value {
    object(json!({ "key": { "type": "string" } }), &["key"])
}

fn key_and_quantity() -> Value {
    object(json!({ "key": { "type": "string" }, "quantity": { "type": "number" } }), &["key", "quantity"])
}

fn quantity() -> Value {
    object(json!({ "quantity": { "type": "number" } }), &["quantity"])
}

fn code() -> Value {
    object(json!({ "code": { "type": "string" } }), &["code"])
}

/// An address as clients send it: fields that are left out keep their values.
fn address() -> Value {
    json!({ "$ref": "#/components/schemas/AddressFields" })
}

fn addresses() -> Value {
    object(json!({ "billing_address": address(), "shipping_address": address() }), &[])
}

fn rate() -> Value {
    object(
        json!({ "package_id": { "type": ["integer", "string", "null"] }, "rate_id": { "type": "string" } }),
        &["rate_id"],
    )
}

fn extension() -> Value {
    object(json!({ "namespace": { "type": "string" }, "data": { "type": "object" } }), &["namespace"])
}

fn checkout() -> Value {
    object(
        json!({
            "billing_address": address(),
            "shipping_address": address(),
            "customer_note": { "type": "string" },
            "payment_method": { "type": "string" },
            "payment_data": { "type": "array", "items": object(
                json!({ "key": { "type": "string" }, "value": {} }),
                &["key", "value"],
            ) },
            "expected_total": { "type": "string", "description": "In minor units; another total is refused." },
            "extensions": { "type": "object" },
        }),
        &[],
    )
}

/// What shows that the client may pay the order, and the payment.
fn payment() -> Value {
    let mut body = checkout();
    body["properties"]["key"] = json!({ "type": "string", "description": "The key of the order." });
    body["properties"]["billing_email"] = json!({ "type": "string" });
    body["required"] = json!(["key", "payment_method"]);
    body
}

fn requests() -> Value {
    let request = object(
        json!({
            "path": { "type": "string" }, "method": { "type": "string" },
            "body": { "type": "object" }, "headers": { "type": "object" },
        }),
        &["path"],
    );
    object(json!({ "requests": { "type": "array", "items": request } }), &["requests"])
}

pub const OPERATIONS: &[Operation] = &[
    Operation::read("", "index", "All addresses.", Answer::One("Index")),
    Operation::read("/products", "listProducts", "Products.", Answer::List("Product"))
        .query(parameters::PRODUCTS),
    Operation::read(
        "/products/{id}",
        "product",
        "One product or variation, by id or slug.",
        Answer::One("Product"),
    ),
    Operation::read("/products/categories", "listCategories", "Categories.", Answer::List("CategoryRow"))
        .query(parameters::TERMS),
    Operation::read(
        "/products/categories/{id}",
        "category",
        "One category, by id or slug.",
        Answer::One("CategoryRow"),
    ),
    Operation::read("/products/tags", "listTags", "Tags.", Answer::List("TermRow")).query(parameters::TERMS),
    Operation::read("/products/brands", "listBrands", "Brands.", Answer::List("TermRow"))
        .query(parameters::TERMS),
    Operation::read("/products/brands/{id}", "brand", "One brand, by id or name.", Answer::One("TermRow")),
    Operation::read("/products/attributes", "listAttributes", "Attributes.", Answer::List("AttributeRow")),
    Operation::read("/products/attributes/{id}", "attribute", "One attribute.", Answer::One("AttributeRow")),
    Operation::read(
        "/products/attributes/{id}/terms",
        "listTerms",
        "Values of an attribute.",
        Answer::List("TermRow"),
    )
    .query(parameters::TERMS),
    Operation::read(
        "/products/collection-data",
        "collectionData",
        "Figures of a selection.",
        Answer::One("CollectionData"),
    )
    .query(parameters::COLLECTION_DATA),
    Operation::read("/products/reviews", "listReviews", "Published reviews.", Answer::List("ReviewRow"))
        .query(parameters::REVIEWS),
    Operation::read("/cart", "cart", "The cart.", Answer::One("Cart")),
    Operation::write(
        POST,
        "/cart/add-item",
        "addItem",
        "Adds an item.",
        Some(item),
        201,
        Answer::One("Cart"),
    ),
    Operation::write(
        POST,
        "/cart/update-item",
        "updateItem",
        "Changes the quantity of an item.",
        Some(key_and_quantity),
        200,
        Answer::One("Cart"),
    ),
    Operation::write(
        POST,
        "/cart/remove-item",
        "removeItem",
        "Removes an item.",
        Some(key),
        200,
        Answer::One("Cart"),
    ),
    Operation::read("/cart/items", "listItems", "The items of the cart.", Answer::List("CartItem")),
    Operation::write(
        POST,
        "/cart/items",
        "createItem",
        "Adds an item.",
        Some(item),
        201,
        Answer::One("CartItem"),
    ),
    Operation::write(
        DELETE,
        "/cart/items",
        "deleteItems",
        "Empties the cart.",
        None,
        200,
        Answer::List("CartItem"),
    ),
    Operation::read("/cart/items/{key}", "item", "One item.", Answer::One("CartItem")),
    Operation::write(
        PUT,
        "/cart/items/{key}",
        "replaceItem",
        "Changes the quantity of an item.",
        Some(quantity),
        200,
        Answer::One("CartItem"),
    )
    .or_nothing(),
    Operation::write(
        DELETE,
        "/cart/items/{key}",
        "deleteItem",
        "Removes an item.",
        None,
        204,
        Answer::Nothing,
    ),
    Operation::write(
        POST,
        "/cart/apply-coupon",
        "applyCoupon",
        "Applies a coupon.",
        Some(code),
        200,
        Answer::One("Cart"),
    ),
    Operation::write(
        POST,
        "/cart/remove-coupon",
        "removeCoupon",
        "Removes a coupon.",
        Some(code),
        200,
        Answer::One("Cart"),
    ),
    Operation::read("/cart/coupons", "listCoupons", "The coupons of the cart.", Answer::List("CartCoupon")),
    Operation::write(
        POST,
        "/cart/coupons",
        "createCoupon",
        "Applies a coupon.",
        Some(code),
        201,
        Answer::One("CartCoupon"),
    ),
    Operation::write(
        DELETE,
        "/cart/coupons",
        "deleteCoupons",
        "Removes all coupons.",
        None,
        200,
        Answer::List("CartCoupon"),
    ),
    Operation::read("/cart/coupons/{code}", "coupon", "One coupon of the cart.", Answer::One("CartCoupon")),
    Operation::write(
        DELETE,
        "/cart/coupons/{code}",
        "deleteCoupon",
        "Removes a coupon.",
        None,
        204,
        Answer::Nothing,
    ),
    Operation::write(
        POST,
        "/cart/update-customer",
        "updateCustomer",
        "Sets the addresses.",
        Some(addresses),
        200,
        Answer::One("Cart"),
    ),
    Operation::write(
        POST,
        "/cart/select-shipping-rate",
        "selectShippingRate",
        "Chooses a shipping rate.",
        Some(rate),
        200,
        Answer::One("Cart"),
    ),
    Operation::write(
        POST,
        "/cart/extensions",
        "cartExtensions",
        "Sends data to an extension.",
        Some(extension),
        200,
        Answer::One("Cart"),
    ),
    Operation::write(
        POST,
        "/cart/tokens",
        "createToken",
        "A `Cart-Token` for the cart of this browser.",
        None,
        201,
        Answer::One("CreatedToken"),
    ),
    Operation::write(
        DELETE,
        "/cart/tokens",
        "revokeTokens",
        "Ends all tokens of the cart.",
        None,
        200,
        Answer::One("RevokedTokens"),
    ),
    Operation::write(
        GET,
        "/checkout",
        "checkout",
        "The checkout as it stands.",
        None,
        200,
        Answer::One("Checkout"),
    ),
    Operation::write(
        PUT,
        "/checkout",
        "updateCheckout",
        "Saves what is known of the order.",
        Some(checkout),
        200,
        Answer::One("Checkout"),
    ),
    Operation::write(
        POST,
        "/checkout",
        "placeOrder",
        "Places and pays the order.",
        Some(checkout),
        200,
        Answer::One("Checkout"),
    ),
    Operation::write(
        POST,
        "/checkout/{id}",
        "payOrder",
        "Pays an order.",
        Some(payment),
        200,
        Answer::One("Checkout"),
    ),
    Operation::read("/order/{id}", "order", "An order, by its key.", Answer::One("Order"))
        .query(parameters::ORDER),
    Operation::write(
        POST,
        "/batch",
        "batch",
        "Several changes of the cart.",
        Some(requests),
        207,
        Answer::One("Batch"),
    ),
];
