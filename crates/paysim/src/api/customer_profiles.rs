//! Customer profiles and their saved payment methods.

use serde_json::{Map, Value, json};

use super::pay;
use crate::{
    api_response::ApiResponse,
    ledger::Status,
    ordered_json::Node,
    payment_source::PaymentSource,
    profiles::{AddMethodRefusal, BillTo, Customer, Duplicate, Profile, SavedMethod},
    state::SimState,
};

pub fn create_profile(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    let profile = body.get("profile");
    let customer = Customer {
        merchant_id: profile.text_at("merchantCustomerId"),
        description: profile.text_at("description"),
        email: profile.text_at("email"),
    };
    if customer.is_empty() {
        return Err(ApiResponse::error("E00041", "One or more fields in the profile must contain a value."));
    }
    if let Some(existing) = state.profiles.find_same(&customer) {
        return Err(duplicate_profile(&existing));
    }
    let mut found = Vec::new();
    for method in profile.get("paymentProfiles").items() {
        found.push(read_method(state, method, body)?);
    }
    let id = state.profiles.create(customer).map_err(|Duplicate(existing)| duplicate_profile(&existing))?;
    let mut ids = Vec::new();
    for (source, bill_to) in found {
        if let Ok(method) = state.profiles.add_method(&id, source, bill_to) {
            ids.push(method);
        }
    }
    Ok(created(&id, &ids))
}

fn duplicate_profile(id: &str) -> ApiResponse {
    ApiResponse::error("E00039", format!("A duplicate record with ID {id} already exists."))
}

fn created(profile: &str, methods: &[String]) -> ApiResponse {
    ApiResponse::ok(json!({
        "customerProfileId": profile,
        "customerPaymentProfileIdList": methods,
        "customerShippingAddressIdList": [],
        "validationDirectResponseList": [],
    }))
}

pub fn create_method(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    let profile = body.text_at("customerProfileId");
    if state.profiles.get(&profile).is_none() {
        return Err(ApiResponse::not_found());
    }
    let (source, bill_to) = read_method(state, body.get("paymentProfile"), body)?;
    let method = state.profiles.add_method(&profile, source, bill_to);
    let method = method.map_err(|refusal| add_method_refused(&profile, refusal))?;
    Ok(ApiResponse::ok(json!({"customerProfileId": profile, "customerPaymentProfileId": method})))
}

fn add_method_refused(profile: &str, refusal: AddMethodRefusal) -> ApiResponse {
    match refusal {
        AddMethodRefusal::NoProfile => ApiResponse::not_found(),
        AddMethodRefusal::AlreadySaved(id) => ApiResponse::failed(
            json!({"customerProfileId": profile, "customerPaymentProfileId": id}),
            "E00039",
            "A duplicate customer payment profile already exists.",
        ),
        AddMethodRefusal::TooMany => {
            ApiResponse::error("E00042", "You cannot add more than 10 payment profiles.")
        }
    }
}

/// Reads a payment method from a request. In live mode the bank validates it and may decline.
fn read_method(
    state: &mut SimState,
    node: &Node,
    request: &Node,
) -> Result<(PaymentSource, BillTo), ApiResponse> {
    let payment = node.get("payment");
    let bill_to = pay::bill_to(node.get("billTo"));
    let source = if payment.get("opaqueData").is_present() {
        pay::redeem(state, payment)?.0
    } else {
        pay::read_plain_source(state, payment).map_err(|reason| ApiResponse::error("E00013", reason.1))?
    };
    let zip = bill_to.iter().find(|(name, _)| *name == "zip").map_or("", |(_, zip)| zip);
    if request.text_at("validationMode") == "liveMode" && zip == "46282" {
        return Err(ApiResponse::error("E00027", "This transaction has been declined."));
    }
    Ok((source, bill_to))
}

/// Saves the payment source of a transaction, which must be neither declined, voided nor a refund.
pub fn from_transaction(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    let invalid =
        || ApiResponse::error("E00099", "Customer profile creation failed. This transaction ID is invalid.");
    let payment = body.number_at("transId").and_then(|id| state.ledger.get(id)).ok_or_else(invalid)?;
    if matches!(payment.status, Status::Declined | Status::Voided) || payment.refund_of.is_some() {
        return Err(invalid());
    }
    let (source, bill_to) = (payment.source.clone(), payment.bill_to.clone());
    let given = body.get("customer");
    let customer = Customer {
        merchant_id: given.some_text_at("merchantCustomerId").unwrap_or_else(|| payment.customer_id.clone()),
        description: given.text_at("description"),
        email: given.some_text_at("email").unwrap_or_else(|| payment.email.clone()),
    };
    let profile = match body.some_text_at("customerProfileId") {
        Some(id) if state.profiles.get(&id).is_some() => id,
        Some(_) => return Err(ApiResponse::not_found()),
        None if customer.is_empty() => {
            return Err(ApiResponse::error("E00102", "Customer Info is missing."));
        }
        None => {
            state.profiles.create(customer).map_err(|Duplicate(existing)| duplicate_profile(&existing))?
        }
    };
    let method = state.profiles.add_method(&profile, source, bill_to);
    let method = method.map_err(|refusal| add_method_refused(&profile, refusal))?;
    Ok(created(&profile, &[method]))
}

pub fn profile(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    let found = match body.some_text_at("customerProfileId") {
        Some(id) => state.profiles.get(&id),
        None => state.profiles.find(&body.text_at("merchantCustomerId"), &body.text_at("email")),
    };
    let found = found.ok_or_else(ApiResponse::not_found)?;
    let unmasked = body.bool_at("unmaskExpirationDate");
    let methods: Vec<_> = found.methods.iter().map(|method| method_json(method, None, unmasked)).collect();
    let mut fields = json!({
        "customerProfileId": found.id,
        "profileType": "regular",
        "paymentProfiles": methods,
    });
    for (name, value) in customer_fields(found) {
        fields[name] = value.into();
    }
    Ok(ApiResponse::ok(json!({ "profile": fields })))
}

fn customer_fields(profile: &Profile) -> impl Iterator<Item = (&'static str, String)> {
    let all = [
        ("merchantCustomerId", profile.customer.merchant_id.clone()),
        ("description", profile.customer.description.clone()),
        ("email", profile.customer.email.clone()),
    ];
    all.into_iter().filter(|(_, value)| !value.is_empty())
}

pub fn method(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    let profile = body.text_at("customerProfileId");
    let found = state.profiles.method(&profile, &body.text_at("customerPaymentProfileId"));
    let found = found.ok_or_else(ApiResponse::not_found)?;
    Ok(ApiResponse::ok(
        json!({ "paymentProfile": method_json(found, Some(&profile), body.bool_at("unmaskExpirationDate")) }),
    ))
}

fn method_json(method: &SavedMethod, profile: Option<&str>, unmasked: bool) -> Value {
    let mut fields = json!({
        "customerPaymentProfileId": method.id,
        "payment": payment_json(&method.source, unmasked),
        "customerType": "individual",
    });
    if let Some(profile) = profile {
        fields["customerProfileId"] = profile.into();
    }
    if !method.bill_to.is_empty() {
        fields["billTo"] = address_json(&method.bill_to);
    }
    fields
}

pub fn address_json(bill_to: &BillTo) -> Value {
    let fields: Map<String, Value> =
        bill_to.iter().map(|(name, value)| ((*name).to_owned(), value.clone().into())).collect();
    Value::Object(fields)
}

/// Card or account, masked. The expiry date is included only if `unmasked`.
pub fn payment_json(source: &PaymentSource, unmasked: bool) -> Value {
    match &source.bank {
        Some(bank) => json!({"bankAccount": {
            "accountType": bank.account_type,
            "routingNumber": format!("XXXX{}", bank.routing4),
            "accountNumber": source.masked(),
            "nameOnAccount": bank.holder,
            "echeckType": "WEB",
        }}),
        None => json!({"creditCard": {
            "cardNumber": source.masked(),
            "expirationDate": if unmasked { &source.expires } else { "XXXX" },
            "cardType": source.brand,
        }}),
    }
}

pub fn delete_method(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    let removed = state
        .profiles
        .remove_method(&body.text_at("customerProfileId"), &body.text_at("customerPaymentProfileId"));
    if removed { Ok(ApiResponse::ok(json!({}))) } else { Err(ApiResponse::not_found()) }
}

pub fn delete_profile(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    if state.profiles.remove(&body.text_at("customerProfileId")) {
        Ok(ApiResponse::ok(json!({})))
    } else {
        Err(ApiResponse::not_found())
    }
}
