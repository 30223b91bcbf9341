//! The adapter of Authorize.Net's JSON API.
//!
//! The API has three peculiarities. The fields of a request must be in the order of its schema, so requests are structs
//! and never maps. Responses begin with a byte order mark. It has no idempotency keys: the attempt's key is sent as the
//! invoice number, with a duplicate window of eight hours in which a second payment with the same data is refused.

mod ledger;
mod pay;
mod profiles;
mod responses;
mod transport;
mod webhook;
mod wire;

use std::time::Duration;

use anyhow::{Context, ensure};
use chrono::{DateTime, Utc};
use http::{HeaderMap, Uri};
use kernel::Money;
use secrecy::{ExposeSecret, SecretString};

use super::{
    Billing, BrowserSetup, Charge, Notice, Owner, Payment, PaymentProvider, ProviderError, ProviderFuture,
    Receipt, Refund, Token, VaultedMethod, WebhookRefusal,
};
use responses::Reply;
use transport::Transport;
use wire::Request;

#[derive(Debug, Clone)]
pub struct AuthorizeNetConfig {
    /// `https://api.authorize.net/xml/v1/request.api`
    pub api_url: String,
    /// `https://js.authorize.net/v1/Accept.js`
    pub script_url: String,
    pub login: String,
    pub transaction_key: SecretString,
    /// Public key of the browser, which can only create tokens.
    pub client_key: String,
    /// Signs the webhook notices.
    pub signature_key: SecretString,
    pub validation: Validation,
    pub limits: Limits,
}

/// How the provider validates a method before saving it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Validation {
    /// Only the format of its fields is checked.
    #[default]
    TestMode,
    /// A test amount is authorised at the bank and voided at once.
    LiveMode,
}

/// Timeouts of calls to the provider.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// For a connection, including the TLS handshake.
    pub connect: Duration,
    /// For the response to a read-only request.
    pub read: Duration,
    /// For the response to any other request.
    pub charge: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(1),
            read: Duration::from_secs(5),
            charge: Duration::from_secs(10),
        }
    }
}

pub struct AuthorizeNet {
    config: AuthorizeNetConfig,
    browser: BrowserSetup,
    transport: Transport,
    details_cache: ledger::DetailsCache,
    account_check: ledger::AccountCheck,
}

impl AuthorizeNet {
    pub fn new(config: AuthorizeNetConfig) -> anyhow::Result<Self> {
        let secrets = [config.transaction_key.expose_secret(), config.signature_key.expose_secret()];
        let names = [config.login.as_str(), config.client_key.as_str()];
        ensure!(
            secrets.into_iter().chain(names).all(|value| !value.trim().is_empty()),
            "a login or key of the payment provider is empty"
        );
        let api: Uri = config.api_url.parse().context("invalid URL of the provider's API")?;
        origin(&api).context("invalid URL of the provider's API")?;
        let script: Uri = config.script_url.parse().context("invalid URL of the provider's script")?;
        let script_origin = origin(&script).context("invalid URL of the provider's script")?;
        let browser = BrowserSetup {
            script_url: config.script_url.clone(),
            connect_origin: connect_origin(&script_origin),
            script_origin,
            account_id: config.login.clone(),
            publishable_key: config.client_key.clone(),
        };
        let transport = Transport::new(api, config.limits.connect);
        Ok(Self {
            config,
            browser,
            transport,
            details_cache: ledger::DetailsCache::new(ledger::MAX_CACHED_DETAILS),
            account_check: ledger::AccountCheck::default(),
        })
    }

    /// Sends a request that may move money or change a saved method.
    async fn change<R: Request>(&self, request: R) -> Result<Reply<R::Answer>, ProviderError> {
        self.send(request, self.config.limits.charge).await
    }

    /// Sends a read-only request.
    async fn read<R: Request>(&self, request: R) -> Result<R::Answer, ProviderError> {
        self.send(request, self.config.limits.read).await?.into_result()
    }

    async fn send<R: Request>(&self, request: R, limit: Duration) -> Result<Reply<R::Answer>, ProviderError> {
        let key = self.config.transaction_key.expose_secret();
        let body = wire::write(&self.config.login, key, &request);
        let response = self.transport.post(body, limit).await?;
        Reply::read(&response)
    }
}

fn origin(url: &Uri) -> Option<String> {
    Some(format!("{}://{}", url.scheme_str()?, url.authority()?))
}

/// The host that the script sends numbers to. Authorize.Net's own script uses another host than its origin; any other
/// script, such as the simulator's, uses its origin.
fn connect_origin(script_origin: &str) -> String {
    match script_origin {
        "https://js.authorize.net" => "https://api2.authorize.net",
        "https://jstest.authorize.net" => "https://apitest.authorize.net",
        own => own,
    }
    .to_owned()
}

impl PaymentProvider for AuthorizeNet {
    fn name(&self) -> &'static str {
        crate::view::PLUGIN
    }

    fn browser(&self) -> &BrowserSetup {
        &self.browser
    }

    fn charge<'a>(&'a self, charge: &'a Charge) -> ProviderFuture<'a, Receipt> {
        Box::pin(self.pay(charge, pay::Step::Charge))
    }

    fn authorise<'a>(&'a self, charge: &'a Charge) -> ProviderFuture<'a, Receipt> {
        Box::pin(self.pay(charge, pay::Step::Authorise))
    }

    fn capture<'a>(&'a self, reference: &'a str, amount: Money) -> ProviderFuture<'a, Receipt> {
        Box::pin(self.capture_authorised(reference, amount))
    }

    fn void<'a>(&'a self, reference: &'a str) -> ProviderFuture<'a, Receipt> {
        Box::pin(self.void_transaction(reference))
    }

    fn refund<'a>(&'a self, refund: &'a Refund) -> ProviderFuture<'a, Receipt> {
        Box::pin(self.refund_or_void(refund))
    }

    fn save_method<'a>(
        &'a self,
        owner: &'a Owner,
        token: &'a Token,
        billing: &'a Billing,
    ) -> ProviderFuture<'a, VaultedMethod> {
        Box::pin(self.save_token(owner, token, billing))
    }

    fn save_used_method<'a>(
        &'a self,
        owner: &'a Owner,
        reference: &'a str,
    ) -> ProviderFuture<'a, VaultedMethod> {
        Box::pin(self.save_used(owner, reference))
    }

    fn delete_method<'a>(&'a self, profile: &'a str, method: &'a str) -> ProviderFuture<'a, ()> {
        Box::pin(self.delete_profile(profile, method))
    }

    fn look_up<'a>(&'a self, keys: &'a [String], since: DateTime<Utc>) -> ProviderFuture<'a, Vec<Payment>> {
        Box::pin(self.find_by_keys(keys, since))
    }

    fn details<'a>(&'a self, reference: &'a str) -> ProviderFuture<'a, Payment> {
        Box::pin(self.load(reference))
    }

    fn list<'a>(&'a self, since: DateTime<Utc>) -> ProviderFuture<'a, Vec<Payment>> {
        Box::pin(self.list_all(since))
    }

    fn parse_webhook(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: DateTime<Utc>,
    ) -> Result<Notice, WebhookRefusal> {
        webhook::read(self.config.signature_key.expose_secret(), headers, body, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config() -> AuthorizeNetConfig {
        AuthorizeNetConfig {
            api_url: "https://api.authorize.net/xml/v1/request.api".to_owned(),
            script_url: "https://js.authorize.net/v1/Accept.js".to_owned(),
            login: "a-login".to_owned(),
            transaction_key: "a-transaction-key".into(),
            client_key: "a-client-key".to_owned(),
            signature_key: "a-signature-key".into(),
            validation: Validation::TestMode,
            limits: Limits::default(),
        }
    }

    #[test]
    fn the_browser_is_given_its_script_and_connect_origins() {
        let live = AuthorizeNet::new(config()).unwrap();
        assert_eq!(live.browser().script_origin, "https://js.authorize.net");
        assert_eq!(live.browser().connect_origin, "https://api2.authorize.net");
        assert_eq!(live.browser().account_id, "a-login");
        assert_eq!(live.browser().publishable_key, "a-client-key");

        let local = AuthorizeNetConfig {
            api_url: "http://pay.internal:9911/xml/v1/request.api".to_owned(),
            script_url: "http://localhost:9911/v1/Accept.js".to_owned(),
            ..config()
        };
        let local = AuthorizeNet::new(local).unwrap();
        assert_eq!(local.browser().connect_origin, "http://localhost:9911");
    }

    #[test]
    fn debug_output_contains_no_secrets() {
        let output = format!("{:?}", config());
        assert!(!output.contains("a-transaction-key") && !output.contains("a-signature-key"), "{output}");
    }

    #[test]
    fn an_empty_key_or_a_relative_url_is_refused() {
        assert!(AuthorizeNet::new(AuthorizeNetConfig { signature_key: " ".into(), ..config() }).is_err());
        assert!(AuthorizeNet::new(AuthorizeNetConfig { login: String::new(), ..config() }).is_err());
        assert!(
            AuthorizeNet::new(AuthorizeNetConfig { api_url: "/request.api".into(), ..config() }).is_err()
        );
        assert!(AuthorizeNet::new(AuthorizeNetConfig { script_url: "".into(), ..config() }).is_err());
    }
}
