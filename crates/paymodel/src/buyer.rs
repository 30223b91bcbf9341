//! What buyers do, and what the servers take up by themselves.

use kernel::Money;
use orders::rules::{Cancellable, Cancellation, Payability, State, StateTrigger, cancellation, payability};

use crate::{
    task::Task,
    world::{Notice, Order, RefundState, Reservation, SeededBug, TOTAL, World},
};

/// At most so many orders in a schedule.
const MAX_ORDERS: usize = 3;

impl World {
    /// The transaction that places an order, with its first attempt.
    pub fn place(&mut self, which: u8, detail: u8) {
        if self.orders.len() >= MAX_ORDERS {
            return;
        }
        let sku = usize::from(which % 2);
        self.orders.push(Order {
            sku,
            quantity: if sku == 1 && detail % 2 == 1 { 2 } else { 1 },
            state: State::Pending,
            is_echeck: (detail >> 1).is_multiple_of(4),
            reservation: Reservation::None,
            was_released: false,
            refunded: 0,
            paid: 0,
            given_back: 0,
            returned: 0,
        });
        let order = self.orders.len() - 1;
        if !self.hold(order, true) {
            // Rolled back.
            self.orders.pop();
        } else if let Some(attempt) = self.begin(order) {
            self.tasks.push(Task::Charge { attempt });
        }
    }

    /// Another tab, or another card after a decline.
    pub fn pay_again(&mut self, order: usize) {
        let has_live = self.find_live(order).is_some() && !self.has(SeededBug::TwoAttempts);
        if payability(self.orders[order].state, None, has_live, false) != Payability::Payable
            || !self.hold(order, true)
        {
            return;
        }
        if let Some(attempt) = self.begin(order) {
            self.transition(order, StateTrigger::PaymentBegun);
            self.tasks.push(Task::Charge { attempt });
        }
    }

    pub fn cancel(&mut self, order: usize) {
        let live = self.find_live(order);
        let facts = Cancellable {
            state: self.orders[order].state,
            payment: live.map(|attempt| self.attempts[attempt].state),
            offline: None,
            has_parcels: false,
            total: Money::from_minor(TOTAL),
            open: Money::from_minor(TOTAL - self.refunds_under_way(order)),
        };
        let Some(outcome) = cancellation(&facts) else { return };
        if !self.transition(order, StateTrigger::CancelledByBuyer) {
            return;
        }
        self.release(order);
        self.return_stock(order);
        if let (Cancellation::Refund(amount), Some(attempt)) = (outcome, live) {
            self.request_refund(order, attempt, amount.as_minor());
        }
    }

    /// A notice arrives. Its number makes it one, however often it arrives.
    pub fn deliver(&mut self, event: u64, reference: usize) {
        if !self.inbox.iter().any(|notice| notice.event == event) {
            self.inbox.push(Notice { event, reference, is_done: false, must_arrive: false });
        }
    }

    pub fn read_notices(&mut self) {
        for notice in 0..self.inbox.len() {
            let is_read = self.tasks.iter().any(|task| task.notice() == Some(notice));
            if !self.inbox[notice].is_done && !is_read {
                self.tasks.push(Task::ReadNotice { notice });
            }
        }
    }

    pub fn look_up_due(&mut self) {
        for attempt in 0..self.attempts.len() {
            let is_looked_up = self.tasks.iter().any(|task| task.looked_up() == Some(attempt));
            if self.attempts[attempt].look_at.is_some_and(|at| at <= self.now) && !is_looked_up {
                self.tasks.push(Task::LookUp { attempt });
            }
        }
    }

    pub fn run_refund(&mut self, refund: usize) {
        let running = self.tasks.iter().filter(|task| task.is_refund()).count();
        if self.refunds[refund].state == RefundState::Requested && running < 3 {
            self.tasks.push(Task::CheckRefund { refund });
        }
    }
}
