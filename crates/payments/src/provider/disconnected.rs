//! The provider as a restored copy of the shop sees it: nothing is ever sent. The original shop uses the same account, and
//! the copy must neither charge, void nor refund anything there.

use chrono::{DateTime, Utc};
use http::HeaderMap;
use kernel::Money;

use super::{
    Billing, BrowserSetup, Charge, Notice, Owner, Payment, PaymentProvider, Provider, ProviderError,
    ProviderFuture, Receipt, Refund, Token, VaultedMethod, WebhookRefusal,
};

pub struct Disconnected {
    name: &'static str,
    browser: BrowserSetup,
}

impl Disconnected {
    /// `original`: the configured provider. Only its name and public settings are used.
    pub fn new(original: Provider) -> Self {
        Self { name: original.name(), browser: original.browser().clone() }
    }
}

fn nothing_sent<'a, T: Send + 'a>() -> ProviderFuture<'a, T> {
    Box::pin(std::future::ready(Err(ProviderError::Unreachable("this is a restored copy".to_owned()))))
}

impl PaymentProvider for Disconnected {
    fn name(&self) -> &'static str {
        self.name
    }

    fn browser(&self) -> &BrowserSetup {
        &self.browser
    }

    fn charge<'a>(&'a self, _: &'a Charge) -> ProviderFuture<'a, Receipt> {
        nothing_sent()
    }

    fn authorise<'a>(&'a self, _: &'a Charge) -> ProviderFuture<'a, Receipt> {
        nothing_sent()
    }

    fn capture<'a>(&'a self, _: &'a str, _: Money) -> ProviderFuture<'a, Receipt> {
        nothing_sent()
    }

    fn void<'a>(&'a self, _: &'a str) -> ProviderFuture<'a, Receipt> {
        nothing_sent()
    }

    fn refund<'a>(&'a self, _: &'a Refund) -> ProviderFuture<'a, Receipt> {
        nothing_sent()
    }

    fn save_method<'a>(
        &'a self,
        _: &'a Owner,
        _: &'a Token,
        _: &'a Billing,
    ) -> ProviderFuture<'a, VaultedMethod> {
        nothing_sent()
    }

    fn save_used_method<'a>(&'a self, _: &'a Owner, _: &'a str) -> ProviderFuture<'a, VaultedMethod> {
        nothing_sent()
    }

    fn delete_method<'a>(&'a self, _: &'a str, _: &'a str) -> ProviderFuture<'a, ()> {
        nothing_sent()
    }

    fn look_up<'a>(&'a self, _: &'a [String], _: DateTime<Utc>) -> ProviderFuture<'a, Vec<Payment>> {
        nothing_sent()
    }

    fn details<'a>(&'a self, _: &'a str) -> ProviderFuture<'a, Payment> {
        nothing_sent()
    }

    fn list<'a>(&'a self, _: DateTime<Utc>) -> ProviderFuture<'a, Vec<Payment>> {
        nothing_sent()
    }

    /// The original shop gets its own notices.
    fn parse_webhook(&self, _: &HeaderMap, _: &[u8], _: DateTime<Utc>) -> Result<Notice, WebhookRefusal> {
        Err(WebhookRefusal::Unreadable)
    }
}
