//! Totals, taxes and coupons of a cart.

use cart::{rules::CouponKind, service::Contents};
use kernel::Money;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::money::{CurrencyFields, minor};

#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = CartCoupon)]
pub struct CouponDocument {
    pub code: String,
    pub discount_type: &'static str,
    pub totals: CouponTotalsDocument,
    /// Where the document is a member of a collection: its own address, and that of the collection.
    #[serde(rename = "_links", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Object, required = false)]
    pub links: Option<Value>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct CouponTotalsDocument {
    pub total_discount: String,
    pub total_discount_tax: String,
    #[serde(flatten)]
    pub currency: CurrencyFields,
}

impl CouponDocument {
    pub fn new(code: &str, discount_type: &'static str, discount: Money) -> Self {
        Self {
            code: code.to_owned(),
            discount_type,
            totals: CouponTotalsDocument {
                total_discount: minor(discount),
                total_discount_tax: minor(Money::ZERO),
                currency: CurrencyFields::of_shop(),
            },
            links: None,
        }
    }
}

fn discount_type(kind: CouponKind) -> &'static str {
    match kind {
        CouponKind::Percent => "percent",
        CouponKind::FixedCart => "fixed_cart",
        CouponKind::FixedProduct => "fixed_product",
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TotalsDocument {
    pub total_items: String,
    pub total_items_tax: String,
    pub total_fees: String,
    pub total_fees_tax: String,
    pub total_discount: String,
    pub total_discount_tax: String,
    /// `None` until there is something to ship.
    #[schema(required = true)]
    pub total_shipping: Option<String>,
    #[schema(required = true)]
    pub total_shipping_tax: Option<String>,
    pub total_price: String,
    pub total_tax: String,
    pub tax_lines: Vec<TaxDocument>,
    #[serde(flatten)]
    pub currency: CurrencyFields,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TaxDocument {
    pub name: String,
    pub price: String,
    pub rate: String,
}

/// Goods and shipping share the taxes: what the goods alone are taxed, and the rest.
pub struct TaxShares {
    pub goods: Money,
    shipping: Money,
}

impl TaxShares {
    pub fn of(contents: &Contents) -> Self {
        let goods = sum(contents.totals.lines.iter().copied());
        let on_goods = sum(contents.destination.taxes.iter().map(|tax| goods.share(tax.rate, 10_000)));
        let all = sum(contents.totals.taxes.iter().copied());
        let on_goods = on_goods.min(all);
        Self { goods: on_goods, shipping: all.checked_sub(on_goods).unwrap_or(Money::ZERO) }
    }
}

pub fn sum(amounts: impl Iterator<Item = Money>) -> Money {
    // The totals of the cart were computed without an overflow, and they are larger.
    Money::checked_sum(amounts).unwrap_or(Money::ZERO)
}

impl TotalsDocument {
    pub fn new(contents: &Contents, taxes: &TaxShares, needs_shipping: bool) -> Self {
        let totals = &contents.totals;
        let discount = sum(totals.discounts.iter().filter_map(|worth| worth.as_ref().ok().copied()));
        let chosen = totals.chosen.and_then(|index| totals.shipping.get(index));
        let shipping = chosen.map_or(Money::ZERO, |offer| offer.cost);
        Self {
            total_items: minor(totals.subtotal),
            total_items_tax: minor(taxes.goods),
            total_fees: minor(Money::ZERO),
            total_fees_tax: minor(Money::ZERO),
            total_discount: minor(discount),
            total_discount_tax: minor(Money::ZERO),
            total_shipping: needs_shipping.then(|| minor(shipping)),
            total_shipping_tax: needs_shipping.then(|| minor(taxes.shipping)),
            total_price: minor(totals.total),
            total_tax: minor(sum(totals.taxes.iter().copied())),
            tax_lines: contents
                .destination
                .taxes
                .iter()
                .zip(&totals.taxes)
                .map(|(tax, amount)| TaxDocument {
                    name: tax.name.clone(),
                    price: minor(*amount),
                    rate: percent(tax.rate),
                })
                .collect(),
            currency: CurrencyFields::of_shop(),
        }
    }
}

/// A rate in hundredths of a percent, written as `15%` or `7.25%`.
fn percent(rate: i64) -> String {
    let (whole, part) = (rate / 100, rate % 100);
    let text = if part == 0 { whole.to_string() } else { format!("{whole}.{part:02}") };
    format!("{}%", text.strip_suffix('0').filter(|_| text.contains('.')).unwrap_or(&text))
}

/// A coupon that gives no discount now is among the errors instead.
pub fn coupons(contents: &Contents) -> Vec<CouponDocument> {
    let used = contents.coupons.iter().zip(&contents.totals.discounts);
    used.filter_map(|(coupon, worth)| {
        let worth = worth.as_ref().ok()?;
        Some(CouponDocument::new(&coupon.code, discount_type(coupon.kind), *worth))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_written_without_useless_zeros() {
        assert_eq!(percent(1_500), "15%");
        assert_eq!(percent(725), "7.25%");
        assert_eq!(percent(750), "7.5%");
        assert_eq!(percent(1_000), "10%");
    }
}
