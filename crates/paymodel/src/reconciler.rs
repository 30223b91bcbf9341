//! What the reconciler does: lookups, the comparison of the ledgers, and what is left of a refund.

use chrono::{DateTime, TimeDelta, Utc};
use payments::{
    provider::TransactionStatus,
    rules::{
        AttemptState,
        refund::{RefundStep, refund_step},
    },
};

use crate::{
    database::Report,
    fault,
    task::{END, Known, Listed, Next, Task, row, then},
    world::{RefundState, SeededBug, TOTAL, World},
};

/// How far before the last comparison the ledger is read again: ten minutes and the time in which a charge can arrive.
const OVERLAP: TimeDelta = TimeDelta::seconds(690);

impl World {
    pub fn look_up(&mut self, key: usize, fault: u8) -> Next {
        let attempt = &self.attempts[key];
        let next = self.timings.next_lookup(attempt.created_at, attempt.looks, self.now);
        if attempt.look_at.is_none() {
            return END;
        }
        if fault == fault::UNREACHABLE {
            self.attempts[key].look_at = Some(next);
            return END;
        }
        if let Some(reference) = attempt.reference {
            let is_captured = attempt.state == AttemptState::Captured;
            let attempt = &mut self.attempts[key];
            attempt.look_at = Some(if is_captured { self.now + TimeDelta::days(1) } else { next });
            attempt.looks += 1;
            return then(Task::Report(self.listed(reference)));
        }
        self.mark_unknown(key);
        let of_attempt = |reference: &usize| self.payments[*reference].attempt == key;
        let newest_first = (0..self.payments.len()).rev().filter(of_attempt);
        let found = newest_first.reduce(|known, other| {
            if self.payments[known].status == TransactionStatus::Declined { other } else { known }
        });
        let found = found.map(|reference| self.listed(reference));
        then(Task::LookedUp { attempt: key, state: self.attempts[key].state, found })
    }

    pub fn use_lookup(&mut self, key: usize, state: AttemptState, found: Option<Listed>) -> Next {
        let created_at = self.attempts[key].created_at;
        if let Some(payment) = found {
            if self.settle(key, payment.report()) {
                return END;
            }
        } else if self.timings.is_absent(state, created_at, self.now) && !self.has(SeededBug::NeverAbsent) {
            let status = TransactionStatus::Declined;
            self.settle(key, Report { status, reference: None, is_unreachable: false });
            return END;
        }
        let attempt = &mut self.attempts[key];
        if attempt.look_at.is_some() {
            attempt.look_at = Some(self.timings.next_lookup(created_at, attempt.looks, self.now));
            attempt.looks += 1;
        }
        END
    }

    pub fn list_payments(&mut self, fault: u8) -> Next {
        if fault == fault::UNREACHABLE {
            return END;
        }
        if self.cursor.is_suspect("", self.now) {
            self.cursor.undo_from = None;
        }
        let since = self.cursor.reconciled_until.min(self.now) - OVERLAP;
        let references = 0..self.payments.len();
        let recent = references.filter(|reference| self.payments[*reference].submitted_at >= since);
        let payments = recent.map(|reference| self.listed(reference)).collect();
        then(Task::LoadAttempts { payments, at: self.now })
    }

    pub fn compare_next(
        &mut self,
        payments: Vec<Listed>,
        next: usize,
        known: Vec<Known>,
        at: DateTime<Utc>,
    ) -> Next {
        let Some(payment) = payments.get(next).copied() else {
            for orphan in &mut self.orphans {
                let listed = payments.iter().find(|payment| payment.reference == orphan.reference);
                orphan.is_settled |= listed.is_some_and(|payment| !payment.status.is_live());
            }
            self.cursor.reconciled_until = at;
            return END;
        };
        let attempt = known.get(payment.attempt).copied();
        let is_consistent = |known: &Known| {
            known.0 == AttemptState::from(payment.status) && known.1 == Some(payment.reference)
        };
        let found = attempt.filter(|known| !is_consistent(known));
        let first = found.and_then(|known| self.compare(known, payment));
        then(row(first, Task::CompareNext { payments, next: next + 1, known, at }))
    }

    pub fn check_refund(&mut self, key: usize, fault: u8) -> Next {
        let refund = &self.refunds[key];
        let attempt = &self.attempts[refund.attempt];
        let Some(reference) = attempt.reference else { return END };
        if refund.state != RefundState::Requested || fault == fault::UNREACHABLE {
            return END;
        }
        let payment = match attempt.state.is_terminal() {
            true => attempt.state,
            false => AttemptState::from(self.payments[reference].status),
        };
        match refund_step(payment, refund.amount == TOTAL) {
            RefundStep::Done => then(Task::FinishRefund { refund: key, is_done: true }),
            RefundStep::GiveUp if self.has(SeededBug::EndlessRefund) => {
                then(Task::FindRefund { refund: key, step: RefundStep::Ask })
            }
            step => then(Task::FindRefund { refund: key, step }),
        }
    }

    /// An earlier try may have succeeded.
    pub fn find_refund(&self, refund: usize, step: RefundStep, fault: u8) -> Next {
        if fault == fault::UNREACHABLE {
            return END;
        }
        let is_made = u64::try_from(refund).is_ok_and(|key| self.refund_keys.contains(&key));
        then(match step {
            _ if is_made => Task::FinishRefund { refund, is_done: true },
            RefundStep::GiveUp => Task::FinishRefund { refund, is_done: false },
            RefundStep::Ask | RefundStep::Done => Task::MakeRefund { refund },
        })
    }

    pub fn make_refund(&mut self, refund: usize, fault: u8) -> Next {
        let amount = self.refunds[refund].amount;
        let reference = self.attempts[self.refunds[refund].attempt].reference?;
        let key = match self.has(SeededBug::NewRefundKey) {
            true => self.new_key(),
            false => u64::try_from(refund).unwrap_or_default(),
        };
        let is_made = self.send_refund(key, reference, amount, fault);
        is_made.then_some(Task::FinishRefund { refund, is_done: true })
    }
}
