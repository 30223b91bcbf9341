//! Builds the responses of payment requests.

use chrono::Duration;
use serde_json::{Value, json};

use crate::{
    api_response::ApiResponse,
    ledger::{DuplicateKey, Transaction},
    ordered_json::Node,
    payment_source::{PaymentSource, ReasonCode},
    state::SimState,
};

/// Refuses a duplicate payment. The response names the original only if the request sets a `duplicateWindow`,
/// as with the real provider.
pub fn duplicate(state: &mut SimState, request: &Node, duplicate_key: &DuplicateKey) -> Option<ApiResponse> {
    let settings = request.get("transactionSettings.setting").items();
    let window = settings.iter().find(|setting| setting.text_at("settingName") == "duplicateWindow");
    let window = window.and_then(|setting| setting.number_at("settingValue"));
    let seconds = i64::try_from(window.unwrap_or(120).min(28_800)).unwrap_or(120);
    let first = state.ledger.find_duplicate(duplicate_key, Duration::seconds(seconds), state.now())?;
    let reason = ReasonCode("11", "A duplicate transaction has been submitted.");
    let mut fields = transaction_fields(3, Some(&first.source), vec![]);
    fields["errors"] = json!([{"errorCode": reason.0, "errorText": reason.1}]);
    if window.is_some() {
        fields["transId"] = first.id.to_string().into();
        fields["authCode"] = first.auth_code.clone().into();
        fields["avsResultCode"] = first.avs.into();
        fields["cvvResultCode"] = first.source.code.into();
    }
    state.count("duplicates refused");
    Some(unsuccessful(json!({ "transactionResponse": fields })))
}

/// The fields that all payment responses have in common.
fn transaction_fields(code: u8, source: Option<&PaymentSource>, messages: Vec<(&str, &str)>) -> Value {
    let mut fields = json!({
        "responseCode": code.to_string(),
        "authCode": "",
        "avsResultCode": "P",
        "cvvResultCode": "",
        "cavvResultCode": "",
        "transId": "0",
        "refTransID": "",
        "transHash": "",
        "testRequest": "0",
        "accountNumber": source.map(PaymentSource::masked).unwrap_or_default(),
        "accountType": source.map_or("", |source| source.brand),
        "transHashSha2": "",
        "SupplementalDataQualificationIndicator": 0,
    });
    if !messages.is_empty() {
        let messages: Vec<_> =
            messages.iter().map(|(code, text)| json!({"code": code, "description": text})).collect();
        fields["messages"] = messages.into();
    }
    fields
}

/// The response for a transaction in the ledger. `instead` replaces its own message.
pub fn transaction_response(transaction: &Transaction, instead: Option<(&str, &str)>) -> ApiResponse {
    let messages = match (instead, transaction.response_code) {
        (Some(message), _) => vec![message],
        (None, 1) => vec![("1", "This transaction has been approved.")],
        (None, 4) => vec![("252", "Your order has been received. Thank you for your business!")],
        _ => vec![],
    };
    let mut fields = transaction_fields(transaction.response_code, Some(&transaction.source), messages);
    fields["transId"] = transaction.id.to_string().into();
    fields["authCode"] = transaction.auth_code.clone().into();
    fields["avsResultCode"] = transaction.avs.into();
    fields["cvvResultCode"] = transaction.source.code.into();
    if let Some(first) = transaction.refund_of {
        fields["refTransID"] = first.to_string().into();
    }
    if let Some((profile, method)) = &transaction.profile {
        fields["profile"] = json!({"customerProfileId": profile, "customerPaymentProfileId": method});
    }
    if transaction.response_code != 2 {
        return ApiResponse::ok(json!({ "transactionResponse": fields }));
    }
    fields["errors"] =
        json!([{"errorCode": transaction.reason, "errorText": "This transaction has been declined."}]);
    let fields = json!({ "transactionResponse": fields });
    // The real provider reports a declined payment as a successful request, except with a saved method.
    if transaction.profile.is_some() { unsuccessful(fields) } else { ApiResponse::ok(fields) }
}

/// The approval of an account in test mode: nothing was charged, so there is no transaction.
pub fn test_response(source: &PaymentSource) -> ApiResponse {
    let message = ("1", "This transaction has been approved.");
    let mut fields = transaction_fields(1, Some(source), vec![message]);
    fields["testRequest"] = "1".into();
    ApiResponse::ok(json!({ "transactionResponse": fields }))
}

pub fn refused(reason: ReasonCode, source: Option<&PaymentSource>) -> ApiResponse {
    let mut fields = transaction_fields(3, source, vec![]);
    fields["errors"] = json!([{"errorCode": reason.0, "errorText": reason.1}]);
    unsuccessful(json!({ "transactionResponse": fields }))
}

fn unsuccessful(fields: Value) -> ApiResponse {
    ApiResponse::failed(fields, "E00027", "The transaction was unsuccessful.")
}
