//! Coupons. An unknown code, an expired one and one that is used up have the same answer.

use ::http::StatusCode;
use axum::response::Response;
use cart::{
    service::{self, Outcome},
    view::NoticeKind,
};
use edge::{AppError, PathParam};
use kernel::msg;

use super::{
    Answer, Body, Caller,
    read::{self, changed_answer, coupon_with_links, with_session},
    refusals,
};
use crate::envelope;

/// The policy of these calls counts the attempt, as that of the page's own call does.
async fn apply(caller: &Caller, code: &str) -> Result<Outcome, AppError> {
    let shop = &caller.shop;
    let outcome = service::apply_counted_coupon(shop, &caller.visitor, code).await?;
    let invalid = || shop.messages.text(msg::cart::COUPON_INVALID.with("code", code.to_owned()));
    // Without a cart there is nothing that a coupon could reduce.
    let outcome = outcome.ok_or_else(|| refusals::refused(refusals::COUPON, &invalid()))?;
    match &outcome.notice {
        Some(notice) if notice.kind == NoticeKind::Error => {
            Err(refusals::refused(refusals::COUPON, &notice.text))
        }
        _ => Ok(outcome),
    }
}

pub async fn apply_coupon(caller: &Caller, body: &Body) -> Result<Answer, AppError> {
    let outcome = apply(caller, &body.text("code")?).await?;
    changed_answer(caller, Some(outcome), StatusCode::OK).await
}

/// `POST /cart/coupons`: the same, answered with the coupon.
pub async fn post_coupon(caller: &Caller, body: &Body) -> Result<Answer, AppError> {
    let Outcome { locked, contents, .. } = apply(caller, &body.text("code")?).await?;
    let coupons = read::document(caller, &contents).await?.coupons;
    let added = coupons.last().ok_or_else(no_such_coupon)?;
    let answer = Answer::new(StatusCode::CREATED, &coupon_with_links(caller, added))?;
    Ok(with_session(answer, locked))
}

fn no_such_coupon() -> AppError {
    envelope::missing("woocommerce_rest_cart_coupon_invalid_code", msg::store_api::COUPON_MISSING)
}

/// Codes are compared as the cart compares them.
fn is_same(code: &str, other: &str) -> bool {
    kernel::digits::fold(code.trim()).to_lowercase() == other
}

pub async fn coupon(caller: Caller, PathParam(code): PathParam<String>) -> Result<Response, AppError> {
    let answer = async {
        let contents = read::contents(&caller).await?;
        let coupons = read::document(&caller, &contents).await?.coupons;
        let found = coupons.iter().find(|coupon| is_same(&code, &coupon.code)).ok_or_else(no_such_coupon)?;
        Answer::new(StatusCode::OK, found)
    };
    caller.respond(answer.await)
}

async fn has_coupon(caller: &Caller, code: &str) -> Result<bool, AppError> {
    Ok(read::contents(caller).await?.coupons.iter().any(|coupon| is_same(code, &coupon.code)))
}

pub async fn remove_coupon(caller: &Caller, body: &Body) -> Result<Answer, AppError> {
    let code = body.text("code")?;
    if !has_coupon(caller, &code).await? {
        let text = caller.shop.messages.text(msg::store_api::COUPON_MISSING);
        return Err(refusals::refused("woocommerce_rest_cart_coupon_invalid_code", &text));
    }
    let outcome = service::drop_coupon(&caller.shop, &caller.visitor, &code).await?;
    changed_answer(caller, outcome, StatusCode::OK).await
}

pub async fn delete_coupon(caller: Caller, PathParam(code): PathParam<String>) -> Result<Response, AppError> {
    let answer = async {
        if !has_coupon(&caller, &code).await? {
            return Err(no_such_coupon());
        }
        service::drop_coupon(&caller.shop, &caller.visitor, &code).await?;
        Answer::new(StatusCode::NO_CONTENT, &())
    };
    caller.respond(answer.await)
}

pub async fn delete_coupons(caller: Caller) -> Result<Response, AppError> {
    let answer = async {
        for coupon in read::contents(&caller).await?.coupons {
            service::drop_coupon(&caller.shop, &caller.visitor, &coupon.code).await?;
        }
        Answer::new(StatusCode::OK, &Vec::<()>::new())
    };
    caller.respond(answer.await)
}
