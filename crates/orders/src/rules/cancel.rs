//! Whether a buyer may cancel an order, and what goes back.

use kernel::Money;
use payments::rules::{AttemptState, OfflineMethod};

use super::State;

/// What is known about the order, read under its lock when it decides.
#[derive(Debug, Clone, Copy)]
pub struct Cancellable {
    pub state: State,
    /// The payment that is under way or was made.
    pub payment: Option<AttemptState>,
    /// The method, if staff record its money.
    pub offline: Option<OfflineMethod>,
    pub has_parcels: bool,
    pub total: Money,
    /// What was paid and not refunded yet.
    pub open: Money,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cancellation {
    /// Nothing was paid.
    Unpaid,
    /// Stock and money go back.
    Refund(Money),
}

/// An unpaid order without a payment under way, or a paid one of which nothing has left. While a bank decides, neither
/// the money nor the order can be taken back. What staff were given by hand, they give back by hand: the buyer asks them.
pub fn cancellation(order: &Cancellable) -> Option<Cancellation> {
    match (order.state, order.payment) {
        (State::OnHold, Some(AttemptState::Processing)) if order.offline == Some(OfflineMethod::Bacs) => {
            Some(Cancellation::Unpaid)
        }
        (State::Processing, Some(AttemptState::Authorised))
            if order.offline == Some(OfflineMethod::Cod) && !order.has_parcels =>
        {
            Some(Cancellation::Unpaid)
        }
        (_, Some(AttemptState::Captured)) if order.offline.is_some() => None,
        (State::Pending | State::Failed, None) => Some(Cancellation::Unpaid),
        (State::Processing, _) if order.has_parcels => None,
        (State::Processing, Some(AttemptState::Captured)) if order.open > Money::ZERO => {
            Some(Cancellation::Refund(order.open))
        }
        (State::Processing, None) if order.total.is_zero() => Some(Cancellation::Unpaid),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAID: Cancellable = Cancellable {
        state: State::Processing,
        payment: Some(AttemptState::Captured),
        offline: None,
        has_parcels: false,
        total: Money::from_minor(5_000),
        open: Money::from_minor(4_000),
    };

    #[test]
    fn a_paid_order_goes_back_with_what_is_left_of_the_money() {
        assert_eq!(cancellation(&PAID), Some(Cancellation::Refund(Money::from_minor(4_000))));
        assert_eq!(cancellation(&Cancellable { open: Money::ZERO, ..PAID }), None);
        let free = Cancellable { payment: None, total: Money::ZERO, open: Money::ZERO, ..PAID };
        assert_eq!(cancellation(&free), Some(Cancellation::Unpaid));
    }

    #[test]
    fn nothing_is_cancelled_once_a_parcel_has_left() {
        assert_eq!(cancellation(&Cancellable { has_parcels: true, ..PAID }), None);
        for state in State::ALL {
            let order = Cancellable { state, ..PAID };
            assert_eq!(cancellation(&order).is_some(), state == State::Processing, "{state:?}");
        }
    }

    #[test]
    fn cash_and_transfers_are_cancelled_before_the_money_and_the_goods_move() {
        let cash = Cancellable {
            payment: Some(AttemptState::Authorised),
            offline: Some(OfflineMethod::Cod),
            ..PAID
        };
        assert_eq!(cancellation(&cash), Some(Cancellation::Unpaid));
        assert_eq!(cancellation(&Cancellable { has_parcels: true, ..cash }), None);
        assert_eq!(cancellation(&Cancellable { payment: Some(AttemptState::Captured), ..cash }), None);
        assert_eq!(cancellation(&Cancellable { state: State::Shipped, ..cash }), None);
        // A card payment that the provider reviews is not the buyer's to cancel.
        assert_eq!(cancellation(&Cancellable { offline: None, ..cash }), None);
        let transfer = Cancellable {
            state: State::OnHold,
            payment: Some(AttemptState::Processing),
            offline: Some(OfflineMethod::Bacs),
            ..PAID
        };
        assert_eq!(cancellation(&transfer), Some(Cancellation::Unpaid));
        assert_eq!(cancellation(&Cancellable { offline: None, ..transfer }), None, "an eCheck at its bank");
    }

    #[test]
    fn an_unpaid_order_is_cancelled_unless_a_payment_is_under_way() {
        for state in [State::Pending, State::Failed] {
            let order = Cancellable { state, payment: None, ..PAID };
            assert_eq!(cancellation(&order), Some(Cancellation::Unpaid));
            for payment in [AttemptState::Submitting, AttemptState::Unknown, AttemptState::Processing] {
                assert_eq!(
                    cancellation(&Cancellable { payment: Some(payment), ..order }),
                    None,
                    "{payment:?}"
                );
            }
        }
    }
}
