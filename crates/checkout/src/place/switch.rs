//! Pays an existing order in another way than it was placed with. At most one payment of an order can still be made: a
//! transfer is given up in the transaction that begins the other payment, and a payment at the provider must have failed.

use chrono::{DateTime, Utc};
use edge::{AppError, Shop, Visitor, session::TokenHash};
use kernel::{CustomerId, Messages, msg};
use orders::{
    rules::{OrderEvent, StateTrigger},
    service::{self as order_service, CreatedOrder, Order, Payability},
};
use payments::{
    PaymentContext, provider::PaymentMethodKind, rules::OfflineMethod, service::form::method_title,
    settings::PaymentMethodSettings,
};
use sqlx::PgConnection;

use super::{
    PlaceOutcome, PlaceStep,
    checks::check_velocity,
    create::{Holder, InsertedOrder},
    offline::{self, Wanted},
    repeat_outcome, spend_coupons_again,
};

/// Prepares an order for a payment of this kind. The caller holds its lock. `None`: no payment may begin.
pub async fn make_payable(
    db: &mut PgConnection,
    order: Order,
    kind: PaymentMethodKind,
    now: DateTime<Utc>,
) -> Result<Option<Order>, AppError> {
    let is_same = order.offline.is_some_and(|method| PaymentMethodKind::from(method) == kind);
    if is_same || order_service::payability(db, &order).await? != Payability::Payable {
        return Ok(None);
    }
    if order.offline.is_none() {
        return Ok(Some(order));
    }
    let Some(order) = order_service::give_up_transfer(db, order, now).await? else { return Ok(None) };
    record_change(db, &order, kind, now).await?;
    Ok(Some(order))
}

/// Adds the change to the order's history.
async fn record_change(
    db: &mut PgConnection,
    order: &Order,
    kind: PaymentMethodKind,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let title = Messages::arabic().text(method_title(kind));
    order_service::record_event(db, order.id, OrderEvent::MethodChanged, &title, "", now).await
}

/// Lets an existing order be paid to the courier or by transfer, within the limits that hold at the checkout.
#[tracing::instrument(skip_all, fields(order = order.id.0, number = order.number))]
pub async fn pay_offline(
    shop: &Shop,
    context: &PaymentContext,
    visitor: &Visitor,
    token: &TokenHash,
    order: &Order,
    method: OfflineMethod,
    customer: Option<CustomerId>,
) -> Result<PlaceOutcome, AppError> {
    let now = context.clock.now();
    let alarmed = customer.is_none() && context.is_alarmed(now).await?;
    let wanted = Wanted::new(&*shop.settings.get::<PaymentMethodSettings>().await?, method);
    let refused = |why| Ok(PlaceOutcome::Refused(vec![why]));
    let mut tx = context.db.begin().await?;
    // The phone number is locked before the order, as the checkout does.
    let limit = wanted.check_open_orders(&mut tx, &order.buyer).await?;
    let Some(order) = order_service::lock(&mut *tx, order.id).await? else {
        return Ok(PlaceOutcome::EmptyCart);
    };
    let (id, was_offline) = (order.id, order.offline.is_some());
    let Some(order) = make_payable(&mut tx, order, method.into(), now).await? else {
        tx.rollback().await?;
        return repeat_outcome(context, id).await;
    };
    if let Some(why) = wanted.refusal(order.total, &order.buyer, order.recipient()) {
        return refused(why);
    }
    if let Some(wait) = check_velocity(context, &mut tx, token, visitor, alarmed).await? {
        return refused(wait);
    }
    if let Some(limit) = limit {
        return refused(limit);
    }
    if !spend_coupons_again(&mut tx, &order, now).await? {
        return refused(msg::checkout::NOT_PAYABLE.into());
    }
    let terms = wanted.order(&order.buyer, now);
    order_service::set_offline(&mut *tx, order.id, Some(&terms)).await?;
    if !was_offline {
        record_change(&mut tx, &order, method.into(), now).await?;
    }
    if let Some(state) = order.state.after(StateTrigger::PaymentBegun) {
        order_service::set_state(&mut tx, &order, state, "", "", now).await?;
    }
    let stock = order_service::stock(&mut *tx, order.id).await?;
    let address = visitor.address.0.to_string();
    let existing = InsertedOrder {
        created: CreatedOrder { id: order.id, number: order.number, key: order.key.clone() },
        total: order.total,
        stock: &stock,
        holder: Holder { token, address: &address },
    };
    Ok(match offline::place(shop, context, tx, &existing, &terms).await? {
        PlaceStep::Refused(why) => PlaceOutcome::Refused(why),
        _ => PlaceOutcome::Order(id),
    })
}
