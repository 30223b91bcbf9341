//! What the transactions of the shop do: stock, attempts, refunds and orders.

use chrono::TimeDelta;
use orders::rules::{State, StateTrigger};
use payments::{
    provider::TransactionStatus,
    rules::{
        AttemptState,
        undo::{Orphan as OrphanFacts, Undo, UndoneCounts, undo},
    },
};

use crate::world::{Attempt, Orphan, Refund, RefundState, Reservation, SeededBug, TOTAL, Violation, World};

/// A repeated undo waits for this long.
const UNDO_RETRY_DELAY: TimeDelta = TimeDelta::minutes(2);

/// What the provider, or the shop itself, reports about an attempt.
#[derive(Debug, Clone, Copy)]
pub struct Report {
    pub status: TransactionStatus,
    pub reference: Option<usize>,
    /// The charge could not be sent.
    pub is_unreachable: bool,
}

impl World {
    /// `hold_stock`.
    pub fn hold(&mut self, order: usize, pinned: bool) -> bool {
        let held = Reservation::Held { expires_at: self.now + self.timings.hold_duration, pinned };
        let is_unlimited = self.has(SeededBug::Oversell);
        let order = &mut self.orders[order];
        if !order.reservation.is_held() {
            let stock = &mut self.stock[order.sku];
            if stock.on_hand - stock.reserved < order.quantity && !is_unlimited {
                return false;
            }
            stock.reserved += order.quantity;
        }
        order.reservation = held;
        true
    }

    /// `claim_stock`.
    pub fn claim(&mut self, order: usize) -> bool {
        if !self.orders[order].reservation.is_held() {
            return false;
        }
        let (sku, quantity) = (self.orders[order].sku, self.orders[order].quantity);
        self.stock[sku].reserved -= quantity;
        self.move_stock(sku, -quantity);
        self.orders[order].reservation = Reservation::Claimed;
        true
    }

    /// `release_stock`.
    pub fn release(&mut self, order: usize) {
        let order = &mut self.orders[order];
        if order.reservation.is_held() {
            self.stock[order.sku].reserved -= order.quantity;
            order.reservation = Reservation::Released;
        }
    }

    /// `return_stock`.
    pub fn return_stock(&mut self, order: usize) {
        if self.orders[order].reservation == Reservation::Claimed {
            self.move_stock(self.orders[order].sku, self.orders[order].quantity);
            self.orders[order].reservation = Reservation::Released;
        }
    }

    fn move_stock(&mut self, sku: usize, quantity: i64) {
        let is_recorded = !self.has(SeededBug::NoMovement);
        let stock = &mut self.stock[sku];
        stock.on_hand += quantity;
        if is_recorded {
            stock.moved += quantity;
        }
    }

    /// `sweep_holds`.
    pub fn sweep(&mut self) {
        let ignores_pins = self.has(SeededBug::SweepPinned);
        for order in 0..self.orders.len() {
            if let Reservation::Held { expires_at, pinned } = self.orders[order].reservation
                && expires_at <= self.now
                && (!pinned || ignores_pins)
            {
                self.release(order);
            }
        }
    }

    /// The attempt that is under way or has succeeded.
    pub fn find_live(&self, order: usize) -> Option<usize> {
        let is_live = |attempt: &Attempt| attempt.order == order && is_exclusive(attempt.state);
        self.attempts.iter().position(is_live)
    }

    /// Inserts an attempt. The index admits one of an order.
    pub fn begin(&mut self, order: usize) -> Option<usize> {
        if self.find_live(order).is_some() && !self.has(SeededBug::TwoAttempts) {
            return None;
        }
        self.attempts.push(Attempt {
            order,
            state: AttemptState::Submitting,
            reference: None,
            created_at: self.now,
            look_at: Some(self.now + self.timings.submit_timeout),
            looks: 0,
        });
        Some(self.attempts.len() - 1)
    }

    pub fn transition(&mut self, order: usize, event: StateTrigger) -> bool {
        let next: Option<State> = self.orders[order].state.after(event);
        if let Some(next) = next {
            self.orders[order].state = next;
        }
        next.is_some()
    }

    pub fn refunds_under_way(&self, order: usize) -> i64 {
        let counts = |refund: &&Refund| refund.order == order && refund.state != RefundState::Refused;
        self.refunds.iter().filter(counts).map(|refund| refund.amount).sum()
    }

    pub fn request_refund(&mut self, order: usize, attempt: usize, amount: i64) {
        if self.refunds_under_way(order) + amount <= TOTAL {
            self.refunds.push(Refund { order, attempt, amount, state: RefundState::Requested });
        }
    }

    fn set_state(&mut self, attempt: usize, next: AttemptState) {
        let before = self.attempts[attempt].state;
        if !before.may_become(next) {
            let text = format!("attempt {attempt} went from {before:?} to {next:?}");
            self.broken = Some(Violation::new("I8", text));
        }
        self.attempts[attempt].state = next;
    }

    /// Applies a report. Returns whether it changed the attempt.
    pub fn settle(&mut self, key: usize, report: Report) -> bool {
        let attempt = &self.attempts[key];
        let (order, before) = (attempt.order, attempt.state);
        let is_other = attempt.reference.is_some()
            && report.reference.is_some()
            && attempt.reference != report.reference;
        let next = if is_other { None } else { before.after(report.status) };
        let Some(next) = next else { return false };
        self.set_state(key, next);
        let may_return = next == AttemptState::Captured && self.orders[order].is_echeck;
        let look_at = match next.is_under_way() {
            true => Some(self.now + self.timings.lookup_interval),
            false => may_return.then(|| self.now + TimeDelta::days(1)),
        };
        let attempt = &mut self.attempts[key];
        attempt.reference = report.reference.or(attempt.reference);
        attempt.look_at = look_at;
        match next {
            AttemptState::Captured => self.on_captured(order, key),
            AttemptState::Processing | AttemptState::Authorised => {
                self.transition(order, StateTrigger::PaymentAccepted);
            }
            AttemptState::Declined => self.on_declined(order, report.is_unreachable),
            AttemptState::Voided | AttemptState::Refunded => self.on_refunded(order, before),
            AttemptState::Returned | AttemptState::Disputed => self.on_returned(order, before),
            AttemptState::Submitting | AttemptState::RequiresAction | AttemptState::Unknown => {}
        }
        true
    }

    fn on_captured(&mut self, order: usize, attempt: usize) {
        if !self.has(SeededBug::NoJournal) {
            self.orders[order].paid += TOTAL;
        }
        if self.claim(order) || (self.hold(order, false) && self.claim(order)) {
            self.transition(order, StateTrigger::Paid);
            return;
        }
        self.transition(order, StateTrigger::PaidTooLate);
        if !self.has(SeededBug::NoRefund) {
            self.request_refund(order, attempt, TOTAL);
        }
    }

    fn on_declined(&mut self, order: usize, is_unreachable: bool) {
        self.release(order);
        if !is_unreachable {
            self.transition(order, StateTrigger::PaymentDeclined);
        }
    }

    fn on_refunded(&mut self, order: usize, before: AttemptState) {
        if self.refunds_under_way(order) > 0 {
            return;
        }
        if before != AttemptState::Captured {
            return self.on_declined(order, false);
        }
        self.release(order);
        self.orders[order].given_back += TOTAL;
        self.orders[order].refunded += TOTAL;
        self.transition(order, StateTrigger::FullyRefunded);
    }

    fn on_returned(&mut self, order: usize, before: AttemptState) {
        if before == AttemptState::Captured {
            self.orders[order].returned += TOTAL;
        }
        if self.transition(order, StateTrigger::PaymentReturned) {
            self.release(order);
            self.return_stock(order);
        }
    }

    pub fn mark_unknown(&mut self, key: usize) {
        if self.attempts[key].state == AttemptState::Submitting {
            self.set_state(key, AttemptState::Unknown);
            let next = self.timings.next_lookup(self.attempts[key].created_at, 0, self.now);
            self.attempts[key].look_at = Some(next);
        }
    }

    pub fn finish_refund(&mut self, key: usize, is_done: bool) {
        let refund = &mut self.refunds[key];
        if refund.state != RefundState::Requested {
            return;
        }
        let (order, attempt, amount) = (refund.order, refund.attempt, refund.amount);
        refund.state = if is_done { RefundState::Done } else { RefundState::Refused };
        let payment = self.attempts[attempt].state;
        if is_done {
            self.orders[order].given_back += amount;
            self.orders[order].refunded += amount;
            if self.orders[order].refunded >= TOTAL {
                self.transition(order, StateTrigger::FullyRefunded);
                if payment == AttemptState::Captured {
                    self.set_state(attempt, AttemptState::Refunded);
                    self.attempts[attempt].look_at = None;
                }
            }
        } else if matches!(payment, AttemptState::Voided | AttemptState::Refunded) {
            self.on_refunded(order, AttemptState::Captured);
        }
    }

    /// Stores the decision to undo a payment. Returns whether the caller must undo it now.
    pub fn claim_undo(&mut self, reference: usize) -> bool {
        if let Some(known) = self.orphans.iter_mut().find(|orphan| orphan.reference == reference) {
            let is_due = known.undo_at.is_some_and(|at| self.now - at >= UNDO_RETRY_DELAY);
            if known.is_settled || !is_due {
                return false;
            }
            known.undo_at = Some(self.now);
            return true;
        }
        let facts = OrphanFacts {
            submitted_at: self.payments[reference].submitted_at,
            has_attempt: true,
            undone: UndoneCounts::default(),
            database_identity: "",
        };
        let is_now = undo(Some(&self.cursor), &facts, self.now) == Undo::Now;
        self.orphans.push(Orphan { reference, undo_at: is_now.then_some(self.now), is_settled: false });
        is_now
    }
}

/// Whether the index of attempts admits no other attempt of the order.
pub fn is_exclusive(state: AttemptState) -> bool {
    !matches!(state, AttemptState::Declined | AttemptState::Voided | AttemptState::Returned)
}
