//! Orders whose money staff record: cash on delivery and bank transfer.

use payments::rules::OfflineMethod;

use super::State;

/// The states that staff may set. Without a provider nobody else cancels an order whose money does not come: a transfer
/// that never arrived, or cash on delivery before anything has left.
pub fn staff_choices(state: State, unpaid: Option<OfflineMethod>, has_parcels: bool) -> Vec<State> {
    let mut choices = state.choices().to_vec();
    let may_be_withdrawn = match unpaid {
        Some(OfflineMethod::Cod) => state == State::Processing && !has_parcels,
        Some(OfflineMethod::Bacs) => state == State::OnHold,
        None => false,
    };
    if may_be_withdrawn {
        choices.push(State::Cancelled);
    }
    choices
}

/// Whether another payment of an order may begin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Payability {
    /// It is unpaid, or waits for a transfer that is given up for the other payment.
    Payable,
    /// The outcome of another payment is not known yet.
    UnderWay,
    /// The buyer sent a proof of the transfer: the money may be on its way.
    ProofInReview,
    /// Paid, to be paid to the courier, or closed.
    Closed,
}

/// `has_live`: a payment is under way or has succeeded. `has_proof`: staff have not answered the last proof.
pub fn payability(
    state: State,
    unpaid: Option<OfflineMethod>,
    has_live: bool,
    has_proof: bool,
) -> Payability {
    match (state, unpaid) {
        (State::OnHold, Some(OfflineMethod::Bacs)) if has_proof => Payability::ProofInReview,
        (State::OnHold, Some(OfflineMethod::Bacs)) => Payability::Payable,
        (State::OnHold, _) => Payability::UnderWay,
        _ if !state.is_payable() => Payability::Closed,
        _ if has_live => Payability::UnderWay,
        _ => Payability::Payable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::StateTrigger;

    #[test]
    fn staff_cancel_what_nobody_has_paid() {
        let cancels = |state, unpaid, has_parcels| {
            staff_choices(state, unpaid, has_parcels).contains(&State::Cancelled)
        };
        assert!(cancels(State::Processing, Some(OfflineMethod::Cod), false));
        assert!(!cancels(State::Processing, Some(OfflineMethod::Cod), true));
        assert!(!cancels(State::Shipped, Some(OfflineMethod::Cod), true));
        assert!(cancels(State::OnHold, Some(OfflineMethod::Bacs), false));
        for state in [State::OnHold, State::Processing, State::Shipped, State::Delivered] {
            assert!(!cancels(state, None, false), "{state:?}");
        }
    }

    #[test]
    fn every_choice_is_possible() {
        for state in State::ALL {
            for unpaid in [None, Some(OfflineMethod::Cod), Some(OfflineMethod::Bacs)] {
                for next in staff_choices(state, unpaid, false) {
                    let moved = state.after(StateTrigger::MovedByStaff(next));
                    let withdrawn = state.after(StateTrigger::Withdrawn);
                    assert!(moved.or(withdrawn) == Some(next), "{state:?} {next:?}");
                }
            }
        }
    }

    #[test]
    fn a_second_payment_begins_only_when_the_first_can_no_longer_be_made() {
        let bacs = Some(OfflineMethod::Bacs);
        for state in [State::Pending, State::Failed] {
            assert_eq!(payability(state, None, false, false), Payability::Payable, "{state:?}");
            assert_eq!(payability(state, None, true, false), Payability::UnderWay, "{state:?}");
        }
        assert_eq!(payability(State::OnHold, bacs, true, false), Payability::Payable);
        assert_eq!(payability(State::OnHold, bacs, true, true), Payability::ProofInReview);
        assert_eq!(payability(State::OnHold, None, true, false), Payability::UnderWay, "an eCheck");
        for state in [State::Processing, State::Shipped, State::Delivered, State::Cancelled, State::Refunded]
        {
            for unpaid in [None, bacs, Some(OfflineMethod::Cod)] {
                assert_eq!(payability(state, unpaid, true, false), Payability::Closed, "{state:?}");
            }
        }
    }
}
