//! What follows a payment: taking what was set aside, undoing, giving back.

use crate::{
    answer::Answer,
    book::{Kind, Sameness, Status, Transaction},
    means::{Means, Wrong, last4},
    moods::Then,
    node::Node,
    notices::Event,
    world::World,
};

use super::{
    pay::{self, Refused},
    told,
};

const NO_SUCH: Wrong = Wrong("16", "The transaction cannot be found.");
const TOO_MUCH: Wrong =
    Wrong("47", "The amount requested for settlement cannot be greater than the original amount authorized.");
const NOT_SO: Wrong =
    Wrong("54", "The referenced transaction does not meet the criteria for issuing a credit.");
const OVER: Wrong = Wrong(
    "55",
    "The sum of credits against the referenced transaction would exceed the original debit amount.",
);
const NO_NUMBER: Wrong = Wrong("33", "Credit card number is required.");

pub fn capture(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    let asked = body.at("transactionRequest");
    let now = world.now();
    let found = found(world, asked)?;
    match found.status {
        Status::AuthorizedPendingCapture => {}
        Status::CapturedPendingSettlement | Status::SettledSuccessfully => {
            return Ok(told::told(found, Some(("311", "This transaction has already been captured."))));
        }
        _ => return Err(told::refused(NO_SUCH, None)),
    }
    let amount = match asked.at("amount").is_there() {
        true => pay::amount(asked).map_err(answer)?,
        false => found.amount,
    };
    if amount > found.amount {
        return Err(told::refused(TOO_MUCH, Some(&found.means)));
    }
    found.status = Status::CapturedPendingSettlement;
    found.settles = amount;
    let found = found.clone();
    world.notify(Event::new("priorAuthCapture.created", &found, body.some_word("refId").as_deref(), now));
    world.count("captures");
    Ok(about_itself(&found, None))
}

pub fn void(world: &mut World, body: &Node) -> Result<Answer, Answer> {
    let now = world.now();
    let found = found(world, body.at("transactionRequest"))?;
    match found.status {
        Status::Voided => {
            return Ok(about_itself(found, Some(("310", "This transaction has already been voided."))));
        }
        Status::AuthorizedPendingCapture
        | Status::CapturedPendingSettlement
        | Status::RefundPending
        | Status::PendingReview => {}
        _ => return Err(told::refused(NO_SUCH, None)),
    }
    found.status = Status::Voided;
    let found = found.clone();
    // A refund that is undone frees its part of the payment again.
    if let Some(first) = found.refund_of.and_then(|id| world.book.get_mut(id)) {
        first.refunded -= found.amount;
    }
    world.notify(Event::new("void.created", &found, body.some_word("refId").as_deref(), now));
    world.count("voids");
    Ok(about_itself(&found, Some(("1", "This transaction has been approved."))))
}

pub fn refund(world: &mut World, body: &Node, then: &Then) -> Result<Answer, Answer> {
    let asked = body.at("transactionRequest");
    let amount = pay::amount(asked).map_err(answer)?;
    let invoice = asked.word("order.invoiceNumber");
    if !asked.at("refTransId").is_there() {
        return Err(told::refused(NOT_SO, None));
    }
    let first = found(world, asked)?.clone();
    if first.kind == Kind::Refund || first.status != Status::SettledSuccessfully {
        return Err(told::refused(NOT_SO, Some(&first.means)));
    }
    to_the_same(&first, asked).map_err(|wrong| told::refused(wrong, Some(&first.means)))?;
    let sameness =
        Sameness { kind: Kind::Refund.as_str(), invoice: invoice.clone(), amount, print: first.means.print };
    if let Some(again) = told::duplicate(world, asked, &sameness) {
        return Err(again);
    }
    if first.refunded + amount > first.settles {
        return Err(told::refused(OVER, Some(&first.means)));
    }
    let now = world.now();
    let declined = match then {
        Then::Decline { code } => Some(code.clone().unwrap_or_else(|| "2".to_owned())),
        _ => None,
    };
    let refund = Transaction {
        id: world.book.next_id(),
        kind: Kind::Refund,
        status: if declined.is_some() { Status::Declined } else { Status::RefundPending },
        amount,
        settles: amount,
        refunded: 0,
        invoice,
        description: asked.word("order.description"),
        ref_id: body.some_word("refId"),
        refund_of: Some(first.id),
        means: Means { code: "", ..first.means.clone() },
        auth_code: String::new(),
        avs: "P",
        response_code: if declined.is_some() { 2 } else { 1 },
        reason: declined.unwrap_or_else(|| "1".to_owned()),
        submitted: now,
        batch: None,
        returned: None,
        ..first
    };
    if refund.response_code == 1 {
        if let Some(first) = world.book.get_mut(first.id) {
            first.refunded += amount;
        }
        world.notify(Event::new("refund.created", &refund, refund.ref_id.as_deref(), now));
        world.count("refunds");
    }
    let answer = told::told(&refund, None);
    world.book.add(refund, Some(sameness));
    Ok(answer)
}

/// Money only goes back to where it came from: the request says so by the last four digits, or by the kept method.
fn to_the_same(first: &Transaction, asked: &Node) -> Result<(), Wrong> {
    if asked.at("profile").is_there() {
        let method = asked.word("profile.paymentProfile.paymentProfileId");
        let same = first.profile.as_ref().is_some_and(|(_, kept)| *kept == method);
        return if same { Ok(()) } else { Err(NOT_SO) };
    }
    let card = asked.some_word("payment.creditCard.cardNumber");
    let account = asked.some_word("payment.bankAccount.accountNumber");
    let number = card.or(account).ok_or(NO_NUMBER)?;
    if last4(&number) == first.means.last4 { Ok(()) } else { Err(NOT_SO) }
}

fn found<'w>(world: &'w mut World, asked: &Node) -> Result<&'w mut Transaction, Answer> {
    let found = asked.number("refTransId").and_then(|id| world.book.get_mut(id));
    found.ok_or_else(|| told::refused(NO_SUCH, None))
}

/// Captures and voids are no transactions of their own: the answer names the payment twice.
fn about_itself(of: &Transaction, instead: Option<(&str, &str)>) -> Answer {
    let instead = instead.unwrap_or(("1", "This transaction has been approved."));
    let done = Transaction { response_code: 1, profile: None, refund_of: Some(of.id), ..of.clone() };
    told::told(&done, Some(instead))
}

fn answer(refused: Refused) -> Answer {
    match refused {
        Refused::Request(answer) => answer,
        Refused::Payment(wrong) => told::refused(wrong, None),
    }
}
