//! The steps of a schedule: what buyers, staff, banks, the network and time do.

use chrono::TimeDelta;
use payments::{provider::TransactionStatus, rules::AttemptState};

use crate::{
    rng::Rng,
    task::Task,
    world::{TOTAL, World},
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Place,
    PayAgain,
    /// Runs the next part of a task; the detail is the fault.
    Run,
    DeliverNotice,
    DropNotice,
    ReadNotices,
    LookUp,
    Reconcile,
    /// A job, or the cleanup, takes up a requested refund.
    RunRefund,
    Sweep,
    CancelByBuyer,
    RefundByStaff,
    Advance,
    /// All servers die.
    Crash,
    SettleBatch,
    EndReview,
    /// A void in the provider's merchant interface.
    VoidByHand,
    ReturnByBank,
    LateCharge,
    LateRefund,
    /// Staff release a hold by hand.
    ReleaseByHand,
}

/// Kinds with their shares.
const KINDS: [(Kind, u16); 21] = [
    (Kind::Place, 6),
    (Kind::PayAgain, 4),
    (Kind::Run, 45),
    (Kind::DeliverNotice, 6),
    (Kind::DropNotice, 1),
    (Kind::ReadNotices, 5),
    (Kind::LookUp, 6),
    (Kind::Reconcile, 5),
    (Kind::RunRefund, 6),
    (Kind::Sweep, 2),
    (Kind::CancelByBuyer, 2),
    (Kind::RefundByStaff, 3),
    (Kind::Advance, 10),
    (Kind::Crash, 2),
    (Kind::SettleBatch, 2),
    (Kind::EndReview, 2),
    (Kind::VoidByHand, 1),
    (Kind::ReturnByBank, 2),
    (Kind::LateCharge, 3),
    (Kind::LateRefund, 2),
    (Kind::ReleaseByHand, 1),
];

/// A step. It does nothing where there is nothing to do it with, so that a schedule stays one without some of its steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Step {
    pub kind: Kind,
    /// Selects what the step is about.
    pub which: u8,
    pub detail: u8,
}

impl Step {
    pub fn new(kind: Kind) -> Self {
        Self { kind, which: 0, detail: 0 }
    }

    pub fn random(rng: &mut Rng) -> Self {
        let mut point = u16::from(rng.below(KINDS.iter().map(|(_, share)| share).sum()));
        let kind = KINDS.iter().find_map(|(kind, share)| match point.checked_sub(*share) {
            Some(left) => {
                point = left;
                None
            }
            None => Some(*kind),
        });
        let kind = kind.unwrap_or(Kind::Run);
        let which = rng.below(256);
        // Two of three parts of a task go well.
        let detail = match kind {
            Kind::Run if rng.below(3) == 0 => rng.below(16),
            Kind::Run => 0,
            _ => rng.below(8),
        };
        Self { kind, which, detail }
    }
}

/// Selects one of so many; `None` if there is none.
fn pick(which: u8, count: usize) -> Option<usize> {
    usize::from(which).checked_rem(count)
}

impl World {
    pub fn apply(&mut self, step: Step) {
        let Step { kind, which, detail } = step;
        match kind {
            Kind::Place => self.place(which, detail),
            Kind::PayAgain => {
                if let Some(order) = pick(which, self.orders.len()) {
                    self.pay_again(order);
                }
            }
            Kind::Run => {
                if let Some(task) = pick(which, self.tasks.len()) {
                    self.run_task(task, detail);
                }
            }
            Kind::DeliverNotice => {
                if let Some(index) = pick(which, self.notices.len()) {
                    let notice = &self.notices[index];
                    let (event, reference) = (notice.event, notice.reference);
                    // Some are delivered again later.
                    if !detail.is_multiple_of(4) {
                        self.notices.remove(index);
                    }
                    self.deliver(event, reference);
                }
            }
            Kind::DropNotice => {
                if let Some(index) = pick(which, self.notices.len())
                    && !self.notices[index].must_arrive
                {
                    self.notices.remove(index);
                }
            }
            Kind::ReadNotices => self.read_notices(),
            Kind::LookUp => self.look_up_due(),
            Kind::Reconcile => {
                if self.tasks.iter().filter(|task| task.is_comparison()).count() < 2 {
                    self.tasks.push(Task::ListPayments);
                }
            }
            Kind::RunRefund => {
                if let Some(refund) = pick(which, self.refunds.len()) {
                    self.run_refund(refund);
                }
            }
            Kind::Sweep => self.sweep(),
            Kind::CancelByBuyer => {
                if let Some(order) = pick(which, self.orders.len()) {
                    self.cancel(order);
                }
            }
            Kind::RefundByStaff => {
                if let Some(order) = pick(which, self.orders.len())
                    && let Some(attempt) = self.find_live(order)
                    && self.attempts[attempt].state == AttemptState::Captured
                {
                    let amount = if detail.is_multiple_of(2) { 300 } else { TOTAL };
                    self.request_refund(order, attempt, amount);
                }
            }
            Kind::Advance => {
                let seconds = [1, 5, 30, 60, 90, 300, 900];
                let index = pick(which, seconds.len()).unwrap_or_default();
                self.now += TimeDelta::seconds(seconds[index]);
            }
            Kind::Crash => self.tasks.clear(),
            Kind::SettleBatch => self.settle_batch(),
            Kind::EndReview => {
                if let Some(index) = pick(which, self.payments.len())
                    && self.payments[index].status == TransactionStatus::Processing
                    && !self.payments[index].is_echeck
                {
                    let is_approved = !detail.is_multiple_of(2);
                    let status =
                        if is_approved { TransactionStatus::Captured } else { TransactionStatus::Declined };
                    self.change_status(index, status);
                }
            }
            Kind::VoidByHand => {
                if let Some(index) = pick(which, self.payments.len())
                    && self.payments[index].status.is_live()
                    && !self.payments[index].is_settled
                {
                    self.change_status(index, TransactionStatus::Voided);
                    // Nothing else tells the shop of it later than some minutes after the charge.
                    if let Some(notice) = self.notices.last_mut() {
                        notice.must_arrive = true;
                    }
                }
            }
            Kind::ReturnByBank => {
                // What is refunded already is out of scope: see the handbook.
                if let Some(index) = pick(which, self.payments.len())
                    && self.payments[index].is_echeck
                    && self.payments[index].status == TransactionStatus::Captured
                    && self.payments[index].refunded < TOTAL
                {
                    self.change_status(index, TransactionStatus::Returned);
                }
            }
            Kind::LateCharge => {
                if let Some(index) = pick(which, self.late_charges.len()) {
                    let attempt = self.late_charges.remove(index);
                    self.charge(attempt, false);
                }
            }
            Kind::LateRefund => {
                if let Some(index) = pick(which, self.late_refunds.len()) {
                    let late = self.late_refunds.remove(index);
                    self.refund_or_void(late.key, late.reference, late.amount);
                }
            }
            Kind::ReleaseByHand => {
                if let Some(order) = pick(which, self.orders.len())
                    && self.orders[order].reservation.is_held()
                {
                    self.release(order);
                    self.orders[order].was_released = true;
                }
            }
        }
    }
}
