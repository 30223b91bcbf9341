//! Placing an order: written down, paid, recorded. Three steps, and no transaction is open while the provider is asked.

mod charge;
mod checks;

use std::{collections::BTreeMap, time::Duration};

use cart::store::{CouponUser, Spent, holds};
use edge::{AppError, Shop, Visitor, session::TokenHash};
use kernel::{CustomerId, Message, Money, OrderId, msg};
use payments::{
    provider::{Billing, Charge, Means, MethodKind},
    rules::AttemptState,
    store::{self as attempts, NewAttempt},
};
use sha2::{Digest, Sha256};

use charge::{Outcome, pay};
use checks::{too_often, unfit, why_not_held};

use crate::{
    accept::NotTaken,
    jobs::{self, News},
    rules::{Event, State},
    settle,
    store::{self, Buyer, NewOrder, Order, Sums},
    till::Till,
};

/// What a buyer asks for.
pub struct Wish {
    pub buyer: Buyer,
    pub customer: Option<CustomerId>,
    pub notes: String,
    pub attribution: BTreeMap<String, String>,
    pub wants_account: bool,
    pub wants_saved: bool,
    /// The form's own key: one order comes of it, however often it is sent.
    pub form_key: String,
    /// The total that the page showed.
    pub seen_total: Option<Money>,
    pub pay: Pay,
}

pub enum Pay {
    Now { kind: MethodKind, means: Means },
    Later,
}

/// What came of it.
#[derive(Debug)]
pub enum Placed {
    /// There is an order; its page says how it stands.
    Order(OrderId),
    /// It was not paid; the cart is as it was, unless its payment was in doubt for a while.
    Declined(OrderId),
    /// The card is of a type that the shop does not take, so its payment was undone. The cart is as it was.
    NotTaken(NotTaken),
    /// Nothing was written down.
    Refused(Vec<Message>),
    /// There was nothing to buy.
    Empty,
}

/// Step one's end: an attempt that is to be made.
struct Due {
    order: OrderId,
    number: i64,
    key: String,
    amount: Money,
}

enum Written {
    Due(Due),
    /// Nothing is to be paid now.
    Done(OrderId),
    Again(OrderId),
    Refused(Vec<Message>),
    Empty,
}

pub async fn place(shop: &Shop, till: &Till, visitor: &Visitor, wish: Wish) -> Result<Placed, AppError> {
    let due = match write_down(shop, till, visitor, &wish).await? {
        Written::Due(due) => due,
        Written::Done(order) => return Ok(Placed::Order(order)),
        Written::Again(order) => return same_again(till, order).await,
        Written::Refused(why) => return Ok(Placed::Refused(why)),
        Written::Empty => return Ok(Placed::Empty),
    };
    let Pay::Now { means, .. } = wish.pay else { return Ok(Placed::Order(due.order)) };
    let order = due.order;
    let charge = due.charge(means, &wish.buyer, visitor);
    Ok(answer(order, pay(till, charge).await))
}

fn answer(order: OrderId, outcome: Outcome) -> Placed {
    match outcome {
        Outcome::Declined => Placed::Declined(order),
        Outcome::NotTaken(why) => Placed::NotTaken(why),
        Outcome::Accepted | Outcome::Unknown | Outcome::Later => Placed::Order(order),
    }
}

impl Due {
    fn charge(&self, means: Means, buyer: &Buyer, visitor: &Visitor) -> Charge {
        Charge {
            key: self.key.clone(),
            amount: self.amount,
            order_number: self.number.to_string(),
            means,
            billing: billing(buyer),
            address: Some(visitor.address.0.to_string()),
        }
    }
}

pub fn billing(buyer: &Buyer) -> Billing {
    Billing {
        first_name: buyer.first_name.clone(),
        last_name: buyer.last_name.clone(),
        address: buyer.address_1.clone(),
        city: buyer.city.clone(),
        postcode: buyer.postcode.clone(),
        country: buyer.country.clone(),
        phone: buyer.phone.clone(),
        email: buyer.email.clone(),
    }
}

/// Step one, in one transaction under the cart's lock.
async fn write_down(shop: &Shop, till: &Till, visitor: &Visitor, wish: &Wish) -> Result<Written, AppError> {
    let now = till.clock.now();
    // Whatever needs a connection of its own is asked before: those who wait for this cart may have taken all others.
    let alarmed = wish.customer.is_none() && till.is_alarmed(now).await?;
    let settings = cart::store::Settings::load(&shop.kept).await?;
    let mut tx = till.db.begin().await?;
    let Some(locked) = cart::store::lock(&mut tx, visitor, now).await? else { return Ok(Written::Empty) };
    if let Some(order) = store::by_form(&mut *tx, &locked.token, &wish.form_key).await? {
        return Ok(Written::Again(order));
    }
    // Another form of the same cart is being paid: what lies in it is bought already, unless that comes to nothing.
    if let Some(order) = store::being_paid(&mut *tx, locked.id).await? {
        return Ok(Written::Again(order));
    }
    let mut place = (wish.buyer.country.as_str(), wish.buyer.city.as_str(), wish.buyer.postcode.as_str());
    if place.0.is_empty() {
        place.0 = cart::store::totals::Rates::HOME;
    }
    cart::store::totals::set_destination(&mut tx, locked.id, place.0, place.1, place.2, now).await?;
    let contents = cart::store::contents(&mut tx, &settings, locked.id, now).await?;
    if contents.lines.is_empty() {
        return Ok(Written::Empty);
    }
    let stock = contents.stock();
    let why = unfit(shop, &contents, &stock, wish, settings.rates.ships());
    if !why.is_empty() {
        // Where it goes is kept all the same: the page that is shown next shows what that costs.
        tx.commit().await?;
        return Ok(Written::Refused(why));
    }
    let sums = Sums::of(&contents);
    let paid_by = match wish.pay {
        Pay::Now { kind, .. } if !sums.total.is_zero() => Some(kind),
        _ => None,
    };
    // Counted here, where nothing is wrong with the form any more.
    if let Some(wait) = too_often(till, &mut tx, &locked.token, visitor, alarmed).await? {
        return Ok(Written::Refused(vec![wait]));
    }
    let address = visitor.address.0.to_string();
    store::supersede(&mut *tx, locked.id, now).await?;
    let new = NewOrder {
        placed_by: &locked.token,
        form_key: &wish.form_key,
        customer: wish.customer,
        cart: locked.id,
        address: &address,
        buyer: &wish.buyer,
        notes: &wish.notes,
        attribution: &wish.attribution,
        wants_account: wish.wants_account,
        wants_saved: wish.wants_saved,
        contents: &contents,
        stock: &stock,
    };
    let Some(written) = store::insert(&mut tx, &new, now).await? else { return Ok(Written::Empty) };
    let stock_key = store::stock_key(written.id);
    for coupon in &sums.coupons {
        let user = coupon_user(&wish.buyer, wish.customer);
        let spent = cart::store::spend_coupon(&mut *tx, coupon.id, &stock_key, &user, now).await?;
        if spent != Spent::Used {
            tx.rollback().await?;
            return drop_coupon(till, visitor, &coupon.code, spent).await;
        }
    }
    let Some(kind) = paid_by else {
        return finish_unpaid(till, tx, written.id, sums.total, &stock, (&locked.token, &address), shop)
            .await;
    };
    let terms = hold_terms(shop, till, true);
    match holds::hold(&mut tx, &stock_key, &locked.token, &address, &stock, now, terms).await? {
        holds::Answer::Held => {}
        refused => {
            tx.rollback().await?;
            return Ok(Written::Refused(vec![why_not_held(till, &refused).await?]));
        }
    }
    let key = till.identity.new_key(&mut *tx).await?;
    let due = Due { order: written.id, number: written.number, key, amount: sums.total };
    // A new order has no other attempt.
    begin(&mut tx, till, &due, kind, &locked.token, &address).await?;
    tx.commit().await?;
    Ok(Written::Due(due))
}

/// Names a buyer where uses of a coupon are counted, and tells nobody who it is. A tag behind `+` is the same mailbox.
fn coupon_user(buyer: &Buyer, customer: Option<CustomerId>) -> CouponUser {
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

fn hold_terms(shop: &Shop, till: &Till, pinned: bool) -> holds::Terms {
    holds::Terms { life: till.pace.hold, most: 20 * i64::from(shop.rate.factor()), pinned }
}

/// The attempt, written down before the provider is asked. False: another one is under way.
async fn begin(
    db: &mut sqlx::PgConnection,
    till: &Till,
    due: &Due,
    kind: MethodKind,
    placed_by: &TokenHash,
    address: &str,
) -> Result<bool, AppError> {
    let now = till.clock.now();
    let look_at = now + till.pace.silence;
    let new =
        NewAttempt { key: &due.key, order: due.order, amount: due.amount, kind, placed_by, address, look_at };
    Ok(attempts::begin(&mut *db, &new, now).await?)
}

/// An order that costs nothing is done; one that is paid later waits, and holds nothing.
async fn finish_unpaid(
    till: &Till,
    mut tx: sqlx::PgTransaction<'static>,
    order: OrderId,
    total: Money,
    stock: &[(String, kernel::Quantity)],
    (token, address): (&TokenHash, &str),
    shop: &Shop,
) -> Result<Written, AppError> {
    let now = till.clock.now();
    if total.is_zero() {
        let terms = hold_terms(shop, till, false);
        let key = store::stock_key(order);
        match holds::hold(&mut tx, &key, token, address, stock, now, terms).await? {
            holds::Answer::Held => {}
            refused => {
                tx.rollback().await?;
                return Ok(Written::Refused(vec![why_not_held(till, &refused).await?]));
            }
        }
        settle::settle_free(&mut tx, order, now).await?;
    } else {
        if let Some(order) = store::find(&mut *tx, order).await? {
            settle::empty_cart(&mut tx, &order).await?;
        }
        jobs::tell_of_new(&mut tx, order, News::Unpaid, now).await?;
    }
    tx.commit().await?;
    Ok(Written::Done(order))
}

async fn drop_coupon(till: &Till, visitor: &Visitor, code: &str, spent: Spent) -> Result<Written, AppError> {
    let mut tx = till.db.begin().await?;
    if let Some(locked) = cart::store::lock(&mut tx, visitor, till.clock.now()).await? {
        cart::store::totals::remove_coupon(&mut tx, locked.id, code).await?;
    }
    tx.commit().await?;
    let why = match spent {
        Spent::Already => msg::checkout::COUPON_USED,
        Spent::Used | Spent::Invalid => msg::checkout::COUPON_GONE,
    };
    Ok(Written::Refused(vec![why.with("code", code.to_owned())]))
}

/// How long a second press of the button waits for the first.
const PATIENCE: Duration = Duration::from_secs(2);

/// The same form again: the answer is what the first one came to, as soon as that is known.
async fn same_again(till: &Till, order: OrderId) -> Result<Placed, AppError> {
    let until = tokio::time::Instant::now() + PATIENCE;
    loop {
        let live = attempts::live(&till.db, order).await?;
        let is_under_way = live.is_some_and(|attempt| attempt.state == AttemptState::Submitting);
        if !is_under_way || tokio::time::Instant::now() >= until {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let found = store::find(&till.db, order).await?;
    Ok(match found.map(|order| order.state) {
        Some(State::Failed) => Placed::Declined(order),
        _ => Placed::Order(order),
    })
}

/// What an order is paid with that was placed before, and by whom.
pub struct Paid {
    pub kind: MethodKind,
    pub means: Means,
    pub customer: Option<CustomerId>,
    pub wants_saved: bool,
}

/// Pays an order that was placed before.
pub async fn pay_again(
    shop: &Shop,
    till: &Till,
    visitor: &Visitor,
    token: &TokenHash,
    order: &Order,
    Paid { kind, means, customer, wants_saved }: Paid,
) -> Result<Placed, AppError> {
    let now = till.clock.now();
    let alarmed = customer.is_none() && till.is_alarmed(now).await?;
    let mut tx = till.db.begin().await?;
    let Some(order) = store::lock(&mut *tx, order.id).await? else { return Ok(Placed::Empty) };
    if !order.state.is_payable() || attempts::live(&mut *tx, order.id).await?.is_some() {
        tx.rollback().await?;
        return same_again(till, order.id).await;
    }
    if let Some(wait) = too_often(till, &mut tx, token, visitor, alarmed).await? {
        return Ok(Placed::Refused(vec![wait]));
    }
    let stock_key = order.stock_key();
    for coupon in &order.coupons {
        let user = coupon_user(&order.buyer, order.customer);
        if cart::store::spend_coupon(&mut *tx, coupon.id, &stock_key, &user, now).await? != Spent::Used {
            return Ok(Placed::Refused(vec![msg::checkout::NOT_PAYABLE.into()]));
        }
    }
    let stock = store::stock(&mut *tx, order.id).await?;
    let address = visitor.address.0.to_string();
    let terms = hold_terms(shop, till, true);
    match holds::hold(&mut tx, &stock_key, token, &address, &stock, now, terms).await? {
        holds::Answer::Held => {}
        refused => {
            tx.rollback().await?;
            return Ok(Placed::Refused(vec![why_not_held(till, &refused).await?]));
        }
    }
    let key = till.identity.new_key(&mut *tx).await?;
    let due = Due { order: order.id, number: order.number, key, amount: order.total };
    if !begin(&mut tx, till, &due, kind, token, &address).await? {
        tx.rollback().await?;
        return same_again(till, order.id).await;
    }
    store::set_wants_saved(&mut *tx, order.id, wants_saved).await?;
    if let Some(state) = order.state.after(Event::PaymentBegun) {
        store::set_state(&mut tx, &order, state, "", "", now).await?;
    }
    tx.commit().await?;
    let charge = due.charge(means, &order.buyer, visitor);
    Ok(answer(order.id, pay(till, charge).await))
}
