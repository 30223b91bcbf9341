//! Whether a follow-up may be sent now.

use kernel::{Key, msg};

use super::Cause;

/// What is known about the person and the cause, read in the transaction that uses it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Person {
    pub is_on: bool,
    /// The list of the cause exists.
    pub has_list: bool,
    pub is_customer: bool,
    pub is_subscribed: bool,
    /// The address unsubscribed, or its mailbox does not exist.
    pub is_suppressed: bool,
    /// The account is about to be erased.
    pub is_leaving: bool,
    /// A later order is paid.
    pub has_bought: bool,
    /// A later order is about to be paid.
    pub is_buying: bool,
    /// The cart has lines, or the order is in a state that the cause is about.
    pub is_current: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    Bought,
    Unsubscribed,
    Off,
    /// The cart is empty, or the order was cancelled or refunded.
    Gone,
    /// The mail server does not accept the email.
    Refused,
    /// The connection broke before the mail server confirmed it: it may have been sent, and is not sent again.
    Unknown,
    /// It waited too long.
    Late,
}

impl StopReason {
    pub const ALL: [Self; 7] =
        [Self::Bought, Self::Unsubscribed, Self::Gone, Self::Off, Self::Late, Self::Refused, Self::Unknown];

    pub fn name(self) -> &'static str {
        match self {
            Self::Bought => "bought",
            Self::Unsubscribed => "unsubscribed",
            Self::Off => "off",
            Self::Gone => "gone",
            Self::Refused => "refused",
            Self::Unknown => "unknown",
            Self::Late => "late",
        }
    }

    pub fn label(self) -> Key {
        match self {
            Self::Bought => msg::followups::STOPPED_BOUGHT,
            Self::Unsubscribed => msg::followups::STOPPED_UNSUBSCRIBED,
            Self::Off => msg::followups::STOPPED_OFF,
            Self::Gone => msg::followups::STOPPED_GONE,
            Self::Refused => msg::followups::STOPPED_REFUSED,
            Self::Unknown => msg::followups::STOPPED_UNKNOWN,
            Self::Late => msg::followups::STOPPED_LATE,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Send,
    /// A payment is under way: decided again later.
    Wait,
    Stop(StopReason),
}

/// A customer must subscribe to the list; a guest must not have unsubscribed from it.
pub fn decide(cause: Cause, person: &Person) -> Verdict {
    let stops_on_purchase = cause.stops_on_purchase();
    if !person.is_on || !person.has_list {
        Verdict::Stop(StopReason::Off)
    } else if person.is_suppressed || person.is_leaving || (person.is_customer && !person.is_subscribed) {
        Verdict::Stop(StopReason::Unsubscribed)
    } else if stops_on_purchase && person.has_bought {
        Verdict::Stop(StopReason::Bought)
    } else if stops_on_purchase && person.is_buying {
        Verdict::Wait
    } else if !person.is_current {
        Verdict::Stop(StopReason::Gone)
    } else {
        Verdict::Send
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GUEST: Person = Person {
        is_on: true,
        has_list: true,
        is_customer: false,
        is_subscribed: false,
        is_suppressed: false,
        is_leaving: false,
        has_bought: false,
        is_buying: false,
        is_current: true,
    };

    #[test]
    fn a_guest_gets_it_and_a_customer_only_with_the_subscription() {
        let customer = Person { is_customer: true, ..GUEST };
        for cause in Cause::ALL {
            assert_eq!(decide(cause, &GUEST), Verdict::Send);
            assert_eq!(decide(cause, &customer), Verdict::Stop(StopReason::Unsubscribed));
            assert_eq!(decide(cause, &Person { is_subscribed: true, ..customer }), Verdict::Send);
            let suppressed = Person { is_suppressed: true, is_subscribed: true, ..customer };
            assert_eq!(decide(cause, &suppressed), Verdict::Stop(StopReason::Unsubscribed));
            let off = Person { is_on: false, ..GUEST };
            assert_eq!(decide(cause, &off), Verdict::Stop(StopReason::Off));
            assert_eq!(
                decide(cause, &Person { is_current: false, ..GUEST }),
                Verdict::Stop(StopReason::Gone)
            );
        }
    }

    #[test]
    fn a_purchase_ends_only_the_causes_that_wait_for_one() {
        let bought = Person { has_bought: true, is_buying: true, ..GUEST };
        let buying = Person { is_buying: true, ..GUEST };
        for cause in [Cause::AbandonedCart, Cause::WinBack] {
            assert_eq!(decide(cause, &bought), Verdict::Stop(StopReason::Bought));
            assert_eq!(decide(cause, &buying), Verdict::Wait);
        }
        for cause in [Cause::AfterPurchase, Cause::ReviewRequest] {
            assert_eq!(decide(cause, &bought), Verdict::Send);
        }
    }
}
