//! Applies changes of payments to orders: stock, journal, state and emails, in the transaction that changes the payment.

use chrono::{DateTime, Utc};
use kernel::{Money, OrderId};
use payments::{
    rules::{AttemptState, OfflineMethod},
    service::{
        self as payment_service, PaymentChange, PaymentSink, SinkFuture, UNREACHABLE,
        attempts::{self, Attempt},
        offline,
        refund_requests::{RefundReason, RefundRequest, RefundRow, refunds_under_way, request_refund},
    },
};
use sqlx::PgConnection;

use crate::{
    jobs::{self, OrderNotification},
    rules::{OrderEvent, State, StateTrigger},
    store::{self, Order, Posting},
};

/// Applies changes of payments to their orders. The storefront gives it to the payment context.
#[derive(Debug, Default, Clone, Copy)]
pub struct OrderSettlement;

impl PaymentSink for OrderSettlement {
    fn lock<'a>(&'a self, db: &'a mut PgConnection, order: OrderId) -> SinkFuture<'a, bool> {
        Box::pin(async move { Ok(store::lock(db, order).await?.is_some()) })
    }

    fn on_captured<'a>(&'a self, db: &'a mut PgConnection, change: PaymentChange) -> SinkFuture<'a, ()> {
        Box::pin(async move { Settlement::load(db, change).await?.on_captured().await })
    }

    fn on_accepted<'a>(&'a self, db: &'a mut PgConnection, change: PaymentChange) -> SinkFuture<'a, ()> {
        Box::pin(async move { Settlement::load(db, change).await?.on_accepted().await })
    }

    fn on_declined<'a>(&'a self, db: &'a mut PgConnection, change: PaymentChange) -> SinkFuture<'a, ()> {
        Box::pin(async move { Settlement::load(db, change).await?.on_declined().await })
    }

    fn on_refunded<'a>(&'a self, db: &'a mut PgConnection, change: PaymentChange) -> SinkFuture<'a, ()> {
        Box::pin(async move { Settlement::load(db, change).await?.on_refunded().await })
    }

    fn on_returned<'a>(&'a self, db: &'a mut PgConnection, change: PaymentChange) -> SinkFuture<'a, ()> {
        Box::pin(async move { Settlement::load(db, change).await?.on_returned().await })
    }

    fn on_unknown<'a>(&'a self, db: &'a mut PgConnection, change: PaymentChange) -> SinkFuture<'a, ()> {
        Box::pin(async move { Settlement::load(db, change).await?.on_unknown().await })
    }

    fn on_refund_done<'a>(
        &'a self,
        db: &'a mut PgConnection,
        refund: &'a RefundRow,
        now: DateTime<Utc>,
    ) -> SinkFuture<'a, bool> {
        Box::pin(on_refund_done(db, refund, now))
    }

    fn on_refund_refused<'a>(
        &'a self,
        db: &'a mut PgConnection,
        refund: &'a RefundRow,
        now: DateTime<Utc>,
    ) -> SinkFuture<'a, ()> {
        Box::pin(async move {
            let event = OrderEvent::RefundRefused;
            Ok(store::record_event(db, refund.order, event, &refund.amount.format(), "", now).await?)
        })
    }
}

/// A change of a payment, and its order under the order's lock.
struct Settlement<'a> {
    db: &'a mut PgConnection,
    order: Order,
    /// The attempt as it was before the change.
    attempt: Attempt,
    code: String,
    now: DateTime<Utc>,
}

impl<'a> Settlement<'a> {
    async fn load(db: &'a mut PgConnection, change: PaymentChange) -> anyhow::Result<Self> {
        let PaymentChange { attempt, code, at: now } = change;
        let order = store::lock(&mut *db, attempt.order).await?;
        let order =
            order.ok_or_else(|| anyhow::anyhow!("order {} of a payment is missing", attempt.order))?;
        Ok(Self { db, order, attempt, code, now })
    }

    async fn transition(&mut self, event: StateTrigger, detail: &str) -> anyhow::Result<Option<State>> {
        let Some(state) = self.order.state.after(event) else { return Ok(None) };
        store::set_state(self.db, &self.order, state, detail, "", self.now).await?;
        self.order.state = state;
        Ok(Some(state))
    }

    /// Commits the held stock; if it is sold out, marks the order unfulfillable and queues a refund.
    async fn on_captured(&mut self) -> anyhow::Result<()> {
        let amount = self.attempt.amount;
        store::post(self.db, &self.order, Posting::Payment, &self.attempt.key, amount, self.now).await?;
        if self.order.offline == Some(OfflineMethod::Cod) {
            // The goods were sold when the order was placed, and have moved on since.
            return Ok(store::mark_paid(&mut *self.db, self.order.id, self.now).await?);
        }
        // Emptied when the payment was accepted; staff, who confirm transfers, do not reach carts.
        if self.order.state != State::OnHold {
            empty_cart(self.db, &self.order).await?;
        }
        let has_goods = commit_stock(self.db, &self.order, self.now).await?;
        if has_goods {
            let was_accepted = self.order.state == State::OnHold;
            self.transition(StateTrigger::Paid, &self.attempt.key.clone()).await?;
            if !was_accepted {
                self.notify_received().await?;
            }
            self.save_method().await?;
        } else {
            self.transition(StateTrigger::PaidTooLate, &self.attempt.key.clone()).await?;
            let request = RefundRequest {
                order: self.order.id,
                attempt: &self.attempt.key,
                amount,
                limit: self.order.total,
                reason: RefundReason::Unfulfillable,
                actor: "",
            };
            if let Some(key) = request_refund(self.db, &request, self.now).await? {
                payment_service::refund_later(self.db, &key).await?;
            }
        }
        Ok(())
    }

    /// The payment is pending at a bank or under review: the stock stays held until it is captured. Cash is collected
    /// with the goods, so these are sold now.
    async fn on_accepted(&mut self) -> anyhow::Result<()> {
        empty_cart(self.db, &self.order).await?;
        if self.order.offline == Some(OfflineMethod::Cod) {
            anyhow::ensure!(
                commit_stock(self.db, &self.order, self.now).await?,
                "the stock of order {} is not held",
                self.order.id
            );
            self.transition(StateTrigger::CashAccepted, &self.attempt.key.clone()).await?;
            return self.notify_received().await;
        }
        if self.transition(StateTrigger::PaymentAccepted, &self.attempt.key.clone()).await?.is_some() {
            self.notify_received().await?;
            self.save_method().await?;
        }
        Ok(())
    }

    /// The buyer of an order that waited for a transfer has the first confirmation, which names the transfer.
    async fn notify_received(&mut self) -> anyhow::Result<()> {
        let earlier = attempts::list_by_order(&mut *self.db, self.order.id).await?;
        let gave_up = |one: &Attempt| one.kind.offline().is_some() && one.key != self.attempt.key;
        let notification = match earlier.iter().any(gave_up) {
            true => OrderNotification::ReceivedAgain { attempt: self.attempt.key.clone() },
            false => OrderNotification::Received,
        };
        jobs::notify_new_order(self.db, self.order.id, notification, self.now).await
    }

    async fn on_declined(&mut self) -> anyhow::Result<()> {
        let key = self.order.stock_key();
        cart::service::holds::release(self.db, &key).await?;
        if self.code == UNREACHABLE {
            // Not a decline: the order stays open and can be paid later.
            empty_cart(self.db, &self.order).await?;
            store::record_event(
                &mut *self.db,
                self.order.id,
                OrderEvent::PaymentUnreachable,
                &self.attempt.key,
                "",
                self.now,
            )
            .await?;
            jobs::notify(self.db, self.order.id, OrderNotification::Unpaid, self.now).await?;
            return Ok(());
        }
        // A decline during checkout is shown on the page; one that is found later is sent by email.
        let was_shown_at_once = self.attempt.state == AttemptState::Submitting;
        if self.transition(StateTrigger::PaymentDeclined, &self.code.clone()).await?.is_some() {
            cart::service::release_coupons(&mut *self.db, &key).await?;
            if !was_shown_at_once {
                jobs::notify(self.db, self.order.id, OrderNotification::Failed, self.now).await?;
            }
        }
        Ok(())
    }

    /// Voided or refunded, by the shop or in the provider's merchant interface.
    async fn on_refunded(&mut self) -> anyhow::Result<()> {
        if !refunds_under_way(&mut *self.db, self.order.id).await?.is_zero() {
            return Ok(());
        }
        if self.attempt.state != AttemptState::Captured {
            // Nothing had been captured.
            return self.on_declined().await;
        }
        cart::service::holds::release(self.db, &self.order.stock_key()).await?;
        let amount = self.attempt.amount;
        store::post(self.db, &self.order, Posting::Refund, &self.attempt.key, amount, self.now).await?;
        store::add_refunded(&mut *self.db, self.order.id, amount).await?;
        self.transition(StateTrigger::FullyRefunded, &self.attempt.key.clone()).await?;
        Ok(())
    }

    /// A bank returned the payment. Stock that has not been shipped is released and returned.
    async fn on_returned(&mut self) -> anyhow::Result<()> {
        let amount = self.attempt.amount;
        if self.attempt.state == AttemptState::Captured {
            store::post(self.db, &self.order, Posting::Return, &self.attempt.key, amount, self.now).await?;
        }
        let key = self.order.stock_key();
        if self.transition(StateTrigger::PaymentReturned, &self.attempt.key.clone()).await?.is_some() {
            cart::service::holds::release(self.db, &key).await?;
            cart::service::holds::return_stock(self.db, &key).await?;
            cart::service::release_coupons(&mut *self.db, &key).await?;
            jobs::notify(self.db, self.order.id, OrderNotification::Failed, self.now).await?;
        } else {
            store::record_event(
                &mut *self.db,
                self.order.id,
                OrderEvent::PaymentReturned,
                &self.attempt.key,
                "",
                self.now,
            )
            .await?;
        }
        Ok(())
    }

    async fn save_method(&mut self) -> anyhow::Result<()> {
        if self.order.wants_saved && self.order.customer.is_some() {
            jobs::save_method_later(self.db, self.order.id).await?;
        }
        Ok(())
    }

    /// The outcome of the payment is not known. Its stock stays held.
    async fn on_unknown(&mut self) -> anyhow::Result<()> {
        // The payment may have been made, so the buyer must not be able to order the same cart again.
        empty_cart(self.db, &self.order).await?;
        let (order, key) = (self.order.id, &self.attempt.key);
        store::record_event(&mut *self.db, order, OrderEvent::PaymentUnknown, key, "", self.now).await?;
        Ok(())
    }
}

/// Takes the held stock out of the inventory. If the hold has expired, holds the stock again first. Returns false if it
/// is sold out.
pub async fn commit_stock(db: &mut PgConnection, order: &Order, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let key = order.stock_key();
    if cart::service::holds::claim(db, &key).await? {
        return Ok(true);
    }
    let wanted = store::stock(&mut *db, order.id).await?;
    if wanted.is_empty() {
        return Ok(true);
    }
    // The order is paid, so the limit of holds per buyer does not apply.
    let terms = cart::service::holds::HoldTerms { max_orders: i64::MAX, ..Default::default() };
    let holder = edge::session::TokenHash(rand::random());
    let outcome = cart::service::holds::hold(db, &key, &holder, &key, &wanted, now, terms).await?;
    if outcome != cart::service::holds::HoldOutcome::Held {
        return Ok(false);
    }
    cart::service::holds::claim(db, &key).await
}

/// Gives up the transfer that an order waits for, so that it can be paid in another way. Stock and coupons stay the
/// order's. The caller holds its lock. Returns the order as it is then; `None` if its money has arrived.
pub async fn give_up_transfer(
    db: &mut PgConnection,
    mut order: Order,
    now: DateTime<Utc>,
) -> anyhow::Result<Option<Order>> {
    let Some(state) = order.state.after(StateTrigger::TransferGivenUp) else { return Ok(None) };
    if let Some(attempt) = attempts::find_live(&mut *db, order.id).await?
        && !offline::void(&mut *db, &attempt, now).await?
    {
        return Ok(None);
    }
    store::set_state(db, &order, state, "", "", now).await?;
    store::set_offline(&mut *db, order.id, None).await?;
    (order.state, order.offline, order.pay_by, order.cart) = (state, None, None, None);
    Ok(Some(order))
}

/// Gives back what a cancelled order took: held stock, sold stock and coupons. Repeated without effect.
pub async fn give_back(db: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    let key = order.stock_key();
    cart::service::holds::release(db, &key).await?;
    cart::service::holds::return_stock(db, &key).await?;
    cart::service::release_coupons(&mut *db, &key).await
}

pub async fn empty_cart(db: &mut PgConnection, order: &Order) -> sqlx::Result<()> {
    let Some(cart) = order.cart else { return Ok(()) };
    let keys: Vec<String> =
        store::lines(&mut *db, order.id).await?.into_iter().map(|line| line.key).collect();
    cart::service::remove_ordered(db, cart, &keys).await
}

/// Returns whether the order is fully refunded.
async fn on_refund_done(
    db: &mut PgConnection,
    refund: &RefundRow,
    now: DateTime<Utc>,
) -> anyhow::Result<bool> {
    let Some(order) = store::lock(&mut *db, refund.order).await? else { return Ok(false) };
    store::post(db, &order, Posting::Refund, &refund.key, refund.amount, now).await?;
    store::add_refunded(&mut *db, order.id, refund.amount).await?;
    let is_full = order.refunded.checked_add(refund.amount) >= Some(order.total);
    if is_full && let Some(next) = order.state.after(StateTrigger::FullyRefunded) {
        store::set_state(db, &order, next, &refund.key, "", now).await?;
    }
    store::record_event(&mut *db, order.id, OrderEvent::RefundDone, &refund.amount.format(), "", now).await?;
    let notification = OrderNotification::Refunded {
        key: refund.key.clone(),
        minor: refund.amount.as_minor(),
        was_sold_out: refund.reason == RefundReason::Unfulfillable,
    };
    jobs::notify(db, order.id, notification, now).await?;
    Ok(is_full)
}

/// Settles an order whose total is zero: it counts as paid when it is placed.
#[tracing::instrument(name = "settle", skip_all, fields(order = order.0))]
pub async fn settle_free(db: &mut PgConnection, order: OrderId, now: DateTime<Utc>) -> anyhow::Result<()> {
    let Some(order) = store::lock(&mut *db, order).await? else { return Ok(()) };
    debug_assert_eq!(order.total, Money::ZERO);
    commit_stock(db, &order, now).await?;
    empty_cart(db, &order).await?;
    store::set_state(db, &order, State::Processing, "", "", now).await?;
    jobs::notify_new_order(db, order.id, OrderNotification::Received, now).await
}
