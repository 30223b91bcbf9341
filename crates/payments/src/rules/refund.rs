//! Decides what a requested refund still has to do.

use super::AttemptState;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RefundStep {
    /// The provider is asked for it, again and again until it is made.
    Ask,
    /// All of the money has gone back in another way.
    Done,
    /// The provider would refuse it for ever: there is no money of the payment left that a refund could give back.
    GiveUp,
}

/// `payment`: the state of the refunded payment, here or at the provider. `is_whole`: the refund is of all that was paid.
pub fn refund_step(payment: AttemptState, is_whole: bool) -> RefundStep {
    match payment {
        AttemptState::Voided | AttemptState::Refunded if is_whole => RefundStep::Done,
        ended if ended.is_terminal() => RefundStep::GiveUp,
        _ => RefundStep::Ask,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refund_ends_with_the_payment_that_it_refunds() {
        for state in AttemptState::ALL {
            let (whole, part) = (refund_step(state, true), refund_step(state, false));
            let expected = match state {
                AttemptState::Voided | AttemptState::Refunded => (RefundStep::Done, RefundStep::GiveUp),
                AttemptState::Declined | AttemptState::Disputed | AttemptState::Returned => {
                    (RefundStep::GiveUp, RefundStep::GiveUp)
                }
                _ => (RefundStep::Ask, RefundStep::Ask),
            };
            assert_eq!((whole, part), expected, "{state:?}");
        }
    }
}
