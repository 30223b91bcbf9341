//! How far an attempt to be paid has come. It only ever goes forward.

/// What the provider says has become of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Authorised,
    Captured,
    /// Under way: a bank takes days, or somebody at the provider looks at it first.
    Processing,
    Declined,
    Voided,
    Refunded,
    /// A bank took it back.
    Returned,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AttemptState {
    /// Written down before the provider is asked.
    Submitting,
    /// The buyer has something to do first.
    RequiresAction,
    /// The money is set aside.
    Authorised,
    Captured,
    /// Under way at a bank, or being looked at. No goods leave for it.
    Processing,
    Declined,
    /// It was sent, and nobody can say what happened. Looked up until somebody can.
    Unknown,
    /// Undone before any money had moved.
    Voided,
    Refunded,
    Disputed,
    /// A bank took it back.
    Returned,
}

use AttemptState::*;

impl AttemptState {
    pub const ALL: [Self; 11] = [
        Submitting,
        RequiresAction,
        Authorised,
        Captured,
        Processing,
        Declined,
        Unknown,
        Voided,
        Refunded,
        Disputed,
        Returned,
    ];

    /// As the database writes it.
    pub fn name(self) -> &'static str {
        match self {
            Submitting => "submitting",
            RequiresAction => "requires_action",
            Authorised => "authorised",
            Captured => "captured",
            Processing => "processing",
            Declined => "declined",
            Unknown => "unknown",
            Voided => "voided",
            Refunded => "refunded",
            Disputed => "disputed",
            Returned => "returned",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// Nothing can follow. A captured payment is not at its end: it can be given back, or taken back for weeks.
    pub fn is_terminal(self) -> bool {
        matches!(self, Declined | Voided | Refunded | Disputed | Returned)
    }

    /// Money may still come of it, so no second attempt may begin.
    pub fn is_under_way(self) -> bool {
        matches!(self, Submitting | RequiresAction | Authorised | Processing | Unknown)
    }

    /// Whether `next` lies ahead, however many steps away: reports get lost and overtake each other, so a payment may
    /// be known as refunded before anybody heard that it was captured.
    pub fn may_become(self, next: Self) -> bool {
        match self {
            Submitting => next != Submitting,
            RequiresAction => next != RequiresAction,
            Unknown => !matches!(next, Submitting | RequiresAction | Unknown),
            // What is held back to be looked at may be let through, refused or undone.
            Processing => next == Authorised || Authorised.may_become(next),
            // An authorisation that nobody captures expires, which reads as declined.
            Authorised => next == Captured || next == Declined || Captured.may_become(next),
            // Until it is settled, giving back a captured payment is a void.
            Captured => matches!(next, Voided | Refunded | Disputed | Returned),
            Declined | Voided | Refunded | Disputed | Returned => false,
        }
    }

    /// What a report of the provider makes of it; `None` where it tells nothing new, or something older.
    pub fn after(self, fate: Fate) -> Option<Self> {
        let reported = Self::from(fate);
        self.may_become(reported).then_some(reported)
    }
}

impl From<Fate> for AttemptState {
    fn from(fate: Fate) -> Self {
        match fate {
            Fate::Authorised => Authorised,
            Fate::Captured => Captured,
            Fate::Processing => Processing,
            Fate::Declined => Declined,
            Fate::Voided => Voided,
            Fate::Refunded => Refunded,
            Fate::Returned => Returned,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const FATES: [Fate; 7] = [
        Fate::Authorised,
        Fate::Captured,
        Fate::Processing,
        Fate::Declined,
        Fate::Voided,
        Fate::Refunded,
        Fate::Returned,
    ];

    /// Every way that a payment can take at a provider.
    const LIVES: &[&[Fate]] = &[
        &[Fate::Declined],
        &[Fate::Captured],
        &[Fate::Captured, Fate::Voided],
        &[Fate::Captured, Fate::Refunded],
        &[Fate::Captured, Fate::Returned],
        &[Fate::Authorised, Fate::Voided],
        &[Fate::Authorised, Fate::Declined],
        &[Fate::Authorised, Fate::Captured, Fate::Voided],
        &[Fate::Authorised, Fate::Captured, Fate::Refunded],
        &[Fate::Authorised, Fate::Captured, Fate::Returned],
        &[Fate::Processing, Fate::Declined],
        &[Fate::Processing, Fate::Voided],
        &[Fate::Processing, Fate::Returned],
        &[Fate::Processing, Fate::Captured, Fate::Refunded],
        &[Fate::Processing, Fate::Captured, Fate::Returned],
        &[Fate::Processing, Fate::Authorised, Fate::Voided],
        &[Fate::Processing, Fate::Authorised, Fate::Captured, Fate::Returned],
    ];

    fn told(state: AttemptState, reports: &[Fate]) -> AttemptState {
        reports.iter().fold(state, |state, fate| state.after(*fate).unwrap_or(state))
    }

    /// Where one may go from each: the steps of the design, and what lies behind them.
    #[test]
    fn every_step_forward_is_allowed_and_no_other() {
        let ends = [Declined, Voided, Refunded, Disputed, Returned];
        let given_back = [Voided, Refunded, Disputed, Returned];
        let outcomes = [&[Authorised, Captured, Processing][..], &ends].concat();
        let ahead: [(AttemptState, Vec<AttemptState>); 11] = [
            (Submitting, [&[RequiresAction, Unknown][..], &outcomes].concat()),
            (RequiresAction, [&[Submitting, Unknown][..], &outcomes].concat()),
            (Unknown, outcomes),
            (Processing, [&[Authorised, Captured][..], &ends].concat()),
            (Authorised, [&[Captured][..], &ends].concat()),
            (Captured, given_back.to_vec()),
            (Declined, vec![]),
            (Voided, vec![]),
            (Refunded, vec![]),
            (Disputed, vec![]),
            (Returned, vec![]),
        ];
        for (from, ahead) in ahead {
            for next in AttemptState::ALL {
                assert_eq!(from.may_become(next), ahead.contains(&next), "{from:?} to {next:?}");
            }
            assert_eq!(from.is_terminal(), ahead.is_empty(), "{from:?}");
        }
    }

    #[test]
    fn what_can_go_forth_and_back_is_only_the_buyers_part() {
        for from in AttemptState::ALL {
            for next in AttemptState::ALL.into_iter().filter(|next| from.may_become(*next)) {
                let is_buyers = [from, next].iter().all(|state| matches!(state, Submitting | RequiresAction));
                assert_eq!(next.may_become(from), is_buyers, "{from:?} and {next:?}");
            }
        }
    }

    #[test]
    fn a_report_is_taken_exactly_when_its_state_lies_ahead() {
        for from in AttemptState::ALL {
            for fate in FATES {
                let reported = AttemptState::from(fate);
                let expected = from.may_become(reported).then_some(reported);
                assert_eq!(from.after(fate), expected, "{from:?} told {fate:?}");
                assert_eq!(told(from, &[fate, fate]), told(from, &[fate]), "{from:?} told {fate:?} twice");
            }
        }
    }

    #[test]
    fn what_is_not_known_takes_every_report() {
        for fate in FATES {
            assert_eq!(Unknown.after(fate), Some(AttemptState::from(fate)));
            assert_eq!(Submitting.after(fate), Some(AttemptState::from(fate)));
        }
    }

    #[test]
    fn every_name_is_read_as_it_is_written() {
        for state in AttemptState::ALL {
            assert_eq!(AttemptState::parse(state.name()), Some(state));
        }
        assert_eq!(AttemptState::parse(""), None);
        assert_eq!(AttemptState::parse("Captured"), None);
    }

    #[test]
    fn an_attempt_is_under_way_captured_or_at_its_end() {
        for state in AttemptState::ALL {
            let kinds = [state.is_under_way(), state == Captured, state.is_terminal()];
            assert_eq!(kinds.into_iter().filter(|kind| *kind).count(), 1, "{state:?}");
        }
    }

    fn life_and_its_reports() -> impl Strategy<Value = (&'static [Fate], Vec<Fate>)> {
        (0..LIVES.len(), prop::collection::vec(any::<prop::sample::Index>(), 0..8)).prop_flat_map(
            |(life, again)| {
                let life = LIVES[life];
                let repeated = again.into_iter().map(|at| life[at.index(life.len())]);
                let reports: Vec<Fate> = life.iter().copied().chain(repeated).collect();
                (Just(life), Just(reports).prop_shuffle())
            },
        )
    }

    proptest! {
        #[test]
        fn reports_in_any_order_and_number_end_in_the_same_state(
            (life, reports) in life_and_its_reports(),
            from in prop::sample::select(&[Submitting, RequiresAction, Unknown][..]),
        ) {
            let last = life.last().copied().expect("no life is empty");
            prop_assert_eq!(told(from, &reports), AttemptState::from(last));
        }

        /// Even reports that contradict each other never lead back.
        #[test]
        fn no_reports_lead_backwards(
            reports in prop::collection::vec(prop::sample::select(&FATES[..]), 0..12),
            from in prop::sample::select(&AttemptState::ALL[..]),
        ) {
            let mut state = from;
            let mut passed = vec![];
            for fate in reports {
                if let Some(next) = state.after(fate) {
                    prop_assert!(!passed.contains(&next));
                    passed.push(state);
                    state = next;
                }
            }
        }
    }
}
