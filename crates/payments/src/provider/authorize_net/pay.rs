//! Charges, captures, voids and refunds.

use chrono::{TimeDelta, Utc};
use kernel::Money;

use super::{
    AuthorizeNet,
    responses::{CreateTransactionResponse, PaymentDetails, Reply},
    wire::{self, BillTo, CreateTransaction, Customer, Order, PaymentType, Settings, Transaction},
};
use crate::provider::{Charge, PaymentMethodKind, ProviderError, Receipt, Refund, TransactionStatus};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Charge,
    Authorise,
    Capture,
    Void,
    Refund,
}

impl Step {
    fn name(self) -> &'static str {
        match self {
            Self::Charge => "authCaptureTransaction",
            Self::Authorise => "authOnlyTransaction",
            Self::Capture => "priorAuthCaptureTransaction",
            Self::Void => "voidTransaction",
            Self::Refund => "refundTransaction",
        }
    }

    /// The status after success. A bank payment is only pending then.
    fn status(self, kind: Option<PaymentMethodKind>) -> TransactionStatus {
        match self {
            Self::Charge | Self::Capture if kind == Some(PaymentMethodKind::Echeck) => {
                TransactionStatus::Processing
            }
            Self::Charge | Self::Capture => TransactionStatus::Captured,
            Self::Authorise => TransactionStatus::Authorised,
            Self::Void => TransactionStatus::Voided,
            Self::Refund => TransactionStatus::Refunded,
        }
    }
}

/// "A duplicate transaction has been submitted."
const DUPLICATE: &str = "11";

/// Error codes about the card or account, which are treated like a decline.
const DECLINE_CODES: [&str; 12] = ["6", "7", "8", "9", "10", "17", "28", "37", "78", "315", "316", "317"];

/// The schema allows only IPv4 addresses.
const MAX_IP_LENGTH: usize = 15;

/// Longer than a token is valid.
const TOKEN_LIFE: TimeDelta = TimeDelta::minutes(20);

impl AuthorizeNet {
    pub(super) async fn pay(&self, charge: &Charge, step: Step) -> Result<Receipt, ProviderError> {
        let (payment, profile) = wire::payment_and_profile(&charge.source);
        // For a saved method the provider already has the billing data, and refuses it in the request.
        let is_new = payment.is_some();
        let email = wire::cut(&charge.billing.email, 255);
        let request = CreateTransaction {
            ref_id: Some(&charge.key),
            transaction_request: Transaction {
                payment,
                profile,
                order: Some(order(&charge.key, &charge.order_number)),
                customer: is_new.then_some(Customer { email }),
                bill_to: is_new.then(|| BillTo::from(&charge.billing)),
                customer_ip: charge.address.as_deref().filter(|address| address.len() <= MAX_IP_LENGTH),
                transaction_settings: Some(Settings::duplicate_window()),
                ..Transaction::new(step.name(), charge.amount)
            },
        };
        match receipt(&self.change(request).await?, step) {
            Err(ProviderError::Refused { code }) if is_token_error(&code) && is_new => {
                self.find_spent_token(charge, code).await
            }
            outcome => outcome,
        }
    }

    /// Handles a token that is already used. This same request may have used it, if the network delivered it twice, so
    /// the payment is looked up before it counts as refused.
    async fn find_spent_token(&self, charge: &Charge, code: String) -> Result<Receipt, ProviderError> {
        let found = self.find_by_keys(std::slice::from_ref(&charge.key), Utc::now() - TOKEN_LIFE).await;
        match found.map(|found| found.into_iter().next()) {
            Ok(None) => Err(ProviderError::Refused { code }),
            Ok(Some(payment)) => Ok(Receipt {
                reference: Some(payment.reference),
                status: payment.status,
                code: payment.code,
                method: payment.method,
            }),
            Err(_) => Err(ProviderError::Unknown(format!("{code}, and the lookup failed"))),
        }
    }

    pub(super) async fn capture_authorised(
        &self,
        reference: &str,
        amount: Money,
    ) -> Result<Receipt, ProviderError> {
        let step = Step::Capture;
        let capture = Transaction { ref_trans_id: Some(reference), ..Transaction::new(step.name(), amount) };
        let request = CreateTransaction { ref_id: None, transaction_request: capture };
        receipt(&self.change(request).await?, step)
    }

    pub(super) async fn void_transaction(&self, reference: &str) -> Result<Receipt, ProviderError> {
        let step = Step::Void;
        let transaction_type = step.name();
        let void = Transaction { transaction_type, ref_trans_id: Some(reference), ..Transaction::default() };
        let request = CreateTransaction { ref_id: None, transaction_request: void };
        receipt(&self.change(request).await?, step)
    }

    /// Voids an unsettled payment, which is possible only in full, and refunds any other. A retry after a lost response
    /// is safe: a void is visible in the payment's details, and a second refund is refused as a duplicate.
    pub(super) async fn refund_or_void(&self, refund: &Refund) -> Result<Receipt, ProviderError> {
        let payment = self.load_transaction(&refund.reference).await?;
        let is_whole = refund.amount == refund.payment_amount;
        match payment.transaction_status.as_str() {
            "voided" if is_whole => {
                return Ok(Receipt {
                    reference: Some(payment.trans_id.0),
                    status: TransactionStatus::Voided,
                    code: None,
                    method: payment.payment.details(),
                });
            }
            status if is_whole && is_unsettled(status) => {
                return self.void_transaction(&refund.reference).await;
            }
            _ => {}
        }
        let step = Step::Refund;
        let request = CreateTransaction {
            ref_id: Some(&refund.key),
            transaction_request: Transaction {
                payment: Some(refund_target(&payment.payment).ok_or_else(no_refund_target)?),
                ref_trans_id: Some(&refund.reference),
                order: Some(order(&refund.key, &payment.order.invoice_number)),
                transaction_settings: Some(Settings::duplicate_window()),
                ..Transaction::new(step.name(), refund.amount)
            },
        };
        receipt(&self.change(request).await?, step)
    }
}

fn order<'a>(key: &'a str, description: &'a str) -> Order<'a> {
    Order { invoice_number: key, description: wire::cut(description, 255) }
}

fn is_unsettled(status: &str) -> bool {
    matches!(
        status,
        "authorizedPendingCapture"
            | "capturedPendingSettlement"
            | "FDSPendingReview"
            | "FDSAuthorizedPendingReview"
    )
}

/// The card or account to refund. The masked numbers of the payment's details suffice, because the refund names the
/// payment.
fn refund_target(paid: &PaymentDetails) -> Option<PaymentType<'_>> {
    match (&paid.credit_card, &paid.bank_account) {
        (Some(card), _) => Some(PaymentType::CreditCard {
            card_number: card.card_number.trim_start_matches('X'),
            expiration_date: "XXXX",
        }),
        (None, Some(bank)) => Some(PaymentType::BankAccount {
            account_type: Some(bank.account_type.as_str())
                .filter(|kind| !kind.is_empty())
                .unwrap_or("checking"),
            routing_number: &bank.routing_number,
            account_number: &bank.account_number,
            name_on_account: wire::cut(&bank.name_on_account, 22),
        }),
        (None, None) => None,
    }
}

fn no_refund_target() -> ProviderError {
    ProviderError::Refused { code: "no-refund-target".to_owned() }
}

/// Codes for "Invalid OTS Token" and its variants.
fn is_token_error(code: &str) -> bool {
    matches!(code, "E00114" | "E00115" | "E00116" | "E00117" | "E00118" | "E00119")
        || code.starts_with("E_WC_")
}

/// Reads the outcome from the transaction's response code. The result code of the whole response is unreliable: for a
/// declined card it can be success or error.
fn receipt(reply: &Reply<CreateTransactionResponse>, step: Step) -> Result<Receipt, ProviderError> {
    let response = &reply.body.transaction_response;
    // The provider approves payments in test mode without charging anybody.
    if response.is_test() {
        tracing::error!("the account of the payment provider is in test mode; the payment does not count");
        return Err(ProviderError::Refused { code: "test-mode".to_owned() });
    }
    let method = response.method();
    let done = |status| {
        Ok(Receipt {
            reference: response.reference(),
            status,
            code: response.reason(),
            method: method.clone(),
        })
    };
    match response.response_code.0.as_str() {
        "1" => done(step.status(method.as_ref().map(|method| method.kind))),
        "2" => done(TransactionStatus::Declined),
        "3" => match response.reason() {
            // Sent before; a lookup finds its outcome.
            Some(code) if code == DUPLICATE => Err(ProviderError::Unknown("duplicate request".to_owned())),
            Some(code) if DECLINE_CODES.contains(&code.as_str()) => done(TransactionStatus::Declined),
            Some(code) => Err(ProviderError::Refused { code }),
            None => Err(reply.error()),
        },
        "4" => done(TransactionStatus::Processing),
        "" if !reply.is_done() => Err(reply.error()),
        _ => Err(ProviderError::Unknown("response without an outcome".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn outcome(json: &str, step: Step) -> Result<Receipt, ProviderError> {
        receipt(&Reply::read(format!("\u{feff}{json}").as_bytes())?, step)
    }

    fn response(code: u8, rest: &str) -> String {
        let result = if code == 1 || code == 4 { "Ok" } else { "Error" };
        format!(
            r#"{{"transactionResponse":{{"responseCode":"{code}","transId":"60198","accountNumber":"XXXX4242",
                "accountType":"Visa"{rest}}},"refId":"A1",
                "messages":{{"resultCode":"{result}","message":[{{"code":"E00027","text":"The transaction."}}]}}}}"#
        )
    }

    fn error(number: u16) -> String {
        format!(r#","errors":[{{"errorCode":"{number}","errorText":"No."}}]"#)
    }

    #[test]
    fn an_approved_card_is_captured_with_its_details() {
        let receipt = outcome(&response(1, r#","messages":[{"code":"1"}]"#), Step::Charge).unwrap();
        assert_eq!(receipt.status, TransactionStatus::Captured);
        assert_eq!(receipt.reference.as_deref(), Some("60198"));
        assert_eq!(receipt.code, None);
        let method = receipt.method.unwrap();
        assert_eq!(
            (method.kind, method.brand.as_str(), method.last4.as_str()),
            (PaymentMethodKind::Card, "visa", "4242")
        );
    }

    /// Nobody was charged.
    #[test]
    fn an_approval_in_test_mode_is_a_refusal() {
        for json in [response(1, r#","testRequest":"1""#), response(1, r#","testRequest":true"#)] {
            let refused = outcome(&json, Step::Charge);
            assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "test-mode"), "{json}");
        }
        assert!(outcome(&response(1, r#","testRequest":"0""#), Step::Charge).is_ok());
    }

    #[test]
    fn an_approved_bank_payment_is_pending() {
        let json = response(1, "").replace("Visa", "eCheck");
        assert_eq!(outcome(&json, Step::Charge).unwrap().status, TransactionStatus::Processing);
        assert_eq!(outcome(&json, Step::Capture).unwrap().status, TransactionStatus::Processing);
        assert_eq!(outcome(&json, Step::Authorise).unwrap().status, TransactionStatus::Authorised);
        assert_eq!(outcome(&json, Step::Void).unwrap().status, TransactionStatus::Voided);
        assert_eq!(outcome(&json, Step::Refund).unwrap().status, TransactionStatus::Refunded);
    }

    #[test]
    fn a_held_payment_is_processing() {
        let receipt = outcome(&response(4, r#","messages":[{"code":252}]"#), Step::Charge).unwrap();
        assert_eq!((receipt.status, receipt.code.as_deref()), (TransactionStatus::Processing, Some("252")));
    }

    #[test]
    fn a_declined_card_is_declined_whatever_the_result_code() {
        let json = response(2, &error(4));
        for json in [json.clone(), json.replace("\"Error\"", "\"Ok\"")] {
            let receipt = outcome(&json, Step::Charge).unwrap();
            assert_eq!((receipt.status, receipt.code.as_deref()), (TransactionStatus::Declined, Some("4")));
        }
    }

    #[test]
    fn a_card_error_is_a_decline_and_any_other_error_a_refusal() {
        let receipt = outcome(&response(3, &error(8)).replace("60198", "0"), Step::Charge).unwrap();
        assert_eq!((receipt.status, receipt.reference), (TransactionStatus::Declined, None));
        let refused = outcome(&response(3, &error(16)), Step::Void);
        assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "16"));
    }

    #[test]
    fn a_duplicate_is_unknown() {
        assert!(matches!(outcome(&response(3, &error(11)), Step::Charge), Err(ProviderError::Unknown(_))));
    }

    #[test]
    fn a_refused_request_has_its_code() {
        let json = |code: &str| {
            format!(
                r#"{{"transactionResponse":{{"SupplementalDataQualificationIndicator":0}},
                    "messages":{{"resultCode":"Error","message":[{{"code":"{code}","text":"No."}}]}}}}"#
            )
        };
        let refused = |code: &str| matches!(outcome(&json(code), Step::Charge), Err(ProviderError::Refused { code: refused }) if refused == code);
        assert!(refused("E00114") && refused("E00003") && refused("E00007") && refused("E00040"));
        assert!(matches!(outcome(&json("E00001"), Step::Charge), Err(ProviderError::Unknown(_))));
        assert!(matches!(outcome(&json("E00104"), Step::Charge), Err(ProviderError::Unreachable(_))));
    }

    #[test]
    fn a_response_without_an_outcome_is_unknown() {
        for json in ["", "<html>", "{}", "[]", r#"{"messages":{"resultCode":"Ok"}}"#, &response(9, "")] {
            assert!(matches!(outcome(json, Step::Charge), Err(ProviderError::Unknown(_))), "{json}");
        }
    }
}
