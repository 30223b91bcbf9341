//! Placing an order: written down, paid, recorded. Three steps, and no transaction is open while the provider is asked.

use std::{collections::BTreeMap, time::Duration};

use cart::store::{Contents, holds};
use edge::{AppError, Shop, Visitor, session::TokenHash};
use kernel::{CustomerId, Message, Money, OrderId, msg};
use payments::{
    provider::{Billing, Charge, Means, MethodKind, ProviderError},
    rules::AttemptState,
    store::{self as attempts, NewAttempt},
};
use sha2::{Digest, Sha256};

use crate::{
    jobs::{self, News},
    rules::{Event, State},
    settle::{self, Report, UNREACHABLE},
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
    let contents = cart::store::contents(&mut tx, &shop.kept, locked.id, now).await?;
    if contents.lines.is_empty() {
        return Ok(Written::Empty);
    }
    let ships = shop.kept.get::<cart::store::totals::Rates>().await?.ships();
    let why = unfit(shop, &contents, wish, ships);
    if !why.is_empty() {
        // Where it goes is kept all the same: the page that is shown next shows what that costs.
        tx.commit().await?;
        return Ok(Written::Refused(why));
    }
    let sums = Sums::of(&contents);
    let pays_now = matches!(wish.pay, Pay::Now { .. }) && !sums.total.is_zero();
    if pays_now && let Some(wait) = too_often(till, &mut tx, &locked.token, visitor, alarmed).await? {
        return Ok(Written::Refused(vec![wait]));
    }
    let stock = cart::store::wanted_stock(&mut tx, locked.id).await?;
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
        let whose = whose(&wish.buyer);
        if !cart::store::use_coupon(&mut *tx, coupon.id, &stock_key, &whose, now).await? {
            tx.rollback().await?;
            return drop_coupon(till, visitor, &coupon.code).await;
        }
    }
    if !pays_now {
        return finish_unpaid(till, tx, written.id, sums.total, &stock, (&locked.token, &address), shop)
            .await;
    }
    let terms = hold_terms(shop, till, true);
    match holds::hold(&mut tx, &stock_key, &locked.token, &address, &stock, now, terms).await? {
        holds::Answer::Held => {}
        refused => {
            tx.rollback().await?;
            return Ok(Written::Refused(vec![why_not_held(till, &refused).await?]));
        }
    }
    let due = Due { order: written.id, number: written.number, key: attempts::new_key(), amount: sums.total };
    // A new order has no other attempt.
    begin(&mut tx, till, &due, wish, &locked.token, &address).await?;
    tx.commit().await?;
    Ok(Written::Due(due))
}

/// Names a buyer where uses of a coupon are counted, and tells nobody who it is.
fn whose(buyer: &Buyer) -> String {
    hex::encode(Sha256::digest(buyer.email.to_lowercase()))
}

fn hold_terms(shop: &Shop, till: &Till, pinned: bool) -> holds::Terms {
    holds::Terms { life: till.pace.hold, most: 20 * i64::from(shop.rate.factor()), pinned }
}

async fn begin(
    db: &mut sqlx::PgConnection,
    till: &Till,
    due: &Due,
    wish: &Wish,
    placed_by: &TokenHash,
    address: &str,
) -> Result<bool, AppError> {
    let kind = match wish.pay {
        Pay::Now { kind, .. } => kind,
        Pay::Later => MethodKind::Card,
    };
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

/// Everything that keeps a cart from becoming an order as it is.
fn unfit(shop: &Shop, contents: &Contents, wish: &Wish, ships: bool) -> Vec<Message> {
    let mut why = Vec::new();
    for line in &contents.lines {
        let name = || line.name.clone();
        if line.available < line.quantity {
            why.push(msg::checkout::STOCK_GONE.with("name", name()));
        } else if let Some(problem) = &line.problem {
            let problem = shop.messages.text(problem.clone());
            why.push(msg::checkout::LINE_PROBLEM.with("name", name()).with("problem", problem));
        } else if line.quantity > holds::MOST_OF_ONE {
            let most = msg::cart::MAX_STOCK.with("quantity", holds::MOST_OF_ONE.to_string());
            let problem = shop.messages.text(most);
            why.push(msg::checkout::LINE_PROBLEM.with("name", name()).with("problem", problem));
        }
    }
    if ships && contents.totals.chosen.is_none() {
        why.push(msg::checkout::NO_SHIPPING.into());
    }
    if wish.seen_total != Some(contents.totals.total) {
        why.push(msg::checkout::TOTAL_CHANGED.into());
    }
    why
}

async fn why_not_held(till: &Till, answer: &holds::Answer) -> Result<Message, AppError> {
    Ok(match answer {
        holds::Answer::Short(sku) => {
            let name = store::name_of_sku(&till.db, sku).await?.unwrap_or_default();
            msg::checkout::STOCK_GONE.with("name", name)
        }
        _ => msg::checkout::MANY_HOLDS.into(),
    })
}

async fn drop_coupon(till: &Till, visitor: &Visitor, code: &str) -> Result<Written, AppError> {
    let mut tx = till.db.begin().await?;
    if let Some(locked) = cart::store::lock(&mut tx, visitor, till.clock.now()).await? {
        cart::store::totals::remove_coupon(&mut tx, locked.id, code).await?;
    }
    tx.commit().await?;
    Ok(Written::Refused(vec![msg::checkout::COUPON_GONE.with("code", code.to_owned())]))
}

/// Cards are tried out where nobody counts: whoever is declined too often waits. While most tries of the whole shop fail,
/// guests may try a third as often.
async fn too_often(
    till: &Till,
    db: &mut sqlx::PgConnection,
    token: &TokenHash,
    visitor: &Visitor,
    alarmed: bool,
) -> Result<Option<Message>, AppError> {
    let now = till.clock.now();
    let address = visitor.address.0.to_string();
    let declines = attempts::declines(db, token, &address, now).await?;
    let factor = till.factor;
    let wait = declines.by_session >= 5 * factor
        || declines.by_address >= 10 * factor
        || (alarmed && declines.tries >= 10 * factor);
    Ok(wait.then(|| msg::checkout::WAIT.into()))
}

/// How an attempt ended, as far as a buyer is told at once.
enum Outcome {
    Accepted,
    Declined,
    Unknown,
    Later,
}

/// Steps two and three. They go on when the buyer's connection does not: a charge that was sent is recorded.
async fn pay(till: &Till, charge: Charge) -> Outcome {
    let till = till.clone();
    let work = tokio::spawn(async move {
        match charge_and_record(&till, &charge).await {
            Ok(outcome) => outcome,
            Err(error) => {
                // What happened stands in the provider's books, and will be found there.
                tracing::error!(error = format!("{error:#}"), "a payment could not be recorded yet");
                Outcome::Unknown
            }
        }
    });
    work.await.unwrap_or(Outcome::Unknown)
}

async fn charge_and_record(till: &Till, charge: &Charge) -> anyhow::Result<Outcome> {
    let report = match till.provider.charge(charge).await {
        Ok(receipt) => Report::from(receipt),
        Err(ProviderError::Unreachable(why)) => {
            tracing::warn!(why, "the provider of payments cannot be reached");
            Report::never(UNREACHABLE)
        }
        Err(ProviderError::Refused { code }) => Report::never(&code),
        Err(ProviderError::Unknown(why)) => {
            tracing::warn!(why, attempt = charge.key, "a payment's answer is not known");
            settle::doubt(&till.db, &till.pace, &charge.key, till.clock.now()).await?;
            return Ok(Outcome::Unknown);
        }
    };
    let unreachable = report.code == UNREACHABLE;
    let settled = record(till, &charge.key, &report).await?;
    Ok(match settled.map(|settled| settled.attempt) {
        Some(AttemptState::Declined) if unreachable => Outcome::Later,
        Some(AttemptState::Declined) => Outcome::Declined,
        Some(_) => Outcome::Accepted,
        None => Outcome::Unknown,
    })
}

/// How long to wait before the books are tried again, in milliseconds.
const AGAIN: [u64; 4] = [100, 300, 900, 2_700];

/// The provider has spoken: a crowd before the database is no reason to leave a buyer in doubt.
async fn record(till: &Till, key: &str, report: &Report) -> anyhow::Result<Option<settle::Settled>> {
    for wait in AGAIN {
        match settle::settle(&till.db, &till.pace, key, report, till.clock.now()).await {
            Ok(settled) => return Ok(settled),
            Err(error) => tracing::warn!(error = format!("{error:#}"), "a payment is recorded later"),
        }
        tokio::time::sleep(Duration::from_millis(wait)).await;
    }
    settle::settle(&till.db, &till.pace, key, report, till.clock.now()).await
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

/// Pays an order that was placed before.
pub async fn pay_again(
    shop: &Shop,
    till: &Till,
    visitor: &Visitor,
    token: &TokenHash,
    order: &Order,
    (kind, means, customer): (MethodKind, Means, Option<CustomerId>),
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
        let whose = whose(&order.buyer);
        if !cart::store::use_coupon(&mut *tx, coupon.id, &stock_key, &whose, now).await? {
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
    let due = Due { order: order.id, number: order.number, key: attempts::new_key(), amount: order.total };
    let look_at = now + till.pace.silence;
    let new = NewAttempt {
        key: &due.key,
        order: due.order,
        amount: due.amount,
        kind,
        placed_by: token,
        address: &address,
        look_at,
    };
    if !attempts::begin(&mut *tx, &new, now).await? {
        tx.rollback().await?;
        return same_again(till, order.id).await;
    }
    if let Some(state) = order.state.after(Event::PaymentBegun) {
        store::set_state(&mut *tx, &order, state, "", "", now).await?;
    }
    tx.commit().await?;
    let charge = due.charge(means, &order.buyer, visitor);
    Ok(answer(order.id, pay(till, charge).await))
}
