//! A test merchant: its own simulator, and helpers that build requests.
//!
//! Requests are written as text, because the order of their fields matters and `serde_json` objects do not keep
//! it.

use paysim::{Settings, Sim};
use serde_json::Value;

pub struct Merchant {
    pub sim: Sim,
    pub client: reqwest::Client,
}

pub const VISA: &str = "4111111111111111";
pub const DESCRIPTOR: &str = "COMMON.ACCEPT.INAPP.PAYMENT";

impl Merchant {
    pub async fn open() -> Self {
        let settings = Settings { seed: 7, ..Settings::default() };
        let sim = Sim::open(([127, 0, 0, 1], 0).into(), settings).await.expect("simulator starts");
        Self { sim, client: reqwest::Client::new() }
    }

    pub async fn post(&self, body: String) -> reqwest::Result<reqwest::Response> {
        let url = format!("{}/xml/v1/request.api", self.sim.url());
        self.client.post(url).header("Content-Type", "application/json").body(body).send().await
    }

    /// A request by name. `fields` follow the credentials.
    pub fn request(name: &str, fields: &str) -> String {
        let comma = if fields.is_empty() { "" } else { "," };
        format!(
            r#"{{"{name}":{{"merchantAuthentication":{{"name":"matjar-sim",
                "transactionKey":"matjar-sim-transaction-key"}}{comma}{fields}}}}}"#
        )
    }

    pub async fn call(&self, name: &str, fields: &str) -> Value {
        let answer = self.post(Self::request(name, fields)).await.expect("response");
        assert_eq!(answer.status(), 200);
        read(&answer.bytes().await.expect("complete response"))
    }

    pub async fn transact(&self, fields: &str) -> Value {
        self.call("createTransactionRequest", &transaction(fields)).await
    }

    pub async fn token_for(&self, token: &str) -> Value {
        let body = format!(
            r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":"matjar-sim",
                "clientKey":"matjar-sim-client-key"}},"data":{{"type":"TOKEN","id":"1","token":{token}}}}}}}"#
        );
        let answer = self.post(body).await.expect("response");
        read(&answer.bytes().await.expect("complete response"))
    }

    /// The payment part of a request, with a token for a card.
    pub async fn card(&self, number: &str) -> String {
        let token = format!(r#"{{"cardNumber":"{number}","expirationDate":"122038","cardCode":"900"}}"#);
        payment(&self.token_for(&token).await)
    }

    pub async fn bank(&self) -> String {
        let token = r#"{"accountNumber":"123456789","routingNumber":"121042882","nameOnAccount":"Amal",
            "accountType":"checking"}"#;
        payment(&self.token_for(token).await)
    }

    /// Charges the usual card with a new token.
    pub async fn charge(&self, amount: &str, invoice: &str) -> Value {
        let card = self.card(VISA).await;
        self.transact(&charge(amount, &card, invoice)).await
    }

    pub async fn charged(&self, amount: &str, invoice: &str) -> String {
        let answer = self.charge(amount, invoice).await;
        assert_eq!(answer["transactionResponse"]["responseCode"], "1", "{answer}");
        id(&answer)
    }

    pub async fn details(&self, id: &str) -> Value {
        self.call("getTransactionDetailsRequest", &format!(r#""transId":"{id}""#)).await["transaction"]
            .clone()
    }

    pub async fn status(&self, id: &str) -> String {
        self.details(id).await["transactionStatus"].as_str().unwrap_or_default().to_owned()
    }

    pub async fn control(&self, path: &str, body: &str) -> Value {
        let url = format!("{}/sim/{path}", self.sim.url());
        let answer = self.client.post(url).body(body.to_owned()).send().await.expect("response");
        assert_eq!(answer.status(), 200, "{path} {body}");
        answer.json().await.expect("JSON")
    }
}

/// Parses a response, which starts with a byte order mark.
pub fn read(bytes: &[u8]) -> Value {
    let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).expect("leading byte order mark");
    serde_json::from_slice(bytes).expect("JSON")
}

fn payment(answer: &Value) -> String {
    let value = answer["opaqueData"]["dataValue"].as_str().expect("token");
    format!(r#"{{"opaqueData":{{"dataDescriptor":"{DESCRIPTOR}","dataValue":"{value}"}}}}"#)
}

pub fn transaction(fields: &str) -> String {
    format!(r#""refId":"our-ref","transactionRequest":{{{fields}}}"#)
}

pub fn charge(amount: &str, payment: &str, invoice: &str) -> String {
    format!(
        r#""transactionType":"authCaptureTransaction","amount":"{amount}","payment":{payment},
            "order":{{"invoiceNumber":"{invoice}"}}"#
    )
}

pub fn id(answer: &Value) -> String {
    answer["transactionResponse"]["transId"].as_str().expect("transaction id").to_owned()
}

/// The reason code of a payment that was not approved.
pub fn reason(answer: &Value) -> &str {
    answer["transactionResponse"]["errors"][0]["errorCode"].as_str().unwrap_or_default()
}

/// The message code of the response itself.
pub fn code(answer: &Value) -> &str {
    answer["messages"]["message"][0]["code"].as_str().unwrap_or_default()
}
