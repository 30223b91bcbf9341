//! What may be put into a parcel, and what a parcel does to the state of its order.

use kernel::Quantity;

use super::{State, StateTrigger};

/// A line of an order, and how much of it has not left yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenLine {
    pub position: i16,
    pub open: Quantity,
}

/// Why a parcel cannot be entered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShipmentRefusal {
    /// The order is not paid, or closed.
    State,
    /// More than is left of a line, or a line that the order does not have.
    TooMuch,
    Nothing,
}

/// Returns what goes into a parcel. Without quantities, everything that is left.
pub fn pack(state: State, lines: &[OpenLine], wanted: &[OpenLine]) -> Result<Vec<OpenLine>, ShipmentRefusal> {
    if !matches!(state, State::Processing | State::Shipped) {
        return Err(ShipmentRefusal::State);
    }
    let chosen = if wanted.is_empty() { lines } else { wanted };
    let packed: Vec<OpenLine> = chosen.iter().copied().filter(|line| !line.open.is_zero()).collect();
    let fits = |wanted: &OpenLine| {
        let same: Vec<_> = packed.iter().filter(|line| line.position == wanted.position).collect();
        let left = lines.iter().find(|line| line.position == wanted.position);
        same.len() == 1 && left.is_some_and(|left| wanted.open <= left.open)
    };
    if !packed.iter().all(fits) {
        return Err(ShipmentRefusal::TooMuch);
    }
    if packed.is_empty() { Err(ShipmentRefusal::Nothing) } else { Ok(packed) }
}

/// The state after parcels left or arrived; `None` if it stays. An order is on its way when all of it has left, and
/// delivered when all of it has arrived.
pub fn state_by_parcels(state: State, is_all_shipped: bool, is_all_delivered: bool) -> Option<State> {
    let reached = match (is_all_shipped, is_all_delivered) {
        (true, true) => State::Delivered,
        (true, false) => State::Shipped,
        (false, _) => return None,
    };
    state.choices().contains(&reached).then_some(reached)
}

/// The state after a parcel that was entered by mistake is removed; `None` if it stays. An order that was on its way
/// because all of it had left is prepared again; one that staff set on its way without parcels stays.
pub fn state_without_parcel(state: State, was_all_shipped: bool) -> Option<State> {
    if was_all_shipped { state.after(StateTrigger::ParcelRemoved) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(position: i16, pieces: u32) -> OpenLine {
        OpenLine { position, open: Quantity::from_whole(pieces) }
    }

    #[test]
    fn without_quantities_everything_that_is_left_is_packed() {
        let lines = [line(1, 2), line(2, 0), line(3, 1)];
        assert_eq!(pack(State::Processing, &lines, &[]), Ok(vec![line(1, 2), line(3, 1)]));
        assert_eq!(pack(State::Processing, &[line(1, 0)], &[]), Err(ShipmentRefusal::Nothing));
    }

    #[test]
    fn never_more_than_is_left_is_packed() {
        let lines = [line(1, 2), line(2, 1)];
        assert_eq!(pack(State::Shipped, &lines, &[line(1, 1), line(2, 0)]), Ok(vec![line(1, 1)]));
        for wanted in [vec![line(1, 3)], vec![line(4, 1)], vec![line(1, 2), line(1, 1)]] {
            assert_eq!(pack(State::Processing, &lines, &wanted), Err(ShipmentRefusal::TooMuch), "{wanted:?}");
        }
        assert_eq!(pack(State::Processing, &lines, &[line(1, 0)]), Err(ShipmentRefusal::Nothing));
    }

    #[test]
    fn only_a_paid_order_that_has_not_arrived_is_shipped() {
        for state in State::ALL {
            let may = matches!(state, State::Processing | State::Shipped);
            assert_eq!(pack(state, &[line(1, 1)], &[]).is_ok(), may, "{state:?}");
        }
    }

    #[test]
    fn the_state_follows_the_last_parcel_and_never_goes_back() {
        assert_eq!(state_by_parcels(State::Processing, false, true), None);
        assert_eq!(state_by_parcels(State::Processing, true, false), Some(State::Shipped));
        assert_eq!(state_by_parcels(State::Shipped, true, false), None);
        assert_eq!(state_by_parcels(State::Shipped, true, true), Some(State::Delivered));
        for closed in [State::Completed, State::Cancelled, State::Refunded, State::Delivered] {
            assert_eq!(state_by_parcels(closed, true, true), None, "{closed:?}");
        }
    }

    #[test]
    fn an_order_goes_back_only_when_its_parcels_had_sent_it() {
        assert_eq!(state_without_parcel(State::Shipped, true), Some(State::Processing));
        assert_eq!(state_without_parcel(State::Shipped, false), None);
        for state in State::ALL.into_iter().filter(|state| *state != State::Shipped) {
            assert_eq!(state_without_parcel(state, true), None, "{state:?}");
        }
    }
}
