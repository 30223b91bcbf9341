//! What other capabilities may ask of orders.

use edge::AppError;
use payments::{PaymentContext, service::attempts};
use sqlx::PgConnection;
use subtle::ConstantTimeEq;

pub use crate::{
    http::order_view,
    jobs::{OrderNotification, notify_new_order},
    rules::Payability,
    settle::{empty_cart, give_up_transfer, settle_free},
    store::{
        Buyer, CreatedOrder, Gift, NewOrder, OfflineOrder, Order, OrderLine, OrderTotals, RecentUnpaidOrders,
        find, find_being_paid, find_by_form_key, find_by_number, insert, lines, lock, lock_open_orders,
        recent_unpaid_orders, record_event, set_offline, set_state, set_wants_saved, stock, stock_key,
        supersede,
    },
};

/// What the home page of staff shows of orders and the ledger.
pub mod office {
    pub use crate::store::office::{
        BestSeller, Booked, Figures, LOOKED_AT, Waiting, best_sellers, figures, fill_quarters,
        orders_to_approve, to_prepare, unknown_payments,
    };
}

/// Whether another payment of the order may begin.
pub async fn payability(db: &mut PgConnection, order: &Order) -> sqlx::Result<Payability> {
    let has_live = attempts::find_live(&mut *db, order.id).await?.is_some();
    let has_proof = crate::store::has_proof_in_review(&mut *db, order.id).await?;
    Ok(crate::rules::payability(order.state, order.unpaid_offline(), has_live, has_proof))
}

/// Finds an order by its number and its key. Without the right key no such order exists for the caller.
pub async fn open(context: &PaymentContext, number: i64, key: &str) -> Result<Order, AppError> {
    let id = crate::store::find_by_number(&context.db, number).await?.ok_or(AppError::NotFound)?;
    let order = find(&context.db, id).await?.ok_or(AppError::NotFound)?;
    let matches = !key.is_empty() && bool::from(order.key.as_bytes().ct_eq(key.as_bytes()));
    if !matches {
        return Err(AppError::NotFound);
    }
    edge::trace::record("order", order.id.0);
    edge::trace::record("number", order.number);
    Ok(order)
}
