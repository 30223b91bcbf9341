//! Emails about an order. They are composed when they are sent, from the order's current state.

mod parts;

use chrono::{DateTime, Utc};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::{EmailAddress, Key, Message, Money, OrderId, msg};
use mail::{Email, Mailer, jobs::mailer, service::OutboxId};
use payments::{
    provider::PaymentMethodKind,
    rules::OfflineMethod,
    service::{
        attempts,
        refund_requests::{find_refund, refunds_under_way},
    },
};
use serde::{Deserialize, Serialize};

use self::parts::{Goods, OrderParts};
use crate::{
    rules::State,
    store::{self, Order},
};

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderNotification {
    Received,
    /// Paid in another way than the one that `Received` named.
    ReceivedAgain {
        attempt: String,
    },
    /// Placed, to be paid later.
    Unpaid,
    Failed,
    Cancelled,
    /// On its way without a parcel that was entered.
    Shipped,
    /// A parcel left.
    Parcel {
        shipment: i64,
    },
    Delivered,
    /// The shop has the buyer's transfer.
    TransferConfirmed,
    TransferRefused {
        reason: String,
    },
    /// The order is cancelled soon.
    TransferReminder,
    /// Cancelled, because the transfer did not come in time.
    TransferExpired,
    Refunded {
        key: String,
        minor: i64,
        was_sold_out: bool,
    },
    /// A note that staff wrote to the buyer.
    Note {
        note: i64,
    },
    /// An email that staff send again.
    Resent {
        email: ResentEmail,
    },
    /// To the shop.
    ShopNew,
    /// To the shop: the buyer sent a proof of the transfer.
    ShopProof {
        file: i64,
    },
}

/// Which email is sent again. It says what the order is now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResentEmail {
    Received,
    Unpaid,
    Shipped,
    Delivered,
    Cancelled,
}

impl ResentEmail {
    /// The email that can be sent again: the one of the order's state.
    pub fn for_order(order: &Order) -> Option<Self> {
        match order.state {
            _ if order.buyer.email.is_empty() => None,
            State::OnHold | State::Processing => Some(Self::Received),
            State::Shipped => Some(Self::Shipped),
            State::Delivered | State::Completed => Some(Self::Delivered),
            State::Cancelled => Some(Self::Cancelled),
            State::Pending | State::Failed => Some(Self::Unpaid),
            State::Refunded | State::Unfulfillable => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Received => "received",
            Self::Unpaid => "unpaid",
            Self::Shipped => "shipped",
            Self::Delivered => "delivered",
            Self::Cancelled => "cancelled",
        }
    }

    fn notification(self) -> OrderNotification {
        match self {
            Self::Received => OrderNotification::Received,
            Self::Unpaid => OrderNotification::Unpaid,
            Self::Shipped => OrderNotification::Shipped,
            Self::Delivered => OrderNotification::Delivered,
            Self::Cancelled => OrderNotification::Cancelled,
        }
    }
}

impl OrderNotification {
    /// Deduplication key: each notification is sent once. Failures have distinct keys, because a payment can fail more
    /// than once.
    pub fn key(&self, order: OrderId, now: DateTime<Utc>) -> String {
        match self {
            Self::Received => format!("received {order}"),
            Self::ReceivedAgain { attempt } => format!("received again {order} {attempt}"),
            Self::Unpaid => format!("unpaid {order}"),
            Self::Failed => format!("failed {order} {}", now.timestamp_millis()),
            Self::Cancelled => format!("cancelled {order}"),
            Self::Shipped => format!("shipped {order}"),
            Self::Parcel { shipment } => format!("parcel {shipment}"),
            Self::Delivered => format!("delivered {order}"),
            Self::TransferConfirmed => format!("transfer confirmed {order}"),
            Self::TransferRefused { .. } => format!("transfer refused {order} {}", now.timestamp_millis()),
            // The order may wait for a transfer twice.
            Self::TransferReminder => format!("transfer reminder {order} {}", now.timestamp_millis()),
            Self::TransferExpired => format!("transfer expired {order}"),
            Self::Refunded { key, .. } => format!("refunded {key}"),
            Self::Note { note } => format!("note {note}"),
            // One in a minute: a form that is sent twice sends one email.
            Self::Resent { email } => format!("resent {order} {} {}", email.name(), now.timestamp() / 60),
            Self::ShopNew => format!("shop {order}"),
            Self::ShopProof { file } => format!("proof {order} {file}"),
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
    let is_proved = is_address_proved(mailer, &order).await?;
    let parts = OrderParts::load(mailer, &order).await?;
    if matches!(payload.notification, OrderNotification::ShopNew) {
        let Some(to) = orders_to else { return Ok(None) };
        let lead = msg::checkout::MAIL_SHOP_NEW_LEAD.with("amount", order.total.format());
        let subject = number(msg::checkout::MAIL_SHOP_NEW, &order);
        let email = Email::new(to.clone(), "", subject.clone()).paragraph(lead).reason(msg::mail::WHY_SHOP);
        let content = parts.start(subject).facts().goods(msg::orders::GOODS, Goods::Priced).totals();
        return Ok(Some(email.order(content.address_if(is_proved).finish())));
    }
    if matches!(payload.notification, OrderNotification::ShopProof { .. }) {
        let Some(to) = orders_to else { return Ok(None) };
        let lead = msg::orders::MAIL_SHOP_PROOF_LEAD.with("amount", order.total.format());
        let subject = number(msg::orders::MAIL_SHOP_PROOF, &order);
        let email = Email::new(to.clone(), "", subject.clone()).paragraph(lead).reason(msg::mail::WHY_SHOP);
        return Ok(Some(email.order(parts.start(subject).facts().finish())));
    }
    // An order whose buyer was erased has no email address.
    let Ok(to) = EmailAddress::parse(&order.buyer.email) else { return Ok(None) };
    let name = if is_proved { order.buyer.first_name.as_str() } else { "" };
    let email = |subject| Email::new(to.clone(), name, number(subject, &order)).reason(msg::mail::WHY_ORDER);
    let pay = |email: Email| email.button(msg::checkout::MAIL_PAY, mailer.url(&order.pay_url()));
    let page = mailer.url(&order.received_url());
    let view = |email: Email| email.button(msg::checkout::MAIL_VIEW, page.clone());
    let resent = match &payload.notification {
        // The order has moved on since: the email of its new state is another one.
        OrderNotification::Resent { email } if ResentEmail::for_order(&order) != Some(*email) => {
            return Ok(None);
        }
        OrderNotification::Resent { email } => Some(email.notification()),
        _ => None,
    };
    let email = match resent.as_ref().unwrap_or(&payload.notification) {
        OrderNotification::Note { note } => {
            // Erased with its buyer.
            let Some(text) = store::office::note_text(&mailer.db, *note).await? else { return Ok(None) };
            let content = parts.start(msg::staff_orders::MAIL_NOTE_TITLE).facts();
            // A paragraph is one line.
            let lines = text.lines().filter(|line| !line.trim().is_empty());
            let note = lines.fold(email(msg::staff_orders::MAIL_NOTE), |note, line| {
                note.paragraph(msg::staff_orders::MAIL_NOTE_LEAD.with("text", line))
            });
            view(note).order(content.finish())
        }
        OrderNotification::Received | OrderNotification::ReceivedAgain { .. } => {
            let lead: Message = match (order.state, order.unpaid_offline()) {
                (State::OnHold, Some(OfflineMethod::Bacs)) => transfer_lead(&parts, &order),
                (State::OnHold, _) => msg::checkout::MAIL_RECEIVED_WAITING.into(),
                (_, Some(OfflineMethod::Cod)) => {
                    msg::orders::MAIL_CASH_LEAD.with("amount", order.total.format())
                }
                _ => msg::orders::MAIL_RECEIVED_LEAD.into(),
            };
            let content = parts.start(msg::orders::MAIL_RECEIVED_TITLE).steps(1).facts().bank_accounts();
            let content =
                content.goods(msg::orders::MAIL_GOODS, Goods::Priced).totals().address_if(is_proved);
            view(email(msg::checkout::MAIL_RECEIVED).paragraph(lead)).order(content.finish())
        }
        OrderNotification::Unpaid => {
            let content = parts.start(msg::orders::TITLE_UNPAID).facts();
            let content = content.goods(msg::orders::MAIL_GOODS, Goods::Priced).totals();
            pay(email(msg::checkout::MAIL_UNPAID).paragraph(msg::checkout::MAIL_UNPAID_LEAD))
                .order(content.finish())
        }
        OrderNotification::Failed => {
            let content = parts.start(msg::checkout::UNPAID).facts();
            let content = content.goods(msg::orders::MAIL_GOODS, Goods::Priced).totals();
            pay(email(msg::checkout::MAIL_FAILED).paragraph(msg::checkout::MAIL_FAILED_LEAD))
                .order(content.finish())
        }
        OrderNotification::Cancelled => {
            let back = refunds_under_way(&mailer.db, order.id).await?;
            let lead: Message = match back.is_zero() {
                true => msg::orders::MAIL_CANCELLED_UNPAID.into(),
                false => msg::orders::MAIL_CANCELLED_REFUND.with("amount", back.format()),
            };
            let content = parts.start(msg::orders::MAIL_CANCELLED_TITLE).facts();
            let content = content.goods(msg::orders::MAIL_GOODS, Goods::Priced).totals();
            email(msg::checkout::MAIL_CANCELLED).paragraph(lead).order(content.finish())
        }
        OrderNotification::Shipped => {
            let content = parts.start(msg::orders::MAIL_SHIPPED_TITLE).steps(3).facts();
            let content = content.goods(msg::orders::MAIL_IN_BOX, Goods::Unpriced).address_if(is_proved);
            view(email(msg::checkout::MAIL_SHIPPED).paragraph(msg::checkout::MAIL_SHIPPED_LEAD))
                .order(content.finish())
        }
        OrderNotification::Parcel { shipment } => {
            let Some(parcel) = parts.parcel(*shipment) else { return Ok(None) };
            let lead = match parts.is_all_shipped() {
                true => msg::orders::MAIL_SHIPPED_LEAD,
                false => msg::orders::MAIL_PART_LEAD,
            };
            let lead = lead.with("day", parts.day(parcel.shipped_at));
            let content = parts.start(msg::orders::MAIL_SHIPPED_TITLE).steps(3).parcel_facts(parcel);
            let content = content.goods(msg::orders::MAIL_IN_BOX, Goods::Of(parcel)).address_if(is_proved);
            let email = email(msg::checkout::MAIL_SHIPPED).paragraph(lead);
            email.button(msg::orders::PARCEL_TRACK, page.clone()).order(content.finish())
        }
        OrderNotification::Delivered => {
            let at = match parts.delivered_at() {
                Some(at) => at,
                // Delivered without a parcel that was entered.
                None => {
                    let moved = store::moved_to_delivered_at(&mailer.db, order.id).await?;
                    moved.unwrap_or_else(|| mailer.clock.now())
                }
            };
            let lead = msg::orders::MAIL_DELIVERED_LEAD.with("day", parts.day_and_time(at));
            let content = parts.start(msg::orders::MAIL_DELIVERED_TITLE).steps(4).facts();
            let content = content.goods(msg::orders::MAIL_ARRIVED, Goods::Unpriced);
            view(email(msg::orders::MAIL_DELIVERED).paragraph(lead))
                .note(msg::orders::MAIL_DELIVERED_RETURN)
                .order(content.finish())
        }
        OrderNotification::TransferConfirmed => {
            let content = parts.start(msg::orders::MAIL_TRANSFER_CONFIRMED_TITLE).steps(1).facts();
            let content =
                content.goods(msg::orders::MAIL_GOODS, Goods::Priced).totals().address_if(is_proved);
            let lead = msg::orders::MAIL_TRANSFER_CONFIRMED_LEAD.with("amount", order.total.format());
            view(email(msg::orders::MAIL_TRANSFER_CONFIRMED).paragraph(lead)).order(content.finish())
        }
        OrderNotification::TransferRefused { reason } => {
            let lead = msg::orders::MAIL_TRANSFER_REFUSED_LEAD.with("reason", reason.clone());
            let content = parts.start(msg::orders::MAIL_TRANSFER_REFUSED_TITLE).facts().bank_accounts();
            let email = email(msg::orders::MAIL_TRANSFER_REFUSED).paragraph(lead);
            view(email.paragraph(transfer_lead(&parts, &order))).order(content.totals().finish())
        }
        OrderNotification::TransferReminder => {
            // Paid, cancelled or proved since it was queued.
            if !order.waits_for_transfer() || store::has_proof_in_review(&mailer.db, order.id).await? {
                return Ok(None);
            }
            let content = parts.start(msg::orders::MAIL_TRANSFER_REMINDER_TITLE).facts().bank_accounts();
            let email = email(msg::orders::MAIL_TRANSFER_REMINDER).paragraph(transfer_lead(&parts, &order));
            view(email.paragraph(msg::orders::MAIL_TRANSFER_REMINDER_LEAD)).order(content.totals().finish())
        }
        OrderNotification::TransferExpired => {
            let content = parts.start(msg::orders::MAIL_CANCELLED_TITLE).facts();
            let content = content.goods(msg::orders::MAIL_GOODS, Goods::Priced).totals();
            email(msg::checkout::MAIL_CANCELLED)
                .paragraph(msg::orders::MAIL_TRANSFER_EXPIRED_LEAD)
                .order(content.finish())
        }
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
            let email = email.paragraph(refund_text(mailer, &order, key, amount).await?);
            let title = msg::orders::MAIL_REFUNDED_TITLE.with("amount", amount.format());
            view(email).order(parts.start(title).facts().refund_totals().finish())
        }
        OrderNotification::Resent { .. }
        | OrderNotification::ShopNew
        | OrderNotification::ShopProof { .. } => return Ok(None),
    };
    let is_awaited = matches!(
        payload.notification,
        OrderNotification::Received
            | OrderNotification::ReceivedAgain { .. }
            | OrderNotification::TransferConfirmed
            | OrderNotification::Shipped
            | OrderNotification::Parcel { .. }
    );
    Ok(Some(match parts.arrival().filter(|_| is_awaited) {
        Some(arrival) => email.paragraph(arrival),
        None => email,
    }))
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

/// What to transfer, and until when.
fn transfer_lead(parts: &OrderParts<'_>, order: &Order) -> Message {
    let day = order.pay_by.map(|at| parts.day_and_time(at)).unwrap_or_default();
    msg::orders::MAIL_TRANSFER_LEAD
        .with("amount", order.total.format())
        .with("number", order.number.to_string())
        .with("day", day)
}

fn number(key: Key, order: &Order) -> Message {
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
