//! The invariants: those of every state, and those of the end, when everything has arrived and all tasks have run.

use chrono::TimeDelta;
use orders::rules::State;
use payments::{provider::TransactionStatus, rules::AttemptState};

use crate::{
    database::is_exclusive,
    step::{Kind, Step},
    world::{Order, RefundState, Reservation, TOTAL, Violation, World},
};

/// Rounds of the reconciler until everything must be settled.
const ROUNDS: usize = 30;

/// In this round the day's settlement takes place.
const SETTLEMENT_ROUND: usize = 3;

/// After this round a day passes: a captured eCheck is looked up once a day.
const DAY_ROUND: usize = 24;

/// So many parts of tasks in one round are an endless loop.
const MAX_PARTS: usize = 2_000;

type Checked = Result<(), Violation>;

fn ensure(holds: bool, invariant: &'static str, text: impl FnOnce() -> String) -> Checked {
    if holds { Ok(()) } else { Err(Violation::new(invariant, text())) }
}

impl World {
    /// What is true after every step.
    pub fn check(&self) -> Checked {
        if let Some(broken) = &self.broken {
            return Err(broken.clone());
        }
        for (sku, stock) in self.stock.iter().enumerate() {
            let sum = |is_counted: fn(Reservation) -> bool| -> i64 {
                let orders = self.orders.iter().filter(|order| order.sku == sku);
                orders.filter(|order| is_counted(order.reservation)).map(|order| order.quantity).sum()
            };
            let is_possible = 0 <= stock.reserved && stock.reserved <= stock.on_hand;
            ensure(is_possible, "I1", || {
                format!("{} of {} pieces are reserved", stock.reserved, stock.on_hand)
            })?;
            ensure(stock.on_hand == stock.initial + stock.moved, "I8", || {
                format!("the ledger of stock explains {} of {}", stock.initial + stock.moved, stock.on_hand)
            })?;
            ensure(stock.reserved == sum(Reservation::is_held), "I8", || {
                format!("{} pieces are reserved, but not by orders", stock.reserved)
            })?;
            let sold = sum(|reservation| reservation == Reservation::Claimed);
            ensure(stock.initial - stock.on_hand == sold, "I1", || {
                format!("{sold} pieces are sold and {} have left", stock.initial - stock.on_hand)
            })?;
        }
        for (key, order) in self.orders.iter().enumerate() {
            self.check_order(key, order)?;
        }
        for (attempt, reference) in &self.acknowledged {
            let state = self.attempts[*attempt].state;
            let is_lost =
                matches!(state, AttemptState::Submitting | AttemptState::Unknown | AttemptState::Declined);
            let is_captured = self.payments[*reference].status == TransactionStatus::Captured;
            ensure(!(is_lost && is_captured), "I10", || {
                format!("the buyer was told that payment {reference} is made, and the attempt is {state:?}")
            })?;
        }
        Ok(())
    }

    fn check_order(&self, key: usize, order: &Order) -> Checked {
        let live = || self.attempts.iter().filter(|one| one.order == key && is_exclusive(one.state));
        ensure(live().count() <= 1, "I3", || format!("order {key} has two payments"))?;
        let is_open = live().any(|attempt| attempt.state.is_under_way());
        ensure(!is_open || order.reservation.is_held() || order.was_released, "I1", || {
            format!("a payment of order {key} is under way, and its stock is {:?}", order.reservation)
        })?;
        let refunds = self.refunds_under_way(key);
        ensure(refunds <= TOTAL, "I3", || format!("{refunds} cents of order {key} are refunded"))
    }

    /// Lets everything arrive and run, and checks the end.
    pub fn recover(&mut self) -> Checked {
        for attempt in std::mem::take(&mut self.late_charges) {
            self.charge(attempt, false);
        }
        for late in std::mem::take(&mut self.late_refunds) {
            self.refund_or_void(late.key, late.reference, late.amount);
        }
        for payment in &mut self.payments {
            if payment.status == TransactionStatus::Processing && !payment.is_echeck {
                payment.status = TransactionStatus::Captured;
            }
        }
        for round in 0..ROUNDS {
            for notice in std::mem::take(&mut self.notices) {
                self.deliver(notice.event, notice.reference);
            }
            self.read_notices();
            self.look_up_due();
            self.apply(Step::new(Kind::Reconcile));
            for refund in 0..self.refunds.len() {
                self.run_refund(refund);
            }
            if round == SETTLEMENT_ROUND {
                self.settle_batch();
            }
            let mut parts = 0;
            while !self.tasks.is_empty() {
                self.run_task(0, 0);
                self.check()?;
                parts += 1;
                ensure(parts < MAX_PARTS, "I2", || "a task never ends".to_owned())?;
            }
            self.sweep();
            self.now += if round == DAY_ROUND { TimeDelta::days(1) } else { TimeDelta::seconds(61) };
            self.check()?;
        }
        self.orders.iter().enumerate().try_for_each(|(key, order)| self.check_end(key, order))
    }

    /// What the provider has of an order, apart from payments that staff have to decide about.
    fn balance(&self, order: usize) -> i64 {
        let payments = self.payments.iter().enumerate();
        let own = payments.filter(|(_, payment)| self.attempts[payment.attempt].order == order);
        own.map(|(reference, payment)| {
            let captured = if payment.status == TransactionStatus::Captured { TOTAL } else { 0 };
            let waits = self.orphans.iter().any(|orphan| orphan.reference == reference && !orphan.is_settled);
            if waits && captured - payment.refunded == TOTAL { 0 } else { captured - payment.refunded }
        })
        .sum()
    }

    fn check_end(&self, key: usize, order: &Order) -> Checked {
        let balance = self.balance(key);
        let booked = order.paid - order.given_back - order.returned;
        let state = order.state;
        let describe = |what: &'static str| {
            move || format!("order {key} ({state:?}, provider {balance}, books {booked}): {what}")
        };
        let mut attempts = self.attempts.iter().filter(|attempt| attempt.order == key);
        ensure(
            !attempts.any(|attempt| attempt.state.is_under_way()),
            "I2",
            describe("a payment is still open"),
        )?;
        ensure(!order.reservation.is_held(), "I1", describe("its stock is held for nothing"))?;
        let is_open = |one: &RefundState| *one == RefundState::Requested;
        let mut refunds = self.refunds.iter().filter(|refund| refund.order == key);
        ensure(!refunds.any(|refund| is_open(&refund.state)), "I2", describe("a refund is still open"))?;
        ensure(balance == booked, "I8", describe("the books differ from the provider's"))?;
        ensure(self.count_charges(key) <= 1, "I3", describe("it is charged twice"))?;
        let is_claimed = order.reservation == Reservation::Claimed;
        match state {
            State::Processing => ensure(is_claimed && balance > 0, "I2", describe("sold and not paid")),
            State::Refunded => ensure(balance <= 0, "I2", describe("refunded, and money is left")),
            _ => {
                ensure(balance <= 0, "I2", describe("paid and not sold"))?;
                ensure(!is_claimed, "I1", describe("closed, and its stock is gone"))
            }
        }
    }

    /// Charges of an order whose money was not given back and that nobody undoes.
    fn count_charges(&self, order: usize) -> usize {
        let payments = self.payments.iter().enumerate();
        let left = payments.filter(|(reference, payment)| {
            self.attempts[payment.attempt].order == order
                && payment.status == TransactionStatus::Captured
                && payment.refunded < TOTAL
                && !self.orphans.iter().any(|orphan| orphan.reference == *reference)
        });
        left.count()
    }
}
