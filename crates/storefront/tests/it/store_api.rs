//! The Store API: the cart and the checkout for apps and other front ends.

mod batch;
mod cart;
mod checkout;
mod conformance;
mod described;
mod index;
mod lists;
mod openapi;
mod products;
mod together;

use std::sync::Mutex;

use http::Method;
use serde_json::{Value, json};
use testkit::{Shopper, TestResponse, TestShop};

pub const BASE: &str = "/ar/wp-json/wc/store/v1";

/// A client of the API: a browser with its cookie and nonce, or an app with its `Cart-Token`.
pub struct Client {
    pub shopper: Shopper,
    is_app: bool,
    nonce: Mutex<String>,
    token: Mutex<Option<String>>,
}

impl Client {
    /// A page of the shop in the shopper's browser. Every answer is compared with the description.
    pub fn browser(shopper: &Shopper) -> Self {
        Self { shopper: shopper.clone(), is_app: false, nonce: Mutex::default(), token: Mutex::default() }
    }

    pub fn app(shop: &TestShop) -> Self {
        Self { is_app: true, ..Self::browser(&shop.shopper()) }
    }

    pub fn with_token(self, token: &str) -> Self {
        *self.token.lock().expect("not poisoned") = Some(token.to_owned());
        self
    }

    pub fn token(&self) -> String {
        self.token.lock().expect("not poisoned").clone().unwrap_or_default()
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        self.send(Method::GET, path, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> TestResponse {
        self.send(Method::POST, path, Some(body)).await
    }

    pub async fn send(&self, method: Method, path: &str, body: Option<Value>) -> TestResponse {
        self.send_with(method, path, body, &[]).await
    }

    pub async fn send_with(
        &self,
        method: Method,
        path: &str,
        body: Option<Value>,
        more: &[(&str, &str)],
    ) -> TestResponse {
        let nonce = self.nonce.lock().expect("not poisoned").clone();
        let token = self.token.lock().expect("not poisoned").clone();
        let mut headers = vec![("content-type", "application/json")];
        match &token {
            Some(token) if self.is_app => headers.push(("cart-token", token)),
            _ => headers.extend([("nonce", nonce.as_str()), ("sec-fetch-site", "same-origin")]),
        }
        headers.extend(more);
        let path = format!("{BASE}{path}");
        let body = body.map(|body| body.to_string());
        let answer = self.shopper.send(method.clone(), &path, body, &headers).await;
        described::check(&method, &path, &answer);
        if !answer.header("nonce").is_empty() {
            *self.nonce.lock().expect("not poisoned") = answer.header("nonce").to_owned();
        }
        if !answer.header("cart-token").is_empty() {
            *self.token.lock().expect("not poisoned") = Some(answer.header("cart-token").to_owned());
        }
        answer
    }

    /// Reads the cart, which also gives the nonce or the token of the next request.
    pub async fn cart(&self) -> Value {
        let answer = self.get("/cart").await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()
    }

    pub async fn add(&self, product: &str, quantity: u32) -> TestResponse {
        self.post("/cart/add-item", json!({ "id": number(product), "quantity": quantity })).await
    }
}

pub fn number(id: &str) -> i64 {
    id.parse().expect("an id")
}

pub async fn sql(shop: &TestShop, text: &str) {
    let done = sqlx::raw_sql(sqlx::AssertSqlSafe(text.to_owned())).execute(&shop.db).await;
    done.expect("setup statement");
}

/// Shipping within the country and taxes on everything.
pub async fn with_shipping(shop: &TestShop) {
    sql(
        shop,
        "with zone as (insert into shipping_zones (name, countries) values ('هنا', '{US}') returning id)
         insert into shipping_methods (zone_id, kind, title, cost_minor, position)
         select id, kind, title, cost, place from zone,
             (values ('flat', 'شحن', 500, 1), ('pickup', 'استلام', 0, 2)) as method (kind, title, cost, place);
         insert into tax_rates (country, name, rate, on_shipping) values ('US', 'ضريبة', 725, true)",
    )
    .await;
}

/// The address of the test buyer.
pub fn address() -> Value {
    json!({
        "first_name": "سلمى", "last_name": "الخطيب", "company": "", "address_1": "5100 Maple St",
        "address_2": "", "city": "ديربورن", "state": "", "postcode": "48126", "country": "US",
        "phone": "+1 313 555 0142", "email": "salma@example.com",
    })
}

/// The fields that the provider's script would add to a form.
pub fn payment_data(token: &str) -> Value {
    json!([
        { "key": "wc-authorize-net-cim-credit-card-payment-nonce", "value": token },
        { "key": "wc-authorize-net-cim-credit-card-payment-descriptor", "value": "COMMON.ACCEPT.INAPP.PAYMENT" },
    ])
}

pub const CARD: &str = "authorize_net_cim_credit_card";

/// A whole order, paid by card.
pub async fn order_body(shop: &TestShop) -> Value {
    let token = shop.card("4111111111111111").await.token;
    json!({ "billing_address": address(), "payment_method": CARD, "payment_data": payment_data(&token) })
}
