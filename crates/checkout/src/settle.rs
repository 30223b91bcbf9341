//! Records what the provider said: the one place where money, goods and an order's state move together.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::{Money, OrderId};
use payments::{
    provider::{Fate, MethodKind, MethodShown, Payment, Receipt},
    rules::AttemptState,
    store::{self as attempts, Attempt, Change},
};
use sqlx::{PgConnection, PgPool};

use crate::{
    jobs::{self, News},
    rules::{Event, Happening, State},
    store::{self, Order, Posting},
    till::Pace,
};

/// What the provider says about an attempt.
#[derive(Debug, Clone)]
pub struct Report {
    pub fate: Fate,
    pub reference: Option<String>,
    pub code: String,
    pub method: Option<MethodShown>,
}

impl Report {
    /// It was never there: said by us, after asking long enough.
    pub fn never(code: &str) -> Self {
        Self { fate: Fate::Declined, reference: None, code: code.to_owned(), method: None }
    }
}

impl From<Receipt> for Report {
    fn from(receipt: Receipt) -> Self {
        Self {
            fate: receipt.fate,
            reference: receipt.reference,
            code: receipt.code.unwrap_or_default(),
            method: receipt.method,
        }
    }
}

impl From<Payment> for Report {
    fn from(payment: Payment) -> Self {
        Self {
            fate: payment.fate,
            reference: Some(payment.reference),
            code: payment.code.unwrap_or_default(),
            method: payment.method,
        }
    }
}

/// How things stand after a report.
#[derive(Debug)]
pub struct Settled {
    pub attempt: AttemptState,
    pub order: State,
    /// The report told something new.
    pub is_new: bool,
}

/// One transaction: the attempt, the stock, the journal, the order, and the letters about it. Told twice, or in any
/// order, it ends the same. `None`: there is no such attempt.
pub async fn settle(
    db: &PgPool,
    pace: &Pace,
    key: &str,
    report: &Report,
    now: DateTime<Utc>,
) -> anyhow::Result<Option<Settled>> {
    let mut tx = db.begin().await?;
    let Some(found) = attempts::find(&mut *tx, key).await? else { return Ok(None) };
    // Everything about an order happens under its lock; what was read before it may be old by now.
    let Some(order) = store::lock(&mut *tx, found.order).await? else { return Ok(None) };
    let Some(attempt) = attempts::find(&mut *tx, key).await? else { return Ok(None) };
    let Some(next) = attempt.state.after(report.fate) else {
        return Ok(Some(Settled { attempt: attempt.state, order: order.state, is_new: false }));
    };
    let mut work = Work { db: &mut tx, order, attempt, now };
    work.move_attempt(next, report, pace).await?;
    let state = work.follow(next, report).await?;
    tx.commit().await?;
    metrics::counter!("matjar_payments_total", "state" => next.name()).increment(1);
    Ok(Some(Settled { attempt: next, order: state, is_new: true }))
}

/// It was sent, and nobody can say what happened: to be looked up. What is bought stays set aside.
pub async fn doubt(db: &PgPool, pace: &Pace, key: &str, now: DateTime<Utc>) -> anyhow::Result<bool> {
    let mut tx = db.begin().await?;
    let Some(found) = attempts::find(&mut *tx, key).await? else { return Ok(false) };
    let Some(order) = store::lock(&mut *tx, found.order).await? else { return Ok(false) };
    let change = Change {
        key,
        from: AttemptState::Submitting,
        to: AttemptState::Unknown,
        reference: None,
        code: "",
        method: None,
        look_at: Some(pace.next_look(found.created_at, 0, now)),
    };
    let doubted = attempts::change(&mut *tx, &change, now).await?;
    if doubted {
        // It may well have been paid: nobody is to buy the same again.
        empty_cart(&mut tx, &order).await?;
        store::note(&mut *tx, order.id, Happening::PaymentUnknown, key, "", now).await?;
    }
    tx.commit().await?;
    if doubted {
        metrics::counter!("matjar_payments_total", "state" => "unknown").increment(1);
    }
    Ok(doubted)
}

struct Work<'a, 'tx> {
    db: &'a mut sqlx::PgTransaction<'tx>,
    order: Order,
    attempt: Attempt,
    now: DateTime<Utc>,
}

impl Work<'_, '_> {
    async fn move_attempt(&mut self, next: AttemptState, report: &Report, pace: &Pace) -> sqlx::Result<()> {
        let change = Change {
            key: &self.attempt.key,
            from: self.attempt.state,
            to: next,
            reference: report.reference.as_deref(),
            code: &report.code,
            method: report.method.as_ref(),
            look_at: self.look_at(next, pace),
        };
        attempts::change(&mut **self.db, &change, self.now).await?;
        Ok(())
    }

    /// A bank says by itself when it is done; asking now and then costs little. It may take back what it paid for weeks.
    fn look_at(&self, next: AttemptState, pace: &Pace) -> Option<DateTime<Utc>> {
        let may_return = next == AttemptState::Captured && self.attempt.kind == MethodKind::Echeck;
        match next.is_under_way() {
            true => Some(self.now + pace.slow),
            false => may_return.then(|| self.now + TimeDelta::days(1)),
        }
    }

    /// What else a step of the attempt means.
    async fn follow(&mut self, next: AttemptState, report: &Report) -> anyhow::Result<State> {
        match next {
            AttemptState::Captured => self.paid().await,
            AttemptState::Processing | AttemptState::Authorised => self.accepted().await,
            AttemptState::Declined => self.lost(report).await,
            AttemptState::Voided | AttemptState::Refunded => self.given_back(report).await,
            AttemptState::Returned | AttemptState::Disputed => self.taken_back().await,
            AttemptState::Submitting | AttemptState::RequiresAction | AttemptState::Unknown => {
                Ok(self.order.state)
            }
        }
    }

    async fn enter(&mut self, event: Event, detail: &str) -> anyhow::Result<Option<State>> {
        let Some(state) = self.order.state.after(event) else { return Ok(None) };
        store::set_state(self.db, &self.order, state, detail, "", self.now).await?;
        self.order.state = state;
        Ok(Some(state))
    }

    /// The money is ours: so the goods are theirs, or the money goes back.
    async fn paid(&mut self) -> anyhow::Result<State> {
        let amount = self.attempt.amount;
        store::post(self.db, &self.order, Posting::Payment, &self.attempt.key, amount, self.now).await?;
        empty_cart(self.db, &self.order).await?;
        let has_goods = take_stock(self.db, &self.order, self.now).await?;
        if has_goods {
            let was_accepted = self.order.state == State::OnHold;
            self.enter(Event::Paid, &self.attempt.key.clone()).await?;
            if !was_accepted {
                jobs::tell_of_new(self.db, self.order.id, News::Received, self.now).await?;
            }
            self.keep_method().await?;
        } else {
            self.enter(Event::PaidTooLate, &self.attempt.key.clone()).await?;
            let words = ("unfulfillable", "");
            let asked =
                store::ask_refund(self.db, &self.order, &self.attempt.key, amount, words, self.now).await?;
            if let Some(key) = asked {
                jobs::refund_later(self.db, &key).await?;
            }
        }
        Ok(self.order.state)
    }

    /// A bank takes its days: the goods wait, set aside, until it has paid.
    async fn accepted(&mut self) -> anyhow::Result<State> {
        empty_cart(self.db, &self.order).await?;
        if self.enter(Event::PaymentAccepted, &self.attempt.key.clone()).await?.is_some() {
            jobs::tell_of_new(self.db, self.order.id, News::Received, self.now).await?;
            self.keep_method().await?;
        }
        Ok(self.order.state)
    }

    async fn lost(&mut self, report: &Report) -> anyhow::Result<State> {
        let key = self.order.stock_key();
        cart::store::holds::release(self.db, &key).await?;
        if report.code == UNREACHABLE {
            // Nobody declined anything: the order waits to be paid later.
            empty_cart(self.db, &self.order).await?;
            store::note(
                &mut **self.db,
                self.order.id,
                Happening::PaymentUnreachable,
                &self.attempt.key,
                "",
                self.now,
            )
            .await?;
            jobs::tell(self.db, self.order.id, News::Unpaid, self.now).await?;
            return Ok(self.order.state);
        }
        // Whoever was told at once sees it on the page; whoever had to wait is told by letter.
        let told_at_once = self.attempt.state == AttemptState::Submitting;
        if self.enter(Event::PaymentLost, &report.code).await?.is_some() {
            cart::store::give_coupons_back(&mut **self.db, &key).await?;
            if !told_at_once {
                jobs::tell(self.db, self.order.id, News::Failed, self.now).await?;
            }
        }
        Ok(self.order.state)
    }

    /// Undone or given back, by us or at the provider's own desk.
    async fn given_back(&mut self, report: &Report) -> anyhow::Result<State> {
        if !store::refunds_under_way(&mut **self.db, self.order.id).await?.is_zero() {
            return Ok(self.order.state);
        }
        if self.attempt.state != AttemptState::Captured {
            // It was never ours.
            return self.lost(report).await;
        }
        cart::store::holds::release(self.db, &self.order.stock_key()).await?;
        let amount = self.attempt.amount;
        store::post(self.db, &self.order, Posting::Refund, &self.attempt.key, amount, self.now).await?;
        store::add_refunded(&mut **self.db, self.order.id, amount).await?;
        self.enter(Event::RefundedWhole, &self.attempt.key.clone()).await?;
        Ok(self.order.state)
    }

    /// A bank took the money back. Goods that are still here stay here.
    async fn taken_back(&mut self) -> anyhow::Result<State> {
        let amount = self.attempt.amount;
        if self.attempt.state == AttemptState::Captured {
            store::post(self.db, &self.order, Posting::Return, &self.attempt.key, amount, self.now).await?;
        }
        let key = self.order.stock_key();
        if self.enter(Event::PaymentReturned, &self.attempt.key.clone()).await?.is_some() {
            cart::store::holds::release(self.db, &key).await?;
            cart::store::holds::give_back(self.db, &key).await?;
            cart::store::give_coupons_back(&mut **self.db, &key).await?;
            jobs::tell(self.db, self.order.id, News::Failed, self.now).await?;
        } else {
            store::note(
                &mut **self.db,
                self.order.id,
                Happening::PaymentReturned,
                &self.attempt.key,
                "",
                self.now,
            )
            .await?;
        }
        Ok(self.order.state)
    }

    async fn keep_method(&mut self) -> anyhow::Result<()> {
        if self.order.wants_saved && self.order.customer.is_some() {
            jobs::keep_method_later(self.db, self.order.id).await?;
        }
        Ok(())
    }
}

/// The code of an attempt that could not even be begun.
pub const UNREACHABLE: &str = "unreachable";
/// The code of one that the provider has never heard of.
pub const ABSENT: &str = "absent";

/// What was set aside leaves the shelf; what was given back in the meantime is set aside again first. False: it is gone.
pub async fn take_stock(db: &mut PgConnection, order: &Order, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let key = order.stock_key();
    if cart::store::holds::claim(db, &key).await? {
        return Ok(true);
    }
    let wanted = store::stock(&mut *db, order.id).await?;
    if wanted.is_empty() {
        return Ok(true);
    }
    // Paid is paid: no limit on what one buyer holds applies any more.
    let terms = cart::store::holds::Terms { most: i64::MAX, ..Default::default() };
    let holder = edge::session::TokenHash(rand::random());
    let answer = cart::store::holds::hold(db, &key, &holder, &key, &wanted, now, terms).await?;
    if answer != cart::store::holds::Answer::Held {
        return Ok(false);
    }
    cart::store::holds::claim(db, &key).await
}

pub async fn empty_cart(db: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    let Some(cart) = order.cart else { return Ok(()) };
    let keys: Vec<String> =
        store::lines(&mut *db, order.id).await?.into_iter().map(|line| line.key).collect();
    cart::store::take_out(db, cart, &keys).await
}

/// A refund is through, or can never be.
pub async fn finish_refund(
    db: &PgPool,
    key: &str,
    reference: Option<&str>,
    is_done: bool,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let Some(refund) = store::refund(db, key).await? else { return Ok(()) };
    let mut tx = db.begin().await?;
    let Some(order) = store::lock(&mut *tx, refund.order).await? else { return Ok(()) };
    let state = if is_done { "done" } else { "refused" };
    if !store::finish_refund(&mut *tx, key, state, reference, now).await? {
        return Ok(());
    }
    if is_done {
        store::post(&mut tx, &order, Posting::Refund, key, refund.amount, now).await?;
        store::add_refunded(&mut *tx, order.id, refund.amount).await?;
        let whole = order.refunded.checked_add(refund.amount) >= Some(order.total);
        if whole && let Some(next) = order.state.after(Event::RefundedWhole) {
            store::set_state(&mut tx, &order, next, key, "", now).await?;
        }
        store::note(&mut *tx, order.id, Happening::RefundDone, &refund.amount.format(), "", now).await?;
        let news = News::Refunded {
            key: key.to_owned(),
            minor: refund.amount.as_minor(),
            was_sold_out: refund.reason == "unfulfillable",
        };
        jobs::tell(&mut tx, order.id, news, now).await?;
        if whole {
            mark_refunded(&mut tx, &refund.attempt, now).await?;
        }
    } else {
        store::note(&mut *tx, order.id, Happening::RefundRefused, &refund.amount.format(), "", now).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// An attempt whose money has gone back whole.
async fn mark_refunded(db: &mut PgConnection, key: &str, now: DateTime<Utc>) -> sqlx::Result<()> {
    let change = Change {
        key,
        from: AttemptState::Captured,
        to: AttemptState::Refunded,
        reference: None,
        code: "",
        method: None,
        look_at: None,
    };
    attempts::change(db, &change, now).await?;
    Ok(())
}

/// An order that costs nothing is paid by being placed.
pub async fn settle_free(db: &mut PgConnection, order: OrderId, now: DateTime<Utc>) -> anyhow::Result<()> {
    let Some(order) = store::lock(&mut *db, order).await? else { return Ok(()) };
    debug_assert_eq!(order.total, Money::ZERO);
    take_stock(db, &order, now).await?;
    empty_cart(db, &order).await?;
    store::set_state(db, &order, State::Processing, "", "", now).await?;
    jobs::tell_of_new(db, order.id, News::Received, now).await
}
