//! Payments: authorisation with or without capture.

use super::responses::{duplicate, refused, test_response, transaction_response};
use crate::{
    api_response::ApiResponse,
    faults::Fault,
    ledger::{DuplicateKey, Status, Transaction, TransactionKind},
    notices::Event,
    ordered_json::Node,
    payment_source::{PaymentMethodKind as Method, PaymentSource, ReasonCode},
    state::SimState,
};

/// Payment source and customer data of a request.
struct PaymentDetails {
    source: PaymentSource,
    profile: Option<(String, String)>,
    bill_to: Vec<(&'static str, String)>,
    email: String,
}

/// Why a payment was refused without a ledger entry.
pub enum Refusal {
    /// The request itself is invalid.
    Request(ApiResponse),
    /// The payment is refused, with a reason code.
    Payment(ReasonCode),
}

impl From<ApiResponse> for Refusal {
    fn from(answer: ApiResponse) -> Self {
        Self::Request(answer)
    }
}

pub fn pay(
    state: &mut SimState,
    body: &Node,
    kind: TransactionKind,
    fault: &Fault,
) -> Result<ApiResponse, ApiResponse> {
    match try_to_pay(state, body, kind, fault) {
        Ok(answer) => Ok(answer),
        Err(Refusal::Request(answer)) => Err(answer),
        Err(Refusal::Payment(reason)) => {
            state.count("payments refused");
            Err(refused(reason, None))
        }
    }
}

fn try_to_pay(
    state: &mut SimState,
    body: &Node,
    kind: TransactionKind,
    fault: &Fault,
) -> Result<ApiResponse, Refusal> {
    let request = body.get("transactionRequest");
    let amount = amount(&state.account.currency, request)?;
    let invoice = request.text_at("order.invoiceNumber");
    let details = read_payment_details(state, request)?;
    let now = state.now();

    let duplicate_key = DuplicateKey {
        kind: kind.as_str(),
        invoice: invoice.clone(),
        amount,
        fingerprint: details.source.fingerprint,
    };
    if let Some(again) = duplicate(state, request, &duplicate_key) {
        return Err(again.into());
    }

    let zip = details.bill_to.iter().find(|(name, _)| *name == "zip").map_or("", |(_, zip)| zip);
    let card = details.source.kind == Method::Card;
    let declined = match fault {
        Fault::Decline { code } => Some(code.clone().unwrap_or_else(|| "2".to_owned())),
        _ => (card && zip == "46282").then(|| "2".to_owned()),
    };
    let held = declined.is_none() && *fault == Fault::Hold;
    let avs = if card { avs(zip) } else { "P" };
    let (status, response_code) = match (&declined, held, kind) {
        (Some(_), ..) => (Status::Declined, 2),
        (None, true, _) => (Status::PendingReview, 4),
        (None, false, TransactionKind::AuthOnly) => (Status::AuthorizedPendingCapture, 1),
        (None, false, _) => (Status::CapturedPendingSettlement, 1),
    };
    let reason = match (declined, held) {
        (Some(code), _) => code,
        (None, true) => "252".to_owned(),
        (None, false) => "1".to_owned(),
    };
    let auth_code = match response_code {
        1 if card => state.auth_code(),
        _ => String::new(),
    };
    if state.account.is_test {
        return Ok(test_response(&details.source));
    }
    let transaction = Transaction {
        id: state.ledger.next_id(),
        kind,
        status,
        amount,
        settle_amount: amount,
        refunded: 0,
        invoice,
        description: request.text_at("order.description"),
        ref_id: body.some_text_at("refId"),
        refund_of: None,
        source: details.source,
        auth_code,
        avs,
        response_code,
        reason,
        submitted: now,
        customer_id: request.text_at("customer.id"),
        email: details.email,
        ip: request.text_at("customerIP"),
        bill_to: details.bill_to,
        profile: details.profile,
        batch: None,
        returned: None,
    };
    let event = match (response_code, kind) {
        (4, _) => Some("fraud.held"),
        (1, TransactionKind::AuthOnly) => Some("authorization.created"),
        (1, _) => Some("authcapture.created"),
        _ => None,
    };
    if let Some(event) = event {
        state.notify(Event::new(event, &transaction, transaction.ref_id.as_deref(), now));
    }
    state.count(match response_code {
        1 => "payments approved",
        4 => "payments held",
        _ => "payments declined",
    });
    let answer = transaction_response(&transaction, None);
    state.ledger.add(transaction, Some(duplicate_key));
    Ok(answer)
}

/// The amount, which must be positive and in the currency of the account.
pub fn amount(account_currency: &str, request: &Node) -> Result<i64, Refusal> {
    let currency = request.text_at("currencyCode");
    if !currency.is_empty() && currency != account_currency {
        let reason =
            ReasonCode("39", "The supplied currency code is either invalid, not supported or not allowed.");
        return Err(Refusal::Payment(reason));
    }
    let amount = request.cents_at("amount").filter(|amount| *amount > 0);
    amount.ok_or(Refusal::Payment(ReasonCode("5", "A valid amount is required.")))
}

fn read_payment_details(state: &mut SimState, request: &Node) -> Result<PaymentDetails, Refusal> {
    let mut bill_to = bill_to(request.get("billTo"));
    let mut email = request.some_text_at("customer.email").unwrap_or_else(|| request.text_at("billTo.email"));
    let payment = request.get("payment");
    let mut profile = None;
    let source = if request.get("profile").is_present() {
        let ids = (
            request.text_at("profile.customerProfileId"),
            request.text_at("profile.paymentProfile.paymentProfileId"),
        );
        let missing =
            || ApiResponse::error("E00040", "Customer Profile ID or Customer Payment Profile ID not found.");
        let method = state.profiles.method(&ids.0, &ids.1).ok_or_else(missing)?;
        if bill_to.is_empty() {
            bill_to = method.bill_to.clone();
        }
        let source = method.source.clone().with_code(&request.text_at("profile.paymentProfile.cardCode"));
        if let (true, Some(found)) = (email.is_empty(), state.profiles.get(&ids.0)) {
            email = found.customer.email.clone();
        }
        profile = Some(ids);
        source
    } else if payment.get("opaqueData").is_present() {
        let (source, zip) = redeem(state, payment)?;
        if !zip.is_empty() && !bill_to.iter().any(|(name, _)| *name == "zip") {
            bill_to.push(("zip", zip));
        }
        source
    } else {
        read_plain_source(state, payment).map_err(Refusal::Payment)?
    };
    Ok(PaymentDetails { source, profile, bill_to, email })
}

/// Reads card or account numbers that were sent in plain text.
pub fn read_plain_source(state: &SimState, payment: &Node) -> Result<PaymentSource, ReasonCode> {
    if payment.get("bankAccount").is_present() {
        PaymentSource::bank(payment.get("bankAccount"), &state.fingerprint_key)
    } else {
        PaymentSource::card(payment.get("creditCard"), &state.fingerprint_key, state.now())
    }
}

/// Redeems a token, which can be used once. Returns its payment source and the postcode that came with it.
pub fn redeem(state: &mut SimState, payment: &Node) -> Result<(PaymentSource, String), ApiResponse> {
    let opaque = payment.get("opaqueData");
    let right_kind = opaque.text_at("dataDescriptor") == crate::state::DESCRIPTOR;
    let token = right_kind.then(|| state.redeem_token(&opaque.text_at("dataValue")));
    match token {
        Some(Ok(token)) => Ok((token.source, token.zip)),
        _ => Err(ApiResponse::error("E00114", "Invalid OTS Token.")),
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
    names.into_iter().filter_map(|name| Some((name, node.some_text_at(name)?))).collect()
}

/// AVS result by postcode, as in the provider's testing guide.
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
