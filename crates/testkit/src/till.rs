//! Paying, as a browser does it: the provider's script turns a number into a token, and the form brings that.

use bytes::Bytes;
use checkout::Till;
use http_body_util::{BodyExt, Full};
use hyper_util::{client::legacy::Client, rt::TokioExecutor};
use storefront::database;

use crate::{Answer, Shopper, TestShop};

/// Who buys in tests.
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

/// A card as the page's script knows it: the provider's token for its number, and what may be told of it.
#[derive(Debug, Clone)]
pub struct Card {
    pub token: String,
    /// By its number; empty where nobody knows it.
    pub brand: &'static str,
    pub last4: String,
}

/// What a checkout form is sent with; fields that are named twice are sent as they were named last.
#[derive(Debug, Clone, Default)]
pub struct Purchase(Vec<(String, String)>);

impl Purchase {
    pub fn new() -> Self {
        Self::default().with(&BUYER)
    }

    /// Everything but who buys.
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

    /// A card's token in the place where the provider's script puts it.
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
    /// The till as those use it who work later, with their connections.
    pub fn till(&self) -> Till {
        let url = self.database().url("WORKER_").expect("an address");
        let pool = database::pool(&url, 4, "test till").expect("a pool");
        self.shop().other::<Till>().expect("a till").with_db(pool)
    }

    /// A token for a card, as the provider's script gets one.
    pub async fn card(&self, number: &str) -> Card {
        let data = format!(r#"{{"cardNumber":"{number}","expirationDate":"122038","cardCode":"900"}}"#);
        Card {
            token: self.token(&data).await,
            brand: payments::rules::Brand::of(number).map_or("", payments::rules::Brand::name),
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
        let answer = client.request(request).await.expect("the provider answers").into_body();
        let bytes = answer.collect().await.expect("a whole answer").to_bytes();
        let text = String::from_utf8_lossy(&bytes);
        let json: serde_json::Value =
            serde_json::from_str(text.trim_start_matches('\u{feff}')).expect("an answer in JSON");
        json["opaqueData"]["dataValue"].as_str().unwrap_or_else(|| panic!("no token in {json}")).to_owned()
    }
}

impl Shopper {
    /// Opens the checkout and sends its form, as a browser would.
    pub async fn check_out(&self, purchase: &Purchase) -> Answer {
        let page = self.get("/ar/checkout/").await.text();
        self.send_checkout(&page, purchase).await
    }

    /// Sends the form of a page that was opened before.
    pub async fn send_checkout(&self, page: &str, purchase: &Purchase) -> Answer {
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

    /// A form that is refused leads back to its page, which says why.
    pub async fn follow_refusal(&self, answer: Answer) -> Answer {
        match answer.location().contains("refused=") {
            true => self.get(answer.location()).await,
            false => answer,
        }
    }

    /// A purchase by a card that works: answers where it led.
    pub async fn buy(&self, shop: &TestShop) -> String {
        let token = shop.card("4111111111111111").await;
        let answer = self.check_out(&Purchase::new().card(&token)).await;
        assert_eq!(answer.status, 303, "{}", answer.words());
        answer.location().to_owned()
    }
}
