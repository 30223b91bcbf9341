//! Decides what a payment in the provider's ledger means for its attempt.

use super::{AttemptState, TransactionStatus};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    /// The attempt does not want this payment, which is undone.
    Undo,
    /// The payment's state is reported to the attempt.
    Apply,
}

/// `is_other_payment`: the attempt has a reference, and it is another payment's. Both have the attempt's key: the provider's
/// duplicate check failed.
pub fn compare(attempt: AttemptState, is_other_payment: bool, payment: TransactionStatus) -> Comparison {
    let was_given_up = matches!(attempt, AttemptState::Declined | AttemptState::Voided);
    if is_other_payment || (payment.is_live() && was_given_up) { Comparison::Undo } else { Comparison::Apply }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_payment_and_a_late_one_are_undone() {
        for state in AttemptState::ALL {
            assert_eq!(compare(state, true, TransactionStatus::Captured), Comparison::Undo, "{state:?}");
            let is_given_up = matches!(state, AttemptState::Declined | AttemptState::Voided);
            for status in
                [TransactionStatus::Authorised, TransactionStatus::Captured, TransactionStatus::Processing]
            {
                let is_undone = compare(state, false, status) == Comparison::Undo;
                assert_eq!(is_undone, is_given_up, "{state:?} {status:?}");
            }
            for status in
                [TransactionStatus::Declined, TransactionStatus::Voided, TransactionStatus::Returned]
            {
                assert_eq!(compare(state, false, status), Comparison::Apply, "{state:?} {status:?}");
            }
        }
    }
}
