//! Requests. Fields are in the order of the provider's schema, which refuses any other order.

mod profiles;
mod report;

use kernel::Money;
use serde::{Serialize, Serializer, de::DeserializeOwned, ser::SerializeMap};

use super::responses;
use crate::provider::{Billing, PaymentSource, Token};

pub use profiles::{
    CreateMethod, CreateProfile, CreateProfileFromTransaction, CustomerRef, DeleteMethod, GetMethod,
    NewMethod, NewProfile, validation_mode,
};
pub use report::{BatchTransactions, Batches, Details, MerchantDetails, Paging, Sorting, Unsettled};

pub trait Request: Serialize {
    const NAME: &'static str;
    type Answer: DeserializeOwned;
}

/// The outermost object of a request; its only field has the request's name.
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
    serde_json::to_vec(&envelope).expect("a request serialises")
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
    type Answer = responses::CreateTransactionResponse;
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
    pub payment: Option<PaymentType<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<CustomerProfile<'a>>,
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
    pub fn new(transaction_type: &'static str, amount: Money) -> Self {
        let currency_code = Some(kernel::Currency::shop().code);
        Self { transaction_type, amount: Some(amount.to_decimal()), currency_code, ..Self::default() }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub enum PaymentType<'a> {
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

impl<'a> From<&'a Token> for PaymentType<'a> {
    fn from(token: &'a Token) -> Self {
        Self::OpaqueData { data_descriptor: &token.kind, data_value: &token.value }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomerProfile<'a> {
    customer_profile_id: &'a str,
    payment_profile: PaymentProfileId<'a>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PaymentProfileId<'a> {
    payment_profile_id: &'a str,
}

/// Returns exactly one of the two: a token is a payment type, a saved method is a profile.
pub fn payment_and_profile(source: &PaymentSource) -> (Option<PaymentType<'_>>, Option<CustomerProfile<'_>>) {
    match source {
        PaymentSource::Token(token) => (Some(token.into()), None),
        // Never sent to this provider, which would refuse a charge without either.
        PaymentSource::Offline(_) => (None, None),
        PaymentSource::Saved { profile, method } => {
            let payment_profile = PaymentProfileId { payment_profile_id: method };
            (None, Some(CustomerProfile { customer_profile_id: profile, payment_profile }))
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
    /// Truncates to the schema's lengths, so that a long address does not fail the payment.
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

pub fn cut(text: &str, max: usize) -> &str {
    text.char_indices().nth(max).map_or(text, |(end, _)| &text[..end])
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
    /// The maximum duplicate window: the same payment is refused for eight hours.
    pub fn duplicate_window() -> Self {
        Self { setting: [Setting { setting_name: "duplicateWindow", setting_value: "28800" }] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_json<R: Request>(request: &R) -> String {
        String::from_utf8(write("login", "key", request)).unwrap()
    }

    #[test]
    fn fields_are_in_the_order_of_the_schema() {
        let billing = Billing {
            first_name: "ليلى".to_owned(),
            postcode: "11564".to_owned(),
            email: "layla@example.test".to_owned(),
            ..Billing::default()
        };
        let source =
            PaymentSource::Token(Token { kind: "kind".to_owned(), value: "value".to_owned(), brand: None });
        let (payment, profile) = payment_and_profile(&source);
        let request = CreateTransaction {
            ref_id: Some("A1"),
            transaction_request: Transaction {
                payment,
                profile,
                order: Some(Order { invoice_number: "A1", description: "1024" }),
                customer: Some(Customer { email: &billing.email }),
                bill_to: Some((&billing).into()),
                customer_ip: Some("192.0.2.7"),
                transaction_settings: Some(Settings::duplicate_window()),
                ..Transaction::new("authCaptureTransaction", Money::from_minor(123_450))
            },
        };

        assert_eq!(
            to_json(&request),
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
    fn a_saved_method_is_sent_by_its_ids() {
        let saved = PaymentSource::Saved { profile: "7".to_owned(), method: "8".to_owned() };
        let (payment, profile) = payment_and_profile(&saved);
        let request = CreateTransaction {
            ref_id: None,
            transaction_request: Transaction {
                payment,
                profile,
                ..Transaction::new("authCaptureTransaction", Money::from_minor(5))
            },
        };
        let text = to_json(&request);
        assert!(text.contains(r#""amount":"0.05""#), "{text}");
        assert!(
            text.contains(r#""profile":{"customerProfileId":"7","paymentProfile":{"paymentProfileId":"8"}}"#),
            "{text}"
        );
        assert!(!text.contains("opaqueData") && !text.contains("refId"), "{text}");
    }

    #[test]
    fn long_texts_are_truncated_at_character_boundaries() {
        assert_eq!(cut("شارع التحلية", 4), "شارع");
        assert_eq!(cut("شارع", 4), "شارع");
        assert_eq!(cut("", 4), "");
    }
}
