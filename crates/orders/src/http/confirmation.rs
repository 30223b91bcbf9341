//! The order confirmation page. Access requires the order's key.

use accounts::service::FormSession;
use axum::{Json, extract::State, response::Response};
use cart::view::SHOP_URL;
use chrono::TimeDelta;
use edge::{AppError, Fields, Page, PathParam, Shop, ShopZone, Visitor};
use kernel::{Key, msg};
use media::MediaContext;
use payments::{
    PaymentContext,
    provider::PaymentMethodKind,
    rules::{AttemptState, OfflineMethod},
    service::{
        UNREACHABLE,
        attempts::{self, Attempt},
        form::bank_accounts,
        page::head,
    },
    settings::PaymentMethodSettings,
};
use serde::Deserialize;

use super::{
    actions::{ActionNotice, actions, notices},
    proofs,
    rendering::order_view,
};
use crate::{
    rules::{OrderEvent, State as OrderState},
    service::open,
    store::{self, Order, OrderLine},
    view::{
        CONTACT_URL, OrderConfirmationPageView, OrderStatusAnswer, PurchaseItem, PurchaseView, ReceivedKind,
        TRACK_URL, TransferView,
    },
};

#[derive(Debug, Default, Deserialize)]
pub struct OrderKeyQuery {
    #[serde(default)]
    key: String,
    #[serde(flatten)]
    said: ActionNotice,
}

pub async fn show(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    State(media): State<MediaContext>,
    visitor: Visitor,
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
    let parcels = store::shipments(&context.db, order.id).await?;
    let form_session = FormSession::for_anyone(&shop, &visitor).await?;
    let view = OrderConfirmationPageView {
        actions: actions(&shop, &form_session, &order, live, &parcels).await?,
        notices: notices(&shop, &lines, &query.said),
        track_url: TRACK_URL.to_owned(),
        contact_url: CONTACT_URL.to_owned(),
        cart_url: query.said.cart_url(),
        kind,
        greeting,
        hint: offline_hint(&shop, &order).or_else(|| {
            hint(&order, kind, order_attempts.last())
                .map(|keys| keys.iter().map(|key| text(*key)).collect::<Vec<_>>().join(" "))
        }),
        transfer: transfer_view(&shop, &media, &form_session, &order).await?,
        pay_url: (kind == ReceivedKind::Unpaid).then(|| order.pay_url()),
        shop_url: SHOP_URL.to_owned(),
        own_url: order.received_url(),
        order_key: order.key.clone(),
        purchase: purchase(&shop, &order, &lines, kind),
        order: order_view(&shop, &order, &lines, live).await?,
    };
    let head = head(&shop, &order.received_url(), title);
    // Nothing is paid on this page, so it does not let the provider's script in.
    let mut response = shop.personal_response(&Page::new(head, &view).slim()).await?;
    form_session.append_cookie(&mut response);
    Ok(response)
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

/// What the buyer of an order without a provider still has to do.
fn offline_hint(shop: &Shop, order: &Order) -> Option<String> {
    let amount = order.total.format();
    match order.unpaid_offline()? {
        OfflineMethod::Cod if order.cash_due().is_some() => {
            Some(shop.messages.text(msg::orders::CASH_HINT.with("amount", amount)))
        }
        OfflineMethod::Bacs if order.state == OrderState::OnHold => {
            Some(shop.messages.text(msg::orders::TRANSFER_HINT.with("amount", amount)))
        }
        _ => None,
    }
}

/// Where the money of an order goes that waits for a transfer.
pub async fn transfer_view(
    shop: &Shop,
    media: &MediaContext,
    form_session: &FormSession,
    order: &Order,
) -> Result<Option<TransferView>, AppError> {
    if !order.waits_for_transfer() {
        return Ok(None);
    }
    let settings = shop.settings.get::<PaymentMethodSettings>().await?;
    let zone = shop.settings.get::<ShopZone>().await?;
    Ok(Some(TransferView {
        amount: order.total.format(),
        reference: order.number.to_string(),
        pay_by: order.pay_by.map(|at| zone.weekday_and_time(at)),
        accounts: bank_accounts(&settings),
        refusal: refusal(shop, order).await?,
        proof: proofs::form_view(shop, media, form_session, order).await?,
        pay_url: (!store::has_proof_in_review(&shop.db, order.id).await?).then(|| order.pay_url()),
    }))
}

/// What staff wrote about the transfer, unless the buyer has sent another proof since.
async fn refusal(shop: &Shop, order: &Order) -> Result<Option<String>, AppError> {
    let history = store::events(&shop.db, order.id).await?;
    let about_proofs = [OrderEvent::TransferRefused.name(), OrderEvent::ProofSent.name()];
    let last = history.iter().rfind(|entry| about_proofs.contains(&entry.kind.as_str()));
    let refused = last.filter(|entry| entry.kind == OrderEvent::TransferRefused.name());
    Ok(refused
        .map(|entry| shop.messages.text(msg::orders::TRANSFER_REFUSED.with("reason", entry.detail.clone()))))
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
        ReceivedKind::Cancelled if order.was_paid() => Some(&[msg::orders::CANCELLED_HINT_REFUND]),
        ReceivedKind::Cancelled => Some(&[msg::checkout::CANCELLED_HINT]),
        ReceivedKind::Refunded if order.state == OrderState::Unfulfillable => {
            Some(&[msg::checkout::UNFULFILLABLE_HINT])
        }
        ReceivedKind::Refunded => None,
    }
}
