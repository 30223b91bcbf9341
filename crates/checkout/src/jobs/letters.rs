//! What is written about an order. Composed when it is sent, from the order as it stands then.

use chrono::{DateTime, Utc};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::{EmailAddress, Message, Money, OrderId, msg};
use mail::{Letter, Postman, jobs::postman, store::Slot};
use payments::provider::MethodKind;
use serde::{Deserialize, Serialize};

use crate::{
    rules::{State, item_text},
    store::{self, Order, Part},
};

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum News {
    Received,
    /// Kept, to be paid later.
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

impl News {
    /// The same news are told once; a payment may fail more often than once.
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
pub struct Told {
    pub order: i64,
    pub news: News,
}

#[derive(Debug, Serialize, Deserialize)]
pub struct SendOrderNews {
    pub slot: Slot,
    #[serde(default)]
    pub others: Vec<Slot>,
}

impl TaskHandler for SendOrderNews {
    const IDENTIFIER: &'static str = "checkout.send_news";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let postman = postman(&context)?;
        let orders_to = super::till(&context)?.orders_to.clone();
        let mut failed = None;
        for slot in std::iter::once(self.slot).chain(self.others) {
            let compose = async |told: Told| compose(&postman, orders_to.as_ref(), &told).await;
            // One that cannot be sent holds up no other; those that were sent are not sent again.
            if let Err(error) = postman.deliver(slot, compose).await {
                failed = Some(format!("{error:#}"));
            }
        }
        failed.map_or(Ok(()), Err)
    }
}

async fn compose(
    postman: &Postman,
    orders_to: Option<&EmailAddress>,
    told: &Told,
) -> anyhow::Result<Option<Letter>> {
    let Some(order) = store::find(&postman.db, OrderId(told.order)).await? else { return Ok(None) };
    if matches!(told.news, News::ShopNew) {
        let Some(to) = orders_to else { return Ok(None) };
        let text = msg::checkout::MAIL_SHOP_NEW_LEAD.with("amount", order.total.format());
        let subject = number(msg::checkout::MAIL_SHOP_NEW, &order);
        let letter = Letter::new(to.clone(), "", subject).saying(text).because(msg::mail::WHY_SHOP);
        return with_rows(postman, letter, &order).await.map(Some);
    }
    // An order whose buyer asked to be forgotten has no address any more.
    let Ok(to) = EmailAddress::parse(&order.buyer.email) else { return Ok(None) };
    let name = if is_proved(postman, &order).await? { order.buyer.first_name.as_str() } else { "" };
    let letter =
        |subject| Letter::new(to.clone(), name, number(subject, &order)).because(msg::mail::WHY_ORDER);
    let pay = (msg::checkout::MAIL_PAY, postman.url(&order.pay_url()));
    let view = (msg::checkout::MAIL_VIEW, postman.url(&order.received_url()));
    let letter = match &told.news {
        News::Received => {
            let lead = match order.state {
                State::OnHold => msg::checkout::MAIL_RECEIVED_WAITING,
                _ => msg::checkout::MAIL_RECEIVED_LEAD,
            };
            letter(msg::checkout::MAIL_RECEIVED).saying(lead).button(view.0, view.1)
        }
        News::Unpaid => {
            letter(msg::checkout::MAIL_UNPAID).saying(msg::checkout::MAIL_UNPAID_LEAD).button(pay.0, pay.1)
        }
        News::Failed => {
            letter(msg::checkout::MAIL_FAILED).saying(msg::checkout::MAIL_FAILED_LEAD).button(pay.0, pay.1)
        }
        News::Cancelled => {
            return Ok(Some(
                letter(msg::checkout::MAIL_CANCELLED).saying(msg::checkout::MAIL_CANCELLED_LEAD),
            ));
        }
        News::Shipped => letter(msg::checkout::MAIL_SHIPPED)
            .saying(msg::checkout::MAIL_SHIPPED_LEAD)
            .button(view.0, view.1),
        News::Refunded { key, minor, was_sold_out } => {
            let amount = Money::minor(*minor);
            let subject = match amount < order.total {
                true => msg::checkout::MAIL_REFUNDED_PART,
                false => msg::checkout::MAIL_REFUNDED,
            };
            let mut letter = letter(subject);
            if *was_sold_out {
                letter = letter.saying(msg::checkout::MAIL_UNFULFILLABLE_LEAD);
            }
            return Ok(Some(letter.saying(refund_text(postman, &order, key, amount).await?)));
        }
        News::ShopNew => return Ok(None),
    };
    with_rows(postman, letter, &order).await.map(Some)
}

/// What somebody typed is sent only where more than typing shows whose the address is: they paid, or the account that
/// ordered has the same one.
async fn is_proved(postman: &Postman, order: &Order) -> anyhow::Result<bool> {
    if order.was_paid() {
        return Ok(true);
    }
    let Some(customer) = order.customer else { return Ok(false) };
    let customer = accounts::store::find(&postman.db, customer).await?;
    Ok(customer.is_some_and(|customer| customer.email.to_lowercase() == order.buyer.email.to_lowercase()))
}

fn number(key: kernel::Key, order: &Order) -> Message {
    key.with("number", order.number.to_string())
}

/// How much went back, and where to.
async fn refund_text(postman: &Postman, order: &Order, key: &str, amount: Money) -> anyhow::Result<Message> {
    let attempt = match store::refund(&postman.db, key).await? {
        Some(refund) => payments::store::find(&postman.db, &refund.attempt).await?,
        None => None,
    };
    let lead = match attempt.filter(|attempt| !attempt.last4.is_empty()) {
        Some(paid) if paid.kind == MethodKind::Card => {
            msg::checkout::MAIL_REFUNDED_CARD.with("last4", paid.last4)
        }
        Some(paid) => msg::checkout::MAIL_REFUNDED_BANK.with("last4", paid.last4),
        None => msg::checkout::MAIL_REFUNDED_LEAD.into(),
    };
    Ok(lead.with("amount", amount.format()).with("number", order.number.to_string()))
}

/// What was bought, and what it comes to.
async fn with_rows(postman: &Postman, mut letter: Letter, order: &Order) -> anyhow::Result<Letter> {
    let text = |message: Message| postman.messages.text(message);
    for line in store::lines(&postman.db, order.id).await? {
        let label = item_text(&line.quantity.to_string(), &line.name, None);
        let notes = line.detail.iter().cloned().chain(line.parts.iter().map(Part::text)).collect();
        letter = letter.item(label, notes, line.total.format());
    }
    letter = letter.row(text(msg::checkout::SUBTOTAL.into()), order.subtotal.format(), false);
    for coupon in &order.coupons {
        let label = text(msg::checkout::DISCOUNT.with("code", coupon.code.clone()));
        letter = letter.row(label, Money::minor(-coupon.minor).format(), false);
    }
    if !order.shipping_title.is_empty() {
        let cost = match order.shipping.is_zero() {
            true => text(msg::checkout::FREE.into()),
            false => order.shipping.format(),
        };
        letter = letter.row(&order.shipping_title, cost, false);
    }
    for tax in &order.taxes {
        letter = letter.row(&tax.name, Money::minor(tax.minor).format(), false);
    }
    Ok(letter.row(text(msg::checkout::TOTAL.into()), order.total.format(), true))
}
