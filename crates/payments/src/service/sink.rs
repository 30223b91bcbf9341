//! Where changes of payments are reported to.

use std::pin::Pin;

use chrono::{DateTime, Utc};
use kernel::OrderId;
use sqlx::PgConnection;

use crate::store::{Attempt, RefundRow};

pub type SinkFuture<'a, T> = Pin<Box<dyn Future<Output = anyhow::Result<T>> + Send + 'a>>;

/// A payment attempt that is changing.
#[derive(Debug)]
pub struct PaymentChange {
    /// As it was before the change.
    pub attempt: Attempt,
    /// The provider's reason code, or one of the shop's own, such as [`super::UNREACHABLE`].
    pub code: String,
    pub at: DateTime<Utc>,
}

/// Applies changes of payments to what was paid for. Each method runs in the transaction that changes the payment; an
/// error rolls both back, and the report is applied again later. Each change is reported once.
pub trait PaymentSink: Send + Sync {
    /// Locks the order until the transaction ends. Payments of one order change only under this lock. Returns false if
    /// there is no such order.
    fn lock<'a>(&'a self, db: &'a mut PgConnection, order: OrderId) -> SinkFuture<'a, bool>;

    /// The payment was captured.
    fn on_captured<'a>(&'a self, db: &'a mut PgConnection, change: PaymentChange) -> SinkFuture<'a, ()>;

    /// The payment is pending at a bank or under review.
    fn on_accepted<'a>(&'a self, db: &'a mut PgConnection, change: PaymentChange) -> SinkFuture<'a, ()>;

    /// Nothing was charged, or the charge could not be sent.
    fn on_declined<'a>(&'a self, db: &'a mut PgConnection, change: PaymentChange) -> SinkFuture<'a, ()>;

    /// The payment was voided or refunded, by the shop or in the provider's merchant interface.
    fn on_refunded<'a>(&'a self, db: &'a mut PgConnection, change: PaymentChange) -> SinkFuture<'a, ()>;

    /// A bank returned the payment.
    fn on_returned<'a>(&'a self, db: &'a mut PgConnection, change: PaymentChange) -> SinkFuture<'a, ()>;

    /// The outcome of the charge is not known. It is looked up until it is.
    fn on_unknown<'a>(&'a self, db: &'a mut PgConnection, change: PaymentChange) -> SinkFuture<'a, ()>;

    /// A requested refund was made. Returns whether everything that was paid is refunded now.
    fn on_refund_done<'a>(
        &'a self,
        db: &'a mut PgConnection,
        refund: &'a RefundRow,
        now: DateTime<Utc>,
    ) -> SinkFuture<'a, bool>;

    /// The provider declined a requested refund.
    fn on_refund_refused<'a>(
        &'a self,
        db: &'a mut PgConnection,
        refund: &'a RefundRow,
        now: DateTime<Utc>,
    ) -> SinkFuture<'a, ()>;
}
