//! Authorize.Net, by its JSON API.
//!
//! Three things about it would surprise. Fields of a request must stand in the order of its schema, so requests are
//! structs and never maps. Answers begin with a byte order mark. And it knows no idempotency keys: our key goes as the
//! number of the invoice, and a window of eight hours within which it refuses the same payment a second time.

mod answers;
mod books;
mod keep;
mod pay;
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
    Asked, Billing, BrowserSetup, Charge, Forged, Notice, Owner, Payment, PaymentProvider, ProviderError,
    Receipt, Refund, SavedMethod, Token,
};
use answers::Reply;
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
    /// The browser's half: good for tokens only.
    pub client_key: String,
    /// What notices are signed with.
    pub signature_key: SecretString,
    pub validation: Validation,
    pub limits: Limits,
}

/// What is done with a method before it is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Validation {
    /// Its fields are looked at.
    #[default]
    TestMode,
    /// The bank is asked, with an amount that is undone at once.
    LiveMode,
}

/// How long the provider is waited for.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// For a connection, encryption and all.
    pub connect: Duration,
    /// For an answer that changes nothing.
    pub read: Duration,
    /// For one that does.
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
    told: books::Told,
}

impl AuthorizeNet {
    pub fn new(config: AuthorizeNetConfig) -> anyhow::Result<Self> {
        let secrets = [config.transaction_key.expose_secret(), config.signature_key.expose_secret()];
        let names = [config.login.as_str(), config.client_key.as_str()];
        ensure!(
            secrets.into_iter().chain(names).all(|value| !value.trim().is_empty()),
            "a name or key of the provider is empty"
        );
        let api: Uri = config.api_url.parse().context("reading the address of the provider's API")?;
        origin(&api).context("reading the address of the provider's API")?;
        let script: Uri =
            config.script_url.parse().context("reading the address of the provider's script")?;
        let script_origin = origin(&script).context("reading the address of the provider's script")?;
        let browser = BrowserSetup {
            script_url: config.script_url.clone(),
            connect_origin: connect_origin(&script_origin),
            script_origin,
            account_id: config.login.clone(),
            publishable_key: config.client_key.clone(),
        };
        let transport = Transport::new(api, config.limits.connect);
        Ok(Self { config, browser, transport, told: books::Told::default() })
    }

    /// Asks for something that may move money or keep a method.
    async fn change<R: Request>(&self, request: R) -> Result<Reply<R::Answer>, ProviderError> {
        self.ask(request, self.config.limits.charge).await
    }

    /// Asks for what is known.
    async fn read<R: Request>(&self, request: R) -> Result<R::Answer, ProviderError> {
        self.ask(request, self.config.limits.read).await?.into_done()
    }

    async fn ask<R: Request>(&self, request: R, limit: Duration) -> Result<Reply<R::Answer>, ProviderError> {
        let key = self.config.transaction_key.expose_secret();
        let body = wire::write(&self.config.login, key, &request);
        let answer = self.transport.post(body, limit).await?;
        Reply::read(&answer)
    }
}

fn origin(address: &Uri) -> Option<String> {
    Some(format!("{}://{}", address.scheme_str()?, address.authority()?))
}

/// The provider's script sends numbers to another host than it comes from; any other script, to its own.
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

    fn charge<'a>(&'a self, charge: &'a Charge) -> Asked<'a, Receipt> {
        Box::pin(self.pay(charge, pay::Step::Charge))
    }

    fn authorise<'a>(&'a self, charge: &'a Charge) -> Asked<'a, Receipt> {
        Box::pin(self.pay(charge, pay::Step::Authorise))
    }

    fn capture<'a>(&'a self, reference: &'a str, amount: Money) -> Asked<'a, Receipt> {
        Box::pin(self.take_authorised(reference, amount))
    }

    fn void<'a>(&'a self, reference: &'a str) -> Asked<'a, Receipt> {
        Box::pin(self.undo(reference))
    }

    fn refund<'a>(&'a self, refund: &'a Refund) -> Asked<'a, Receipt> {
        Box::pin(self.give_back(refund))
    }

    fn save_method<'a>(
        &'a self,
        owner: &'a Owner,
        means: &'a Token,
        billing: &'a Billing,
    ) -> Asked<'a, SavedMethod> {
        Box::pin(self.keep_token(owner, means, billing))
    }

    fn save_used_method<'a>(&'a self, owner: &'a Owner, reference: &'a str) -> Asked<'a, SavedMethod> {
        Box::pin(self.keep_used(owner, reference))
    }

    fn delete_method<'a>(&'a self, profile: &'a str, method: &'a str) -> Asked<'a, ()> {
        Box::pin(self.forget(profile, method))
    }

    fn look_up<'a>(&'a self, keys: &'a [String], since: DateTime<Utc>) -> Asked<'a, Vec<Payment>> {
        Box::pin(self.find(keys, since))
    }

    fn details<'a>(&'a self, reference: &'a str) -> Asked<'a, Payment> {
        Box::pin(self.load(reference))
    }

    fn list<'a>(&'a self, since: DateTime<Utc>) -> Asked<'a, Vec<Payment>> {
        Box::pin(self.all(since))
    }

    fn parse_webhook(&self, headers: &HeaderMap, body: &[u8], now: DateTime<Utc>) -> Result<Notice, Forged> {
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
    fn the_browser_is_told_where_its_script_comes_from_and_sends_to() {
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
    fn secrets_are_not_shown() {
        let shown = format!("{:?}", config());
        assert!(!shown.contains("a-transaction-key") && !shown.contains("a-signature-key"), "{shown}");
    }

    #[test]
    fn an_empty_key_or_half_an_address_is_refused() {
        assert!(AuthorizeNet::new(AuthorizeNetConfig { signature_key: " ".into(), ..config() }).is_err());
        assert!(AuthorizeNet::new(AuthorizeNetConfig { login: String::new(), ..config() }).is_err());
        assert!(
            AuthorizeNet::new(AuthorizeNetConfig { api_url: "/request.api".into(), ..config() }).is_err()
        );
        assert!(AuthorizeNet::new(AuthorizeNetConfig { script_url: "".into(), ..config() }).is_err());
    }
}
