//! Responses of the provider. Only the fields that are needed are read.

use chrono::{DateTime, NaiveDateTime, Utc};
use kernel::Money;
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, IgnoredAny},
};

use crate::{
    provider::{MethodDetails, PaymentMethodKind, ProviderError},
    rules::Brand,
};

/// Error codes for failed authentication.
const KEYS_REFUSED: [&str; 7] = ["E00005", "E00006", "E00007", "E00008", "E00009", "E00010", "E00011"];

#[derive(Deserialize)]
pub struct Reply<T> {
    #[serde(default)]
    messages: Messages,
    #[serde(flatten)]
    pub body: T,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct Messages {
    result_code: String,
    message: Vec<MessageEntry>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct MessageEntry {
    code: String,
    text: String,
}

impl<T: DeserializeOwned> Reply<T> {
    /// Parses a response. If that fails the outcome is unknown: the request may have been executed.
    pub fn read(bytes: &[u8]) -> Result<Self, ProviderError> {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        serde_json::from_slice(bytes).map_err(|_| ProviderError::Unknown("invalid response body".to_owned()))
    }
}

impl<T> Reply<T> {
    pub fn is_done(&self) -> bool {
        self.messages.result_code == "Ok"
    }

    /// The code of the first message.
    pub fn code(&self) -> &str {
        self.messages.message.first().map_or("", |entry| &entry.code)
    }

    /// The first number in the message text: the id of an existing profile appears only there.
    pub fn number_in_text(&self) -> Option<String> {
        let text = &self.messages.message.first()?.text;
        let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
        numbers.next().map(str::to_owned)
    }

    /// The body, or the error.
    pub fn into_result(self) -> Result<T, ProviderError> {
        if self.is_done() { Ok(self.body) } else { Err(self.error()) }
    }

    /// The error by its code. The text is left out, because it may repeat data of the request.
    pub fn error(&self) -> ProviderError {
        match self.code() {
            "" => ProviderError::Unknown("error response without a code".to_owned()),
            // "An error occurred during processing": the request may have been executed.
            code @ "E00001" => ProviderError::Unknown(code.to_owned()),
            code @ "E00104" => ProviderError::Unreachable(format!("{code}: maintenance")),
            code => {
                if KEYS_REFUSED.contains(&code) {
                    tracing::error!(code, "payment provider refused the shop's credentials");
                }
                ProviderError::Refused { code: code.to_owned() }
            }
        }
    }
}

/// A value that is text in some responses and a number in others.
#[derive(Deserialize)]
#[serde(untagged)]
enum Loose {
    Text(String),
    Whole(i64),
    Decimal(f64),
    Flag(bool),
}

#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Text(pub String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Loose::deserialize(deserializer)? {
            Loose::Text(text) => text,
            Loose::Whole(number) => number.to_string(),
            Loose::Decimal(number) => number.to_string(),
            Loose::Flag(flag) => flag.to_string(),
        }))
    }
}

/// An amount in major units, with or without decimals, as text or as a number.
#[derive(Debug, Default, Clone, Copy)]
pub struct Amount(pub Money);

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let scale = kernel::Currency::shop().minor_per_major();
        let major = match Loose::deserialize(deserializer)? {
            Loose::Text(text) => text.parse().map_err(serde::de::Error::custom)?,
            Loose::Whole(number) => {
                return Ok(Self(Money::from_minor(number.saturating_mul(scale.cast_signed()))));
            }
            Loose::Decimal(number) => number,
            Loose::Flag(_) => return Err(serde::de::Error::custom("an amount is no flag")),
        };
        // Exact: an f64 represents every minor unit up to 90 trillion.
        Ok(Self(Money::from_minor((major * scale as f64).round() as i64)))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateTransactionResponse {
    #[serde(default)]
    pub transaction_response: TransactionResponse,
}

/// Has no response code if the request itself was refused.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct TransactionResponse {
    pub response_code: Text,
    trans_id: Text,
    /// `1`: the account is in test mode, and nothing was charged.
    test_request: Text,
    account_number: String,
    account_type: String,
    errors: Vec<ErrorEntry>,
    messages: Vec<Message>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct ErrorEntry {
    error_code: Text,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Message {
    code: Text,
}

impl TransactionResponse {
    /// The provider's reference. A payment refused before it got one has the id 0.
    pub fn reference(&self) -> Option<String> {
        Some(self.trans_id.0.clone()).filter(|id| !id.is_empty() && id != "0")
    }

    pub fn is_test(&self) -> bool {
        matches!(self.test_request.0.as_str(), "1" | "true")
    }

    /// The reason code, unless it only means success.
    pub fn reason(&self) -> Option<String> {
        let error = self.errors.first().map(|error| &error.error_code.0);
        let message = self.messages.first().map(|message| &message.code.0);
        error.or(message.filter(|code| *code != "1")).filter(|code| !code.is_empty()).cloned()
    }

    pub fn method(&self) -> Option<MethodDetails> {
        method_details(&self.account_type, &self.account_number, None)
    }
}

/// `transaction` is absent if the provider does not know the payment.
#[derive(Deserialize)]
pub struct TransactionDetailsResponse {
    pub transaction: Option<TransactionDetails>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TransactionDetails {
    pub trans_id: Text,
    #[serde(default)]
    pub ref_trans_id: Text,
    #[serde(rename = "submitTimeUTC", deserialize_with = "time")]
    pub submit_time_utc: DateTime<Utc>,
    #[serde(default)]
    pub transaction_type: String,
    pub transaction_status: String,
    #[serde(default)]
    pub response_reason_code: Text,
    #[serde(default)]
    pub order: OrderDetails,
    #[serde(default)]
    pub auth_amount: Amount,
    #[serde(default)]
    pub settle_amount: Amount,
    #[serde(default)]
    pub payment: PaymentDetails,
    #[serde(default)]
    pub returned_items: Vec<IgnoredAny>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct OrderDetails {
    pub invoice_number: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct PaymentDetails {
    pub credit_card: Option<Card>,
    pub bank_account: Option<Bank>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Card {
    pub card_number: String,
    #[serde(default)]
    pub card_type: String,
    #[serde(default)]
    expiration_date: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Bank {
    #[serde(default)]
    pub account_type: String,
    pub routing_number: String,
    pub account_number: String,
    #[serde(default)]
    pub name_on_account: String,
}

impl PaymentDetails {
    pub fn details(&self) -> Option<MethodDetails> {
        match (&self.credit_card, &self.bank_account) {
            (Some(card), _) => {
                method_details(&card.card_type, &card.card_number, expiry(&card.expiration_date))
            }
            (None, Some(bank)) => method_details(ECHECK, &bank.account_number, None),
            (None, None) => None,
        }
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct TransactionListResponse {
    pub transactions: Vec<TransactionListItem>,
}

/// A payment in a list, with fewer fields than its details.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TransactionListItem {
    pub trans_id: Text,
    #[serde(rename = "submitTimeUTC", deserialize_with = "time")]
    pub submit_time_utc: DateTime<Utc>,
    pub transaction_status: String,
    #[serde(default)]
    pub invoice_number: String,
    #[serde(default)]
    account_type: String,
    #[serde(default)]
    account_number: String,
    #[serde(default)]
    pub settle_amount: Amount,
    #[serde(default)]
    pub has_returned_items: bool,
}

impl TransactionListItem {
    pub fn method(&self) -> Option<MethodDetails> {
        method_details(&self.account_type, &self.account_number, None)
    }
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct BatchListResponse {
    pub batch_list: Vec<Batch>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    pub batch_id: Text,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct ProfileResponse {
    pub customer_profile_id: Text,
    customer_payment_profile_id: Text,
    customer_payment_profile_id_list: Vec<Text>,
}

impl ProfileResponse {
    pub fn method(&self) -> Option<&str> {
        let single = Some(&self.customer_payment_profile_id).filter(|id| !id.0.is_empty());
        single.or(self.customer_payment_profile_id_list.first()).map(|id| id.0.as_str())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentProfileResponse {
    pub payment_profile: Option<PaymentProfile>,
}

#[derive(Deserialize)]
pub struct PaymentProfile {
    pub payment: PaymentDetails,
}

#[derive(Deserialize)]
pub struct EmptyResponse {}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MerchantDetailsResponse {
    #[serde(default)]
    pub is_test_mode: bool,
    /// The provider gives each account one currency.
    #[serde(default)]
    pub currencies: Vec<String>,
}

const ECHECK: &str = "eCheck";

/// The storable details of a card or account, or `None` if the provider reports none.
fn method_details(kind: &str, number: &str, expires: Option<(i32, u32)>) -> Option<MethodDetails> {
    let digits: Vec<char> = number.chars().filter(char::is_ascii_digit).collect();
    let last4: String = digits[digits.len().saturating_sub(4)..].iter().collect();
    if kind.is_empty() && last4.is_empty() {
        return None;
    }
    let kind_of = if kind == ECHECK { PaymentMethodKind::Echeck } else { PaymentMethodKind::Card };
    let brand = brand(kind).map_or("", Brand::name).to_owned();
    Some(MethodDetails { kind: kind_of, brand, last4, expires })
}

fn brand(name: &str) -> Option<Brand> {
    Some(match name {
        "Visa" => Brand::Visa,
        "MasterCard" => Brand::Mastercard,
        "AmericanExpress" => Brand::Amex,
        "Discover" => Brand::Discover,
        "DinersClub" => Brand::Dinersclub,
        "JCB" => Brand::Jcb,
        // The provider may accept more brands than the shop.
        "Maestro" => Brand::Maestro,
        _ => return None,
    })
}

/// Parses `2030-12`; a masked date is `XXXX`.
fn expiry(text: &str) -> Option<(i32, u32)> {
    let (year, month) = text.split_once('-')?;
    Some((year.parse().ok()?, month.parse().ok().filter(|month| (1..=12).contains(month))?))
}

/// Parses a time with a zone, or as UTC without one.
pub fn read_time(text: &str) -> Option<DateTime<Utc>> {
    let zoned = DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc());
    zoned.or_else(|| {
        NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").ok().map(|time| time.and_utc())
    })
}

fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DateTime<Utc>, D::Error> {
    let text = String::deserialize(deserializer)?;
    read_time(&text).ok_or_else(|| serde::de::Error::custom("invalid time"))
}

#[cfg(test)]
mod tests;
