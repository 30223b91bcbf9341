//! Emails about an order. They are composed when they are sent, from the order's current state.

use chrono::{DateTime, Utc};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::{EmailAddress, Message, Money, OrderId, msg};
use mail::{Email, Mailer, jobs::mailer, service::OutboxId};
use payments::{
    provider::PaymentMethodKind,
    service::{attempts, refund_requests::find_refund},
};
use serde::{Deserialize, Serialize};

use crate::{
    rules::{State, item_text},
    store::{self, Order, OrderLinePart},
};

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderNotification {
    Received,
    /// Placed, to be paid later.
    Unpaid,
    Failed,
    Cancelled,
    Shipped,
    Refunded {
        key: String,
        minor: i64,
        was_sold_out: bool,
    },
    /// To the shop.
    ShopNew,
}

impl OrderNotification {
    /// Deduplication key: each notification is sent once. Failures have distinct keys, because a payment can fail more
    /// than once.
    pub fn key(&self, order: OrderId, now: DateTime<Utc>) -> String {
        match self {
            Self::Received => format!("received {order}"),
            Self::Unpaid => format!("unpaid {order}"),
            Self::Failed => format!("failed {order} {}", now.timestamp_millis()),
            Self::Cancelled => format!("cancelled {order}"),
            Self::Shipped => format!("shipped {order}"),
            Self::Refunded { key, .. } => format!("refunded {key}"),
            Self::ShopNew => format!("shop {order}"),
        }
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub struct OrderNotificationPayload {
    pub order: i64,
    pub notification: OrderNotification,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct SendOrderNotification {
    pub outbox_id: OutboxId,
    #[serde(default)]
    pub further_ids: Vec<OutboxId>,
}

impl TaskHandler for SendOrderNotification {
    /// Jobs of earlier releases have this name.
    const IDENTIFIER: &'static str = "checkout.send_notification";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        let orders_to = super::job_context(&context)?.orders_to;
        let mut failed = None;
        for outbox_id in std::iter::once(self.outbox_id).chain(self.further_ids) {
            let compose = async |payload: OrderNotificationPayload| {
                compose(&mailer, orders_to.as_ref(), &payload).await
            };
            // A failed email does not block the others; the retry skips those that were sent.
            if let Err(error) = mailer.deliver(outbox_id, compose).await {
                failed = Some(format!("{error:#}"));
            }
        }
        failed.map_or(Ok(()), Err)
    }
}

async fn compose(
    mailer: &Mailer,
    orders_to: Option<&EmailAddress>,
    payload: &OrderNotificationPayload,
) -> anyhow::Result<Option<Email>> {
    edge::trace::record("order", payload.order);
    let Some(order) = store::find(&mailer.db, OrderId(payload.order)).await? else { return Ok(None) };
    if matches!(payload.notification, OrderNotification::ShopNew) {
        let Some(to) = orders_to else { return Ok(None) };
        let text = msg::checkout::MAIL_SHOP_NEW_LEAD.with("amount", order.total.format());
        let subject = number(msg::checkout::MAIL_SHOP_NEW, &order);
        let email = Email::new(to.clone(), "", subject).paragraph(text).reason(msg::mail::WHY_SHOP);
        return with_rows(mailer, email, &order).await.map(Some);
    }
    // An order whose buyer was erased has no email address.
    let Ok(to) = EmailAddress::parse(&order.buyer.email) else { return Ok(None) };
    let name = if is_address_proved(mailer, &order).await? { order.buyer.first_name.as_str() } else { "" };
    let email = |subject| Email::new(to.clone(), name, number(subject, &order)).reason(msg::mail::WHY_ORDER);
    let pay = (msg::checkout::MAIL_PAY, mailer.url(&order.pay_url()));
    let view = (msg::checkout::MAIL_VIEW, mailer.url(&order.received_url()));
    let email = match &payload.notification {
        OrderNotification::Received => {
            let lead = match order.state {
                State::OnHold => msg::checkout::MAIL_RECEIVED_WAITING,
                _ => msg::checkout::MAIL_RECEIVED_LEAD,
            };
            email(msg::checkout::MAIL_RECEIVED).paragraph(lead).button(view.0, view.1)
        }
        OrderNotification::Unpaid => {
            email(msg::checkout::MAIL_UNPAID).paragraph(msg::checkout::MAIL_UNPAID_LEAD).button(pay.0, pay.1)
        }
        OrderNotification::Failed => {
            email(msg::checkout::MAIL_FAILED).paragraph(msg::checkout::MAIL_FAILED_LEAD).button(pay.0, pay.1)
        }
        OrderNotification::Cancelled => {
            return Ok(Some(
                email(msg::checkout::MAIL_CANCELLED).paragraph(msg::checkout::MAIL_CANCELLED_LEAD),
            ));
        }
        OrderNotification::Shipped => email(msg::checkout::MAIL_SHIPPED)
            .paragraph(msg::checkout::MAIL_SHIPPED_LEAD)
            .button(view.0, view.1),
        OrderNotification::Refunded { key, minor, was_sold_out } => {
            let amount = Money::from_minor(*minor);
            let subject = match amount < order.total {
                true => msg::checkout::MAIL_REFUNDED_PART,
                false => msg::checkout::MAIL_REFUNDED,
            };
            let mut email = email(subject);
            if *was_sold_out {
                email = email.paragraph(msg::checkout::MAIL_UNFULFILLABLE_LEAD);
            }
            return Ok(Some(email.paragraph(refund_text(mailer, &order, key, amount).await?)));
        }
        OrderNotification::ShopNew => return Ok(None),
    };
    let email = match order.delivery {
        Some(_) => match order.promise(&cart::service::calendar(&mailer.db).await?) {
            Some(promise) => email.paragraph(delivery::arrival(&promise)),
            None => email,
        },
        None => email,
    };
    with_rows(mailer, email, &order).await.map(Some)
}

/// Whether the email address belongs to the buyer: the order was paid, or the customer's account has the same address.
/// Otherwise the email does not repeat the name that the buyer typed.
async fn is_address_proved(mailer: &Mailer, order: &Order) -> anyhow::Result<bool> {
    if order.was_paid() {
        return Ok(true);
    }
    let Some(customer) = order.customer else { return Ok(false) };
    let customer = accounts::service::find(&mailer.db, customer).await?;
    Ok(customer.is_some_and(|customer| customer.email.to_lowercase() == order.buyer.email.to_lowercase()))
}

fn number(key: kernel::Key, order: &Order) -> Message {
    key.with("number", order.number.to_string())
}

/// The refunded amount, and the card or account that receives it.
async fn refund_text(mailer: &Mailer, order: &Order, key: &str, amount: Money) -> anyhow::Result<Message> {
    let attempt = match find_refund(&mailer.db, key).await? {
        Some(refund) => attempts::find(&mailer.db, &refund.attempt).await?,
        None => None,
    };
    let lead = match attempt.filter(|attempt| !attempt.last4.is_empty()) {
        Some(paid) if paid.kind == PaymentMethodKind::Card => {
            msg::checkout::MAIL_REFUNDED_CARD.with("last4", paid.last4)
        }
        Some(paid) => msg::checkout::MAIL_REFUNDED_BANK.with("last4", paid.last4),
        None => msg::checkout::MAIL_REFUNDED_LEAD.into(),
    };
    Ok(lead.with("amount", amount.format()).with("number", order.number.to_string()))
}

/// Adds the order's lines and totals.
async fn with_rows(mailer: &Mailer, mut email: Email, order: &Order) -> anyhow::Result<Email> {
    let text = |message: Message| mailer.messages.text(message);
    for line in store::lines(&mailer.db, order.id).await? {
        let label = item_text(&line.quantity.to_string(), &line.name, None);
        let notes = line.detail.iter().cloned().chain(line.parts.iter().map(OrderLinePart::text)).collect();
        email = email.item(label, notes, line.total.format());
    }
    email = email.row(text(msg::checkout::SUBTOTAL.into()), order.subtotal.format(), false);
    for coupon in &order.coupons {
        let label = text(msg::checkout::DISCOUNT.with("code", coupon.code.clone()));
        email = email.row(label, Money::from_minor(-coupon.minor).format(), false);
    }
    if !order.shipping_title.is_empty() {
        let cost = match order.shipping.is_zero() {
            true => text(msg::checkout::FREE.into()),
            false => order.shipping.format(),
        };
        email = email.row(&order.shipping_title, cost, false);
    }
    for tax in &order.taxes {
        email = email.row(&tax.name, Money::from_minor(tax.minor).format(), false);
    }
    Ok(email.row(text(msg::checkout::TOTAL.into()), order.total.format(), true))
}
