//! The provider: charges, voids and refunds, with its own protection against duplicates.

use payments::provider::TransactionStatus;

use crate::world::{Notice, Payment, TOTAL, World};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    Done,
    Refused,
    /// "Sent before."
    Duplicate,
}

impl World {
    fn notify(&mut self, reference: usize) {
        self.events += 1;
        self.notices.push(Notice { event: self.events, reference, is_done: false, must_arrive: false });
    }

    pub fn add_payment(&mut self, attempt: usize, status: TransactionStatus) -> usize {
        let is_echeck = self.orders[self.attempts[attempt].order].is_echeck;
        self.payments.push(Payment {
            attempt,
            status,
            is_settled: false,
            is_echeck,
            refunded: 0,
            submitted_at: self.now,
        });
        let reference = self.payments.len() - 1;
        self.notify(reference);
        reference
    }

    pub fn is_charged(&self, attempt: usize) -> bool {
        self.payments.iter().any(|payment| payment.attempt == attempt)
    }

    /// Charges an attempt. Returns `None` for a duplicate.
    pub fn charge(&mut self, attempt: usize, is_reviewed: bool) -> Option<usize> {
        (!self.is_charged(attempt)).then(|| self.charge_again(attempt, is_reviewed))
    }

    /// Charges an attempt without looking for a duplicate.
    pub fn charge_again(&mut self, attempt: usize, is_reviewed: bool) -> usize {
        let is_pending = is_reviewed || self.orders[self.attempts[attempt].order].is_echeck;
        let status = if is_pending { TransactionStatus::Processing } else { TransactionStatus::Captured };
        self.add_payment(attempt, status)
    }

    pub fn change_status(&mut self, reference: usize, status: TransactionStatus) {
        self.payments[reference].status = status;
        self.notify(reference);
    }

    /// Voids a whole payment that is not settled, and refunds any other.
    pub fn refund_or_void(&mut self, key: u64, reference: usize, amount: i64) -> Answer {
        let payment = &mut self.payments[reference];
        let is_whole = amount == TOTAL;
        if is_whole && payment.status == TransactionStatus::Voided {
            return Answer::Done;
        }
        if is_whole && !payment.is_settled && payment.status.is_live() {
            self.change_status(reference, TransactionStatus::Voided);
            return Answer::Done;
        }
        if payment.status != TransactionStatus::Captured || !payment.is_settled {
            return Answer::Refused;
        }
        if self.refund_keys.contains(&key) {
            return Answer::Duplicate;
        }
        if payment.refunded + amount > TOTAL {
            return Answer::Refused;
        }
        payment.refunded += amount;
        self.refund_keys.push(key);
        Answer::Done
    }

    /// The nightly settlement.
    pub fn settle_batch(&mut self) {
        for payment in &mut self.payments {
            let is_reviewed = payment.status == TransactionStatus::Processing && !payment.is_echeck;
            if !payment.is_settled && payment.status.is_live() && !is_reviewed {
                payment.is_settled = true;
                payment.status = TransactionStatus::Captured;
            }
        }
    }
}
