//! Step one of placing an order: one transaction that holds the cart's lock.

use accounts::rules::AddressKind;
use affiliates::{AffiliateSettings, service::record_referral};
use cart::service::{CouponUser, SpendOutcome, holds};
use chrono::{DateTime, Utc};
use edge::{AppError, Shop, Visitor, session::TokenHash};
use kernel::{CartId, CustomerId, Money, OrderId, Quantity, msg};
use orders::service::{self as order_service, Buyer, CreatedOrder, NewOrder, OrderNotification, OrderTotals};
use payments::{
    PaymentContext,
    provider::PaymentMethodKind,
    service::attempts::{self, NewAttempt},
    settings::PaymentMethodSettings,
};
use sha2::{Digest, Sha256};
use sqlx::PgConnection;

use super::{
    Pay, PendingCharge, PlaceOrder, PlaceStep,
    checks::{check_velocity, hold_refusal_message, validate_cart},
    offline,
};

/// Who reserves stock and pays. Limits count by session and by IP address.
#[derive(Clone, Copy)]
pub struct Holder<'a> {
    pub token: &'a TokenHash,
    pub address: &'a str,
}

/// An order that this transaction has inserted.
pub struct InsertedOrder<'a> {
    pub created: CreatedOrder,
    pub total: Money,
    pub stock: &'a [(String, Quantity)],
    pub holder: Holder<'a>,
}

pub async fn create_order(
    shop: &Shop,
    context: &PaymentContext,
    visitor: &Visitor,
    command: &PlaceOrder,
) -> Result<PlaceStep, AppError> {
    let now = context.clock.now();
    // Done before the transaction, because it needs a second connection: requests that wait for this cart's lock may
    // hold all the others.
    let alarmed = command.customer.is_none() && context.is_alarmed(now).await?;
    let settings = cart::service::Settings::load(&shop.settings).await?;
    let affiliate_settings = shop.settings.get::<AffiliateSettings>().await?;
    let payment_methods = shop.settings.get::<PaymentMethodSettings>().await?;
    let mut tx = context.db.begin().await?;
    let Some(locked) = cart::service::lock(&mut tx, visitor, now).await? else {
        return Ok(PlaceStep::EmptyCart);
    };
    if let Some(order) = find_repeat(&mut tx, locked.id, &locked.token, &command.form_key).await? {
        return Ok(PlaceStep::Repeat(order));
    }
    set_destination(&mut tx, locked.id, command.destination(), now).await?;
    let contents = cart::service::contents(&mut tx, &settings, locked.id, now).await?;
    if contents.lines.is_empty() {
        return Ok(PlaceStep::EmptyCart);
    }
    let stock = contents.stock();
    let mut why = validate_cart(shop, &contents, &stock, command, settings.rates.ships());
    let offline = offline::Wanted::read(&payment_methods, command, contents.totals.total);
    why.extend(
        offline
            .as_ref()
            .and_then(|wanted| wanted.refusal(contents.totals.total, &command.buyer, command.recipient())),
    );
    if command.recipient().is_some() {
        // Only this order goes there: the next one begins with the buyer's own address.
        set_destination(&mut tx, locked.id, &command.buyer, now).await?;
    }
    if !why.is_empty() {
        // The buyer's place is saved all the same, so that the next page shows its shipping cost.
        tx.commit().await?;
        return Ok(PlaceStep::Refused(why));
    }
    // Counted only after the form is known to be valid.
    if let Some(wait) = check_velocity(context, &mut tx, &locked.token, visitor, alarmed).await? {
        return Ok(PlaceStep::Refused(vec![wait]));
    }
    if let Some(wanted) = &offline
        && let Some(limit) = wanted.check_open_orders(&mut tx, &command.buyer).await?
    {
        return Ok(PlaceStep::Refused(vec![limit]));
    }
    let offline_order = offline.as_ref().map(|wanted| wanted.order(&command.buyer, now));
    let totals = OrderTotals::from_contents(&contents);
    let address = visitor.address.0.to_string();
    let holder = Holder { token: &locked.token, address: &address };
    order_service::supersede(&mut *tx, locked.id, now).await?;
    let new = NewOrder {
        placed_by: holder.token,
        form_key: &command.form_key,
        customer: command.customer,
        cart: locked.id,
        address: holder.address,
        buyer: &command.buyer,
        notes: &command.notes,
        gift: command.gift.as_ref(),
        attribution: &command.attribution.fields,
        wants_account: command.wants_account,
        wants_saved: command.wants_saved,
        contents: &contents,
        stock: &stock,
        offline: offline_order.as_ref(),
    };
    let created = order_service::insert(&mut tx, &new, &totals, now).await?;
    let Some(created) = created else { return Ok(PlaceStep::EmptyCart) };
    if let Some(customer) = command.customer {
        // The next checkout starts with it.
        accounts::service::save_address(&mut *tx, customer, AddressKind::Billing, &command.buyer).await?;
        if let Some(recipient) = command.recipient() {
            accounts::service::save_address(&mut *tx, customer, AddressKind::Shipping, recipient).await?;
        }
    }
    if let Some(cookies) = &command.referral {
        record_referral(&mut tx, &affiliate_settings, created.id, &command.buyer.email, cookies, now).await?;
    }
    if let Some(source) = &command.attribution.checked {
        attribution::service::record_order(&mut *tx, created.id, source, now).await?;
    }
    let ordered: Vec<i64> = contents.lines.iter().map(|line| line.product_id.0).collect();
    search::record_purchase(&mut *tx, &ordered, holder.address, now.date_naive()).await?;
    if let Some((code, spent)) = spend_coupons(&mut tx, created.id, command, &totals, now).await? {
        tx.rollback().await?;
        return drop_coupon(context, visitor, &code, spent).await;
    }
    let order = InsertedOrder { created, total: totals.total, stock: &stock, holder };
    match command.pay {
        Pay::Now { kind, .. } if !order.total.is_zero() => {
            reserve_and_begin(shop, context, tx, &order, kind).await
        }
        Pay::Offline(_) if let Some(terms) = &offline_order => {
            offline::place(shop, context, tx, &order, terms).await
        }
        _ => finish_unpaid(shop, context, tx, &order).await,
    }
}

/// Finds the order that this form has created, or another form of the same cart that is being paid: its lines are
/// already being bought.
async fn find_repeat(
    db: &mut PgConnection,
    cart: CartId,
    token: &TokenHash,
    form_key: &str,
) -> sqlx::Result<Option<OrderId>> {
    if let Some(order) = order_service::find_by_form_key(&mut *db, token, form_key).await? {
        return Ok(Some(order));
    }
    #[cfg(feature = "seeded-bugs")]
    if cart::seeded_bugs::is_active("new-key-on-retry") {
        return Ok(None);
    }
    order_service::find_being_paid(&mut *db, cart).await
}

/// Saves the destination in the cart, because shipping cost and taxes depend on it.
async fn set_destination(
    db: &mut PgConnection,
    cart: CartId,
    to: &Buyer,
    now: DateTime<Utc>,
) -> Result<(), AppError> {
    let home = cart::service::Rates::HOME;
    let country = if to.country.is_empty() { home } else { &to.country };
    cart::service::set_shipping_address(db, cart, country, &to.city, &to.postcode, now).await?;
    Ok(())
}

/// Redeems the order's coupons. Returns the first that cannot be used, and why.
async fn spend_coupons(
    db: &mut PgConnection,
    order: OrderId,
    command: &PlaceOrder,
    totals: &OrderTotals,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<(String, SpendOutcome)>> {
    let stock_key = order_service::stock_key(order);
    let user = coupon_user(&command.buyer, command.customer);
    for coupon in &totals.coupons {
        let spent = cart::service::spend_coupon(&mut *db, coupon.id, &stock_key, &user, now).await?;
        if spent != SpendOutcome::Used {
            return Ok(Some((coupon.code.clone(), spent)));
        }
    }
    Ok(None)
}

/// Returns the hashed identity that coupon uses are counted by. A tag after `+` counts as the same mailbox.
pub fn coupon_user(buyer: &Buyer, customer: Option<CustomerId>) -> CouponUser {
    let email = buyer.email.trim().to_lowercase();
    let email = match email.rsplit_once('@') {
        Some((local, domain)) => {
            let mailbox = local.split('+').next().filter(|name| !name.is_empty()).unwrap_or(local);
            format!("{mailbox}@{domain}")
        }
        None => email,
    };
    let hash = |text: String| hex::encode(Sha256::digest(text));
    CouponUser { email: hash(email), account: customer.map(|id| hash(format!("account {id}"))) }
}

/// Reserves stock for an order. `pinned` stock is not released before the payment has an outcome.
pub async fn hold_stock(
    db: &mut PgConnection,
    shop: &Shop,
    context: &PaymentContext,
    stock_key: &str,
    holder: Holder<'_>,
    stock: &[(String, Quantity)],
    pinned: bool,
) -> sqlx::Result<holds::HoldOutcome> {
    let terms = holds::HoldTerms {
        duration: context.timings.hold_duration,
        max_orders: 20 * i64::from(shop.rate_limiter.factor()),
        pinned,
    };
    holds::hold(db, stock_key, holder.token, holder.address, stock, context.clock.now(), terms).await
}

/// Reserves the stock and inserts the attempt to be charged.
async fn reserve_and_begin(
    shop: &Shop,
    context: &PaymentContext,
    mut tx: sqlx::PgTransaction<'static>,
    order: &InsertedOrder<'_>,
    kind: PaymentMethodKind,
) -> Result<PlaceStep, AppError> {
    let InsertedOrder { created, total, stock, holder } = order;
    let stock_key = order_service::stock_key(created.id);
    match hold_stock(&mut tx, shop, context, &stock_key, *holder, stock, true).await? {
        holds::HoldOutcome::Held => {}
        refused => {
            tx.rollback().await?;
            return Ok(PlaceStep::Refused(vec![hold_refusal_message(context, &refused).await?]));
        }
    }
    let key = context.identity.new_key(&mut *tx).await?;
    let pending = PendingCharge { order: created.id, number: created.number, key, amount: *total };
    // A new order has no other attempt.
    begin_attempt(&mut tx, context, &pending, kind, *holder).await?;
    tx.commit().await?;
    Ok(PlaceStep::Charge(pending))
}

/// Inserts the attempt before the provider is called. Returns false if another attempt is under way.
pub async fn begin_attempt(
    db: &mut sqlx::PgConnection,
    context: &PaymentContext,
    pending: &PendingCharge,
    kind: PaymentMethodKind,
    holder: Holder<'_>,
) -> Result<bool, AppError> {
    let now = context.clock.now();
    let look_at = now + context.timings.submit_timeout;
    let new = NewAttempt {
        key: &pending.key,
        order: pending.order,
        amount: pending.amount,
        kind,
        placed_by: holder.token,
        address: holder.address,
        look_at,
    };
    Ok(attempts::begin(&mut *db, &new, now).await?)
}

/// Finishes an order without a charge: a free order is settled; an order to be paid later holds no stock.
async fn finish_unpaid(
    shop: &Shop,
    context: &PaymentContext,
    mut tx: sqlx::PgTransaction<'static>,
    order: &InsertedOrder<'_>,
) -> Result<PlaceStep, AppError> {
    let now = context.clock.now();
    let id = order.created.id;
    if order.total.is_zero() {
        let key = order_service::stock_key(id);
        match hold_stock(&mut tx, shop, context, &key, order.holder, order.stock, false).await? {
            holds::HoldOutcome::Held => {}
            refused => {
                tx.rollback().await?;
                return Ok(PlaceStep::Refused(vec![hold_refusal_message(context, &refused).await?]));
            }
        }
        order_service::settle_free(&mut tx, id, now).await?;
    } else {
        if let Some(order) = order_service::find(&mut *tx, id).await? {
            order_service::empty_cart(&mut tx, &order).await?;
        }
        order_service::notify_new_order(&mut tx, id, OrderNotification::Unpaid, now).await?;
    }
    tx.commit().await?;
    Ok(PlaceStep::Done(id))
}

async fn drop_coupon(
    context: &PaymentContext,
    visitor: &Visitor,
    code: &str,
    spent: SpendOutcome,
) -> Result<PlaceStep, AppError> {
    let mut tx = context.db.begin().await?;
    if let Some(locked) = cart::service::lock(&mut tx, visitor, context.clock.now()).await? {
        cart::service::remove_coupon(&mut tx, locked.id, code).await?;
    }
    tx.commit().await?;
    let why = match spent {
        SpendOutcome::Already => msg::checkout::COUPON_USED,
        SpendOutcome::Used | SpendOutcome::Invalid => msg::checkout::COUPON_GONE,
    };
    Ok(PlaceStep::Refused(vec![why.with("code", code.to_owned())]))
}
