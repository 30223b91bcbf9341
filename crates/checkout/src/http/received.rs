//! After placing: how an order stands, for whoever has its key.

use axum::{Extension, Json, extract::State, response::Response};
use cart::view::SHOP_URL;
use edge::{AppError, Fields, Shop, frame::PathNames};
use http::StatusCode;
use kernel::{Key, date, msg};
use payments::{
    provider::MethodKind,
    rules::AttemptState,
    store::{self as attempts, Attempt},
};
use serde::Deserialize;
use subtle::ConstantTimeEq;

use super::show::{head, order_view, slim};
use crate::{
    rules::State as OrderState,
    settle::UNREACHABLE,
    store::{self, Order},
    till::Till,
    view::{OrderConfirmationPageView, OrderStatusAnswer, ReceivedKind},
};

#[derive(Debug, Default, Deserialize)]
pub struct Keyed {
    #[serde(default)]
    pub key: String,
    /// What happened before this page was asked for.
    #[serde(default)]
    pub told: String,
}

/// An order by the number in the address and its key.
pub async fn open(shop: &Shop, names: &PathNames, key: &str) -> Result<Order, AppError> {
    find(shop, names.0.get("id").map_or("", String::as_str), key).await
}

/// An order by its number and its key. Without the right key there is no such order.
async fn find(shop: &Shop, number: &str, key: &str) -> Result<Order, AppError> {
    let till = shop.other::<Till>()?;
    let number = number.parse().map_err(|_| AppError::NotFound)?;
    let id = store::by_number(&till.db, number).await?.ok_or(AppError::NotFound)?;
    let order = store::find(&till.db, id).await?.ok_or(AppError::NotFound)?;
    let is_right = !key.is_empty() && bool::from(order.key.as_bytes().ct_eq(key.as_bytes()));
    if is_right { Ok(order) } else { Err(AppError::NotFound) }
}

pub async fn show(
    State(shop): State<Shop>,
    Extension(names): Extension<PathNames>,
    Fields(asked): Fields<Keyed>,
) -> Result<Response, AppError> {
    let till = shop.other::<Till>()?;
    let order = open(&shop, &names, &asked.key).await?;
    let tries = attempts::of_order(&till.db, order.id).await?;
    let live = tries.iter().find(|attempt| is_live(attempt));
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
    let lines = store::lines(&till.db, order.id).await?;
    let view = OrderConfirmationPageView {
        kind,
        greeting,
        hint: hint(&order, kind, tries.last())
            .map(|keys| keys.iter().map(|key| text(*key)).collect::<Vec<_>>().join(" ")),
        pay_url: (kind == ReceivedKind::Unpaid).then(|| order.pay_url()),
        shop_url: SHOP_URL.to_owned(),
        own_url: order.received_url(),
        order_key: order.key.clone(),
        placed: date::moment(order.created_at),
        order: order_view(&shop, &order, &lines, live).await?,
    };
    let head = head(&shop, &order.received_url(), title);
    slim(&shop, till, head, &view, StatusCode::OK).await
}

#[derive(Debug, Deserialize)]
pub struct StatusForm {
    order: String,
    key: String,
}

/// `order_status`: what the page of a payment that is being confirmed asks until there is something else to show.
pub async fn status(
    State(shop): State<Shop>,
    Fields(asked): Fields<StatusForm>,
) -> Result<Json<OrderStatusAnswer>, AppError> {
    let till = shop.other::<Till>()?;
    let order = find(&shop, &asked.order, &asked.key).await?;
    let tries = attempts::of_order(&till.db, order.id).await?;
    Ok(Json(OrderStatusAnswer { kind: kind(&order, tries.iter().find(|attempt| is_live(attempt))) }))
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
            Some(attempt) if attempt.kind == MethodKind::Echeck => &[msg::checkout::NEXT_BANK_HINT],
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
