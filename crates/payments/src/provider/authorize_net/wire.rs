//! Requests, field by field in the order of the provider's schema: it refuses any other.

mod keep;
mod report;

use kernel::Money;
use serde::{Serialize, Serializer, de::DeserializeOwned, ser::SerializeMap};

use super::answers;
use crate::provider::{Billing, Means, Token};

pub use keep::{
    CreateMethod, CreateProfile, DeleteMethod, KeepUsed, Named, NewMethod, NewProfile, ShowMethod,
    validation_mode,
};
pub use report::{Batches, Details, OfBatch, Paging, Sorting, Unsettled};

pub trait Request: Serialize {
    const NAME: &'static str;
    type Answer: DeserializeOwned;
}

/// The one field of a request's outermost object names it.
struct Envelope<'a, R>(Signed<'a, R>);

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Signed<'a, R> {
    merchant_authentication: Merchant<'a>,
    #[serde(flatten)]
    request: &'a R,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Merchant<'a> {
    name: &'a str,
    transaction_key: &'a str,
}

impl<R: Request> Serialize for Envelope<'_, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(R::NAME, &self.0)?;
        map.end()
    }
}

pub fn write<R: Request>(login: &str, transaction_key: &str, request: &R) -> Vec<u8> {
    let merchant_authentication = Merchant { name: login, transaction_key };
    let envelope = Envelope(Signed { merchant_authentication, request });
    serde_json::to_vec(&envelope).expect("structs of text and numbers can be written")
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CreateTransaction<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ref_id: Option<&'a str>,
    pub transaction_request: Transaction<'a>,
}

impl Request for CreateTransaction<'_> {
    const NAME: &'static str = "createTransactionRequest";
    type Answer = answers::Transacted;
}

#[derive(Serialize, Default)]
#[serde(rename_all = "camelCase")]
pub struct Transaction<'a> {
    pub transaction_type: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub amount: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub currency_code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment: Option<Paid<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<Kept<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ref_trans_id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<Order<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer: Option<Customer<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bill_to: Option<BillTo<'a>>,
    #[serde(rename = "customerIP", skip_serializing_if = "Option::is_none")]
    pub customer_ip: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_settings: Option<Settings>,
}

impl Transaction<'_> {
    pub fn of(transaction_type: &'static str, amount: Money) -> Self {
        let currency_code = Some(Money::CURRENCY.code);
        Self { transaction_type, amount: Some(amount.to_decimal()), currency_code, ..Self::default() }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Paid<'a> {
    #[serde(rename_all = "camelCase")]
    CreditCard { card_number: &'a str, expiration_date: &'a str },
    #[serde(rename_all = "camelCase")]
    BankAccount {
        account_type: &'a str,
        routing_number: &'a str,
        account_number: &'a str,
        name_on_account: &'a str,
    },
    #[serde(rename_all = "camelCase")]
    OpaqueData { data_descriptor: &'a str, data_value: &'a str },
}

impl<'a> From<&'a Token> for Paid<'a> {
    fn from(token: &'a Token) -> Self {
        Self::OpaqueData { data_descriptor: &token.kind, data_value: &token.value }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Kept<'a> {
    customer_profile_id: &'a str,
    payment_profile: KeptMethod<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct KeptMethod<'a> {
    payment_profile_id: &'a str,
}

/// Exactly one of both: who pays with a kept method is known there already.
pub fn means(means: &Means) -> (Option<Paid<'_>>, Option<Kept<'_>>) {
    match means {
        Means::Token(token) => (Some(token.into()), None),
        Means::Saved { profile, method } => {
            let payment_profile = KeptMethod { payment_profile_id: method };
            (None, Some(Kept { customer_profile_id: profile, payment_profile }))
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Order<'a> {
    pub invoice_number: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub description: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Customer<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    pub email: &'a str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BillTo<'a> {
    #[serde(skip_serializing_if = "str::is_empty")]
    first_name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    last_name: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    address: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    city: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    zip: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    country: &'a str,
    #[serde(skip_serializing_if = "str::is_empty")]
    phone_number: &'a str,
}

impl<'a> From<&'a Billing> for BillTo<'a> {
    /// Cut to what the schema takes: a long address is no reason to refuse an order.
    fn from(billing: &'a Billing) -> Self {
        Self {
            first_name: cut(&billing.first_name, 50),
            last_name: cut(&billing.last_name, 50),
            address: cut(&billing.address, 60),
            city: cut(&billing.city, 40),
            zip: cut(&billing.postcode, 20),
            country: cut(&billing.country, 60),
            phone_number: cut(&billing.phone, 25),
        }
    }
}

pub fn cut(text: &str, most: usize) -> &str {
    text.char_indices().nth(most).map_or(text, |(end, _)| &text[..end])
}

#[derive(Serialize)]
pub struct Settings {
    setting: [Setting; 1],
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Setting {
    setting_name: &'static str,
    setting_value: &'static str,
}

impl Settings {
    /// The longest window that there is: eight hours within which the same payment is refused.
    pub fn once() -> Self {
        Self { setting: [Setting { setting_name: "duplicateWindow", setting_value: "28800" }] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written<R: Request>(request: &R) -> String {
        String::from_utf8(write("login", "key", request)).unwrap()
    }

    #[test]
    fn fields_stand_in_the_order_of_the_schema() {
        let billing = Billing {
            first_name: "ليلى".to_owned(),
            postcode: "11564".to_owned(),
            email: "layla@example.test".to_owned(),
            ..Billing::default()
        };
        let means_of =
            Means::Token(Token { kind: "kind".to_owned(), value: "value".to_owned(), brand: None });
        let (payment, profile) = means(&means_of);
        let request = CreateTransaction {
            ref_id: Some("A1"),
            transaction_request: Transaction {
                payment,
                profile,
                order: Some(Order { invoice_number: "A1", description: "1024" }),
                customer: Some(Customer { email: &billing.email }),
                bill_to: Some((&billing).into()),
                customer_ip: Some("192.0.2.7"),
                transaction_settings: Some(Settings::once()),
                ..Transaction::of("authCaptureTransaction", Money::minor(123_450))
            },
        };

        assert_eq!(
            written(&request),
            concat!(
                r#"{"createTransactionRequest":{"merchantAuthentication":{"name":"login","transactionKey":"key"},"#,
                r#""refId":"A1","transactionRequest":{"transactionType":"authCaptureTransaction","#,
                r#""amount":"1234.50","currencyCode":"USD","#,
                r#""payment":{"opaqueData":{"dataDescriptor":"kind","dataValue":"value"}},"#,
                r#""order":{"invoiceNumber":"A1","description":"1024"},"#,
                r#""customer":{"email":"layla@example.test"},"billTo":{"firstName":"ليلى","zip":"11564"},"#,
                r#""customerIP":"192.0.2.7","transactionSettings":"#,
                r#"{"setting":[{"settingName":"duplicateWindow","settingValue":"28800"}]}}}}"#,
            )
        );
    }

    #[test]
    fn a_kept_method_goes_by_its_numbers() {
        let saved = Means::Saved { profile: "7".to_owned(), method: "8".to_owned() };
        let (payment, profile) = means(&saved);
        let request = CreateTransaction {
            ref_id: None,
            transaction_request: Transaction {
                payment,
                profile,
                ..Transaction::of("authCaptureTransaction", Money::minor(5))
            },
        };
        let text = written(&request);
        assert!(text.contains(r#""amount":"0.05""#), "{text}");
        assert!(
            text.contains(r#""profile":{"customerProfileId":"7","paymentProfile":{"paymentProfileId":"8"}}"#),
            "{text}"
        );
        assert!(!text.contains("opaqueData") && !text.contains("refId"), "{text}");
    }

    #[test]
    fn long_texts_are_cut_between_letters() {
        assert_eq!(cut("شارع التحلية", 4), "شارع");
        assert_eq!(cut("شارع", 4), "شارع");
        assert_eq!(cut("", 4), "");
    }
}
