//! What the provider answers. Only what is needed is read, and nothing is kept of the rest.

use chrono::{DateTime, NaiveDateTime, Utc};
use kernel::Money;
use serde::{
    Deserialize, Deserializer,
    de::{DeserializeOwned, IgnoredAny},
};

use crate::{
    provider::{MethodKind, MethodShown, ProviderError},
    rules::Brand,
};

/// The provider's way to say who did not authenticate.
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
    message: Vec<Said>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Said {
    code: String,
    text: String,
}

impl<T: DeserializeOwned> Reply<T> {
    /// An answer that cannot be read is none: what was asked may have been done.
    pub fn read(bytes: &[u8]) -> Result<Self, ProviderError> {
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
        serde_json::from_slice(bytes)
            .map_err(|_| ProviderError::Unknown("the answer cannot be read".to_owned()))
    }
}

impl<T> Reply<T> {
    pub fn is_done(&self) -> bool {
        self.messages.result_code == "Ok"
    }

    /// The code of the first message.
    pub fn code(&self) -> &str {
        self.messages.message.first().map_or("", |said| &said.code)
    }

    /// Where a number that already exists stands in the text alone.
    pub fn number_in_text(&self) -> Option<String> {
        let text = &self.messages.message.first()?.text;
        let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|number| !number.is_empty());
        numbers.next().map(str::to_owned)
    }

    /// What was asked for, or why there is none.
    pub fn into_done(self) -> Result<T, ProviderError> {
        if self.is_done() { Ok(self.body) } else { Err(self.fault()) }
    }

    /// Why a request came to nothing, by its code; its text may repeat what was asked.
    pub fn fault(&self) -> ProviderError {
        match self.code() {
            "" => ProviderError::Unknown("an answer without a reason".to_owned()),
            // "An error occurred during processing": before or after, it does not say.
            code @ "E00001" => ProviderError::Unknown(code.to_owned()),
            code @ "E00104" => ProviderError::Unreachable(format!("{code}: maintenance")),
            code => {
                if KEYS_REFUSED.contains(&code) {
                    tracing::error!(code, "the payment provider refuses the shop's keys: {code}");
                }
                ProviderError::Refused { code: code.to_owned() }
            }
        }
    }
}

/// Text, or a number where other answers have text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Loose {
    Text(String),
    Whole(i64),
    Part(f64),
}

#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Text(pub String);

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match Loose::deserialize(deserializer)? {
            Loose::Text(text) => text,
            Loose::Whole(number) => number.to_string(),
            Loose::Part(number) => number.to_string(),
        }))
    }
}

/// Major units, with or without decimals, as text or as a number.
#[derive(Debug, Default, Clone, Copy)]
pub struct Amount(pub Money);

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let major = match Loose::deserialize(deserializer)? {
            Loose::Text(text) => text.parse().map_err(serde::de::Error::custom)?,
            Loose::Whole(number) => return Ok(Self(Money::minor(number.saturating_mul(100)))),
            Loose::Part(number) => number,
        };
        // Exact far beyond the dearest order: a float holds every cent up to ninety million million.
        Ok(Self(Money::minor((major * 100.0_f64).round() as i64)))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Transacted {
    #[serde(default)]
    pub transaction_response: Response,
}

/// Without a response code when the request itself was refused.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct Response {
    pub response_code: Text,
    trans_id: Text,
    account_number: String,
    account_type: String,
    errors: Vec<ErrorSaid>,
    messages: Vec<Message>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
struct ErrorSaid {
    error_code: Text,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Message {
    code: Text,
}

impl Response {
    /// What was refused before it got a number is called nought.
    pub fn reference(&self) -> Option<String> {
        Some(self.trans_id.0.clone()).filter(|id| !id.is_empty() && id != "0")
    }

    /// The reason, where there is more to say than that it went well.
    pub fn reason(&self) -> Option<String> {
        let error = self.errors.first().map(|error| &error.error_code.0);
        let message = self.messages.first().map(|message| &message.code.0);
        error.or(message.filter(|code| *code != "1")).filter(|code| !code.is_empty()).cloned()
    }

    pub fn method(&self) -> Option<MethodShown> {
        shown(&self.account_type, &self.account_number, None)
    }
}

/// Absent, as everything else, when the provider answers that there is none.
#[derive(Deserialize)]
pub struct DetailsFound {
    pub transaction: Option<Known>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Known {
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
    pub order: OrderKnown,
    #[serde(default)]
    pub auth_amount: Amount,
    #[serde(default)]
    pub settle_amount: Amount,
    #[serde(default)]
    pub payment: PaidWith,
    #[serde(default)]
    pub returned_items: Vec<IgnoredAny>,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct OrderKnown {
    pub invoice_number: String,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct PaidWith {
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

impl PaidWith {
    pub fn shown(&self) -> Option<MethodShown> {
        match (&self.credit_card, &self.bank_account) {
            (Some(card), _) => shown(&card.card_type, &card.card_number, expiry(&card.expiration_date)),
            (None, Some(bank)) => shown(ECHECK, &bank.account_number, None),
            (None, None) => None,
        }
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
pub struct Page {
    pub transactions: Vec<Line>,
}

/// A payment in a list, which tells less.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Line {
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

impl Line {
    pub fn method(&self) -> Option<MethodShown> {
        shown(&self.account_type, &self.account_number, None)
    }
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct BatchesFound {
    pub batch_list: Vec<Batch>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    pub batch_id: Text,
}

#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct KeptAs {
    pub customer_profile_id: Text,
    customer_payment_profile_id: Text,
    customer_payment_profile_id_list: Vec<Text>,
}

impl KeptAs {
    pub fn method(&self) -> Option<&str> {
        let one = Some(&self.customer_payment_profile_id).filter(|id| !id.0.is_empty());
        one.or(self.customer_payment_profile_id_list.first()).map(|id| id.0.as_str())
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MethodFound {
    pub payment_profile: Option<MethodKnown>,
}

#[derive(Deserialize)]
pub struct MethodKnown {
    pub payment: PaidWith,
}

#[derive(Deserialize)]
pub struct Nothing {}

const ECHECK: &str = "eCheck";

/// As far as a card or account may be shown; nothing, where the provider says nothing of it.
fn shown(kind: &str, number: &str, expires: Option<(i32, u32)>) -> Option<MethodShown> {
    let digits: Vec<char> = number.chars().filter(char::is_ascii_digit).collect();
    let last4: String = digits[digits.len().saturating_sub(4)..].iter().collect();
    if kind.is_empty() && last4.is_empty() {
        return None;
    }
    let kind_of = if kind == ECHECK { MethodKind::Echeck } else { MethodKind::Card };
    let brand = brand(kind).map_or("", Brand::name).to_owned();
    Some(MethodShown { kind: kind_of, brand, last4, expires })
}

fn brand(name: &str) -> Option<Brand> {
    Some(match name {
        "Visa" => Brand::Visa,
        "MasterCard" => Brand::Mastercard,
        "AmericanExpress" => Brand::Amex,
        "Discover" => Brand::Discover,
        "DinersClub" => Brand::Dinersclub,
        "JCB" => Brand::Jcb,
        // An account at the provider may take more than the shop does.
        "Maestro" => Brand::Maestro,
        _ => return None,
    })
}

/// `2030-12`; masked it is `XXXX`.
fn expiry(text: &str) -> Option<(i32, u32)> {
    let (year, month) = text.split_once('-')?;
    Some((year.parse().ok()?, month.parse().ok().filter(|month| (1..=12).contains(month))?))
}

/// With its zone, or without one where the field's name says it.
pub fn read_time(text: &str) -> Option<DateTime<Utc>> {
    let zoned = DateTime::parse_from_rfc3339(text).ok().map(|time| time.to_utc());
    zoned.or_else(|| {
        NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").ok().map(|time| time.and_utc())
    })
}

fn time<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DateTime<Utc>, D::Error> {
    let text = String::deserialize(deserializer)?;
    read_time(&text).ok_or_else(|| serde::de::Error::custom("not a time"))
}

#[cfg(test)]
mod tests;
