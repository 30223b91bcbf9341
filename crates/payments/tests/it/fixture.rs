//! A simulated provider for each test, and the calls that a browser would make.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::Duration,
};

use kernel::Money;
use payments::provider::{
    AuthorizeNet, AuthorizeNetConfig, Billing, Charge, Limits, PaymentProvider, PaymentSource, Receipt,
    Token, Validation,
};
use paysim::{Fault, FaultRule, RequestMatcher, Settings, Sim};
use serde_json::{Value, json};

pub const VISA: &str = "4111111111111111";
pub const ROUTING: &str = "121042882";

pub struct Fixture {
    pub sim: Sim,
    pub provider: AuthorizeNet,
}

impl Fixture {
    pub async fn new() -> Self {
        Self::with(|config| config).await
    }

    pub async fn with(change: impl FnOnce(AuthorizeNetConfig) -> AuthorizeNetConfig) -> Self {
        let sim = Sim::open(([127, 0, 0, 1], 0).into(), Settings::default()).await.expect("a free port");
        let provider = AuthorizeNet::new(change(config(&sim))).expect("a valid configuration");
        Self { sim, provider }
    }

    pub async fn with_short_timeouts() -> Self {
        let read = Duration::from_secs(2);
        let limits = Limits { charge: Duration::from_millis(300), read, ..Limits::default() };
        Self::with(|config| AuthorizeNetConfig { limits, ..config }).await
    }

    pub fn inject(&self, fault: Fault) {
        self.sim.set_rules(vec![FaultRule { fault, ..FaultRule::default() }]);
    }

    /// Injects a fault into payments only; read-only requests succeed.
    pub fn inject_for_payments(&self, fault: Fault) {
        let when = RequestMatcher {
            request: Some("createTransactionRequest".to_owned()),
            ..RequestMatcher::default()
        };
        self.sim.set_rules(vec![FaultRule { when, fault, ..FaultRule::default() }]);
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
        // Built as text, because the fields must be in the order of the schema.
        let request = format!(
            r#"{{"securePaymentContainerRequest":{{"merchantAuthentication":{{"name":"{}","clientKey":"{}"}},
                "data":{{"type":"TOKEN","id":"1","token":{numbers}}}}}}}"#,
            settings.login, settings.client_key
        );
        let url = format!("{}/xml/v1/request.api", self.sim.url());
        let response = reqwest::Client::new().post(url).body(request).send().await.expect("a response");
        let text = response.text().await.expect("text");
        let body: Value = serde_json::from_str(text.trim_start_matches('\u{feff}')).expect("JSON");
        let field = |name: &str| body["opaqueData"][name].as_str().expect("a token").to_owned();
        Token { kind: field("dataDescriptor"), value: field("dataValue"), brand: None }
    }

    pub async fn charge(&self, minor: i64) -> Receipt {
        let token = self.card(VISA).await;
        self.provider.charge(&charge(&key(), minor, PaymentSource::Token(token))).await.expect("a receipt")
    }

    pub async fn charge_account(&self, minor: i64) -> Receipt {
        let token = self.account().await;
        self.provider.charge(&charge(&key(), minor, PaymentSource::Token(token))).await.expect("a receipt")
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

/// Returns a new key of twenty characters, like the shop's.
pub fn key() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    format!("T{:019}", NEXT.fetch_add(1, Ordering::Relaxed))
}

pub fn charge(key: &str, minor: i64, source: PaymentSource) -> Charge {
    Charge {
        key: key.to_owned(),
        amount: Money::from_minor(minor),
        order_number: "1024".to_owned(),
        source,
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
    receipt.reference.as_deref().expect("a provider reference")
}

/// A time before the test started.
pub fn since() -> chrono::DateTime<chrono::Utc> {
    chrono::Utc::now() - chrono::TimeDelta::minutes(5)
}
