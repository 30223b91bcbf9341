//! Calls that change coupons and shipping.

use axum::{
    extract::State,
    response::{Redirect, Response},
};
use edge::{AppError, Fields, Shop, Visitor};
use kernel::text::clean;
use serde::Deserialize;

use super::response::{CartResponse, RefererPage};
use crate::{
    service::{self, Destination, MAX_CODE_LENGTH, Outcome},
    view::{CART_URL, NoticeKind},
};

#[derive(Debug, Deserialize)]
pub struct CouponForm {
    #[serde(default)]
    coupon_code: String,
}

pub async fn apply_coupon(
    State(shop): State<Shop>,
    visitor: Visitor,
    referer: RefererPage,
    Fields(form): Fields<CouponForm>,
) -> Result<Response, AppError> {
    // The policy of this call counts the attempt.
    let outcome = service::apply_counted_coupon(&shop, &visitor, &form.coupon_code).await?;
    answer(&shop, referer, with_coupon_error(outcome, &form.coupon_code)).await
}

/// Attaches the typed code to an error notice, so that the error is shown at the coupon field and the code can
/// be corrected.
pub fn with_coupon_error(mut outcome: Option<Outcome>, code: &str) -> Option<Outcome> {
    let notice = outcome.as_mut().and_then(|outcome| outcome.notice.as_mut());
    if let Some(notice) = notice.filter(|notice| notice.kind == NoticeKind::Error) {
        notice.coupon = Some(clean(code, MAX_CODE_LENGTH));
    }
    outcome
}

async fn answer(shop: &Shop, referer: RefererPage, outcome: Option<Outcome>) -> Result<Response, AppError> {
    match outcome {
        Some(outcome) => CartResponse::fragments(shop, referer, outcome).await,
        None => CartResponse::empty(shop).await,
    }
}

pub async fn remove_coupon(
    State(shop): State<Shop>,
    visitor: Visitor,
    referer: RefererPage,
    Fields(form): Fields<CouponForm>,
) -> Result<Response, AppError> {
    answer(&shop, referer, service::drop_coupon(&shop, &visitor, &form.coupon_code).await?).await
}

#[derive(Debug, Deserialize)]
pub struct CouponLink {
    remove_coupon: String,
}

/// The remove link, for browsers without script. The pipeline has checked its nonce.
pub async fn remove_by_link(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(link): Fields<CouponLink>,
) -> Result<Redirect, AppError> {
    service::drop_coupon(&shop, &visitor, &link.remove_coupon).await?;
    Ok(Redirect::to(CART_URL))
}

#[derive(Debug, Deserialize)]
pub struct ShippingMethodForm {
    #[serde(rename = "shipping_method[0]")]
    listed: Option<String>,
    shipping_method: Option<String>,
}

pub async fn update_shipping_method(
    State(shop): State<Shop>,
    visitor: Visitor,
    referer: RefererPage,
    Fields(form): Fields<ShippingMethodForm>,
) -> Result<Response, AppError> {
    let method = form.listed.or(form.shipping_method).unwrap_or_default();
    answer(&shop, referer, service::choose_shipping_method(&shop, &visitor, &method).await?).await
}

#[derive(Debug, Deserialize)]
pub struct ShippingCalculatorForm {
    #[serde(default)]
    calc_shipping_country: String,
    #[serde(default)]
    calc_shipping_city: String,
    #[serde(default)]
    calc_shipping_postcode: String,
}

impl ShippingCalculatorForm {
    pub fn destination(&self) -> Destination<'_> {
        Destination {
            country: &self.calc_shipping_country,
            city: &self.calc_shipping_city,
            postcode: &self.calc_shipping_postcode,
        }
    }
}

pub async fn calculate_shipping(
    State(shop): State<Shop>,
    visitor: Visitor,
    referer: RefererPage,
    Fields(form): Fields<ShippingCalculatorForm>,
) -> Result<Response, AppError> {
    answer(&shop, referer, service::set_destination(&shop, &visitor, form.destination()).await?).await
}
