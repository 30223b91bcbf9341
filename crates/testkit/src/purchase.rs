//! Checkout as a browser does it: the provider's script exchanges a card number for a token, and the form sends the
//! token.

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use orders::jobs::OrderJobContext;
use payments::PaymentContext;
use storefront::server::database;

use crate::{Shopper, TestResponse, TestShop};

/// Billing fields of the test buyer.
pub const BUYER: [(&str, &str); 8] = [
    ("billing_email", "salma@example.com"),
    ("billing_first_name", "سلمى"),
    ("billing_last_name", "الخطيب"),
    ("billing_country", "US"),
    ("billing_address_1", "5100 Maple St"),
    ("billing_city", "ديربورن"),
    ("billing_phone", "+1 313 555 0142"),
    ("terms", "1"),
];

const CARD: &str = "authorize_net_cim_credit_card";
const ECHECK: &str = "authorize_net_cim_echeck";

/// A card as the page's script knows it: the provider's token for its number, and the details that may be shown.
#[derive(Debug, Clone)]
pub struct Card {
    pub token: String,
    /// Derived from the number; empty if unknown.
    pub brand: &'static str,
    pub last4: String,
}

/// Fields of a checkout form; setting a field again replaces its value.
#[derive(Debug, Clone, Default)]
pub struct Purchase(Vec<(String, String)>);

impl Purchase {
    pub fn new() -> Self {
        Self::default().with(&BUYER)
    }

    /// Without the billing fields.
    pub fn empty() -> Self {
        Self::default()
    }

    #[must_use]
    pub fn with(mut self, fields: &[(&str, &str)]) -> Self {
        for (name, value) in fields {
            self.0.retain(|(known, _)| known != name);
            self.0.push(((*name).to_owned(), (*value).to_owned()));
        }
        self
    }

    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        self.0.retain(|(known, _)| known != name);
        self
    }

    /// Sets the fields that the provider's script fills in for a card.
    #[must_use]
    pub fn card(self, card: &Card) -> Self {
        self.with(&[
            ("payment_method", CARD),
            ("wc-authorize-net-cim-credit-card-payment-nonce", &card.token),
            ("wc-authorize-net-cim-credit-card-payment-descriptor", "COMMON.ACCEPT.INAPP.PAYMENT"),
            ("wc-authorize-net-cim-credit-card-card-type", card.brand),
            ("wc-authorize-net-cim-credit-card-last-four", &card.last4),
            ("wc-authorize-net-cim-credit-card-exp-month", "12"),
            ("wc-authorize-net-cim-credit-card-exp-year", "2038"),
        ])
    }

    #[must_use]
    pub fn echeck(self, token: &str) -> Self {
        self.with(&[
            ("payment_method", ECHECK),
            ("wc-authorize-net-cim-echeck-payment-nonce", token),
            ("wc-authorize-net-cim-echeck-payment-descriptor", "COMMON.ACCEPT.INAPP.PAYMENT"),
        ])
    }

    #[must_use]
    pub fn saved(self, id: &str) -> Self {
        self.with(&[("payment_method", CARD), ("wc-authorize-net-cim-credit-card-payment-token", id)])
    }

    pub fn fields(&self) -> Vec<(&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect()
    }
}

impl TestShop {
    /// Returns the payment context of background work, connected as `shop_worker`.
    pub fn payment_context(&self) -> PaymentContext {
        self.order_job_context().payments
    }

    /// Returns the context of the worker's jobs about orders, connected as `shop_worker`.
    pub fn order_job_context(&self) -> OrderJobContext {
        let url = self.database().url("WORKER_").expect("a database URL");
        let pool = database::pool(&url, 4, "test payments").expect("a pool");
        self.app().order_jobs(self.config(), pool).expect("a job context")
    }

    /// Requests a token for a card, as the provider's script does.
    pub async fn card(&self, number: &str) -> Card {
        let data = format!(r#"{{"cardNumber":"{number}","expirationDate":"122038","cardCode":"900"}}"#);
        Card {
            token: self.token(&data).await,
            brand: payments::rules::Brand::from_digits(number).map_or("", payments::rules::Brand::name),
            last4: number[number.len() - 4..].to_owned(),
        }
    }

    pub async fn bank_account(&self, number: &str) -> String {
        let data = format!(
            r#"{{"accountNumber":"{number}","routingNumber":"121042882","nameOnAccount":"Salma","accountType":"checking"}}"#
        );
        self.token(&data).await
    }

    async fn token(&self, data: &str) -> String {
        let body = format!(
            r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":"matjar-sim","clientKey":"matjar-sim-client-key"}},"data":{{"type":"TOKEN","id":"1","token":{data}}}}}}}"#
        );
        let request = http::Request::post(format!("{}/xml/v1/request.api", self.sim.url()))
            .header("content-type", "application/json")
            .body(Full::new(Bytes::from(body)))
            .expect("a request");
        let client: Client<_, Full<Bytes>> = Client::builder(TokioExecutor::new()).build_http();
        let body = client.request(request).await.expect("the provider responds").into_body();
        let bytes = body.collect().await.expect("a complete response").to_bytes();
        let text = String::from_utf8_lossy(&bytes);
        let json: serde_json::Value =
            serde_json::from_str(text.trim_start_matches('\u{feff}')).expect("a JSON response");
        json["opaqueData"]["dataValue"].as_str().unwrap_or_else(|| panic!("no token in {json}")).to_owned()
    }
}

impl Shopper {
    /// Opens the checkout page and sends its form, as a browser would.
    pub async fn check_out(&self, purchase: &Purchase) -> TestResponse {
        let page = self.get("/ar/checkout/").await.text();
        self.send_checkout(&page, purchase).await
    }

    /// Sends the form of a page that was opened before.
    pub async fn send_checkout(&self, page: &str, purchase: &Purchase) -> TestResponse {
        let mut fields = crate::hidden_fields(page, "/ar/checkout/");
        fields.retain(|(name, _)| name != "pay_later" && !name.starts_with("wc-authorize"));
        if !fields.iter().any(|(name, _)| name == "seen_total") {
            let total = page.split("name=\"seen_total\" value=\"").nth(1);
            let total = total.and_then(|rest| rest.split('"').next()).unwrap_or_default();
            fields.push(("seen_total".to_owned(), total.to_owned()));
        }
        let wanted = purchase.fields();
        fields.retain(|(name, _)| wanted.iter().all(|(other, _)| other != name));
        let all: Vec<(&str, &str)> =
            fields.iter().map(|(name, value)| (name.as_str(), value.as_str())).chain(wanted).collect();
        let answer = self.post("/ar/checkout/", &all).await;
        self.follow_refusal(answer).await
    }

    /// Follows the redirect of a refused form to the page that shows the reason.
    pub async fn follow_refusal(&self, answer: TestResponse) -> TestResponse {
        match answer.location().contains("refused=") {
            true => self.get(answer.location()).await,
            false => answer,
        }
    }

    /// Buys with a valid card and returns the redirect location.
    pub async fn buy(&self, shop: &TestShop) -> String {
        let token = shop.card("4111111111111111").await;
        let answer = self.check_out(&Purchase::new().card(&token)).await;
        assert_eq!(answer.status, 303, "{}", answer.visible_text());
        answer.location().to_owned()
    }
}
