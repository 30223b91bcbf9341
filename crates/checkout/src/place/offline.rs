//! Orders without a provider: the limits of their methods, and placing them in one transaction.

use cart::service::holds;
use chrono::{DateTime, TimeDelta, Utc};
use edge::{AppError, Shop, session::TokenHash};
use kernel::{Message, Money};
use orders::service::{self as order_service, Buyer, OfflineOrder};
use payments::{
    PaymentContext,
    rules::{
        OfflineMethod,
        offline::{OfflineRefusal, Terms, phone_key},
    },
    service::{form::offline_refusal_message, offline},
    settings::PaymentMethodSettings,
};
use sqlx::PgConnection;

use super::{
    Pay, PendingCharge, PlaceOrder, PlaceStep,
    checks::hold_refusal_message,
    create::{Holder, InsertedOrder, begin_attempt},
};

/// The method that the buyer wants, and its terms.
pub struct Wanted {
    method: OfflineMethod,
    terms: Terms,
    /// How long a transfer may take.
    days: u16,
}

impl Wanted {
    /// `None` if a provider is paid, or nothing has to be paid.
    pub fn read(settings: &PaymentMethodSettings, command: &PlaceOrder, total: Money) -> Option<Self> {
        match command.pay {
            Pay::Offline(method) if !total.is_zero() => Some(Self::new(settings, method)),
            _ => None,
        }
    }

    pub fn new(settings: &PaymentMethodSettings, method: OfflineMethod) -> Self {
        Self { method, terms: settings.terms(method), days: settings.bacs.days }
    }

    /// Why this order cannot be paid so. `recipient`: whom a gift goes to, if not to the buyer.
    pub fn refusal(&self, total: Money, buyer: &Buyer, recipient: Option<&Buyer>) -> Option<Message> {
        let refusal = match recipient {
            Some(_) if self.method.is_paid_at_the_door() => Some(OfflineRefusal::Disabled),
            _ => self.terms.check(total, &recipient.unwrap_or(buyer).country).err(),
        };
        refusal.map(offline_refusal_message)
    }

    /// Checks how many orders of the phone number wait for their money, and keeps other orders of it waiting until this
    /// transaction ends.
    pub async fn check_open_orders(
        &self,
        db: &mut PgConnection,
        buyer: &Buyer,
    ) -> sqlx::Result<Option<Message>> {
        let key = phone_key(&buyer.country, &buyer.phone);
        let open = order_service::lock_open_orders(db, self.method, &key).await?;
        Ok(self.terms.check_open(open).err().map(offline_refusal_message))
    }

    pub fn order(&self, buyer: &Buyer, now: DateTime<Utc>) -> OfflineOrder {
        let pay_by = match self.method {
            OfflineMethod::Cod => None,
            OfflineMethod::Bacs => Some(now + TimeDelta::days(i64::from(self.days))),
        };
        OfflineOrder { method: self.method, phone_key: phone_key(&buyer.country, &buyer.phone), pay_by }
    }
}

/// Holds the stock and makes the payment, both in the transaction of the order: no provider is called, so nothing can be
/// lost in between.
pub async fn place(
    shop: &Shop,
    context: &PaymentContext,
    mut tx: sqlx::PgTransaction<'static>,
    order: &InsertedOrder<'_>,
    terms: &OfflineOrder,
) -> Result<PlaceStep, AppError> {
    let InsertedOrder { created, total, stock, holder } = order;
    let now = context.clock.now();
    let stock_key = order_service::stock_key(created.id);
    // A transfer waits for days. It does not count among the holds of a visitor who buys something else meanwhile: the
    // open orders of a phone number are limited instead.
    let nobody = TokenHash(rand::random());
    let stock_holder = match terms.method {
        OfflineMethod::Cod => *holder,
        OfflineMethod::Bacs => Holder { token: &nobody, address: holder.address },
    };
    let hold = holds::HoldTerms {
        duration: terms.pay_by.map_or(context.timings.hold_duration, |until| until - now),
        max_orders: 20 * i64::from(shop.rate_limiter.factor()),
        pinned: true,
    };
    let (token, address) = (stock_holder.token, stock_holder.address);
    match holds::hold(&mut tx, &stock_key, token, address, stock, now, hold).await? {
        holds::HoldOutcome::Held => {}
        refused => {
            tx.rollback().await?;
            return Ok(PlaceStep::Refused(vec![hold_refusal_message(context, &refused).await?]));
        }
    }
    let key = context.identity.new_key(&mut *tx).await?;
    let pending = PendingCharge { order: created.id, number: created.number, key, amount: *total };
    // A new order has no other attempt; that of an older one was given up under the order's lock.
    begin_attempt(&mut tx, context, &pending, terms.method.into(), *holder).await?;
    offline::begin_payment(context, &mut tx, terms.method, &pending.key, *total).await?;
    tx.commit().await?;
    pending.record();
    Ok(PlaceStep::Done(created.id))
}
