//! Customers and their kept methods.

use serde_json::{Map, Value, json};

use super::pay;
use crate::{
    answer::Answer,
    book::Status,
    means::Means,
    node::Node,
    profiles::{BillTo, Customer, Duplicate, Method, NotAdded, Profile},
    world::World,
};

pub fn create_profile(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    let profile = body.at("profile");
    let customer = Customer {
        merchant_id: profile.word("merchantCustomerId"),
        description: profile.word("description"),
        email: profile.word("email"),
    };
    if customer.is_empty() {
        return Err(Answer::error("E00041", "One or more fields in the profile must contain a value."));
    }
    if let Some(there) = world.profiles.twin(&customer) {
        return Err(duplicate_profile(&there));
    }
    let mut found = Vec::new();
    for method in profile.at("paymentProfiles").each() {
        found.push(read_method(world, method, body)?);
    }
    let id = world.profiles.create(customer).map_err(|Duplicate(there)| duplicate_profile(&there))?;
    let mut ids = Vec::new();
    for (means, bill_to) in found {
        if let Ok(method) = world.profiles.add_method(&id, means, bill_to) {
            ids.push(method);
        }
    }
    Ok(created(&id, &ids))
}

fn duplicate_profile(id: &str) -> Answer {
    Answer::error("E00039", format!("A duplicate record with ID {id} already exists."))
}

fn created(profile: &str, methods: &[String]) -> Answer {
    Answer::ok(json!({
        "customerProfileId": profile,
        "customerPaymentProfileIdList": methods,
        "customerShippingAddressIdList": [],
        "validationDirectResponseList": [],
    }))
}

pub fn create_method(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    let profile = body.word("customerProfileId");
    if world.profiles.get(&profile).is_none() {
        return Err(Answer::not_found());
    }
    let (means, bill_to) = read_method(world, body.at("paymentProfile"), body)?;
    let method = world.profiles.add_method(&profile, means, bill_to);
    let method = method.map_err(|not| not_added(&profile, not))?;
    Ok(Answer::ok(json!({"customerProfileId": profile, "customerPaymentProfileId": method})))
}

fn not_added(profile: &str, not: NotAdded) -> Answer {
    match not {
        NotAdded::NoProfile => Answer::not_found(),
        NotAdded::There(id) => Answer::failed(
            json!({"customerProfileId": profile, "customerPaymentProfileId": id}),
            "E00039",
            "A duplicate customer payment profile already exists.",
        ),
        NotAdded::TooMany => Answer::error("E00042", "You cannot add more than 10 payment profiles."),
    }
}

/// A method as a request describes it. In live mode the bank is asked, and may say no.
fn read_method(world: &mut World, node: &Node, request: &Node) -> Result<(Means, BillTo), Answer> {
    let payment = node.at("payment");
    let bill_to = pay::bill_to(node.at("billTo"));
    let means = if payment.at("opaqueData").is_there() {
        pay::redeem(world, payment)?.0
    } else {
        pay::plain(world, payment).map_err(|wrong| Answer::error("E00013", wrong.1))?
    };
    let zip = bill_to.iter().find(|(name, _)| *name == "zip").map_or("", |(_, zip)| zip);
    if request.word("validationMode") == "liveMode" && zip == "46282" {
        return Err(Answer::error("E00027", "This transaction has been declined."));
    }
    Ok((means, bill_to))
}

/// Keeps what a payment was made with. The payment must have been taken.
pub fn from_transaction(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    let invalid =
        || Answer::error("E00099", "Customer profile creation failed. This transaction ID is invalid.");
    let payment = body.number("transId").and_then(|id| world.book.get(id)).ok_or_else(invalid)?;
    if matches!(payment.status, Status::Declined | Status::Voided) || payment.refund_of.is_some() {
        return Err(invalid());
    }
    let (means, bill_to) = (payment.means.clone(), payment.bill_to.clone());
    let given = body.at("customer");
    let customer = Customer {
        merchant_id: given.some_word("merchantCustomerId").unwrap_or_else(|| payment.customer_id.clone()),
        description: given.word("description"),
        email: given.some_word("email").unwrap_or_else(|| payment.email.clone()),
    };
    let profile = match body.some_word("customerProfileId") {
        Some(id) if world.profiles.get(&id).is_some() => id,
        Some(_) => return Err(Answer::not_found()),
        None if customer.is_empty() => {
            return Err(Answer::error("E00102", "Customer Info is missing."));
        }
        None => world.profiles.create(customer).map_err(|Duplicate(there)| duplicate_profile(&there))?,
    };
    let method = world.profiles.add_method(&profile, means, bill_to);
    let method = method.map_err(|not| not_added(&profile, not))?;
    Ok(created(&profile, &[method]))
}

pub fn profile(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    let found = match body.some_word("customerProfileId") {
        Some(id) => world.profiles.get(&id),
        None => world.profiles.find(&body.word("merchantCustomerId"), &body.word("email")),
    };
    let found = found.ok_or_else(Answer::not_found)?;
    let unmasked = body.yes("unmaskExpirationDate");
    let methods: Vec<_> = found.methods.iter().map(|method| shown(method, None, unmasked)).collect();
    let mut fields = json!({
        "customerProfileId": found.id,
        "profileType": "regular",
        "paymentProfiles": methods,
    });
    for (name, value) in customer_fields(found) {
        fields[name] = value.into();
    }
    Ok(Answer::ok(json!({ "profile": fields })))
}

fn customer_fields(of: &Profile) -> impl Iterator<Item = (&'static str, String)> {
    let all = [
        ("merchantCustomerId", of.customer.merchant_id.clone()),
        ("description", of.customer.description.clone()),
        ("email", of.customer.email.clone()),
    ];
    all.into_iter().filter(|(_, value)| !value.is_empty())
}

pub fn method(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    let profile = body.word("customerProfileId");
    let found = world.profiles.method(&profile, &body.word("customerPaymentProfileId"));
    let found = found.ok_or_else(Answer::not_found)?;
    Ok(Answer::ok(
        json!({ "paymentProfile": shown(found, Some(&profile), body.yes("unmaskExpirationDate")) }),
    ))
}

fn shown(method: &Method, profile: Option<&str>, unmasked: bool) -> Value {
    let mut fields = json!({
        "customerPaymentProfileId": method.id,
        "payment": payment(&method.means, unmasked),
        "customerType": "individual",
    });
    if let Some(profile) = profile {
        fields["customerProfileId"] = profile.into();
    }
    if !method.bill_to.is_empty() {
        fields["billTo"] = address(&method.bill_to);
    }
    fields
}

pub fn address(bill_to: &BillTo) -> Value {
    let fields: Map<String, Value> =
        bill_to.iter().map(|(name, value)| ((*name).to_owned(), value.clone().into())).collect();
    Value::Object(fields)
}

/// Card or account, masked. The month of expiry is told to whoever asks for it.
pub fn payment(means: &Means, unmasked: bool) -> Value {
    match &means.bank {
        Some(bank) => json!({"bankAccount": {
            "accountType": bank.account_type,
            "routingNumber": format!("XXXX{}", bank.routing4),
            "accountNumber": means.masked(),
            "nameOnAccount": bank.holder,
            "echeckType": "WEB",
        }}),
        None => json!({"creditCard": {
            "cardNumber": means.masked(),
            "expirationDate": if unmasked { &means.expires } else { "XXXX" },
            "cardType": means.brand,
        }}),
    }
}

pub fn delete_method(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    let gone =
        world.profiles.remove_method(&body.word("customerProfileId"), &body.word("customerPaymentProfileId"));
    if gone { Ok(Answer::ok(json!({}))) } else { Err(Answer::not_found()) }
}

pub fn delete_profile(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    if world.profiles.remove(&body.word("customerProfileId")) {
        Ok(Answer::ok(json!({})))
    } else {
        Err(Answer::not_found())
    }
}
