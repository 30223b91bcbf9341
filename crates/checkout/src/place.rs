//! Places an order in three steps: create it, charge, record the result. No transaction is open during the charge. An
//! order without a provider is placed in one.

mod charge;
mod checks;
mod create;
mod offline;
mod switch;

use std::time::Duration;

use affiliates::service::ReferralCookies;
use attribution::service::OrderAttribution;
use cart::service::{SpendOutcome, holds};
use edge::{AppError, Shop, Visitor, session::TokenHash, trace};
use kernel::{CustomerId, Message, Money, OrderId, msg};
use orders::{
    rules::{State, StateTrigger},
    service::{self as order_service, Buyer, Gift, Order},
};
use payments::{
    PaymentContext,
    provider::{Billing, Charge, PaymentMethodKind, PaymentSource},
    rules::{AttemptState, OfflineMethod},
    service::{attempts, card_acceptance::CardRefusal},
};
use tracing::field::Empty;

use charge::{ChargeOutcome, pay};
use checks::{check_velocity, hold_refusal_message};
use create::{Holder, begin_attempt, coupon_user, create_order, hold_stock};

pub use switch::pay_offline;

/// A command to place an order.
pub struct PlaceOrder {
    pub buyer: Buyer,
    pub customer: Option<CustomerId>,
    pub notes: String,
    pub gift: Option<Gift>,
    pub attribution: OrderAttribution,
    /// The affiliate that the browser's cookies name.
    pub referral: Option<ReferralCookies>,
    pub wants_account: bool,
    pub wants_saved: bool,
    /// Idempotency key of the form: submitting it again creates no second order.
    pub form_key: String,
    pub agreed_total: AgreedTotal,
    pub pay: Pay,
}

impl PlaceOrder {
    /// Whom the parcel goes to, if not to the buyer.
    fn recipient(&self) -> Option<&Buyer> {
        self.gift.as_ref()?.recipient.as_ref()
    }

    /// Where the parcel goes.
    fn destination(&self) -> &Buyer {
        self.recipient().unwrap_or(&self.buyer)
    }
}

/// The total that the buyer agreed to.
#[derive(Debug, Clone, Copy)]
pub enum AgreedTotal {
    /// The total that the page showed. `None`: the form had none, so no order is placed.
    Shown(Option<Money>),
    /// A client of the API that sends no total.
    Any,
}

impl AgreedTotal {
    fn covers(self, total: Money) -> bool {
        match self {
            Self::Shown(shown) => shown == Some(total),
            Self::Any => true,
        }
    }
}

pub enum Pay {
    Now {
        kind: PaymentMethodKind,
        source: PaymentSource,
    },
    /// To the courier, or by transfer: no provider is called.
    Offline(OfflineMethod),
    Later,
}

#[derive(Debug)]
pub enum PlaceOutcome {
    /// An order exists; its page shows its state.
    Order(OrderId),
    /// The payment was declined. The cart is unchanged, unless the payment's outcome was unknown for a while.
    Declined(OrderId),
    /// The shop does not accept this card type, so the payment was voided. The cart is unchanged.
    CardRefused(CardRefusal),
    /// No order was created.
    Refused(Vec<Message>),
    EmptyCart,
}

/// The result of step one: an attempt to be charged.
struct PendingCharge {
    order: OrderId,
    number: i64,
    key: String,
    amount: Money,
}

enum PlaceStep {
    Charge(PendingCharge),
    /// Nothing has to be charged now.
    Done(OrderId),
    /// The form, or another form of the same cart, already created this order.
    Repeat(OrderId),
    Refused(Vec<Message>),
    EmptyCart,
}

#[tracing::instrument(name = "place_order", skip_all, fields(order = Empty, number = Empty, attempt = Empty))]
pub async fn place(
    shop: &Shop,
    context: &PaymentContext,
    visitor: &Visitor,
    command: PlaceOrder,
) -> Result<PlaceOutcome, AppError> {
    #[cfg(feature = "seeded-bugs")]
    let command = if cart::seeded_bugs::is_active("new-key-on-retry") {
        PlaceOrder { form_key: payments::service::random_text(26), ..command }
    } else {
        command
    };
    let pending = match create_order(shop, context, visitor, &command).await? {
        PlaceStep::Charge(pending) => pending,
        PlaceStep::Done(order) => {
            trace::record("order", order.0);
            return Ok(PlaceOutcome::Order(order));
        }
        PlaceStep::Repeat(order) => {
            trace::record("order", order.0);
            return repeat_outcome(context, order).await;
        }
        PlaceStep::Refused(why) => return Ok(PlaceOutcome::Refused(why)),
        PlaceStep::EmptyCart => return Ok(PlaceOutcome::EmptyCart),
    };
    pending.record();
    let Pay::Now { source, .. } = command.pay else { return Ok(PlaceOutcome::Order(pending.order)) };
    let order = pending.order;
    let charge = pending.to_charge(source, &command.buyer, visitor);
    Ok(place_outcome(order, pay(context, order, charge).await))
}

fn place_outcome(order: OrderId, outcome: ChargeOutcome) -> PlaceOutcome {
    match outcome {
        ChargeOutcome::Declined => PlaceOutcome::Declined(order),
        ChargeOutcome::CardRefused(why) => PlaceOutcome::CardRefused(why),
        ChargeOutcome::Accepted | ChargeOutcome::Unknown | ChargeOutcome::Unreachable => {
            PlaceOutcome::Order(order)
        }
    }
}

impl PendingCharge {
    fn record(&self) {
        trace::record("order", self.order.0);
        trace::record("number", self.number);
        trace::record("attempt", &*self.key);
    }

    fn to_charge(&self, source: PaymentSource, buyer: &Buyer, visitor: &Visitor) -> Charge {
        Charge {
            key: self.key.clone(),
            amount: self.amount,
            order_number: self.number.to_string(),
            source,
            billing: Billing::from(buyer),
            address: Some(visitor.address.0.to_string()),
        }
    }
}

/// How long a repeated submission waits for the outcome of the first.
const REPEAT_TIMEOUT: Duration = Duration::from_secs(2);

/// Answers a repeated submission with the outcome of the first, waiting up to [`REPEAT_TIMEOUT`] for it.
async fn repeat_outcome(context: &PaymentContext, order: OrderId) -> Result<PlaceOutcome, AppError> {
    let until = tokio::time::Instant::now() + REPEAT_TIMEOUT;
    loop {
        let live = attempts::find_live(&context.db, order).await?;
        let is_under_way = live.is_some_and(|attempt| attempt.state == AttemptState::Submitting);
        if !is_under_way || tokio::time::Instant::now() >= until {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let found = order_service::find(&context.db, order).await?;
    Ok(match found.map(|order| order.state) {
        Some(State::Failed) => PlaceOutcome::Declined(order),
        _ => PlaceOutcome::Order(order),
    })
}

/// A command to pay an existing order.
pub struct PayOrder {
    pub kind: PaymentMethodKind,
    pub source: PaymentSource,
    pub customer: Option<CustomerId>,
    pub wants_saved: bool,
}

/// Pays an existing order.
#[tracing::instrument(
    skip_all,
    fields(order = order.id.0, number = order.number, attempt = Empty)
)]
pub async fn pay_order(
    shop: &Shop,
    context: &PaymentContext,
    visitor: &Visitor,
    token: &TokenHash,
    order: &Order,
    PayOrder { kind, source, customer, wants_saved }: PayOrder,
) -> Result<PlaceOutcome, AppError> {
    let now = context.clock.now();
    let alarmed = customer.is_none() && context.is_alarmed(now).await?;
    let mut tx = context.db.begin().await?;
    let Some(order) = order_service::lock(&mut *tx, order.id).await? else {
        return Ok(PlaceOutcome::EmptyCart);
    };
    let id = order.id;
    let Some(order) = switch::make_payable(&mut tx, order, kind, now).await? else {
        tx.rollback().await?;
        return repeat_outcome(context, id).await;
    };
    if let Some(wait) = check_velocity(context, &mut tx, token, visitor, alarmed).await? {
        return Ok(PlaceOutcome::Refused(vec![wait]));
    }
    if !spend_coupons_again(&mut tx, &order, now).await? {
        return Ok(PlaceOutcome::Refused(vec![msg::checkout::NOT_PAYABLE.into()]));
    }
    let stock_key = order.stock_key();
    let stock = order_service::stock(&mut *tx, order.id).await?;
    let address = visitor.address.0.to_string();
    let holder = Holder { token, address: &address };
    match hold_stock(&mut tx, shop, context, &stock_key, holder, &stock, true).await? {
        holds::HoldOutcome::Held => {}
        refused => {
            tx.rollback().await?;
            return Ok(PlaceOutcome::Refused(vec![hold_refusal_message(context, &refused).await?]));
        }
    }
    let key = context.identity.new_key(&mut *tx).await?;
    let pending = PendingCharge { order: order.id, number: order.number, key, amount: order.total };
    if !begin_attempt(&mut tx, context, &pending, kind, holder).await? {
        tx.rollback().await?;
        return repeat_outcome(context, order.id).await;
    }
    order_service::set_wants_saved(&mut *tx, order.id, wants_saved).await?;
    if let Some(state) = order.state.after(StateTrigger::PaymentBegun) {
        order_service::set_state(&mut tx, &order, state, "", "", now).await?;
    }
    tx.commit().await?;
    trace::record("attempt", &*pending.key);
    let charge = pending.to_charge(source, &order.buyer, visitor);
    Ok(place_outcome(order.id, pay(context, order.id, charge).await))
}

/// Redeems the coupons of an existing order: a declined payment has given them back. Returns false if one is gone.
async fn spend_coupons_again(
    db: &mut sqlx::PgConnection,
    order: &Order,
    now: chrono::DateTime<chrono::Utc>,
) -> sqlx::Result<bool> {
    let user = coupon_user(&order.buyer, order.customer);
    for coupon in &order.coupons {
        let spent = cart::service::spend_coupon(&mut *db, coupon.id, &order.stock_key(), &user, now).await?;
        if spent != SpendOutcome::Used {
            return Ok(false);
        }
    }
    Ok(true)
}
