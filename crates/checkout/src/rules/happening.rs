//! What the history of an order tells of.

use kernel::{Key, msg};

use super::State;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Happening {
    Became(State),
    PaymentUnknown,
    /// The provider could not be asked: it may be paid later.
    PaymentUnreachable,
    /// A bank took back what was paid, and the goods had left.
    PaymentReturned,
    RefundAsked,
    RefundDone,
    RefundRefused,
}

use Happening::*;

impl Happening {
    const APART: [Self; 6] =
        [PaymentUnknown, PaymentUnreachable, PaymentReturned, RefundAsked, RefundDone, RefundRefused];

    /// As the database writes it.
    pub fn name(self) -> &'static str {
        match self {
            Became(state) => state.name(),
            PaymentUnknown => "payment unknown",
            PaymentUnreachable => "payment unreachable",
            PaymentReturned => "payment returned",
            RefundAsked => "refund asked",
            RefundDone => "refund done",
            RefundRefused => "refund refused",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        let apart = Self::APART.into_iter().find(|happening| happening.name() == name);
        apart.or_else(|| State::parse(name).map(Became))
    }

    pub fn label(self) -> Key {
        match self {
            Became(state) => state.label(),
            PaymentUnknown => msg::checkout::STAFF_PAYMENT_UNKNOWN,
            PaymentUnreachable => msg::checkout::STAFF_PAYMENT_UNREACHABLE,
            PaymentReturned => msg::checkout::STAFF_PAYMENT_RETURNED,
            RefundAsked => msg::checkout::STAFF_REFUND_ASKED,
            RefundDone => msg::checkout::STAFF_REFUND_DONE,
            RefundRefused => msg::checkout::STAFF_REFUND_REFUSED,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read_as_the_same() {
        for happening in State::ALL.into_iter().map(Became).chain(Happening::APART) {
            assert_eq!(Happening::parse(happening.name()), Some(happening));
        }
        assert_eq!(Happening::parse("paid in gold"), None);
    }
}
