//! The tasks of the servers, cut where a crash or another task can come between: at each call of the provider and at each
//! transaction.

use chrono::{DateTime, Utc};
use payments::{
    provider::TransactionStatus,
    rules::{
        AttemptState,
        ledger::{Comparison, compare},
        refund::RefundStep,
    },
};

use crate::{
    database::Report,
    fault,
    world::{SeededBug, TOTAL, World},
};

/// A payment as the provider listed it.
#[derive(Debug, Clone, Copy)]
pub struct Listed {
    pub reference: usize,
    pub attempt: usize,
    pub status: TransactionStatus,
}

#[derive(Debug, Clone)]
pub enum Task {
    /// A task that waits for another one to end. Both are lost in a crash.
    Row {
        inner: Box<Task>,
        rest: Box<Task>,
    },
    // A charge.
    Charge {
        attempt: usize,
    },
    Record {
        attempt: usize,
        report: Report,
    },
    MarkUnknown {
        attempt: usize,
    },
    // A notice.
    ReadNotice {
        notice: usize,
    },
    CompareNotice {
        notice: usize,
        payment: Listed,
    },
    FinishNotice {
        notice: usize,
    },
    // A payment of the ledger.
    Apply(Listed),
    ClaimUndo {
        reference: usize,
    },
    Undo {
        reference: usize,
        key: u64,
    },
    SettleOrphan {
        reference: usize,
    },
    // A lookup.
    LookUp {
        attempt: usize,
    },
    LookedUp {
        attempt: usize,
        state: AttemptState,
        found: Option<Listed>,
    },
    /// The payment of an attempt with a reference.
    Report(Listed),
    // The comparison of the ledgers.
    ListPayments,
    LoadAttempts {
        payments: Vec<Listed>,
        at: DateTime<Utc>,
    },
    CompareNext {
        payments: Vec<Listed>,
        next: usize,
        known: Vec<Known>,
        at: DateTime<Utc>,
    },
    // A refund.
    CheckRefund {
        refund: usize,
    },
    FindRefund {
        refund: usize,
        step: RefundStep,
    },
    MakeRefund {
        refund: usize,
    },
    FinishRefund {
        refund: usize,
        is_done: bool,
    },
}

/// An attempt's state and reference when it was loaded.
pub type Known = (AttemptState, Option<usize>);

/// What follows.
pub type Next = Option<Task>;

pub const END: Next = None;

pub fn then(task: Task) -> Next {
    Some(task)
}

/// The rest, after the first has ended.
pub fn row(first: Next, rest: Task) -> Task {
    match first {
        Some(inner) => Task::Row { inner: Box::new(inner), rest: Box::new(rest) },
        None => rest,
    }
}

impl Task {
    pub fn notice(&self) -> Option<usize> {
        match self {
            Self::ReadNotice { notice }
            | Self::CompareNotice { notice, .. }
            | Self::FinishNotice { notice } => Some(*notice),
            Self::Row { rest, .. } => rest.notice(),
            _ => None,
        }
    }

    pub fn looked_up(&self) -> Option<usize> {
        match self {
            Self::LookUp { attempt } | Self::LookedUp { attempt, .. } => Some(*attempt),
            _ => None,
        }
    }

    pub fn is_comparison(&self) -> bool {
        match self {
            Self::ListPayments | Self::LoadAttempts { .. } | Self::CompareNext { .. } => true,
            Self::Row { rest, .. } => rest.is_comparison(),
            _ => false,
        }
    }

    pub fn is_refund(&self) -> bool {
        matches!(
            self,
            Self::CheckRefund { .. }
                | Self::FindRefund { .. }
                | Self::MakeRefund { .. }
                | Self::FinishRefund { .. }
        )
    }
}

impl World {
    /// Runs the next part of a task.
    pub fn run_task(&mut self, index: usize, fault: u8) {
        let task = self.tasks.remove(index);
        if let Some(next) = self.advance(task, fault) {
            self.tasks.insert(index, next);
        }
    }

    fn advance(&mut self, task: Task, fault: u8) -> Next {
        // A transaction whose answer is lost is repeated by the caller.
        let again = (fault == fault::LOST_ANSWER).then(|| task.clone());
        match task {
            Task::Row { inner, rest } => {
                let next = self.advance(*inner, fault);
                then(row(next, *rest))
            }
            Task::Charge { attempt } => then(self.send_charge(attempt, fault)),
            Task::Record { attempt, report } => {
                self.settle(attempt, report);
                if self.attempts[attempt].state == AttemptState::Captured
                    && let Some(reference) = report.reference
                {
                    self.acknowledged.push((attempt, reference));
                }
                again
            }
            Task::MarkUnknown { attempt } => {
                self.mark_unknown(attempt);
                again
            }
            Task::ReadNotice { notice } => {
                let payment = self.listed(self.inbox[notice].reference);
                then(Task::CompareNotice { notice, payment })
            }
            Task::CompareNotice { notice, payment } => {
                let attempt = &self.attempts[payment.attempt];
                let next = self.compare((attempt.state, attempt.reference), payment);
                // Without its end the notice is read again.
                match fault {
                    fault::LOST_ANSWER => next,
                    _ => then(row(next, Task::FinishNotice { notice })),
                }
            }
            Task::FinishNotice { notice } => {
                self.inbox[notice].is_done = true;
                END
            }
            Task::Apply(payment) => {
                let is_new = self.settle(payment.attempt, payment.report());
                if again.is_some() || is_new {
                    return again;
                }
                let attempt = &self.attempts[payment.attempt];
                match self.compare((attempt.state, attempt.reference), payment) {
                    Some(undo @ Task::ClaimUndo { .. }) => then(undo),
                    _ => END,
                }
            }
            Task::Report(payment) => {
                self.settle(payment.attempt, payment.report());
                again
            }
            Task::ClaimUndo { reference } => {
                if !self.claim_undo(reference) {
                    return END;
                }
                then(Task::Undo { reference, key: self.new_key() })
            }
            Task::Undo { reference, key } => match self.send_refund(key, reference, TOTAL, fault) {
                true => then(Task::SettleOrphan { reference }),
                false => END,
            },
            Task::SettleOrphan { reference } => {
                for orphan in self.orphans.iter_mut().filter(|orphan| orphan.reference == reference) {
                    orphan.is_settled = true;
                }
                END
            }
            Task::LookUp { attempt } => self.look_up(attempt, fault),
            Task::LookedUp { attempt, state, found } => self.use_lookup(attempt, state, found),
            Task::ListPayments => self.list_payments(fault),
            Task::LoadAttempts { payments, at } => {
                let known = self.attempts.iter().map(|attempt| (attempt.state, attempt.reference));
                let known = known.collect();
                then(Task::CompareNext { payments, next: 0, known, at })
            }
            Task::CompareNext { payments, next, known, at } => self.compare_next(payments, next, known, at),
            Task::CheckRefund { refund } => self.check_refund(refund, fault),
            Task::FindRefund { refund, step } => self.find_refund(refund, step, fault),
            Task::MakeRefund { refund } => self.make_refund(refund, fault),
            Task::FinishRefund { refund, is_done } => {
                self.finish_refund(refund, is_done);
                again
            }
        }
    }

    pub fn new_key(&mut self) -> u64 {
        self.undo_keys += 1;
        self.undo_keys
    }

    pub fn listed(&self, reference: usize) -> Listed {
        let payment = &self.payments[reference];
        Listed { reference, attempt: payment.attempt, status: payment.status }
    }

    /// What is to be done with a payment of the ledger.
    pub fn compare(&self, (state, reference): Known, payment: Listed) -> Option<Task> {
        let is_other = reference.is_some_and(|reference| reference != payment.reference);
        match compare(state, is_other, payment.status) {
            Comparison::Apply => Some(Task::Apply(payment)),
            Comparison::Undo if payment.status.is_live() && !self.has(SeededBug::NoUndo) => {
                Some(Task::ClaimUndo { reference: payment.reference })
            }
            Comparison::Undo => None,
        }
    }
}

impl Listed {
    pub fn report(self) -> Report {
        Report { status: self.status, reference: Some(self.reference), is_unreachable: false }
    }
}
