//! A provider of its own for each test, and what a browser would do there.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use kernel::Money;
use payments::provider::{
    AuthorizeNet, AuthorizeNetConfig, Billing, Charge, Limits, Means, PaymentProvider, Receipt, Token,
    Validation,
};
use paysim::{Rule, Settings, Sim, Then, When};
use serde_json::{Value, json};

pub const VISA: &str = "4111111111111111";
pub const ROUTING: &str = "121042882";

pub struct World {
    pub sim: Sim,
    pub provider: AuthorizeNet,
}

impl World {
    pub async fn new() -> Self {
        Self::with(|config| config).await
    }

    pub async fn with(change: impl FnOnce(AuthorizeNetConfig) -> AuthorizeNetConfig) -> Self {
        let sim = Sim::open(([127, 0, 0, 1], 0).into(), Settings::default()).await.expect("a free port");
        let provider = AuthorizeNet::new(change(config(&sim))).expect("a whole configuration");
        Self { sim, provider }
    }

    /// With less patience than usual.
    pub async fn hasty() -> Self {
        let read = Duration::from_secs(2);
        let limits = Limits { charge: Duration::from_millis(300), read, ..Limits::default() };
        Self::with(|config| AuthorizeNetConfig { limits, ..config }).await
    }

    pub fn then(&self, then: Then) {
        self.sim.set_rules(vec![Rule { then, ..Rule::default() }]);
    }

    /// For payments only; questions are answered as ever.
    pub fn then_for_payments(&self, then: Then) {
        let when = When { request: Some("createTransactionRequest".to_owned()), ..When::default() };
        self.sim.set_rules(vec![Rule { when, then, ..Rule::default() }]);
    }

    pub async fn card(&self, number: &str) -> Token {
        self.token(json!({"cardNumber": number, "expirationDate": "122038", "cardCode": "123"})).await
    }

    pub async fn account(&self) -> Token {
        self.token(json!({
            "accountNumber": "123456789", "routingNumber": ROUTING, "nameOnAccount": "A B", "accountType": "checking",
        }))
        .await
    }

    async fn token(&self, numbers: Value) -> Token {
        let settings = self.sim.settings();
        // As text: fields stand in the order of the schema here as well.
        let request = format!(
            r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":"{}","clientKey":"{}"}},
                "data":{{"type":"TOKEN","id":"1","token":{numbers}}}}}}}"#,
            settings.login, settings.client_key
        );
        let url = format!("{}/xml/v1/request.api", self.sim.url());
        let answer = reqwest::Client::new().post(url).body(request).send().await.expect("an answer");
        let answer = answer.text().await.expect("text");
        let answer: Value = serde_json::from_str(answer.trim_start_matches('\u{feff}')).expect("JSON");
        let field = |name: &str| answer["opaqueData"][name].as_str().expect("a token").to_owned();
        Token { kind: field("dataDescriptor"), value: field("dataValue"), brand: None }
    }

    pub async fn charge(&self, minor: i64) -> Receipt {
        let token = self.card(VISA).await;
        self.provider.charge(&charge(&key(), minor, Means::Token(token))).await.expect("an answer")
    }

    pub async fn charge_account(&self, minor: i64) -> Receipt {
        let token = self.account().await;
        self.provider.charge(&charge(&key(), minor, Means::Token(token))).await.expect("an answer")
    }
}

pub fn config(sim: &Sim) -> AuthorizeNetConfig {
    let settings = sim.settings();
    AuthorizeNetConfig {
        api_url: format!("{}/xml/v1/request.api", sim.url()),
        script_url: format!("{}/v1/Accept.js", sim.url()),
        login: settings.login,
        transaction_key: settings.transaction_key.into(),
        client_key: settings.client_key,
        signature_key: settings.signature_key.into(),
        validation: Validation::TestMode,
        limits: Limits::default(),
    }
}

/// Twenty characters, as the shop makes them.
pub fn key() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    format!("T{:019}", NEXT.fetch_add(1, Ordering::Relaxed))
}

pub fn charge(key: &str, minor: i64, means: Means) -> Charge {
    Charge {
        key: key.to_owned(),
        amount: Money::minor(minor),
        order_number: "1024".to_owned(),
        means,
        billing: billing(),
        address: Some("192.0.2.7".to_owned()),
    }
}

pub fn billing() -> Billing {
    Billing {
        first_name: "ليلى".to_owned(),
        last_name: "القحطاني".to_owned(),
        address: "شارع التحلية، عمارة رقم ١٢، الطابق الثالث، بجانب المكتبة الكبيرة والمخبز القديم".to_owned(),
        city: "الرياض".to_owned(),
        postcode: "11564".to_owned(),
        country: "SA".to_owned(),
        phone: "+966 50 123 4567".to_owned(),
        email: "layla@example.test".to_owned(),
    }
}

pub fn reference(receipt: &Receipt) -> &str {
    receipt.reference.as_deref().expect("the provider's number")
}

/// When the tests were started, and a little before.
pub fn since() -> chrono::DateTime<chrono::Utc> {
    chrono::Utc::now() - chrono::TimeDelta::minutes(5)
}
