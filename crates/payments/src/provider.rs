//! Whoever moves the money. The shop knows this trait; which provider stands behind it is configuration.

mod authorize_net;
mod breaker;

use std::{fmt, pin::Pin, sync::Arc};

use chrono::{DateTime, Utc};
use http::HeaderMap;
use kernel::Money;

pub use authorize_net::{AuthorizeNet, AuthorizeNetConfig, Limits, Validation};
pub use breaker::{Guarded, Patience};

pub use crate::rules::Fate;

/// What a provider is asked, and will answer in its own time.
pub type Asked<'a, T> = Pin<Box<dyn Future<Output = Result<T, ProviderError>> + Send + 'a>>;

pub type Provider = Arc<dyn PaymentProvider>;

pub trait PaymentProvider: Send + Sync {
    /// As call 31 and the database name it.
    fn name(&self) -> &'static str;
    /// What the browser needs to turn numbers into a token.
    fn browser(&self) -> &BrowserSetup;
    /// Takes the money now.
    fn charge<'a>(&'a self, charge: &'a Charge) -> Asked<'a, Receipt>;
    /// Sets the money aside; [`Self::capture`] takes it.
    fn authorise<'a>(&'a self, charge: &'a Charge) -> Asked<'a, Receipt>;
    fn capture<'a>(&'a self, reference: &'a str, amount: Money) -> Asked<'a, Receipt>;
    /// Undoes what is not settled yet.
    fn void<'a>(&'a self, reference: &'a str) -> Asked<'a, Receipt>;
    /// Gives money back. Whether that is a void or a refund, by how far the payment has come, the provider decides.
    fn refund<'a>(&'a self, refund: &'a Refund) -> Asked<'a, Receipt>;
    /// Keeps a method for later, from a token that has not paid yet.
    fn save_method<'a>(
        &'a self,
        owner: &'a Owner,
        means: &'a Token,
        billing: &'a Billing,
    ) -> Asked<'a, SavedMethod>;
    /// Keeps the method that a payment was made with.
    fn save_used_method<'a>(&'a self, owner: &'a Owner, reference: &'a str) -> Asked<'a, SavedMethod>;
    /// Deleting what is gone already is success.
    fn delete_method<'a>(&'a self, profile: &'a str, method: &'a str) -> Asked<'a, ()>;
    /// What became of these keys of ours: those that the provider knows, submitted at `since` or later.
    fn look_up<'a>(&'a self, keys: &'a [String], since: DateTime<Utc>) -> Asked<'a, Vec<Payment>>;
    /// One payment, as the provider knows it now.
    fn details<'a>(&'a self, reference: &'a str) -> Asked<'a, Payment>;
    /// Every payment submitted at `since` or later, newest first.
    fn list<'a>(&'a self, since: DateTime<Utc>) -> Asked<'a, Vec<Payment>>;
    /// What a notice says, once its signature and its time are right.
    fn parse_webhook(&self, headers: &HeaderMap, body: &[u8], now: DateTime<Utc>) -> Result<Notice, Forged>;
}

/// What a page with a payment form is told about the provider.
#[derive(Debug, Clone)]
pub struct BrowserSetup {
    /// The provider's own script, the only foreign one on these pages.
    pub script_url: String,
    /// Where that script sends numbers to.
    pub connect_origin: String,
    /// Where the script comes from.
    pub script_origin: String,
    pub account_id: String,
    pub publishable_key: String,
}

/// Our own name for one attempt to be paid, twenty characters; the provider refuses to be asked twice under one.
#[derive(Debug, Clone)]
pub struct Charge {
    pub key: String,
    pub amount: Money,
    pub order_number: String,
    pub means: Means,
    pub billing: Billing,
    /// Where the buyer sits, for the provider's own checks.
    pub address: Option<String>,
}

#[derive(Debug, Clone)]
pub enum Means {
    Token(Token),
    Saved { profile: String, method: String },
}

/// Stands for numbers that only the provider has seen. Pays once, within minutes.
#[derive(Clone)]
pub struct Token {
    pub kind: String,
    pub value: String,
    /// The type of the card, as the browser that saw its number tells it.
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

/// Who somebody is has no place in a log.
impl fmt::Debug for Billing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Billing")
    }
}

#[derive(Debug, Clone)]
pub struct Refund {
    /// Of the refund itself.
    pub key: String,
    /// Of the payment.
    pub reference: String,
    pub amount: Money,
    /// Of the payment, in whole: a part of it can only be given back once it is settled.
    pub of: Money,
}

/// Whose methods are kept together.
#[derive(Debug, Clone)]
pub struct Owner {
    /// Our name for them: no e-mail, no name.
    pub key: String,
    /// The provider's, once it has one.
    pub profile: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The provider's name for it; none for what was declined before it had one.
    pub reference: Option<String>,
    pub fate: Fate,
    /// The provider's code for the reason. Never its text.
    pub code: Option<String>,
    pub method: Option<MethodShown>,
}

/// All that may be kept of a card or an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MethodShown {
    pub kind: MethodKind,
    /// A name of the card type table, or empty.
    pub brand: String,
    pub last4: String,
    /// Year and month; the provider may not tell.
    pub expires: Option<(i32, u32)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MethodKind {
    Card,
    Echeck,
}

#[derive(Debug, Clone)]
pub struct SavedMethod {
    pub profile: String,
    pub method: String,
    pub shown: MethodShown,
}

/// A payment in the provider's books.
#[derive(Debug, Clone)]
pub struct Payment {
    pub reference: String,
    /// Ours, as we gave it.
    pub key: String,
    pub amount: Money,
    pub fate: Fate,
    pub code: Option<String>,
    pub method: Option<MethodShown>,
    /// What this one gives money back of.
    pub refund_of: Option<String>,
    pub submitted_at: DateTime<Utc>,
}

/// That something happened to a payment. A hint: what happened, the provider's books say.
#[derive(Debug, Clone)]
pub struct Notice {
    pub id: String,
    pub kind: String,
    /// The payment it speaks of, where it speaks of one.
    pub reference: Option<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// Nothing was sent, so nothing happened.
    #[error("the provider cannot be reached: {0}")]
    Unreachable(String),
    /// It was sent, and nobody can say what happened.
    #[error("the provider's answer is not known: {0}")]
    Unknown(String),
    /// The provider did not do it, and says so.
    #[error("the provider refused: {code}")]
    Refused { code: String },
}

#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum Forged {
    #[error("the signature is missing or wrong")]
    Signature,
    #[error("it is not of this time")]
    Stale,
    #[error("it cannot be read")]
    Unreadable,
}
