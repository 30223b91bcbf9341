//! What a buyer can do with an order: cancel it, order the same again, print it, return it by a form of the shop.
//!
//! The order's key gives access, as it does to the confirmation page: guests have it from the page and the emails, and the
//! customer's own order pages contain it.

use accounts::{
    service::{FormSession, redirect},
    view::{NoticeView, ORDER_URL},
};
use axum::{extract::State, response::Response};
use cart::view::CART_URL;
use edge::{AppError, Fields, Page, PathParam, Shop, Visitor, session};
use kernel::{CustomerId, Money, Quantity, msg};
use payments::{
    PaymentContext,
    rules::AttemptState,
    service::{
        attempts::{self, Attempt},
        offline,
        page::head,
        refund_later,
        refund_requests::{RefundReason, RefundRequest, refunds_under_way, request_refund},
    },
};
use serde::Deserialize;
use sqlx::PgConnection;

use super::{nonces, proofs::ProofRefusal, rendering::invoice_view};
use crate::{
    jobs::{self, OrderNotification},
    rules::{Cancellable, Cancellation, OrderEvent, State as OrderState, StateTrigger, cancellation},
    service::open,
    settle::give_back,
    store::{self, Order, OrderLine, OrderLinks, Shipment},
    view::{AGAIN_URL, CANCEL_URL, CancelView, OrderActionsView, PRINT_URL},
};

/// Fields of all actions: the key that gives access.
#[derive(Debug, Default, Deserialize)]
pub struct KeyForm {
    #[serde(default)]
    key: String,
}

/// What the order's page says after an action.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ActionNotice {
    notice: String,
    /// Pieces that were added to the cart.
    added: String,
    /// Positions of lines that were not added, and of lines that were added in part: `2.3`.
    missing: String,
    less: String,
}

impl ActionNotice {
    /// The cart, after products were added to it.
    pub fn cart_url(&self) -> Option<String> {
        (self.notice == "again").then(|| CART_URL.to_owned())
    }
}

fn action(pattern: &str, order: &Order) -> String {
    pattern.replace("{id}", &order.number.to_string())
}

/// The buttons of an order's page.
pub async fn actions(
    shop: &Shop,
    form_session: &FormSession,
    order: &Order,
    live: Option<&Attempt>,
    parcels: &[Shipment],
) -> Result<OrderActionsView, AppError> {
    let form = |url: &str, submit| {
        form_session
            .form(shop, &action(url, order), nonces::BUYER, submit)
            .with_hidden("key", order.key.as_str())
    };
    let links = shop.settings.get::<OrderLinks>().await?;
    let back = refunds_under_way(&shop.db, order.id).await?;
    let cancel = cancellation(&cancellable(order, live, parcels, back)).map(|outcome| CancelView {
        question: shop.messages.text(msg::orders::CANCEL_ASK.with("number", order.number.to_string())),
        text: match outcome {
            Cancellation::Unpaid => shop.messages.text(msg::orders::CANCEL_UNPAID),
            Cancellation::Refund(amount) => {
                shop.messages.text(msg::orders::CANCEL_REFUND.with("amount", amount.format()))
            }
        },
        form: form(CANCEL_URL, msg::orders::CANCEL).dangerous(),
    });
    let has_goods = !matches!(order.state, OrderState::Pending | OrderState::Failed | OrderState::OnHold);
    let has_left = matches!(order.state, OrderState::Shipped | OrderState::Delivered | OrderState::Completed);
    Ok(OrderActionsView {
        pay_url: (order.state.is_payable() && live.is_none()).then(|| order.pay_url()),
        again: has_goods.then(|| form(AGAIN_URL, msg::orders::AGAIN)),
        cancel,
        return_url: links.returns().filter(|_| has_left),
        print_url: order.state.is_paid().then(|| format!("{}?key={}", action(PRINT_URL, order), order.key)),
    })
}

fn cancellable(order: &Order, live: Option<&Attempt>, parcels: &[Shipment], back: Money) -> Cancellable {
    Cancellable {
        state: order.state,
        payment: live.map(|attempt| attempt.state),
        offline: order.offline,
        has_parcels: !parcels.is_empty(),
        total: order.total,
        open: Money::from_minor(order.total.as_minor() - back.as_minor()),
    }
}

/// The result of an action, on the page that it leads back to.
pub fn notices(shop: &Shop, lines: &[OrderLine], said: &ActionNotice) -> Vec<NoticeView> {
    let named = |positions: &str| -> Vec<OrderLine> {
        let positions: Vec<i16> = positions.split('.').filter_map(|text| text.parse().ok()).collect();
        lines.iter().filter(|line| positions.contains(&line.position)).cloned().collect()
    };
    match said.notice.as_str() {
        "cancelled" => vec![NoticeView::ok(msg::orders::CANCELLED, shop.messages)],
        "cancelled-refund" => vec![NoticeView::ok(msg::orders::CANCELLED_REFUND, shop.messages)],
        "proof-sent" => vec![NoticeView::ok(msg::orders::PROOF_SENT, shop.messages)],
        code if let Some(text) = ProofRefusal::text_of(code) => {
            vec![NoticeView::error(text, shop.messages)]
        }
        "payment-under-way" => vec![NoticeView::info(msg::orders::PAYMENT_UNDER_WAY, shop.messages)],
        "proof-in-review" => vec![NoticeView::info(msg::orders::PROOF_IN_REVIEW, shop.messages)],
        "not-cancelled" => vec![NoticeView::error(msg::orders::NOT_CANCELLED, shop.messages)],
        "again" => {
            let count: i64 = said.added.parse().unwrap_or(0).clamp(0, 100_000);
            let added = msg::orders::AGAIN_ADDED.with("count", count);
            let mut notices = vec![if count > 0 {
                NoticeView::ok(added, shop.messages)
            } else {
                NoticeView::info(added, shop.messages)
            }];
            for line in named(&said.missing) {
                notices.push(NoticeView::info(
                    msg::orders::AGAIN_MISSING.with("name", line.name),
                    shop.messages,
                ));
            }
            for line in named(&said.less) {
                notices
                    .push(NoticeView::info(msg::orders::AGAIN_LESS.with("name", line.name), shop.messages));
            }
            notices
        }
        _ => Vec::new(),
    }
}

/// The page that an action leads back to: the customer's own, or the one that the key opens.
pub async fn page_url(
    shop: &Shop,
    visitor: &Visitor,
    order: &Order,
    notice: &str,
) -> Result<String, AppError> {
    let customer = session::find_customer(&shop.db, visitor, shop.clock.now()).await?;
    Ok(if is_own(order, customer.map(|customer| customer.id)) {
        format!("{}?{notice}", ORDER_URL.replace("{number}", &order.number.to_string()))
    } else {
        format!("{}&{notice}", order.received_url())
    })
}

fn is_own(order: &Order, customer: Option<CustomerId>) -> bool {
    customer.is_some() && order.customer == customer
}

/// Cancels an order, and requests its refund if it was paid: one transaction, repeated without effect.
pub async fn cancel(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    visitor: Visitor,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<KeyForm>,
) -> Result<Response, AppError> {
    let order = open(&context, number, &form.key).await?;
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let order = store::lock(&mut *tx, order.id).await?.ok_or(AppError::NotFound)?;
    let notice = cancel_locked(&mut tx, &order, now).await?;
    tx.commit().await?;
    Ok(redirect(&page_url(&shop, &visitor, &order, &format!("notice={notice}")).await?, None))
}

async fn cancel_locked(
    db: &mut PgConnection,
    order: &Order,
    now: chrono::DateTime<chrono::Utc>,
) -> Result<&'static str, AppError> {
    let back = refunds_under_way(&mut *db, order.id).await?;
    if order.state == OrderState::Cancelled {
        return Ok(if back.is_zero() { "cancelled" } else { "cancelled-refund" });
    }
    let live = attempts::find_live(&mut *db, order.id).await?;
    let parcels = store::shipments(&mut *db, order.id).await?;
    let outcome = cancellation(&cancellable(order, live.as_ref(), &parcels, back));
    let next = order.state.after(StateTrigger::CancelledByBuyer);
    let (Some(outcome), Some(next)) = (outcome, next) else { return Ok("not-cancelled") };
    store::set_state(db, order, next, "", "", now).await?;
    store::record_event(&mut *db, order.id, OrderEvent::CancelledByBuyer, "", "", now).await?;
    give_back(db, order).await?;
    if let Some(attempt) = &live {
        offline::void(&mut *db, attempt, now).await?;
    }
    let notice = match (outcome, live) {
        (Cancellation::Refund(amount), Some(paid)) if paid.state == AttemptState::Captured => {
            let request = RefundRequest {
                order: order.id,
                attempt: &paid.key,
                amount,
                limit: order.total,
                reason: RefundReason::Cancelled,
                actor: "",
            };
            let key = request_refund(&mut *db, &request, now).await?;
            // The amount was computed under the same lock.
            let key = key.ok_or_else(|| anyhow::anyhow!("order {} cannot be refunded", order.id))?;
            refund_later(db, &key).await?;
            let text = amount.format();
            store::record_event(&mut *db, order.id, OrderEvent::RefundRequested, &text, "", now).await?;
            "cancelled-refund"
        }
        (Cancellation::Refund(_), _) => {
            return Err(anyhow::anyhow!("order {} has no payment", order.id).into());
        }
        (Cancellation::Unpaid, _) => "cancelled",
    };
    jobs::notify(db, order.id, OrderNotification::Cancelled, now).await?;
    Ok(notice)
}

/// Puts the same products into the visitor's cart, at today's prices, and says which could not be added.
pub async fn again(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    visitor: Visitor,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<KeyForm>,
) -> Result<Response, AppError> {
    let order = open(&context, number, &form.key).await?;
    let saved = store::saved_lines(&shop.db, order.id).await?;
    let lines: Vec<_> = saved.iter().map(|(_, line)| line.clone()).collect();
    let restored = cart::service::restore(&shop, &visitor, visitor.address, &lines).await?;
    let (mut missing, mut less, mut pieces) = (Vec::new(), Vec::new(), 0);
    for (index, (position, line)) in saved.iter().enumerate() {
        let wanted = Quantity::from_units(line.quantity);
        let has = restored.quantities.get(index).copied().unwrap_or(Quantity::ZERO);
        pieces += wanted.min(has).to_whole().unwrap_or(1);
        if has.is_zero() {
            missing.push(position.to_string());
        } else if has < wanted {
            less.push(position.to_string());
        }
    }
    let notice = format!("notice=again&added={pieces}&missing={}&less={}", missing.join("."), less.join("."));
    let url = page_url(&shop, &visitor, &order, &notice).await?;
    Ok(redirect(&url, restored.set_cookie))
}

/// The order as an invoice to print.
pub async fn print(
    State(shop): State<Shop>,
    State(context): State<PaymentContext>,
    PathParam(number): PathParam<i64>,
    Fields(form): Fields<KeyForm>,
) -> Result<Response, AppError> {
    let order = open(&context, number, &form.key).await?;
    if !order.state.is_paid() {
        return Err(AppError::NotFound);
    }
    let view = invoice_view(&shop, &context.db, &order, order.received_url()).await?;
    let head = head(&shop, &action(PRINT_URL, &order), view.title.clone());
    shop.personal_response(&Page::new(head, &view).slim()).await
}
