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
}
