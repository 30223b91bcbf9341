//! The order confirmation page. Access requires the order's key.

use axum::{Json, extract::State, response::Response};
use cart::view::SHOP_URL;
use chrono::TimeDelta;
use edge::{AppError, Fields, Page, PathParam, Shop, ShopZone};
use kernel::{Key, msg};
use payments::{
    PaymentContext,
    provider::PaymentMethodKind,
    rules::AttemptState,
    service::{
        UNREACHABLE,
        attempts::{self, Attempt},
        page::head,
    },
};
use serde::Deserialize;

use super::rendering::order_view;
use crate::{
    rules::State as OrderState,
    service::open,
    store::{self, Order, OrderLine},
    view::{OrderConfirmationPageView, OrderStatusAnswer, PurchaseItem, PurchaseView, ReceivedKind},
};

#[derive(Debug, Default, Deserialize)]
pub struct OrderKeyQuery {
    #[serde(default)]
    key: String,
}

pub async fn show(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    PathParam(number): PathParam<i64>,
    Fields(query): Fields<OrderKeyQuery>,
) -> Result<Response, AppError> {
    let order = open(&context, number, &query.key).await?;
    let order_attempts = attempts::list_by_order(&context.db, order.id).await?;
    let live = order_attempts.iter().find(|attempt| is_live(attempt));
    let kind = kind(&order, live);
    let text = |key: Key| shop.messages.text(key);
    let title = match kind {
        ReceivedKind::Paid | ReceivedKind::Waiting => text(msg::checkout::RECEIVED),
        ReceivedKind::Confirming => text(msg::checkout::CONFIRMING),
        ReceivedKind::Unpaid => text(msg::checkout::UNPAID),
        ReceivedKind::Cancelled => text(msg::checkout::CANCELLED),
        ReceivedKind::Refunded => text(msg::checkout::REFUNDED),
    };
    let greeting = match (kind, order.buyer.first_name.as_str()) {
        (ReceivedKind::Paid | ReceivedKind::Waiting, name) if !name.is_empty() => {
            shop.messages.text(msg::checkout::RECEIVED_NAMED.with("name", name.to_owned()))
        }
        _ => title.clone(),
    };
    let lines = store::lines(&context.db, order.id).await?;
    let view = OrderConfirmationPageView {
        kind,
        greeting,
        hint: hint(&order, kind, order_attempts.last())
            .map(|keys| keys.iter().map(|key| text(*key)).collect::<Vec<_>>().join(" ")),
        pay_url: (kind == ReceivedKind::Unpaid).then(|| order.pay_url()),
        shop_url: SHOP_URL.to_owned(),
        own_url: order.received_url(),
        order_key: order.key.clone(),
        placed: shop.settings.get::<ShopZone>().await?.date_time(order.created_at),
        purchase: purchase(&shop, &order, &lines, kind),
        order: order_view(&shop, &order, &lines, live).await?,
    };
    let head = head(&shop, &order.received_url(), title);
    // Nothing is paid on this page, so it does not let the provider's script in.
    shop.personal_response(&Page::new(head, &view).slim()).await
}

/// The link in an email is opened later, often on another device: that is no second purchase.
const PURCHASE_REPORTED_FOR: TimeDelta = TimeDelta::hours(24);

fn purchase(shop: &Shop, order: &Order, lines: &[OrderLine], kind: ReceivedKind) -> Option<PurchaseView> {
    let is_new = shop.clock.now() - order.created_at < PURCHASE_REPORTED_FOR;
    let is_bought = matches!(kind, ReceivedKind::Paid | ReceivedKind::Waiting);
    if shop.tags.is_empty() || !is_new || !is_bought {
        return None;
    }
    let item = |line: &OrderLine| PurchaseItem {
        id: line.product_id.to_string(),
        name: line.name.clone(),
        quantity: line.quantity.to_string(),
        price: line.unit.to_decimal(),
    };
    Some(PurchaseView {
        number: order.number.to_string(),
        value: order.total.to_decimal(),
        tax: order.tax.to_decimal(),
        shipping: order.shipping.to_decimal(),
        currency: kernel::Currency::shop().code,
        coupon: order.coupons.iter().map(|coupon| coupon.code.as_str()).collect::<Vec<_>>().join(","),
        items: lines.iter().map(item).collect(),
        tags: shop.tags.as_ref().clone(),
    })
}

#[derive(Debug, Deserialize)]
pub struct StatusForm {
    order: String,
    key: String,
}

/// `order_status`: polled by the confirmation page while the payment is being confirmed.
pub async fn status(
    State(context): State<PaymentContext>,
    Fields(query): Fields<StatusForm>,
) -> Result<Json<OrderStatusAnswer>, AppError> {
    let number = query.order.parse().map_err(|_| AppError::NotFound)?;
    let order = open(&context, number, &query.key).await?;
    let order_attempts = attempts::list_by_order(&context.db, order.id).await?;
    Ok(Json(OrderStatusAnswer { kind: kind(&order, order_attempts.iter().find(|attempt| is_live(attempt))) }))
}

pub fn is_live(attempt: &Attempt) -> bool {
    !matches!(attempt.state, AttemptState::Declined | AttemptState::Voided | AttemptState::Returned)
}

fn kind(order: &Order, live: Option<&Attempt>) -> ReceivedKind {
    match order.state {
        OrderState::Pending | OrderState::Failed if live.is_some() => ReceivedKind::Confirming,
        OrderState::Pending | OrderState::Failed => ReceivedKind::Unpaid,
        OrderState::OnHold => ReceivedKind::Waiting,
        OrderState::Cancelled => ReceivedKind::Cancelled,
        OrderState::Refunded | OrderState::Unfulfillable => ReceivedKind::Refunded,
        _ => ReceivedKind::Paid,
    }
}

fn hint(order: &Order, kind: ReceivedKind, last: Option<&Attempt>) -> Option<&'static [Key]> {
    match kind {
        ReceivedKind::Paid => None,
        ReceivedKind::Waiting => Some(match last {
            Some(attempt) if attempt.kind == PaymentMethodKind::Echeck => &[msg::checkout::NEXT_BANK_HINT],
            _ => &[msg::checkout::NEXT_REVIEW_HINT],
        }),
        ReceivedKind::Confirming => Some(&[msg::payments::PROCESSING_PROBLEM]),
        ReceivedKind::Unpaid => Some(match last {
            Some(attempt) if attempt.code == UNREACHABLE => {
                &[msg::payments::GENERAL_ERROR, msg::payments::LATER]
            }
            Some(_) => &[msg::checkout::UNPAID_HINT],
            None => &[msg::checkout::UNPAID_LATER],
        }),
        ReceivedKind::Cancelled => Some(&[msg::checkout::CANCELLED_HINT]),
        ReceivedKind::Refunded if order.state == OrderState::Unfulfillable => {
            Some(&[msg::checkout::UNFULFILLABLE_HINT])
        }
        ReceivedKind::Refunded => None,
    }
}
