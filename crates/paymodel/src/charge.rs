//! The calls that move money at the provider, and what goes wrong with them.

use payments::provider::TransactionStatus;

use crate::{
    database::Report,
    fault,
    provider::Answer,
    task::Task,
    world::{LateRefund, SeededBug, World},
};

impl World {
    pub fn send_charge(&mut self, attempt: usize, fault: u8) -> Task {
        let unknown = Task::MarkUnknown { attempt };
        let declined = |reference, is_unreachable| Task::Record {
            attempt,
            report: Report { status: TransactionStatus::Declined, reference, is_unreachable },
        };
        match fault {
            fault::LOST_ANSWER => {
                self.charge(attempt, false);
                unknown
            }
            fault::UNREACHABLE => declined(None, true),
            fault::LATE => {
                self.late_charges.push(attempt);
                unknown
            }
            fault::DECLINED if self.is_charged(attempt) => unknown,
            fault::DECLINED => declined(Some(self.add_payment(attempt, TransactionStatus::Declined)), false),
            fault::TWICE => {
                self.charge(attempt, false);
                self.charge_again(attempt, false);
                unknown
            }
            fault::REFUSED => declined(None, false),
            fault::LOST_REQUEST => unknown,
            _ => {
                let Some(reference) = self.charge(attempt, fault == fault::REVIEW) else { return unknown };
                if self.has(SeededBug::AnswerFirst) {
                    self.acknowledged.push((attempt, reference));
                }
                let report = self.listed(reference).report();
                Task::Record { attempt, report }
            }
        }
    }

    /// Returns whether the provider has confirmed it.
    pub fn send_refund(&mut self, key: u64, reference: usize, amount: i64, fault: u8) -> bool {
        match fault {
            fault::UNREACHABLE => false,
            fault::LATE => {
                self.late_refunds.push(LateRefund { key, reference, amount });
                false
            }
            _ => {
                let answer = self.refund_or_void(key, reference, amount);
                answer == Answer::Done && fault != fault::LOST_ANSWER
            }
        }
    }
}
