//! How a payment's end is told.

use chrono::Duration;
use serde_json::{Value, json};

use crate::{
    answer::Answer,
    book::{Sameness, Transaction},
    means::{Means, Wrong},
    node::Node,
    world::World,
};

/// The refusal of what was sent before. Whoever names a window is told which payment it was; whoever does not is told
/// nothing but that.
pub fn duplicate(world: &mut World, asked: &Node, sameness: &Sameness) -> Option<Answer> {
    let settings = asked.at("transactionSettings.setting").each();
    let window = settings.iter().find(|setting| setting.word("settingName") == "duplicateWindow");
    let window = window.and_then(|setting| setting.number("settingValue"));
    let seconds = i64::try_from(window.unwrap_or(120).min(28_800)).unwrap_or(120);
    let first = world.book.same(sameness, Duration::seconds(seconds), world.now())?;
    let wrong = Wrong("11", "A duplicate transaction has been submitted.");
    let mut fields = response(3, Some(&first.means), vec![]);
    fields["errors"] = json!([{"errorCode": wrong.0, "errorText": wrong.1}]);
    if window.is_some() {
        fields["transId"] = first.id.to_string().into();
        fields["authCode"] = first.auth_code.clone().into();
        fields["avsResultCode"] = first.avs.into();
        fields["cvvResultCode"] = first.means.code.into();
    }
    world.count("duplicates refused");
    Some(unsuccessful(json!({ "transactionResponse": fields })))
}

/// The common part of every answer about a payment.
fn response(code: u8, means: Option<&Means>, messages: Vec<(&str, &str)>) -> Value {
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
        "accountNumber": means.map(Means::masked).unwrap_or_default(),
        "accountType": means.map_or("", |means| means.brand),
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

/// What the caller hears about a payment in the books. `instead` is said in place of its own reason.
pub fn told(of: &Transaction, instead: Option<(&str, &str)>) -> Answer {
    let said = match (instead, of.response_code) {
        (Some(said), _) => vec![said],
        (None, 1) => vec![("1", "This transaction has been approved.")],
        (None, 4) => vec![("252", "Your order has been received. Thank you for your business!")],
        _ => vec![],
    };
    let mut fields = response(of.response_code, Some(&of.means), said);
    fields["transId"] = of.id.to_string().into();
    fields["authCode"] = of.auth_code.clone().into();
    fields["avsResultCode"] = of.avs.into();
    fields["cvvResultCode"] = of.means.code.into();
    if let Some(first) = of.refund_of {
        fields["refTransID"] = first.to_string().into();
    }
    if let Some((profile, method)) = &of.profile {
        fields["profile"] = json!({"customerProfileId": profile, "customerPaymentProfileId": method});
    }
    if of.response_code != 2 {
        return Answer::ok(json!({ "transactionResponse": fields }));
    }
    fields["errors"] = json!([{"errorCode": of.reason, "errorText": "This transaction has been declined."}]);
    let fields = json!({ "transactionResponse": fields });
    // A request that was understood is a success there, whatever the bank says; only a kept method's is not.
    if of.profile.is_some() { unsuccessful(fields) } else { Answer::ok(fields) }
}

pub fn refused(wrong: Wrong, means: Option<&Means>) -> Answer {
    let mut fields = response(3, means, vec![]);
    fields["errors"] = json!([{"errorCode": wrong.0, "errorText": wrong.1}]);
    unsuccessful(json!({ "transactionResponse": fields }))
}

fn unsuccessful(fields: Value) -> Answer {
    Answer::failed(fields, "E00027", "The transaction was unsuccessful.")
}
