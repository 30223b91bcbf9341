//! The interface to a payment provider. Configuration decides which implementation is used.

mod authorize_net;
mod breaker;
mod disconnected;
mod offline;

use std::{fmt, pin::Pin, sync::Arc};

use chrono::{DateTime, Utc};
use http::HeaderMap;
use kernel::Money;

pub use authorize_net::{AuthorizeNet, AuthorizeNetConfig, Limits, Validation};
pub use breaker::{BreakerPolicy, CircuitBreaker};
pub use disconnected::Disconnected;
pub use offline::Offline;

pub use crate::rules::{OfflineMethod, TransactionStatus};

/// The result of a call to the provider.
pub type ProviderFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T, ProviderError>> + Send + 'a>>;

pub type Provider = Arc<dyn PaymentProvider>;

pub trait PaymentProvider: Send + Sync {
    /// The provider's name in call 31 and in the database.
    fn name(&self) -> &'static str;
    /// What the browser needs to turn card or bank numbers into a token.
    fn browser(&self) -> &BrowserSetup;
    /// Authorises and captures the amount.
    fn charge<'a>(&'a self, charge: &'a Charge) -> ProviderFuture<'a, Receipt>;
    /// Reserves the amount; [`Self::capture`] captures it.
    fn authorise<'a>(&'a self, charge: &'a Charge) -> ProviderFuture<'a, Receipt>;
    fn capture<'a>(&'a self, reference: &'a str, amount: Money) -> ProviderFuture<'a, Receipt>;
    /// Cancels a payment that is not settled yet.
    fn void<'a>(&'a self, reference: &'a str) -> ProviderFuture<'a, Receipt>;
    /// Refunds a payment. The implementation voids it instead if it is not settled yet.
    fn refund<'a>(&'a self, refund: &'a Refund) -> ProviderFuture<'a, Receipt>;
    /// Saves a method from an unused token.
    fn save_method<'a>(
        &'a self,
        owner: &'a Owner,
        token: &'a Token,
        billing: &'a Billing,
    ) -> ProviderFuture<'a, VaultedMethod>;
    /// Saves the method of a payment.
    fn save_used_method<'a>(
        &'a self,
        owner: &'a Owner,
        reference: &'a str,
    ) -> ProviderFuture<'a, VaultedMethod>;
    /// Deletes a saved method. A method that does not exist is not an error.
    fn delete_method<'a>(&'a self, profile: &'a str, method: &'a str) -> ProviderFuture<'a, ()>;
    /// Finds the payments with these keys, submitted at `since` or later. Unknown keys are left out.
    fn look_up<'a>(&'a self, keys: &'a [String], since: DateTime<Utc>) -> ProviderFuture<'a, Vec<Payment>>;
    /// Returns the current state of one payment.
    fn details<'a>(&'a self, reference: &'a str) -> ProviderFuture<'a, Payment>;
    /// Lists every payment submitted at `since` or later, newest first.
    fn list<'a>(&'a self, since: DateTime<Utc>) -> ProviderFuture<'a, Vec<Payment>>;
    /// Parses a webhook notice after checking its signature and time.
    fn parse_webhook(
        &self,
        headers: &HeaderMap,
        body: &[u8],
        now: DateTime<Utc>,
    ) -> Result<Notice, WebhookRefusal>;
}

/// The provider's public configuration for pages with a payment form.
#[derive(Debug, Clone)]
pub struct BrowserSetup {
    /// The provider's script, the only third-party script on these pages.
    pub script_url: String,
    /// Origin that the script sends card and bank numbers to.
    pub connect_origin: String,
    /// Origin of the script.
    pub script_origin: String,
    pub account_id: String,
    pub publishable_key: String,
}

#[derive(Debug, Clone)]
pub struct Charge {
    /// The attempt's key, twenty characters. The provider refuses a second payment with the same key.
    pub key: String,
    pub amount: Money,
    pub order_number: String,
    pub source: PaymentSource,
    pub billing: Billing,
    /// The buyer's IP address, for the provider's fraud checks.
    pub address: Option<String>,
}

#[derive(Debug, Clone)]
pub enum PaymentSource {
    Token(Token),
    Saved {
        profile: String,
        method: String,
    },
    /// No provider: the buyer pays the courier or transfers the money.
    Offline(OfflineMethod),
}

/// Represents card or bank numbers that only the provider has seen. Single-use, and valid for minutes.
#[derive(Clone)]
pub struct Token {
    pub kind: String,
    pub value: String,
    /// The card type that the browser derived from the number.
    pub brand: Option<crate::rules::Brand>,
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

#[derive(Clone, Default)]
pub struct Billing {
    pub first_name: String,
    pub last_name: String,
    pub address: String,
    pub city: String,
    pub postcode: String,
    pub country: String,
    pub phone: String,
    pub email: String,
}

impl From<&accounts::rules::Address> for Billing {
    fn from(address: &accounts::rules::Address) -> Self {
        Self {
            first_name: address.first_name.clone(),
            last_name: address.last_name.clone(),
            address: address.address_1.clone(),
            city: address.city.clone(),
            postcode: address.postcode.clone(),
            country: address.country.clone(),
            phone: address.phone.clone(),
            email: address.email.clone(),
        }
    }
}

/// Prints no personal data.
impl fmt::Debug for Billing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Billing")
    }
}

#[derive(Debug, Clone)]
pub struct Refund {
    /// Key of the refund itself.
    pub key: String,
    /// The provider's reference of the payment.
    pub reference: String,
    pub amount: Money,
    /// The payment's full amount: a partial refund is possible only after settlement.
    pub payment_amount: Money,
}

/// The customer that saved methods belong to.
#[derive(Debug, Clone)]
pub struct Owner {
    /// The shop's key for the customer; contains no email address or name.
    pub key: String,
    /// The provider's profile id, if one exists.
    pub profile: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The provider's reference; `None` if the payment was declined before it got one.
    pub reference: Option<String>,
    pub status: TransactionStatus,
    /// The provider's reason code, never its text.
    pub code: Option<String>,
    pub method: Option<MethodDetails>,
}

/// The data of a card or account that may be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodDetails {
    pub kind: PaymentMethodKind,
    /// Brand name; empty for a bank account or an unknown brand.
    pub brand: String,
    pub last4: String,
    /// Year and month; `None` if the provider does not report them.
    pub expires: Option<(i32, u32)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum PaymentMethodKind {
    Card,
    Echeck,
    /// Cash on delivery.
    Cod,
    /// Bank transfer.
    Bacs,
}

impl PaymentMethodKind {
    /// The method without a provider; `None` for what the provider charges.
    pub fn offline(self) -> Option<OfflineMethod> {
        match self {
            Self::Card | Self::Echeck => None,
            Self::Cod => Some(OfflineMethod::Cod),
            Self::Bacs => Some(OfflineMethod::Bacs),
        }
    }
}

impl From<OfflineMethod> for PaymentMethodKind {
    fn from(method: OfflineMethod) -> Self {
        match method {
            OfflineMethod::Cod => Self::Cod,
            OfflineMethod::Bacs => Self::Bacs,
        }
    }
}

#[derive(Debug, Clone)]
pub struct VaultedMethod {
    pub profile: String,
    pub method: String,
    pub details: MethodDetails,
}

/// A payment in the provider's ledger.
#[derive(Debug, Clone)]
pub struct Payment {
    pub reference: String,
    /// The key that the shop sent with the payment.
    pub key: String,
    pub amount: Money,
    pub status: TransactionStatus,
    pub code: Option<String>,
    pub method: Option<MethodDetails>,
    /// Reference of the refunded payment, if this is a refund.
    pub refund_of: Option<String>,
    pub submitted_at: DateTime<Utc>,
}

/// A webhook notice that something happened to a payment. Only a hint: the provider's ledger is authoritative.
#[derive(Debug, Clone)]
pub struct Notice {
    pub id: String,
    pub kind: String,
    /// Reference of the payment, if the notice is about one.
    pub reference: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// Nothing was sent, so nothing happened.
    #[error("payment provider unreachable: {0}")]
    Unreachable(String),
    /// The request was sent, but its outcome is unknown.
    #[error("outcome at the payment provider unknown: {0}")]
    Unknown(String),
    /// The provider answered that it did not execute the request.
    #[error("refused by the payment provider: {code}")]
    Refused { code: String },
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum WebhookRefusal {
    #[error("missing or invalid signature")]
    Signature,
    #[error("timestamp out of range")]
    Stale,
    #[error("invalid body")]
    Unreadable,
}
