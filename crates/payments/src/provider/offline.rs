//! Payment without a provider: the courier collects the money, or the buyer transfers it. Behind the same interface as
//! the card provider. Nothing here calls anybody: staff are the ledger, and what they record becomes the receipt.

use std::sync::{Arc, LazyLock};

use chrono::{DateTime, Utc};
use http::HeaderMap;
use kernel::Money;

use super::{
    Billing, BrowserSetup, Charge, Notice, OfflineMethod, Owner, Payment, PaymentProvider, PaymentSource,
    Provider, ProviderError, ProviderFuture, Receipt, Refund, Token, TransactionStatus, VaultedMethod,
    WebhookRefusal,
};

/// Has no settings and no state: all shops share one.
static SHARED: LazyLock<Provider> = LazyLock::new(|| Arc::new(Offline::default()));

#[derive(Debug)]
pub struct Offline {
    browser: BrowserSetup,
}

impl Default for Offline {
    fn default() -> Self {
        let none = String::new;
        let browser = BrowserSetup {
            script_url: none(),
            connect_origin: none(),
            script_origin: none(),
            account_id: none(),
            publishable_key: none(),
        };
        Self { browser }
    }
}

impl Offline {
    pub fn shared() -> Provider {
        SHARED.clone()
    }
}

fn receipt(reference: &str, status: TransactionStatus) -> Receipt {
    Receipt { reference: Some(reference.to_owned()), status, code: None, method: None }
}

fn answer<'a, T: Send + 'a>(result: Result<T, ProviderError>) -> ProviderFuture<'a, T> {
    Box::pin(std::future::ready(result))
}

fn refused<'a, T: Send + 'a>() -> ProviderFuture<'a, T> {
    answer(Err(ProviderError::Refused { code: "offline".to_owned() }))
}

impl PaymentProvider for Offline {
    fn name(&self) -> &'static str {
        "offline"
    }

    fn browser(&self) -> &BrowserSetup {
        &self.browser
    }

    /// Cash is promised until the courier has it; a transfer is under way until it arrives. The attempt's key is the
    /// reference, so that the payment can be refunded.
    fn charge<'a>(&'a self, charge: &'a Charge) -> ProviderFuture<'a, Receipt> {
        match charge.source {
            PaymentSource::Offline(OfflineMethod::Cod) => {
                answer(Ok(receipt(&charge.key, TransactionStatus::Authorised)))
            }
            PaymentSource::Offline(OfflineMethod::Bacs) => {
                answer(Ok(receipt(&charge.key, TransactionStatus::Processing)))
            }
            PaymentSource::Token(_) | PaymentSource::Saved { .. } => refused(),
        }
    }

    fn authorise<'a>(&'a self, charge: &'a Charge) -> ProviderFuture<'a, Receipt> {
        self.charge(charge)
    }

    /// Staff have the money.
    fn capture<'a>(&'a self, reference: &'a str, _: Money) -> ProviderFuture<'a, Receipt> {
        answer(Ok(receipt(reference, TransactionStatus::Captured)))
    }

    fn void<'a>(&'a self, reference: &'a str) -> ProviderFuture<'a, Receipt> {
        answer(Ok(receipt(reference, TransactionStatus::Voided)))
    }

    /// Staff have given the money back: only they request such a refund.
    fn refund<'a>(&'a self, refund: &'a Refund) -> ProviderFuture<'a, Receipt> {
        answer(Ok(receipt(&refund.key, TransactionStatus::Refunded)))
    }

    fn save_method<'a>(
        &'a self,
        _: &'a Owner,
        _: &'a Token,
        _: &'a Billing,
    ) -> ProviderFuture<'a, VaultedMethod> {
        refused()
    }

    fn save_used_method<'a>(&'a self, _: &'a Owner, _: &'a str) -> ProviderFuture<'a, VaultedMethod> {
        refused()
    }

    fn delete_method<'a>(&'a self, _: &'a str, _: &'a str) -> ProviderFuture<'a, ()> {
        answer(Ok(()))
    }

    fn look_up<'a>(&'a self, _: &'a [String], _: DateTime<Utc>) -> ProviderFuture<'a, Vec<Payment>> {
        answer(Ok(Vec::new()))
    }

    fn details<'a>(&'a self, _: &'a str) -> ProviderFuture<'a, Payment> {
        refused()
    }

    fn list<'a>(&'a self, _: DateTime<Utc>) -> ProviderFuture<'a, Vec<Payment>> {
        answer(Ok(Vec::new()))
    }

    fn parse_webhook(&self, _: &HeaderMap, _: &[u8], _: DateTime<Utc>) -> Result<Notice, WebhookRefusal> {
        Err(WebhookRefusal::Unreadable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn charge(source: PaymentSource) -> Charge {
        Charge {
            key: "KEY".to_owned(),
            amount: Money::from_minor(100),
            order_number: "1".to_owned(),
            source,
            billing: Billing::default(),
            address: None,
        }
    }

    #[tokio::test]
    async fn cash_is_promised_and_a_transfer_is_under_way() {
        let offline = Offline::shared();
        for (method, status) in [
            (OfflineMethod::Cod, TransactionStatus::Authorised),
            (OfflineMethod::Bacs, TransactionStatus::Processing),
        ] {
            let made = offline.charge(&charge(PaymentSource::Offline(method))).await.expect("a receipt");
            assert_eq!((made.status, made.reference.as_deref()), (status, Some("KEY")), "{method:?}");
        }
    }

    #[tokio::test]
    async fn a_card_cannot_be_charged_without_a_provider() {
        let card = PaymentSource::Saved { profile: "1".to_owned(), method: "2".to_owned() };
        let outcome = Offline::shared().charge(&charge(card)).await;
        assert!(matches!(outcome, Err(ProviderError::Refused { .. })), "{outcome:?}");
    }
}
