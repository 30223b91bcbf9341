//! The state machine of a payment attempt. Reports of the provider only move it forward.

/// The status of a payment, as the provider reports it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransactionStatus {
    Authorised,
    Captured,
    /// Pending: a bank transfer takes days, or the provider reviews the payment first.
    Processing,
    Declined,
    Voided,
    Refunded,
    /// A bank returned the payment.
    Returned,
}

impl TransactionStatus {
    /// Whether the payment is captured or may still be.
    pub fn is_live(self) -> bool {
        matches!(self, Self::Captured | Self::Authorised | Self::Processing)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "snake_case")]
pub enum AttemptState {
    /// Stored before the provider is called.
    Submitting,
    /// The buyer must act first.
    RequiresAction,
    /// The amount is reserved, not captured.
    Authorised,
    Captured,
    /// Pending at a bank or under review. The order is not shipped yet.
    Processing,
    Declined,
    /// Sent, but the outcome is unknown. Looked up at the provider until it is known.
    Unknown,
    /// Cancelled before settlement.
    Voided,
    Refunded,
    Disputed,
    /// A bank returned the payment.
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

    /// The name in metrics and discrepancies, the same as in the database.
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

    /// Whether no state can follow. A captured payment is not terminal: it can be refunded, or returned for weeks.
    pub fn is_terminal(self) -> bool {
        matches!(self, Declined | Voided | Refunded | Disputed | Returned)
    }

    /// Whether the attempt may still succeed, so that no second one may start.
    pub fn is_under_way(self) -> bool {
        matches!(self, Submitting | RequiresAction | Authorised | Processing | Unknown)
    }

    /// Whether `next` is reachable in one or more steps. Reports can be lost or arrive out of order, so an attempt may
    /// be reported as refunded before it is reported as captured.
    pub fn may_become(self, next: Self) -> bool {
        match self {
            Submitting => next != Submitting,
            RequiresAction => next != RequiresAction,
            Unknown => !matches!(next, Submitting | RequiresAction | Unknown),
            // A payment under review can be approved, declined or voided.
            Processing => next == Authorised || Authorised.may_become(next),
            // An authorisation that is not captured expires, which the provider reports as declined.
            Authorised => next == Captured || next == Declined || Captured.may_become(next),
            // Before settlement, refunding a captured payment is a void.
            Captured => matches!(next, Voided | Refunded | Disputed | Returned),
            Declined | Voided | Refunded | Disputed | Returned => false,
        }
    }

    /// The state after a report of the provider, or `None` if the report is old or not new.
    pub fn after(self, status: TransactionStatus) -> Option<Self> {
        let reported = Self::from(status);
        self.may_become(reported).then_some(reported)
    }
}

impl From<TransactionStatus> for AttemptState {
    fn from(status: TransactionStatus) -> Self {
        match status {
            TransactionStatus::Authorised => Authorised,
            TransactionStatus::Captured => Captured,
            TransactionStatus::Processing => Processing,
            TransactionStatus::Declined => Declined,
            TransactionStatus::Voided => Voided,
            TransactionStatus::Refunded => Refunded,
            TransactionStatus::Returned => Returned,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const STATUSES: [TransactionStatus; 7] = [
        TransactionStatus::Authorised,
        TransactionStatus::Captured,
        TransactionStatus::Processing,
        TransactionStatus::Declined,
        TransactionStatus::Voided,
        TransactionStatus::Refunded,
        TransactionStatus::Returned,
    ];

    /// Every sequence of statuses that a payment can go through at a provider.
    const LIFECYCLES: &[&[TransactionStatus]] = &[
        &[TransactionStatus::Declined],
        &[TransactionStatus::Captured],
        &[TransactionStatus::Captured, TransactionStatus::Voided],
        &[TransactionStatus::Captured, TransactionStatus::Refunded],
        &[TransactionStatus::Captured, TransactionStatus::Returned],
        &[TransactionStatus::Authorised, TransactionStatus::Voided],
        &[TransactionStatus::Authorised, TransactionStatus::Declined],
        &[TransactionStatus::Authorised, TransactionStatus::Captured, TransactionStatus::Voided],
        &[TransactionStatus::Authorised, TransactionStatus::Captured, TransactionStatus::Refunded],
        &[TransactionStatus::Authorised, TransactionStatus::Captured, TransactionStatus::Returned],
        &[TransactionStatus::Processing, TransactionStatus::Declined],
        &[TransactionStatus::Processing, TransactionStatus::Voided],
        &[TransactionStatus::Processing, TransactionStatus::Returned],
        &[TransactionStatus::Processing, TransactionStatus::Captured, TransactionStatus::Refunded],
        &[TransactionStatus::Processing, TransactionStatus::Captured, TransactionStatus::Returned],
        &[TransactionStatus::Processing, TransactionStatus::Authorised, TransactionStatus::Voided],
        &[
            TransactionStatus::Processing,
            TransactionStatus::Authorised,
            TransactionStatus::Captured,
            TransactionStatus::Returned,
        ],
    ];

    fn after_reports(state: AttemptState, reports: &[TransactionStatus]) -> AttemptState {
        reports.iter().fold(state, |state, status| state.after(*status).unwrap_or(state))
    }

    /// All states reachable from each state.
    #[test]
    fn every_step_forward_is_allowed_and_no_other() {
        let ends = [Declined, Voided, Refunded, Disputed, Returned];
        let after_capture = [Voided, Refunded, Disputed, Returned];
        let outcomes = [&[Authorised, Captured, Processing][..], &ends].concat();
        let ahead: [(AttemptState, Vec<AttemptState>); 11] = [
            (Submitting, [&[RequiresAction, Unknown][..], &outcomes].concat()),
            (RequiresAction, [&[Submitting, Unknown][..], &outcomes].concat()),
            (Unknown, outcomes),
            (Processing, [&[Authorised, Captured][..], &ends].concat()),
            (Authorised, [&[Captured][..], &ends].concat()),
            (Captured, after_capture.to_vec()),
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
    fn only_the_buyers_states_can_alternate() {
        for from in AttemptState::ALL {
            for next in AttemptState::ALL.into_iter().filter(|next| from.may_become(*next)) {
                let is_buyers = [from, next].iter().all(|state| matches!(state, Submitting | RequiresAction));
                assert_eq!(next.may_become(from), is_buyers, "{from:?} and {next:?}");
            }
        }
    }

    #[test]
    fn a_report_is_applied_exactly_when_its_state_is_reachable() {
        for from in AttemptState::ALL {
            for status in STATUSES {
                let reported = AttemptState::from(status);
                let expected = from.may_become(reported).then_some(reported);
                assert_eq!(from.after(status), expected, "{from:?} with {status:?}");
                assert_eq!(
                    after_reports(from, &[status, status]),
                    after_reports(from, &[status]),
                    "{from:?} with {status:?} twice"
                );
            }
        }
    }

    #[test]
    fn an_unknown_or_submitted_attempt_accepts_every_report() {
        for status in STATUSES {
            assert_eq!(Unknown.after(status), Some(AttemptState::from(status)));
            assert_eq!(Submitting.after(status), Some(AttemptState::from(status)));
        }
    }

    #[test]
    fn every_state_is_stored_under_its_name() {
        for state in AttemptState::ALL {
            let mut buffer = sqlx::postgres::PgArgumentBuffer::default();
            let _ = sqlx::Encode::<sqlx::Postgres>::encode_by_ref(&state, &mut buffer).expect("encoded");
            assert_eq!(buffer.as_slice(), state.name().as_bytes());
        }
    }

    #[test]
    fn an_attempt_is_under_way_or_captured_or_terminal() {
        for state in AttemptState::ALL {
            let kinds = [state.is_under_way(), state == Captured, state.is_terminal()];
            assert_eq!(kinds.into_iter().filter(|kind| *kind).count(), 1, "{state:?}");
        }
    }

    fn lifecycle_and_reports() -> impl Strategy<Value = (&'static [TransactionStatus], Vec<TransactionStatus>)>
    {
        (0..LIFECYCLES.len(), prop::collection::vec(any::<prop::sample::Index>(), 0..8)).prop_flat_map(
            |(index, repeats)| {
                let lifecycle = LIFECYCLES[index];
                let repeated = repeats.into_iter().map(|index| lifecycle[index.index(lifecycle.len())]);
                let reports: Vec<TransactionStatus> = lifecycle.iter().copied().chain(repeated).collect();
                (Just(lifecycle), Just(reports).prop_shuffle())
            },
        )
    }

    proptest! {
        #[test]
        fn reports_in_any_order_and_number_end_in_the_same_state(
            (lifecycle, reports) in lifecycle_and_reports(),
            from in prop::sample::select(&[Submitting, RequiresAction, Unknown][..]),
        ) {
            let last = lifecycle.last().copied().expect("no lifecycle is empty");
            prop_assert_eq!(after_reports(from, &reports), AttemptState::from(last));
        }

        /// Even contradictory reports never return an attempt to an earlier state.
        #[test]
        fn no_report_returns_to_an_earlier_state(
            reports in prop::collection::vec(prop::sample::select(&STATUSES[..]), 0..12),
            from in prop::sample::select(&AttemptState::ALL[..]),
        ) {
            let mut state = from;
            let mut passed = vec![];
            for status in reports {
                if let Some(next) = state.after(status) {
                    prop_assert!(!passed.contains(&next));
                    passed.push(state);
                    state = next;
                }
            }
        }
    }
}
