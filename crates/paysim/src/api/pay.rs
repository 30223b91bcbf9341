//! Payments: money taken, or set aside.

use super::told::{duplicate, refused, told};
use crate::{
    answer::Answer,
    book::{Kind, Sameness, Status, Transaction},
    means::{Kind as Method, Means, Wrong},
    moods::Then,
    node::Node,
    notices::Event,
    world::World,
};

/// What is paid with, and what the provider knows besides.
struct Paying {
    means: Means,
    profile: Option<(String, String)>,
    bill_to: Vec<(&'static str, String)>,
    email: String,
}

/// Why a payment came to nothing that the books would show.
pub enum Refused {
    /// The request itself is refused.
    Request(Answer),
    /// The payment is, with a reason of its own.
    Payment(Wrong),
}

impl From<Answer> for Refused {
    fn from(answer: Answer) -> Self {
        Self::Request(answer)
    }
}

pub fn pay(world: &mut World, body: &Node, kind: Kind, then: &Then) -> Result<Answer, Answer> {
    match try_to_pay(world, body, kind, then) {
        Ok(answer) => Ok(answer),
        Err(Refused::Request(answer)) => Err(answer),
        Err(Refused::Payment(wrong)) => {
            world.count("payments refused");
            Err(refused(wrong, None))
        }
    }
}

fn try_to_pay(world: &mut World, body: &Node, kind: Kind, then: &Then) -> Result<Answer, Refused> {
    let asked = body.at("transactionRequest");
    let amount = amount(asked)?;
    let invoice = asked.word("order.invoiceNumber");
    let paying = means_of(world, asked)?;
    let now = world.now();

    let sameness =
        Sameness { kind: kind.as_str(), invoice: invoice.clone(), amount, print: paying.means.print };
    if let Some(again) = duplicate(world, asked, &sameness) {
        return Err(again.into());
    }

    let zip = paying.bill_to.iter().find(|(name, _)| *name == "zip").map_or("", |(_, zip)| zip);
    let card = paying.means.kind == Method::Card;
    let declined = match then {
        Then::Decline { code } => Some(code.clone().unwrap_or_else(|| "2".to_owned())),
        _ => (card && zip == "46282").then(|| "2".to_owned()),
    };
    let held = declined.is_none() && *then == Then::Hold;
    let avs = if card { avs(zip) } else { "P" };
    let (status, response_code) = match (&declined, held, kind) {
        (Some(_), ..) => (Status::Declined, 2),
        (None, true, _) => (Status::PendingReview, 4),
        (None, false, Kind::AuthOnly) => (Status::AuthorizedPendingCapture, 1),
        (None, false, _) => (Status::CapturedPendingSettlement, 1),
    };
    let reason = match (declined, held) {
        (Some(code), _) => code,
        (None, true) => "252".to_owned(),
        (None, false) => "1".to_owned(),
    };
    let auth_code = match response_code {
        1 if card => world.auth_code(),
        _ => String::new(),
    };
    let transaction = Transaction {
        id: world.book.next_id(),
        kind,
        status,
        amount,
        settles: amount,
        refunded: 0,
        invoice,
        description: asked.word("order.description"),
        ref_id: body.some_word("refId"),
        refund_of: None,
        means: paying.means,
        auth_code,
        avs,
        response_code,
        reason,
        submitted: now,
        customer_id: asked.word("customer.id"),
        email: paying.email,
        ip: asked.word("customerIP"),
        bill_to: paying.bill_to,
        profile: paying.profile,
        batch: None,
        returned: None,
    };
    let event = match (response_code, kind) {
        (4, _) => Some("fraud.held"),
        (1, Kind::AuthOnly) => Some("authorization.created"),
        (1, _) => Some("authcapture.created"),
        _ => None,
    };
    if let Some(event) = event {
        world.notify(Event::new(event, &transaction, transaction.ref_id.as_deref(), now));
    }
    world.count(match response_code {
        1 => "payments approved",
        4 => "payments held",
        _ => "payments declined",
    });
    let answer = told(&transaction, None);
    world.book.add(transaction, Some(sameness));
    Ok(answer)
}

/// More than nothing, in the only currency there is.
pub fn amount(asked: &Node) -> Result<i64, Refused> {
    let currency = asked.word("currencyCode");
    if !currency.is_empty() && currency != "USD" {
        let wrong =
            Wrong("39", "The supplied currency code is either invalid, not supported or not allowed.");
        return Err(Refused::Payment(wrong));
    }
    let amount = asked.cents("amount").filter(|amount| *amount > 0);
    amount.ok_or(Refused::Payment(Wrong("5", "A valid amount is required.")))
}

fn means_of(world: &mut World, asked: &Node) -> Result<Paying, Refused> {
    let mut bill_to = bill_to(asked.at("billTo"));
    let mut email = asked.some_word("customer.email").unwrap_or_else(|| asked.word("billTo.email"));
    let payment = asked.at("payment");
    let mut profile = None;
    let means = if asked.at("profile").is_there() {
        let ids =
            (asked.word("profile.customerProfileId"), asked.word("profile.paymentProfile.paymentProfileId"));
        let missing =
            || Answer::error("E00040", "Customer Profile ID or Customer Payment Profile ID not found.");
        let method = world.profiles.method(&ids.0, &ids.1).ok_or_else(missing)?;
        if bill_to.is_empty() {
            bill_to = method.bill_to.clone();
        }
        let means = method.means.clone().with_code(&asked.word("profile.paymentProfile.cardCode"));
        if let (true, Some(found)) = (email.is_empty(), world.profiles.get(&ids.0)) {
            email = found.customer.email.clone();
        }
        profile = Some(ids);
        means
    } else if payment.at("opaqueData").is_there() {
        let (means, zip) = redeem(world, payment)?;
        if !zip.is_empty() && !bill_to.iter().any(|(name, _)| *name == "zip") {
            bill_to.push(("zip", zip));
        }
        means
    } else {
        plain(world, payment).map_err(Refused::Payment)?
    };
    Ok(Paying { means, profile, bill_to, email })
}

/// Numbers that were sent as they are, for whoever may see them.
pub fn plain(world: &World, payment: &Node) -> Result<Means, Wrong> {
    if payment.at("bankAccount").is_there() {
        Means::bank(payment.at("bankAccount"), &world.print_key)
    } else {
        Means::card(payment.at("creditCard"), &world.print_key, world.now())
    }
}

/// The numbers behind a token, which is used up by it; and the postcode that came with them.
pub fn redeem(world: &mut World, payment: &Node) -> Result<(Means, String), Answer> {
    let opaque = payment.at("opaqueData");
    let right_kind = opaque.word("dataDescriptor") == crate::world::DESCRIPTOR;
    let token = right_kind.then(|| world.take_token(&opaque.word("dataValue")));
    match token {
        Some(Ok(token)) => Ok((token.means, token.zip)),
        _ => Err(Answer::error("E00114", "Invalid OTS Token.")),
    }
}

pub fn bill_to(node: &Node) -> Vec<(&'static str, String)> {
    let names = [
        "firstName",
        "lastName",
        "company",
        "address",
        "city",
        "state",
        "zip",
        "country",
        "phoneNumber",
        "email",
    ];
    names.into_iter().filter_map(|name| Some((name, node.some_word(name)?))).collect()
}

/// By postcode, as the testing guide has it.
fn avs(zip: &str) -> &'static str {
    match zip {
        "46201" => "A",
        "46203" => "E",
        "46204" => "G",
        "46205" => "N",
        "46207" => "R",
        "46208" => "S",
        "46209" => "U",
        "46211" => "W",
        "46214" => "X",
        "46217" => "Z",
        "" => "P",
        _ => "Y",
    }
}
