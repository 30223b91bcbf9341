//! Codes of refusals. Clients decide by them; the message is for shoppers.

use ::http::StatusCode;
use cart::rules::Refusal;
use edge::{AppError, Shop};
use kernel::msg;

use crate::envelope::{self, ApiRefusal};

pub const COUPON: &str = "woocommerce_rest_cart_coupon_error";
pub const INVALID_KEY: &str = "woocommerce_rest_cart_invalid_key";

pub fn code(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::NoProduct => "woocommerce_rest_cart_invalid_product",
        Refusal::NotForSale { .. } => "woocommerce_rest_product_not_purchasable",
        Refusal::NeedsChoice => "woocommerce_rest_variation_id_from_variation_data",
        Refusal::OutOfStock { available } if available.is_zero() => "woocommerce_rest_product_out_of_stock",
        Refusal::OutOfStock { .. } => "woocommerce_rest_product_partially_out_of_stock",
        Refusal::NotAMultiple { .. } | Refusal::NoQuantity => "invalid_quantity",
        Refusal::TooManyLines => "matjar_cart_full",
        Refusal::Selection(_) => "matjar_bundle_selection",
    }
}

/// A product that was not added, or a quantity that was not set.
pub fn item(shop: &Shop, refusal: &Refusal) -> AppError {
    refused(code(refusal), &shop.messages.text(refusal.message()))
}

/// 400 with a text that may repeat what the client sent: it is plain text, so nothing in it may look like markup.
pub fn refused(code: &'static str, text: &str) -> AppError {
    ApiRefusal::new(StatusCode::BAD_REQUEST, code, plain(text)).into()
}

pub fn plain(text: &str) -> String {
    kernel::text::without_isolates(text).replace(['<', '>'], "")
}

pub fn no_such_item() -> AppError {
    envelope::missing(INVALID_KEY, msg::store_api::ITEM_MISSING)
}

#[cfg(test)]
mod tests {
    use kernel::Quantity;

    use super::*;

    #[test]
    fn sold_out_and_too_few_have_different_codes() {
        let out_of = |pieces| code(&Refusal::OutOfStock { available: Quantity::from_whole(pieces) });
        assert_eq!(out_of(0), "woocommerce_rest_product_out_of_stock");
        assert_eq!(out_of(2), "woocommerce_rest_product_partially_out_of_stock");
    }

    #[test]
    fn a_message_has_no_markup() {
        assert_eq!(plain("القسيمة «\u{2068}<b>x</b>\u{2069}»"), "القسيمة «bx/b»");
    }
}
