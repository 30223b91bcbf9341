//! Work done later: letters about orders, money that goes back, methods that are kept, and finding out what became of
//! payments whose answer was lost.

mod keeper;
mod letters;
mod money;
pub mod watch;

use accounts::{rules::Pace, store::Tried};
use chrono::{DateTime, Utc};
use graphile_worker::WorkerContext;
use kernel::OrderId;
use sqlx::PgConnection;

pub use keeper::{Lease, SILENCE, compare_books, keep, last_finished, look_up_due, read_notices, tidy};
pub use letters::{News, SendOrderNews};
pub use money::{KeepMethod, Refund, give_back};

use crate::{store, till::Till};

fn till(context: &WorkerContext) -> Result<Till, String> {
    context.get_ext::<Till>().cloned().ok_or_else(|| "the worker was started without a till".to_owned())
}

/// Tells a buyer, or the shop, what happened to an order: once for each thing that can happen to it.
pub async fn tell(
    db: &mut PgConnection,
    order: OrderId,
    news: News,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    if !may_tell(db, order, &news, now).await? {
        return Ok(());
    }
    let key = news.key(order, now);
    let told = letters::Told { order: order.0, news };
    mail::store::put(db, "order", &key, &told, now, |slot| SendOrderNews { slot, others: Vec::new() })
        .await?;
    Ok(())
}

/// Limits emails about unpaid orders to one a day for each address, because the address may belong to another person than
/// the one who typed it. A cancellation is not counted: only staff cancel by hand.
async fn may_tell(
    db: &mut PgConnection,
    order: OrderId,
    news: &News,
    now: DateTime<Utc>,
) -> anyhow::Result<bool> {
    if !matches!(news, News::Unpaid | News::Failed) {
        return Ok(true);
    }
    let Some(order) = store::find(&mut *db, order).await? else { return Ok(false) };
    if order.was_paid() {
        return Ok(true);
    }
    let tried = Tried { kind: "letter unpaid", whose: &order.buyer.email, pace: Pace::UNPAID_ORDERS };
    Ok(accounts::store::take_try(db, &tried, now).await?)
}

/// A new order: its buyer and the shop are told by one job, because putting jobs in line is the dearest part of an order.
pub async fn tell_of_new(
    db: &mut PgConnection,
    order: OrderId,
    to_buyer: News,
    now: DateTime<Utc>,
) -> anyhow::Result<()> {
    let mut slots = Vec::new();
    for news in [to_buyer, News::ShopNew] {
        if !may_tell(db, order, &news, now).await? {
            continue;
        }
        let key = news.key(order, now);
        let told = letters::Told { order: order.0, news };
        slots.extend(mail::store::put_alone(db, "order", &key, &told, now).await?);
    }
    if let Some((slot, others)) = slots.split_first() {
        let job = SendOrderNews { slot: *slot, others: others.to_vec() };
        edge::jobs::enqueue(db, &job, None).await?;
    }
    Ok(())
}

/// Puts money that is to go back in line.
pub async fn refund_later(db: &mut PgConnection, key: &str) -> anyhow::Result<()> {
    edge::jobs::enqueue(db, &Refund { key: key.to_owned() }, Some(key)).await
}

pub async fn keep_method_later(db: &mut PgConnection, order: OrderId) -> anyhow::Result<()> {
    edge::jobs::enqueue(db, &KeepMethod { order: order.0 }, Some(&format!("keep {order}"))).await
}
