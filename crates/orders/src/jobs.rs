//! Background work: order emails, saving the payment method of an order, and cancelling orders that were never paid.

mod cleanup;
mod emails;
mod saving;
mod transfers;

use accounts::{rules::ThrottlePolicy, service::ThrottledAction};
use chrono::{DateTime, Utc};
use graphile_worker::WorkerContext;
use kernel::{EmailAddress, OrderId};
use payments::PaymentContext;
use sqlx::PgConnection;

pub use cleanup::{CancelStale, cancel_stale};
pub use emails::{OrderNotification, ResentEmail, SendOrderNotification};
pub use saving::SaveMethod;
pub use transfers::{CancelOverdueTransfers, RemindTransfers, cancel_overdue_transfers, remind_transfers};

use crate::store;

/// State of these jobs, registered with the worker.
#[derive(Debug, Clone)]
pub struct OrderJobContext {
    pub payments: PaymentContext,
    /// Receives the shop's notification of each new order.
    pub orders_to: Option<EmailAddress>,
}

fn job_context(context: &WorkerContext) -> Result<OrderJobContext, String> {
    context
        .get_ext::<OrderJobContext>()
        .cloned()
        .ok_or_else(|| "the worker has no OrderJobContext".to_owned())
}

/// Queues an email to the buyer or the shop. A notification with the same key is sent once.
pub async fn notify(
    db: &mut PgConnection,
    order: OrderId,
    notification: OrderNotification,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    try_notify(db, order, notification, now).await?;
    Ok(())
}

/// Like [`notify`]. Returns whether an email was queued.
pub async fn try_notify(
    db: &mut PgConnection,
    order: OrderId,
    notification: OrderNotification,
    now: DateTime<Utc>,
) -> anyhow::Result<bool> {
    if !may_notify(db, order, &notification, now).await? {
        return Ok(false);
    }
    let key = notification.key(order, now);
    let payload = emails::OrderNotificationPayload { order: order.0, notification };
    mail::service::enqueue(db, "order", &key, &payload, now, |outbox_id| SendOrderNotification {
        outbox_id,
        further_ids: Vec::new(),
    })
    .await
}

/// Limits emails about unpaid orders to one a day for each address, because the address may belong to another person
/// than the one who typed it. A cancellation is not counted: only staff cancel by hand.
async fn may_notify(
    db: &mut PgConnection,
    order: OrderId,
    notification: &OrderNotification,
    now: DateTime<Utc>,
) -> anyhow::Result<bool> {
    if !matches!(notification, OrderNotification::Unpaid | OrderNotification::Failed) {
        return Ok(true);
    }
    let Some(order) = store::find(&mut *db, order).await? else { return Ok(false) };
    if order.was_paid() {
        return Ok(true);
    }
    let action = ThrottledAction {
        kind: "unpaid order email",
        subject: &order.buyer.email,
        policy: ThrottlePolicy::UNPAID_ORDERS,
    };
    Ok(accounts::service::try_throttle(db, &action, now).await?)
}

/// Queues the emails about a new order to the buyer and the shop as one job, because enqueueing is the most expensive
/// part of placing an order.
pub async fn notify_new_order(
    db: &mut PgConnection,
    order: OrderId,
    to_buyer: OrderNotification,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let mut outbox_ids = Vec::new();
    for notification in [to_buyer, OrderNotification::ShopNew] {
        if !may_notify(db, order, &notification, now).await? {
            continue;
        }
        let key = notification.key(order, now);
        let payload = emails::OrderNotificationPayload { order: order.0, notification };
        outbox_ids.extend(mail::service::insert(db, "order", &key, &payload, now).await?);
    }
    if let Some((outbox_id, further_ids)) = outbox_ids.split_first() {
        let job = SendOrderNotification { outbox_id: *outbox_id, further_ids: further_ids.to_vec() };
        edge::jobs::enqueue(db, &job, None).await?;
    }
    Ok(())
}

pub async fn save_method_later(db: &mut PgConnection, order: OrderId) -> anyhow::Result<()> {
    edge::jobs::enqueue(db, &SaveMethod { order: order.0 }, Some(&format!("save method {order}"))).await
}
