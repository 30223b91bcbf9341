//! Coupons and shipping of a cart.

use chrono::{DateTime, Utc};
use edge::{AppError, Shop, Visitor, policy::RateClass};
use kernel::{Message, msg, text::clean};

use super::{Outcome, finish};
use crate::{
    rules::CouponRefusal,
    store::{self, Settings, totals::AddCouponOutcome},
    view::{CartNotice, NoticeKind},
};

/// Longer than any coupon code.
pub(crate) const MAX_CODE_LENGTH: usize = 60;

/// Longer than any name of a city.
pub(crate) const MAX_CITY_LENGTH: usize = 80;

/// Normalises a code for comparison: digits folded, trimmed, lower case.
fn folded(code: &str) -> String {
    kernel::digits::fold(&clean(code, MAX_CODE_LENGTH)).trim().to_lowercase()
}

fn cart_notice(shop: &Shop, kind: NoticeKind, message: impl Into<Message>) -> Option<CartNotice> {
    Some(CartNotice::new(kind, shop.messages.text(message.into())))
}

/// Applies a coupon that a form names, within the limit of the call that does the same.
pub async fn apply_coupon(shop: &Shop, visitor: &Visitor, code: &str) -> Result<Option<Outcome>, AppError> {
    shop.rate_limiter.check(RateClass::Pay, visitor.token.as_ref(), visitor.address).await?;
    apply_counted_coupon(shop, visitor, code).await
}

/// Applies a coupon to the cart if it gives a discount there. `None`: the visitor has no cart.
pub async fn apply_counted_coupon(
    shop: &Shop,
    visitor: &Visitor,
    code: &str,
) -> Result<Option<Outcome>, AppError> {
    let code = folded(code);
    let Some(token) = visitor.token.as_ref().filter(|_| !code.is_empty()) else {
        return Ok(change_coupon(shop, visitor, &code).await?.map(|changed| changed.outcome));
    };
    // Every refusal reveals something about a code, so it counts. Counted before the transaction, which must not wait
    // for Redis, and taken back if the code is not refused.
    shop.rate_limiter.check(RateClass::WrongCoupon, Some(token), visitor.address).await?;
    let changed = change_coupon(shop, visitor, &code).await?;
    if !changed.as_ref().is_some_and(|changed| changed.is_refused) {
        shop.rate_limiter.take_back(RateClass::WrongCoupon, Some(token), visitor.address).await;
    }
    Ok(changed.map(|changed| changed.outcome))
}

/// A cart after an attempt to apply a coupon.
struct ChangedCart {
    outcome: Outcome,
    is_refused: bool,
}

async fn change_coupon(shop: &Shop, visitor: &Visitor, code: &str) -> Result<Option<ChangedCart>, AppError> {
    let now = shop.clock.now();
    let settings = Settings::load(&shop.settings).await?;
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    let named = |key: kernel::Key| key.with("code", code.to_owned());
    let (is_refused, notice) = if code.is_empty() {
        (false, cart_notice(shop, NoticeKind::Error, msg::cart::COUPON_EMPTY))
    } else {
        match store::totals::add_coupon(&mut tx, locked.id, code, now).await? {
            AddCouponOutcome::Unknown => {
                (true, cart_notice(shop, NoticeKind::Error, CouponRefusal::Invalid.message(code)))
            }
            AddCouponOutcome::Already => {
                (false, cart_notice(shop, NoticeKind::Error, named(msg::cart::COUPON_ALREADY)))
            }
            AddCouponOutcome::Added => match coupon_refusal(&settings, &mut tx, &locked, code, now).await? {
                None => (false, cart_notice(shop, NoticeKind::Ok, named(msg::cart::COUPON_APPLIED))),
                Some(refusal) => {
                    store::totals::remove_coupon(&mut tx, locked.id, code).await?;
                    (true, cart_notice(shop, NoticeKind::Error, refusal.message(code)))
                }
            },
        }
    };
    let outcome = Outcome { notice, ..finish(&settings, tx, locked, now).await? };
    Ok(Some(ChangedCart { outcome, is_refused }))
}

/// The reason why a coupon that was just added gives no discount, if it gives none.
async fn coupon_refusal(
    settings: &Settings,
    tx: &mut sqlx::PgTransaction<'_>,
    locked: &store::Locked,
    code: &str,
    now: DateTime<Utc>,
) -> Result<Option<CouponRefusal>, AppError> {
    let contents = store::contents(tx, settings, locked.id, now).await?;
    let mut found = contents.coupons.iter().zip(contents.totals.discounts);
    Ok(found.find(|(coupon, _)| coupon.code == code).and_then(|(_, worth)| worth.err()))
}

/// Removes a coupon from the visitor's cart. `None`: the visitor has no cart.
pub async fn drop_coupon(shop: &Shop, visitor: &Visitor, code: &str) -> Result<Option<Outcome>, AppError> {
    let code = folded(code);
    let now = shop.clock.now();
    let settings = Settings::load(&shop.settings).await?;
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    let gone = store::totals::remove_coupon(&mut tx, locked.id, &code).await?;
    let message = || msg::cart::COUPON_REMOVED.with("code", code.clone());
    let notice = if gone { cart_notice(shop, NoticeKind::Ok, message()) } else { None };
    Ok(Some(Outcome { notice, ..finish(&settings, tx, locked, now).await? }))
}

/// Stores the chosen method. If the destination does not offer it, the totals use the first method.
/// `None`: the visitor has no cart.
pub async fn choose_shipping_method(
    shop: &Shop,
    visitor: &Visitor,
    method: &str,
) -> Result<Option<Outcome>, AppError> {
    let method = method.parse().map_err(|_| AppError::BadRequest("no such shipping method"))?;
    let now = shop.clock.now();
    let settings = Settings::load(&shop.settings).await?;
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    store::totals::set_method(&mut tx, locked.id, method, now).await?;
    Ok(Some(finish(&settings, tx, locked, now).await?))
}

/// The destination that the shipping calculator sends.
#[derive(Debug, Clone, Copy)]
pub struct Destination<'a> {
    pub country: &'a str,
    pub city: &'a str,
    pub postcode: &'a str,
}

/// Stores where the cart is shipped to. `None`: the visitor has no cart.
pub async fn set_destination(
    shop: &Shop,
    visitor: &Visitor,
    wanted: Destination<'_>,
) -> Result<Option<Outcome>, AppError> {
    let settings = Settings::load(&shop.settings).await?;
    if !settings.rates.countries().any(|(code, _)| code == wanted.country) {
        return Err(AppError::BadRequest("no such country"));
    }
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    let (city, postcode) = (clean(wanted.city, MAX_CITY_LENGTH), clean(wanted.postcode, 20));
    store::totals::set_shipping_address(&mut tx, locked.id, wanted.country, &city, &postcode, now).await?;
    let outcome = finish(&settings, tx, locked, now).await?;
    let notice = match outcome.contents.totals.shipping.is_empty() {
        true => cart_notice(shop, NoticeKind::Error, msg::cart::NO_SHIPPING),
        false => cart_notice(shop, NoticeKind::Ok, msg::cart::UPDATED),
    };
    Ok(Some(Outcome { notice, ..outcome }))
}
