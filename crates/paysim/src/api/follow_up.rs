//! Follow-up transactions: capture, void and refund.

use crate::{
    api_response::ApiResponse,
    faults::Fault,
    ledger::{DuplicateKey, Status, Transaction, TransactionKind},
    notices::Event,
    ordered_json::Node,
    payment_source::{PaymentSource, ReasonCode, last4},
    state::SimState,
};

use super::{
    pay::{self, Refusal},
    responses,
};

const NOT_FOUND: ReasonCode = ReasonCode("16", "The transaction cannot be found.");
const EXCEEDS_AUTHORIZED: ReasonCode = ReasonCode(
    "47",
    "The amount requested for settlement cannot be greater than the original amount authorized.",
);
const NOT_REFUNDABLE: ReasonCode =
    ReasonCode("54", "The referenced transaction does not meet the criteria for issuing a credit.");
const EXCEEDS_ORIGINAL: ReasonCode = ReasonCode(
    "55",
    "The sum of credits against the referenced transaction would exceed the original debit amount.",
);
const NO_NUMBER: ReasonCode = ReasonCode("33", "Credit card number is required.");

pub fn capture(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    let request = body.get("transactionRequest");
    let now = state.now();
    let currency = state.account.currency.clone();
    let found = find_transaction(state, request)?;
    match found.status {
        Status::AuthorizedPendingCapture => {}
        Status::CapturedPendingSettlement | Status::SettledSuccessfully => {
            return Ok(responses::transaction_response(
                found,
                Some(("311", "This transaction has already been captured.")),
            ));
        }
        _ => return Err(responses::refused(NOT_FOUND, None)),
    }
    let amount = match request.get("amount").is_present() {
        true => pay::amount(&currency, request).map_err(refusal_response)?,
        false => found.amount,
    };
    if amount > found.amount {
        return Err(responses::refused(EXCEEDS_AUTHORIZED, Some(&found.source)));
    }
    found.status = Status::CapturedPendingSettlement;
    found.settle_amount = amount;
    let found = found.clone();
    state.notify(Event::new("priorAuthCapture.created", &found, body.some_text_at("refId").as_deref(), now));
    state.count("captures");
    Ok(same_transaction_response(&found, None))
}

pub fn void(state: &mut SimState, body: &Node) -> Result<ApiResponse, ApiResponse> {
    let now = state.now();
    let found = find_transaction(state, body.get("transactionRequest"))?;
    match found.status {
        Status::Voided => {
            return Ok(same_transaction_response(
                found,
                Some(("310", "This transaction has already been voided.")),
            ));
        }
        Status::AuthorizedPendingCapture
        | Status::CapturedPendingSettlement
        | Status::RefundPending
        | Status::PendingReview => {}
        _ => return Err(responses::refused(NOT_FOUND, None)),
    }
    found.status = Status::Voided;
    let found = found.clone();
    // Voiding a refund makes its amount refundable again.
    if let Some(first) = found.refund_of.and_then(|id| state.ledger.get_mut(id)) {
        first.refunded -= found.amount;
    }
    state.notify(Event::new("void.created", &found, body.some_text_at("refId").as_deref(), now));
    state.count("voids");
    Ok(same_transaction_response(&found, Some(("1", "This transaction has been approved."))))
}

pub fn refund(state: &mut SimState, body: &Node, fault: &Fault) -> Result<ApiResponse, ApiResponse> {
    let request = body.get("transactionRequest");
    let amount = pay::amount(&state.account.currency, request).map_err(refusal_response)?;
    let invoice = request.text_at("order.invoiceNumber");
    if !request.get("refTransId").is_present() {
        return Err(responses::refused(NOT_REFUNDABLE, None));
    }
    let first = find_transaction(state, request)?.clone();
    if first.kind == TransactionKind::Refund || first.status != Status::SettledSuccessfully {
        return Err(responses::refused(NOT_REFUNDABLE, Some(&first.source)));
    }
    check_same_source(&first, request).map_err(|reason| responses::refused(reason, Some(&first.source)))?;
    let duplicate_key = DuplicateKey {
        kind: TransactionKind::Refund.as_str(),
        invoice: invoice.clone(),
        amount,
        fingerprint: first.source.fingerprint,
    };
    if let Some(again) = responses::duplicate(state, request, &duplicate_key) {
        return Err(again);
    }
    if first.refunded + amount > first.settle_amount {
        return Err(responses::refused(EXCEEDS_ORIGINAL, Some(&first.source)));
    }
    let now = state.now();
    let declined = match fault {
        Fault::Decline { code } => Some(code.clone().unwrap_or_else(|| "2".to_owned())),
        _ => None,
    };
    let refund = Transaction {
        id: state.ledger.next_id(),
        kind: TransactionKind::Refund,
        status: if declined.is_some() { Status::Declined } else { Status::RefundPending },
        amount,
        settle_amount: amount,
        refunded: 0,
        invoice,
        description: request.text_at("order.description"),
        ref_id: body.some_text_at("refId"),
        refund_of: Some(first.id),
        source: PaymentSource { code: "", ..first.source.clone() },
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
        if let Some(first) = state.ledger.get_mut(first.id) {
            first.refunded += amount;
        }
        state.notify(Event::new("refund.created", &refund, refund.ref_id.as_deref(), now));
        state.count("refunds");
    }
    let answer = responses::transaction_response(&refund, None);
    state.ledger.add(refund, Some(duplicate_key));
    Ok(answer)
}

/// A refund must go to the original payment source, named by its last four digits or by the saved method.
fn check_same_source(first: &Transaction, request: &Node) -> Result<(), ReasonCode> {
    if request.get("profile").is_present() {
        let method = request.text_at("profile.paymentProfile.paymentProfileId");
        let same = first.profile.as_ref().is_some_and(|(_, saved)| *saved == method);
        return if same { Ok(()) } else { Err(NOT_REFUNDABLE) };
    }
    let card = request.some_text_at("payment.creditCard.cardNumber");
    let account = request.some_text_at("payment.bankAccount.accountNumber");
    let number = card.or(account).ok_or(NO_NUMBER)?;
    if last4(&number) == first.source.last4 { Ok(()) } else { Err(NOT_REFUNDABLE) }
}

fn find_transaction<'w>(state: &'w mut SimState, request: &Node) -> Result<&'w mut Transaction, ApiResponse> {
    let found = request.number_at("refTransId").and_then(|id| state.ledger.get_mut(id));
    found.ok_or_else(|| responses::refused(NOT_FOUND, None))
}

/// Captures and voids create no transaction: the response contains the payment's id as `transId` and as
/// `refTransID`.
fn same_transaction_response(transaction: &Transaction, instead: Option<(&str, &str)>) -> ApiResponse {
    let instead = instead.unwrap_or(("1", "This transaction has been approved."));
    let done = Transaction {
        response_code: 1,
        profile: None,
        refund_of: Some(transaction.id),
        ..transaction.clone()
    };
    responses::transaction_response(&done, Some(instead))
}

fn refusal_response(refusal: Refusal) -> ApiResponse {
    match refusal {
        Refusal::Request(answer) => answer,
        Refusal::Payment(reason) => responses::refused(reason, None),
    }
}
