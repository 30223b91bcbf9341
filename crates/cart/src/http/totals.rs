//! Coupons and shipping: the calls, and what the page's forms share with them.

use axum::{
    extract::State,
    response::{Redirect, Response},
};
use chrono::{DateTime, Utc};
use edge::{AppError, Fields, Shop, Visitor, policy::RateClass};
use kernel::{Message, msg, text::clean};
use serde::Deserialize;

use super::{
    answer::{Answer, AskedFrom, Outcome},
    finish,
};
use crate::{
    rules::Unfit,
    store::{self, Settings, totals::Put},
    view::{CART_URL, CartNotice, NoticeKind},
};

/// Longer than any code we give out.
const LONGEST_CODE: usize = 60;

/// As codes are compared: however they were typed.
fn folded(code: &str) -> String {
    kernel::digits::fold(&clean(code, LONGEST_CODE)).trim().to_lowercase()
}

#[derive(Debug, Deserialize)]
pub struct CouponForm {
    #[serde(default)]
    coupon_code: String,
}

pub async fn apply_coupon(
    State(shop): State<Shop>,
    visitor: Visitor,
    asked: AskedFrom,
    Fields(form): Fields<CouponForm>,
) -> Result<Response, AppError> {
    let outcome = put_coupon(&shop, &visitor, &form.coupon_code).await?;
    answer(&shop, asked, at_field(outcome, &form.coupon_code)).await
}

/// A refusal is told where the code was typed, and the code stays there to be mended.
pub fn at_field(mut outcome: Option<Outcome>, code: &str) -> Option<Outcome> {
    let notice = outcome.as_mut().and_then(|outcome| outcome.notice.as_mut());
    if let Some(notice) = notice.filter(|notice| notice.kind == NoticeKind::Error) {
        notice.coupon = Some(clean(code, LONGEST_CODE));
    }
    outcome
}

async fn answer(shop: &Shop, asked: AskedFrom, outcome: Option<Outcome>) -> Result<Response, AppError> {
    match outcome {
        Some(outcome) => Answer::fragments(shop, asked, outcome).await,
        None => Answer::empty(shop).await,
    }
}

fn say(shop: &Shop, kind: NoticeKind, message: impl Into<Message>) -> Option<CartNotice> {
    Some(CartNotice::new(kind, shop.messages.text(message.into())))
}

/// Puts a coupon on the cart if it is worth anything there. `None`: there is no cart.
pub async fn put_coupon(shop: &Shop, visitor: &Visitor, code: &str) -> Result<Option<Outcome>, AppError> {
    let code = folded(code);
    let now = shop.clock.now();
    let settings = Settings::load(&shop.kept).await?;
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    if code.is_empty() {
        let notice = say(shop, NoticeKind::Error, msg::cart::COUPON_EMPTY);
        return Ok(Some(Outcome { notice, ..finish(&settings, tx, locked, now).await? }));
    }
    // Under the cart's lock: whoever guesses with many requests at once is counted one by one.
    let whose = Some(&locked.token);
    shop.rate.would_pass(RateClass::WrongCoupon, whose, visitor.address).await?;
    let named = |key: kernel::Key| key.with("code", code.clone());
    let (refused, notice) = match store::totals::put_coupon(&mut tx, locked.id, &code, now).await? {
        Put::Unknown => (true, say(shop, NoticeKind::Error, Unfit::Invalid.message(&code))),
        Put::Already => (false, say(shop, NoticeKind::Error, named(msg::cart::COUPON_ALREADY))),
        Put::Added => match worth(&settings, &mut tx, &locked, &code, now).await? {
            None => (false, say(shop, NoticeKind::Ok, named(msg::cart::COUPON_APPLIED))),
            Some(unfit) => {
                store::totals::remove_coupon(&mut tx, locked.id, &code).await?;
                (true, say(shop, NoticeKind::Error, unfit.message(&code)))
            }
        },
    };
    if refused {
        // Every refusal tells something about a code. The attempt that reaches the limit still gets its answer.
        let _ = shop.rate.pass(RateClass::WrongCoupon, whose, visitor.address).await;
    }
    Ok(Some(Outcome { notice, ..finish(&settings, tx, locked, now).await? }))
}

/// Why a coupon that was just put on is worth nothing.
async fn worth(
    settings: &Settings,
    tx: &mut sqlx::PgTransaction<'_>,
    locked: &store::Locked,
    code: &str,
    now: DateTime<Utc>,
) -> Result<Option<Unfit>, AppError> {
    let contents = store::contents(tx, settings, locked.id, now).await?;
    let mut found = contents.coupons.iter().zip(contents.totals.discounts);
    Ok(found.find(|(coupon, _)| coupon.code == code).and_then(|(_, worth)| worth.err()))
}

pub async fn remove_coupon(
    State(shop): State<Shop>,
    visitor: Visitor,
    asked: AskedFrom,
    Fields(form): Fields<CouponForm>,
) -> Result<Response, AppError> {
    answer(&shop, asked, take_off(&shop, &visitor, &form.coupon_code).await?).await
}

async fn take_off(shop: &Shop, visitor: &Visitor, code: &str) -> Result<Option<Outcome>, AppError> {
    let code = folded(code);
    let now = shop.clock.now();
    let settings = Settings::load(&shop.kept).await?;
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    let gone = store::totals::remove_coupon(&mut tx, locked.id, &code).await?;
    let message = || msg::cart::COUPON_REMOVED.with("code", code.clone());
    let notice = if gone { say(shop, NoticeKind::Ok, message()) } else { None };
    Ok(Some(Outcome { notice, ..finish(&settings, tx, locked, now).await? }))
}

#[derive(Debug, Deserialize)]
pub struct CouponLink {
    remove_coupon: String,
}

/// The link, for browsers without script. The frame checked its nonce.
pub async fn remove_by_link(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(link): Fields<CouponLink>,
) -> Result<Redirect, AppError> {
    take_off(&shop, &visitor, &link.remove_coupon).await?;
    Ok(Redirect::to(CART_URL))
}

#[derive(Debug, Deserialize)]
pub struct MethodForm {
    #[serde(rename = "shipping_method[0]")]
    listed: Option<String>,
    shipping_method: Option<String>,
}

pub async fn update_shipping_method(
    State(shop): State<Shop>,
    visitor: Visitor,
    asked: AskedFrom,
    Fields(form): Fields<MethodForm>,
) -> Result<Response, AppError> {
    let method = form.listed.or(form.shipping_method).unwrap_or_default();
    answer(&shop, asked, set_method(&shop, &visitor, &method).await?).await
}

/// A method that is not offered is none; the totals then take the first.
pub async fn set_method(shop: &Shop, visitor: &Visitor, method: &str) -> Result<Option<Outcome>, AppError> {
    let method = method.parse().map_err(|_| AppError::BadRequest("no such shipping method"))?;
    let now = shop.clock.now();
    let settings = Settings::load(&shop.kept).await?;
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    store::totals::set_method(&mut tx, locked.id, method, now).await?;
    Ok(Some(finish(&settings, tx, locked, now).await?))
}

#[derive(Debug, Deserialize)]
pub struct PlaceForm {
    #[serde(default)]
    calc_shipping_country: String,
    #[serde(default)]
    calc_shipping_city: String,
    #[serde(default)]
    calc_shipping_postcode: String,
}

pub async fn calculate_shipping(
    State(shop): State<Shop>,
    visitor: Visitor,
    asked: AskedFrom,
    Fields(form): Fields<PlaceForm>,
) -> Result<Response, AppError> {
    answer(&shop, asked, set_place(&shop, &visitor, &form).await?).await
}

pub async fn set_place(
    shop: &Shop,
    visitor: &Visitor,
    form: &PlaceForm,
) -> Result<Option<Outcome>, AppError> {
    let settings = Settings::load(&shop.kept).await?;
    let country = form.calc_shipping_country.as_str();
    if !settings.rates.countries().any(|(code, _)| code == country) {
        return Err(AppError::BadRequest("no such country"));
    }
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    let (city, postcode) = (clean(&form.calc_shipping_city, 80), clean(&form.calc_shipping_postcode, 20));
    store::totals::set_destination(&mut tx, locked.id, country, &city, &postcode, now).await?;
    let outcome = finish(&settings, tx, locked, now).await?;
    let notice = match outcome.contents.totals.shipping.is_empty() {
        true => say(shop, NoticeKind::Error, msg::cart::NO_SHIPPING),
        false => say(shop, NoticeKind::Ok, msg::cart::UPDATED),
    };
    Ok(Some(Outcome { notice, ..outcome }))
}
