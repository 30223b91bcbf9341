//! How far an order has come. Money and people move it; nothing moves it back.

use kernel::{Key, UnknownValue, msg};
use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export_to = "checkout.ts", rename = "OrderState")]
pub enum State {
    /// Placed; not paid, or its payment is not known yet.
    Pending,
    /// Accepted by a bank that takes its days, or by a provider that looks at it first.
    OnHold,
    /// Paid, and to be made ready.
    Processing,
    Shipped,
    Delivered,
    Completed,
    Cancelled,
    Refunded,
    /// The payment came to nothing.
    Failed,
    /// Paid, when the goods were gone: the money goes back.
    Unfulfillable,
}

/// What may happen to an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Somebody begins to pay it.
    PaymentBegun,
    PaymentAccepted,
    Paid,
    /// Paid, and there is nothing left to send.
    PaidTooLate,
    PaymentLost,
    /// A bank took back what was paid.
    PaymentReturned,
    RefundedWhole,
    /// Somebody of the shop says so.
    Moved(State),
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

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// As it is stored. One that this release does not know is an error: every guess could be payable.
    pub fn load(name: &str) -> Result<Self, UnknownValue> {
        Self::parse(name).ok_or_else(|| UnknownValue::new("order state", name))
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
            // The money is on its way back, which is all a buyer wants to know.
            Refunded | Unfulfillable => msg::checkout::STATE_REFUNDED,
            Failed => msg::checkout::STATE_FAILED,
        }
    }

    /// Somebody may begin to pay it.
    pub fn is_payable(self) -> bool {
        matches!(self, Pending | Failed)
    }

    pub fn is_paid(self) -> bool {
        matches!(self, Processing | Shipped | Delivered | Completed)
    }

    /// Nothing is on its way any more, neither goods nor money.
    pub fn is_closed(self) -> bool {
        matches!(self, Completed | Cancelled | Refunded | Failed)
    }

    /// The states that somebody of the shop may give it.
    pub fn choices(self) -> &'static [Self] {
        match self {
            Pending | Failed => &[Cancelled],
            Processing => &[Shipped, Delivered, Completed],
            Shipped => &[Delivered, Completed],
            Delivered => &[Completed],
            OnHold | Completed | Cancelled | Refunded | Unfulfillable => &[],
        }
    }

    /// What an event makes of it; `None`: it cannot happen to it, or changes nothing.
    pub fn after(self, event: Event) -> Option<Self> {
        match (self, event) {
            (Failed, Event::PaymentBegun) => Some(Pending),
            (Pending | Failed, Event::PaymentAccepted) => Some(OnHold),
            // A payment that was thought lost may turn out to have been made.
            (Pending | Failed | OnHold | Cancelled, Event::Paid) => Some(Processing),
            (Pending | Failed | OnHold | Cancelled, Event::PaidTooLate) => Some(Unfulfillable),
            (Pending | OnHold, Event::PaymentLost) => Some(Failed),
            // Goods that have left do not come back by themselves: those who run the shop are told.
            (OnHold | Processing, Event::PaymentReturned) => Some(Failed),
            (Processing | Shipped | Delivered | Completed | Unfulfillable | OnHold, Event::RefundedWhole) => {
                Some(Refunded)
            }
            (now, Event::Moved(next)) if now.choices().contains(&next) => Some(next),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for state in State::ALL {
            assert_eq!(State::parse(state.name()), Some(state));
            assert_eq!(serde_json::to_value(state).expect("a name"), state.name());
        }
        assert_eq!(State::parse("paid"), None);
    }

    #[test]
    fn an_order_that_is_paid_never_becomes_unpaid_again_by_a_later_try() {
        for paid in [Processing, Shipped, Delivered, Completed] {
            for event in [Event::PaymentBegun, Event::PaymentLost, Event::Paid, Event::PaymentAccepted] {
                assert_eq!(paid.after(event), None, "{paid:?} {event:?}");
            }
        }
    }

    #[test]
    fn the_end_is_the_end() {
        for state in [Refunded, Cancelled] {
            for event in
                [Event::PaymentBegun, Event::PaymentLost, Event::PaymentReturned, Event::RefundedWhole]
            {
                assert_eq!(state.after(event), None, "{state:?} {event:?}");
            }
            assert!(state.choices().is_empty());
        }
    }

    #[test]
    fn staff_moves_an_order_forward_only() {
        assert_eq!(Processing.after(Event::Moved(Shipped)), Some(Shipped));
        assert_eq!(Shipped.after(Event::Moved(Processing)), None);
        assert_eq!(Pending.after(Event::Moved(Completed)), None);
        assert_eq!(Failed.after(Event::Moved(Cancelled)), Some(Cancelled));
    }

    #[test]
    fn money_that_comes_late_is_never_forgotten() {
        for state in [Pending, Failed, OnHold, Cancelled] {
            assert_eq!(state.after(Event::Paid), Some(Processing));
            assert_eq!(state.after(Event::PaidTooLate), Some(Unfulfillable));
        }
    }
}
