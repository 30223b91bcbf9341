//! The state machine of an order. Payments and staff trigger the transitions.

use kernel::{Key, msg};
use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, TS, sqlx::Type)]
#[serde(rename_all = "snake_case")]
#[sqlx(type_name = "text", rename_all = "snake_case")]
#[ts(export_to = "checkout.ts", rename = "OrderState")]
pub enum State {
    /// Placed; unpaid, or the outcome of its payment is not known yet.
    Pending,
    /// The payment is accepted but not captured: a bank transfer takes days, or the provider reviews it first.
    OnHold,
    /// To be prepared for shipping: paid, or the courier collects the money.
    Processing,
    Shipped,
    Delivered,
    Completed,
    Cancelled,
    Refunded,
    /// The payment was declined or returned.
    Failed,
    /// Paid after the stock was sold out; the payment is refunded.
    Unfulfillable,
}

/// What can change the state of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StateTrigger {
    /// A payment attempt starts.
    PaymentBegun,
    PaymentAccepted,
    /// The courier collects the money: the goods are prepared before it is there.
    CashAccepted,
    Paid,
    /// Paid, but the stock is sold out.
    PaidTooLate,
    PaymentDeclined,
    /// A bank returned the payment.
    PaymentReturned,
    FullyRefunded,
    /// See [`super::cancellation`].
    CancelledByBuyer,
    /// The money of a method without a provider did not come, or will not: see [`super::staff_choices`].
    Withdrawn,
    /// The buyer gives up a transfer to pay in another way.
    TransferGivenUp,
    /// A parcel was entered by mistake: see [`super::state_without_parcel`].
    ParcelRemoved,
    /// A staff member sets the state.
    MovedByStaff(State),
}

use State::*;

impl State {
    pub const ALL: [Self; 10] = [
        Pending,
        OnHold,
        Processing,
        Shipped,
        Delivered,
        Completed,
        Cancelled,
        Refunded,
        Failed,
        Unfulfillable,
    ];

    /// The name in forms, links and the export, the same as in the database.
    pub fn name(self) -> &'static str {
        match self {
            Pending => "pending",
            OnHold => "on_hold",
            Processing => "processing",
            Shipped => "shipped",
            Delivered => "delivered",
            Completed => "completed",
            Cancelled => "cancelled",
            Refunded => "refunded",
            Failed => "failed",
            Unfulfillable => "unfulfillable",
        }
    }

    /// Parses the state in a form or a link.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    pub fn label(self) -> Key {
        match self {
            Pending => msg::checkout::STATE_PENDING,
            OnHold => msg::checkout::STATE_ON_HOLD,
            Processing => msg::checkout::STATE_PROCESSING,
            Shipped => msg::checkout::STATE_SHIPPED,
            Delivered => msg::checkout::STATE_DELIVERED,
            Completed => msg::checkout::STATE_COMPLETED,
            Cancelled => msg::checkout::STATE_CANCELLED,
            // A buyer sees both as refunded: the money is on its way back.
            Refunded | Unfulfillable => msg::checkout::STATE_REFUNDED,
            Failed => msg::checkout::STATE_FAILED,
        }
    }

    /// Whether a payment attempt may start.
    pub fn is_payable(self) -> bool {
        matches!(self, Pending | Failed)
    }

    /// Whether the goods are the buyer's: paid, or to be paid to the courier.
    pub fn is_paid(self) -> bool {
        matches!(self, Processing | Shipped | Delivered | Completed)
    }

    /// Whether neither goods nor money are under way any more.
    pub fn is_closed(self) -> bool {
        matches!(self, Completed | Cancelled | Refunded | Failed)
    }

    /// The states that staff may set from this one.
    pub fn choices(self) -> &'static [Self] {
        match self {
            Pending | Failed => &[Cancelled],
            Processing => &[Shipped, Delivered, Completed],
            Shipped => &[Delivered, Completed],
            Delivered => &[Completed],
            OnHold | Completed | Cancelled | Refunded | Unfulfillable => &[],
        }
    }

    /// The state after an event, or `None` if the event is not possible in this state or changes nothing.
    pub fn after(self, event: StateTrigger) -> Option<Self> {
        match (self, event) {
            (Failed, StateTrigger::PaymentBegun) => Some(Pending),
            (Pending | Failed, StateTrigger::PaymentAccepted) => Some(OnHold),
            (Pending, StateTrigger::CashAccepted) => Some(Processing),
            // A payment that was recorded as failed can turn out to be captured.
            (Pending | Failed | OnHold | Cancelled, StateTrigger::Paid) => Some(Processing),
            (Pending | Failed | OnHold | Cancelled, StateTrigger::PaidTooLate) => Some(Unfulfillable),
            (Pending | OnHold, StateTrigger::PaymentDeclined) => Some(Failed),
            // A shipped order keeps its state; the return is recorded in its history for the staff.
            (Pending | OnHold | Processing, StateTrigger::PaymentReturned) => Some(Failed),
            // A paid order that was cancelled is refunded afterwards.
            (
                Processing | Shipped | Delivered | Completed | Unfulfillable | OnHold | Cancelled,
                StateTrigger::FullyRefunded,
            ) => Some(Refunded),
            (Pending | Failed | OnHold | Processing, StateTrigger::CancelledByBuyer) => Some(Cancelled),
            (OnHold | Processing, StateTrigger::Withdrawn) => Some(Cancelled),
            (OnHold, StateTrigger::TransferGivenUp) => Some(Pending),
            (Shipped, StateTrigger::ParcelRemoved) => Some(Processing),
            (now, StateTrigger::MovedByStaff(next)) if now.choices().contains(&next) => Some(next),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_state_name_parses_back() {
        for state in State::ALL {
            assert_eq!(State::parse(state.name()), Some(state));
            assert_eq!(serde_json::to_value(state).expect("a state serialises to its name"), state.name());
        }
        assert_eq!(State::parse("paid"), None);
    }

    #[test]
    fn every_state_is_stored_under_its_name() {
        for state in State::ALL {
            let mut buffer = sqlx::postgres::PgArgumentBuffer::default();
            let _ = sqlx::Encode::<sqlx::Postgres>::encode_by_ref(&state, &mut buffer).expect("encoded");
            assert_eq!(buffer.as_slice(), state.name().as_bytes());
        }
    }

    #[test]
    fn a_later_attempt_never_makes_a_paid_order_unpaid() {
        for paid in [Processing, Shipped, Delivered, Completed] {
            for event in [
                StateTrigger::PaymentBegun,
                StateTrigger::PaymentDeclined,
                StateTrigger::Paid,
                StateTrigger::PaymentAccepted,
            ] {
                assert_eq!(paid.after(event), None, "{paid:?} {event:?}");
            }
        }
    }

    #[test]
    fn refunded_and_cancelled_orders_stay_closed() {
        for state in [Refunded, Cancelled] {
            for event in [
                StateTrigger::PaymentBegun,
                StateTrigger::PaymentDeclined,
                StateTrigger::PaymentReturned,
                StateTrigger::CancelledByBuyer,
            ] {
                assert_eq!(state.after(event), None, "{state:?} {event:?}");
            }
            assert!(state.choices().is_empty());
        }
        assert_eq!(Refunded.after(StateTrigger::FullyRefunded), None);
        assert_eq!(Cancelled.after(StateTrigger::FullyRefunded), Some(Refunded));
    }

    #[test]
    fn a_buyer_cancels_only_what_has_not_left() {
        for state in State::ALL {
            let next = matches!(state, Pending | Failed | OnHold | Processing).then_some(Cancelled);
            assert_eq!(state.after(StateTrigger::CancelledByBuyer), next, "{state:?}");
        }
    }

    #[test]
    fn staff_can_only_move_an_order_forward() {
        assert_eq!(Processing.after(StateTrigger::MovedByStaff(Shipped)), Some(Shipped));
        assert_eq!(Shipped.after(StateTrigger::MovedByStaff(Processing)), None);
        assert_eq!(Pending.after(StateTrigger::MovedByStaff(Completed)), None);
        assert_eq!(Failed.after(StateTrigger::MovedByStaff(Cancelled)), Some(Cancelled));
    }

    /// A bank can return an eCheck before the shop has learned that it was accepted.
    #[test]
    fn a_returned_payment_opens_an_order_that_has_not_left() {
        for state in State::ALL {
            let next = matches!(state, Pending | OnHold | Processing).then_some(Failed);
            assert_eq!(state.after(StateTrigger::PaymentReturned), next, "{state:?}");
        }
    }

    #[test]
    fn a_late_payment_is_always_recorded() {
        for state in [Pending, Failed, OnHold, Cancelled] {
            assert_eq!(state.after(StateTrigger::Paid), Some(Processing));
            assert_eq!(state.after(StateTrigger::PaidTooLate), Some(Unfulfillable));
        }
    }
}
