//! Taking money, undoing that, and giving it back.

use chrono::{TimeDelta, Utc};
use kernel::Money;

use super::{
    AuthorizeNet,
    answers::{PaidWith, Reply, Transacted},
    wire::{self, BillTo, CreateTransaction, Customer, Order, Paid, Settings, Transaction},
};
use crate::provider::{Charge, Fate, MethodKind, ProviderError, Receipt, Refund};

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

    /// What it means when it went well. A bank payment is only on its way then.
    fn fate(self, kind: Option<MethodKind>) -> Fate {
        match self {
            Self::Charge | Self::Capture if kind == Some(MethodKind::Echeck) => Fate::Processing,
            Self::Charge | Self::Capture => Fate::Captured,
            Self::Authorise => Fate::Authorised,
            Self::Void => Fate::Voided,
            Self::Refund => Fate::Refunded,
        }
    }
}

/// "A duplicate transaction has been submitted."
const DUPLICATE: &str = "11";

/// Errors that are the card's or the account's: for the buyer, the same as declined.
const OF_THE_MEANS: [&str; 12] = ["6", "7", "8", "9", "10", "17", "28", "37", "78", "315", "316", "317"];

/// The schema knows addresses of the old kind only.
const LONGEST_ADDRESS: usize = 15;

/// Longer than a token lives.
const TOKEN_LIFE: TimeDelta = TimeDelta::minutes(20);

impl AuthorizeNet {
    pub(super) async fn pay(&self, charge: &Charge, step: Step) -> Result<Receipt, ProviderError> {
        let (payment, profile) = wire::means(&charge.means);
        // Of a kept method the provider knows whose it is, and refuses to be told again.
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
                customer_ip: charge.address.as_deref().filter(|address| address.len() <= LONGEST_ADDRESS),
                transaction_settings: Some(Settings::once()),
                ..Transaction::of(step.name(), charge.amount)
            },
        };
        match receipt(&self.change(request).await?, step) {
            Err(ProviderError::Refused { code }) if is_of_token(&code) && is_new => {
                self.spent(charge, code).await
            }
            outcome => outcome,
        }
    }

    /// A token that is no longer good may have been used by this very request, when the network brought it twice. So the
    /// books are asked before it is called refused.
    async fn spent(&self, charge: &Charge, code: String) -> Result<Receipt, ProviderError> {
        let found = self.find(std::slice::from_ref(&charge.key), Utc::now() - TOKEN_LIFE).await;
        match found.map(|found| found.into_iter().next()) {
            Ok(None) => Err(ProviderError::Refused { code }),
            Ok(Some(payment)) => Ok(Receipt {
                reference: Some(payment.reference),
                fate: payment.fate,
                code: payment.code,
                method: payment.method,
            }),
            Err(_) => Err(ProviderError::Unknown(format!("{code}, and the books cannot be asked"))),
        }
    }

    pub(super) async fn take_authorised(
        &self,
        reference: &str,
        amount: Money,
    ) -> Result<Receipt, ProviderError> {
        let step = Step::Capture;
        let capture = Transaction { ref_trans_id: Some(reference), ..Transaction::of(step.name(), amount) };
        let request = CreateTransaction { ref_id: None, transaction_request: capture };
        receipt(&self.change(request).await?, step)
    }

    pub(super) async fn undo(&self, reference: &str) -> Result<Receipt, ProviderError> {
        let step = Step::Void;
        let transaction_type = step.name();
        let void = Transaction { transaction_type, ref_trans_id: Some(reference), ..Transaction::default() };
        let request = CreateTransaction { ref_id: None, transaction_request: void };
        receipt(&self.change(request).await?, step)
    }

    /// What is not settled yet can only be undone, and only in whole; the rest goes back to where it came from. Asked
    /// again after an answer was lost, a void is seen in the books and a refund is refused as a duplicate.
    pub(super) async fn give_back(&self, refund: &Refund) -> Result<Receipt, ProviderError> {
        let payment = self.known(&refund.reference).await?;
        let is_whole = refund.amount == refund.of;
        match payment.transaction_status.as_str() {
            "voided" if is_whole => {
                return Ok(Receipt {
                    reference: Some(payment.trans_id.0),
                    fate: Fate::Voided,
                    code: None,
                    method: payment.payment.shown(),
                });
            }
            status if is_whole && is_unsettled(status) => return self.undo(&refund.reference).await,
            _ => {}
        }
        let step = Step::Refund;
        let request = CreateTransaction {
            ref_id: Some(&refund.key),
            transaction_request: Transaction {
                payment: Some(back_to(&payment.payment).ok_or_else(no_means)?),
                ref_trans_id: Some(&refund.reference),
                order: Some(order(&refund.key, &payment.order.invoice_number)),
                transaction_settings: Some(Settings::once()),
                ..Transaction::of(step.name(), refund.amount)
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

/// The masked numbers that the books show are all it takes, for a payment that is named.
fn back_to(paid: &PaidWith) -> Option<Paid<'_>> {
    match (&paid.credit_card, &paid.bank_account) {
        (Some(card), _) => Some(Paid::CreditCard {
            card_number: card.card_number.trim_start_matches('X'),
            expiration_date: "XXXX",
        }),
        (None, Some(bank)) => Some(Paid::BankAccount {
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

fn no_means() -> ProviderError {
    ProviderError::Refused { code: "no-means".to_owned() }
}

/// "Invalid OTS Token", and what came after it for the same.
fn is_of_token(code: &str) -> bool {
    matches!(code, "E00114" | "E00115" | "E00116" | "E00117" | "E00118" | "E00119")
        || code.starts_with("E_WC_")
}

/// The payment's own code decides; that of the answer calls a declined card a success in one place and an error in
/// another.
fn receipt(reply: &Reply<Transacted>, step: Step) -> Result<Receipt, ProviderError> {
    let response = &reply.body.transaction_response;
    let method = response.method();
    let done = |fate| {
        Ok(Receipt { reference: response.reference(), fate, code: response.reason(), method: method.clone() })
    };
    match response.response_code.0.as_str() {
        "1" => done(step.fate(method.as_ref().map(|method| method.kind))),
        "2" => done(Fate::Declined),
        "3" => match response.reason() {
            // Sent before, and whatever became of it stands in the books.
            Some(code) if code == DUPLICATE => Err(ProviderError::Unknown("sent before".to_owned())),
            Some(code) if OF_THE_MEANS.contains(&code.as_str()) => done(Fate::Declined),
            Some(code) => Err(ProviderError::Refused { code }),
            None => Err(reply.fault()),
        },
        "4" => done(Fate::Processing),
        "" if !reply.is_done() => Err(reply.fault()),
        _ => Err(ProviderError::Unknown("an answer that says nothing of the payment".to_owned())),
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
    fn an_approved_card_is_captured_and_shown() {
        let receipt = outcome(&response(1, r#","messages":[{"code":"1"}]"#), Step::Charge).unwrap();
        assert_eq!(receipt.fate, Fate::Captured);
        assert_eq!(receipt.reference.as_deref(), Some("60198"));
        assert_eq!(receipt.code, None);
        let method = receipt.method.unwrap();
        assert_eq!(
            (method.kind, method.brand.as_str(), method.last4.as_str()),
            (MethodKind::Card, "visa", "4242")
        );
    }

    #[test]
    fn an_approved_bank_payment_is_on_its_way() {
        let json = response(1, "").replace("Visa", "eCheck");
        assert_eq!(outcome(&json, Step::Charge).unwrap().fate, Fate::Processing);
        assert_eq!(outcome(&json, Step::Capture).unwrap().fate, Fate::Processing);
        assert_eq!(outcome(&json, Step::Authorise).unwrap().fate, Fate::Authorised);
        assert_eq!(outcome(&json, Step::Void).unwrap().fate, Fate::Voided);
        assert_eq!(outcome(&json, Step::Refund).unwrap().fate, Fate::Refunded);
    }

    #[test]
    fn what_is_held_is_processing() {
        let receipt = outcome(&response(4, r#","messages":[{"code":252}]"#), Step::Charge).unwrap();
        assert_eq!((receipt.fate, receipt.code.as_deref()), (Fate::Processing, Some("252")));
    }

    #[test]
    fn a_declined_card_is_declined_whatever_the_answer_is_called() {
        let json = response(2, &error(4));
        for json in [json.clone(), json.replace("\"Error\"", "\"Ok\"")] {
            let receipt = outcome(&json, Step::Charge).unwrap();
            assert_eq!((receipt.fate, receipt.code.as_deref()), (Fate::Declined, Some("4")));
        }
    }

    #[test]
    fn an_error_of_the_card_is_declined_and_any_other_refused() {
        let receipt = outcome(&response(3, &error(8)).replace("60198", "0"), Step::Charge).unwrap();
        assert_eq!((receipt.fate, receipt.reference), (Fate::Declined, None));
        let refused = outcome(&response(3, &error(16)), Step::Void);
        assert!(matches!(refused, Err(ProviderError::Refused { code }) if code == "16"));
    }

    #[test]
    fn a_duplicate_is_unknown() {
        assert!(matches!(outcome(&response(3, &error(11)), Step::Charge), Err(ProviderError::Unknown(_))));
    }

    #[test]
    fn a_refused_request_is_told_by_its_code() {
        let json = |code: &str| {
            format!(
                r#"{{"transactionResponse":{{"SupplementalDataQualificationIndicator":0}},
                    "messages":{{"resultCode":"Error","message":[{{"code":"{code}","text":"No."}}]}}}}"#
            )
        };
        let refused = |code: &str| matches!(outcome(&json(code), Step::Charge), Err(ProviderError::Refused { code: said }) if said == code);
        assert!(refused("E00114") && refused("E00003") && refused("E00007") && refused("E00040"));
        assert!(matches!(outcome(&json("E00001"), Step::Charge), Err(ProviderError::Unknown(_))));
        assert!(matches!(outcome(&json("E00104"), Step::Charge), Err(ProviderError::Unreachable(_))));
    }

    #[test]
    fn an_answer_that_says_nothing_is_unknown() {
        for json in ["", "<html>", "{}", "[]", r#"{"messages":{"resultCode":"Ok"}}"#, &response(9, "")] {
            assert!(matches!(outcome(json, Step::Charge), Err(ProviderError::Unknown(_))), "{json}");
        }
    }
}
