//! The steps of an order, as its buyer sees them.

use chrono::{DateTime, Utc};
use kernel::{Key, msg};
use payments::rules::OfflineMethod;
use serde::Serialize;
use ts_rs::TS;

use super::State;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StepKind {
    Received,
    /// A bank or the provider confirms the payment first.
    Bank,
    /// The buyer transfers the money first.
    Transfer,
    Prepare,
    Ship,
    Deliver,
    Cancelled,
    Refunded,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "checkout.ts")]
pub enum StepStatus {
    Done,
    Now,
    Next,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub kind: StepKind,
    pub status: StepStatus,
    /// When a step that is done or under way began.
    pub at: Option<DateTime<Utc>>,
}

/// What is known about an order.
#[derive(Debug, Clone, Copy)]
pub struct Progress {
    pub state: State,
    /// The method, if staff record its money.
    pub offline: Option<OfflineMethod>,
    pub placed_at: DateTime<Utc>,
    /// When the first parcel left.
    pub shipped_at: Option<DateTime<Utc>>,
    /// When the last parcel arrived.
    pub delivered_at: Option<DateTime<Utc>>,
    /// When the order was cancelled or refunded.
    pub closed_at: Option<DateTime<Utc>>,
}

use StepKind::*;
use StepStatus::*;

impl Step {
    /// The name of the step: in the past tense when it is done.
    pub fn label(self) -> Key {
        let is_done = self.status == Done;
        match self.kind {
            Received => msg::orders::STEP_RECEIVED,
            Bank if is_done => msg::orders::STEP_BANK_DONE,
            Bank => msg::orders::STEP_BANK,
            Transfer if is_done => msg::orders::STEP_BANK_DONE,
            Transfer => msg::orders::STEP_TRANSFER,
            Prepare if is_done => msg::orders::STEP_PREPARE_DONE,
            Prepare => msg::orders::STEP_PREPARE,
            Ship if is_done => msg::orders::STEP_SHIP_DONE,
            Ship => msg::orders::STEP_SHIP,
            Deliver if is_done => msg::orders::STEP_DELIVER_DONE,
            Deliver => msg::orders::STEP_DELIVER,
            Cancelled => msg::orders::STEP_CANCELLED,
            Refunded => msg::orders::STEP_REFUNDED,
        }
    }
}

/// The steps of an order. An unpaid order has none: nothing happens until it is paid.
pub fn timeline(progress: &Progress) -> Vec<Step> {
    let step = |kind, status, at| Step { kind, status, at };
    let received = step(Received, Done, Some(progress.placed_at));
    let next = |kind| step(kind, Next, None);
    match progress.state {
        State::Pending | State::Failed => Vec::new(),
        State::OnHold => {
            let waits_for = if progress.offline == Some(OfflineMethod::Bacs) { Transfer } else { Bank };
            vec![received, step(waits_for, Now, None), next(Prepare), next(Ship), next(Deliver)]
        }
        State::Processing => {
            vec![received, step(Prepare, Now, None), step(Ship, Next, progress.shipped_at), next(Deliver)]
        }
        State::Shipped => {
            vec![received, step(Prepare, Done, None), step(Ship, Now, progress.shipped_at), next(Deliver)]
        }
        State::Delivered | State::Completed => vec![
            received,
            step(Prepare, Done, None),
            step(Ship, Done, progress.shipped_at),
            step(Deliver, Done, progress.delivered_at),
        ],
        State::Cancelled => vec![received, step(Cancelled, Now, progress.closed_at)],
        State::Refunded | State::Unfulfillable => vec![received, step(Refunded, Now, progress.closed_at)],
    }
}

/// The title of an order's page.
pub fn title(state: State, offline: Option<OfflineMethod>) -> Key {
    match state {
        State::OnHold if offline == Some(OfflineMethod::Bacs) => msg::orders::TITLE_TRANSFER,
        State::Pending | State::Failed => msg::orders::TITLE_UNPAID,
        State::OnHold => msg::orders::TITLE_WAITING,
        State::Processing => msg::orders::TITLE_PREPARE,
        State::Shipped => msg::orders::TITLE_SHIPPED,
        State::Delivered | State::Completed => msg::orders::TITLE_DELIVERED,
        State::Cancelled => msg::orders::TITLE_CANCELLED,
        State::Refunded | State::Unfulfillable => msg::orders::TITLE_REFUNDED,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn progress(state: State) -> Progress {
        let at = |minute: i64| DateTime::from_timestamp(1_800_000_000 + 60 * minute, 0).expect("a time");
        Progress {
            state,
            offline: None,
            placed_at: at(0),
            shipped_at: Some(at(1)),
            delivered_at: Some(at(2)),
            closed_at: Some(at(3)),
        }
    }

    #[test]
    fn one_step_is_under_way_until_the_goods_have_arrived() {
        for state in State::ALL {
            let steps = timeline(&progress(state));
            let under_way = steps.iter().filter(|step| step.status == Now).count();
            let expected = usize::from(!matches!(
                state,
                State::Pending | State::Failed | State::Delivered | State::Completed
            ));
            assert_eq!(under_way, expected, "{state:?}");
        }
    }

    #[test]
    fn a_transfer_is_waited_for_by_its_own_name() {
        let waiting = Progress { offline: Some(OfflineMethod::Bacs), ..progress(State::OnHold) };
        assert_eq!(timeline(&waiting)[1].kind, Transfer);
        assert_eq!(timeline(&progress(State::OnHold))[1].kind, Bank);
        assert_ne!(title(State::OnHold, waiting.offline), title(State::OnHold, None));
    }

    #[test]
    fn done_steps_come_before_the_one_under_way_and_that_before_the_next() {
        let rank = |step: &Step| match step.status {
            Done => 0,
            Now => 1,
            Next => 2,
        };
        for state in State::ALL {
            let steps = timeline(&progress(state));
            assert!(steps.is_sorted_by_key(rank), "{state:?}: {steps:?}");
        }
    }

    #[test]
    fn a_step_that_is_done_is_named_in_the_past() {
        let labels = |state| timeline(&progress(state)).into_iter().map(Step::label).collect::<Vec<_>>();
        assert_eq!(
            labels(State::Shipped),
            [
                msg::orders::STEP_RECEIVED,
                msg::orders::STEP_PREPARE_DONE,
                msg::orders::STEP_SHIP,
                msg::orders::STEP_DELIVER
            ]
        );
        assert_eq!(
            labels(State::Delivered)[2..],
            [msg::orders::STEP_SHIP_DONE, msg::orders::STEP_DELIVER_DONE]
        );
    }
}
