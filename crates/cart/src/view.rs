//! View data of the cart's regions and page.

mod answer;
mod cart_views;
mod delivery;
mod settings;

use catalog::PictureView;
use edge::view::{IslandView, LinkView, View};
use kernel::Money;
use serde::Serialize;
use ts_rs::TS;

use crate::store::totals::Rates;

pub use answer::CartAnswer;
pub use cart_views::{CartViews, ViewContext, cart_hash};
pub use delivery::{CityView, DeliveryAnswer, DeliveryMethodView, DeliveryPageView, DeliveryView};
pub use settings::{CartLayout, CartSettings};

pub const CART_URL: &str = "/ar/cart/";
pub const SHOP_URL: &str = "/ar/shop/";
/// Nonce action of the link that removes a line.
pub const REMOVE: &str = "cart.remove";
/// Nonce action of the link that removes a coupon.
pub const REMOVE_COUPON: &str = "cart.remove-coupon";
pub const CHECKOUT_URL: &str = "/ar/checkout/";
/// When an order arrives at a place.
pub const DELIVERY_URL: &str = "/ar/delivery/";

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct CartLineView {
    pub key: String,
    pub product_id: String,
    pub name: String,
    pub detail: Option<String>,
    pub url: String,
    pub remove_url: String,
    pub picture: PictureView,
    pub quantity: String,
    pub step: String,
    pub min: String,
    pub max: Option<String>,
    /// `None`: the line may not be sold and is not charged.
    pub unit_price: Option<String>,
    pub line_total: Option<String>,
    pub regular_total: Option<String>,
    pub warning: Option<String>,
    /// Items of a bundle; empty otherwise.
    pub parts: Vec<CartPartView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct CartPartView {
    pub name: String,
    pub detail: Option<String>,
    pub quantity: String,
}

/// Rendered by `web/src/cart/CartButton.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct CartButtonView {
    pub count: usize,
    pub cart_url: String,
}

impl View for CartButtonView {
    const COMPONENT: &'static str = "cart/CartButton";
}

/// Rendered by `web/src/cart/MiniCart.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct MiniCartView {
    pub lines: Vec<CartLineView>,
    pub subtotal: String,
    pub cart_url: String,
    pub checkout_url: String,
}

impl View for MiniCartView {
    const COMPONENT: &'static str = "cart/MiniCart";
}

/// Totals of a cart, with its coupons and shipping options.
#[derive(Debug, Clone, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct TotalsView {
    pub subtotal: String,
    pub coupons: Vec<CouponView>,
    pub shipping: Vec<ShippingView>,
    pub taxes: Vec<TaxView>,
    pub total: String,
    /// Amount still missing for free shipping.
    pub free_left: Option<String>,
    /// How much of the amount for free shipping is reached, in percent.
    pub free_percent: i64,
    pub country: String,
    pub city: String,
    pub postcode: String,
    pub countries: Vec<CountryView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct CouponView {
    pub code: String,
    /// The discount; if `None`, `problem` says why there is none.
    pub amount: Option<String>,
    pub problem: Option<String>,
    pub remove_url: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct ShippingView {
    pub id: String,
    pub title: String,
    /// `None`: shipping is free.
    pub cost: Option<String>,
    pub chosen: bool,
    /// Offered because the order total is high enough.
    pub by_amount: bool,
    /// When an order that is placed now arrives.
    pub arrival: Option<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct TaxView {
    pub name: String,
    pub amount: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct CountryView {
    pub code: String,
    pub name: String,
}

impl CountryView {
    /// The countries that a cart may be shipped to.
    fn all(rates: &Rates) -> Vec<Self> {
        rates.countries().map(|(code, name)| Self { code: code.clone(), name: name.clone() }).collect()
    }
}

/// Rendered by `web/src/cart/SideCart.island.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct SideCartView {
    pub count: usize,
    pub lines: Vec<CartLineView>,
    pub totals: TotalsView,
    pub notice: Option<CartNotice>,
    pub settings: CartSettings,
    pub cart_url: String,
    pub checkout_url: String,
    pub shop_url: String,
}

impl View for SideCartView {
    const COMPONENT: &'static str = "cart/SideCart";
}

impl IslandView for SideCartView {
    const REGION: &'static str = "side-cart";
}

impl SideCartView {
    /// The empty cart, as rendered into shared pages before the visitor is known.
    pub fn empty(settings: CartSettings) -> Self {
        Self {
            count: 0,
            lines: Vec::new(),
            totals: TotalsView {
                subtotal: Money::ZERO.format(),
                total: Money::ZERO.format(),
                ..TotalsView::default()
            },
            notice: None,
            settings,
            cart_url: CART_URL.to_owned(),
            checkout_url: CHECKOUT_URL.to_owned(),
            shop_url: SHOP_URL.to_owned(),
        }
    }
}

/// Rendered by `web/src/cart/CartContents.island.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct CartContentsView {
    pub lines: Vec<CartLineView>,
    pub count: usize,
    pub totals: TotalsView,
    pub notice: Option<CartNotice>,
    pub cart_url: String,
    pub checkout_url: String,
    pub shop_url: String,
}

impl View for CartContentsView {
    const COMPONENT: &'static str = "cart/CartContents";
}

impl IslandView for CartContentsView {
    const REGION: &'static str = "cart-page";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct CartPageView {
    pub contents: CartContentsView,
    /// Product cards for cross-sells, rendered by the catalogue's component.
    #[ts(type = "Array<import(\"./catalog\").CardView>")]
    pub suggestions: serde_json::Value,
    pub crumbs: Vec<LinkView>,
    /// Saved for later, newest first.
    pub saved: Vec<SavedLineView>,
}

/// A line that was taken out of the cart to be bought later.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct SavedLineView {
    pub key: String,
    pub name: String,
    /// The variation; empty without one.
    pub detail: String,
    pub url: String,
    pub picture: PictureView,
    pub quantity: String,
}

impl View for CartPageView {
    const COMPONENT: &'static str = "cart/CartPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct CartNotice {
    pub kind: NoticeKind,
    pub text: String,
    /// Form that adds the removed line again.
    pub undo: Option<UndoView>,
    /// The refused coupon code: the error is shown at the coupon field.
    pub coupon: Option<String>,
    /// The key of the line whose quantity was refused: the error is shown at that line.
    pub line: Option<String>,
}

impl CartNotice {
    pub fn new(kind: NoticeKind, text: String) -> Self {
        Self { kind, text, undo: None, coupon: None, line: None }
    }
}

/// Rendered on its own in the refusal of call 5.
impl View for CartNotice {
    const COMPONENT: &'static str = "cart/CartNotice";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct UndoView {
    pub action: String,
    pub product_id: String,
    pub variation_id: String,
    pub quantity: String,
    /// Further hidden fields of the form, as name and value.
    pub others: Vec<(String, String)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "cart.ts")]
pub enum NoticeKind {
    Ok,
    Error,
}

pub fn product_url(slug: &str) -> String {
    format!(
        "/ar/product/{}/",
        percent_encoding::utf8_percent_encode(slug, percent_encoding::NON_ALPHANUMERIC)
            .to_string()
            .replace("%2D", "-")
    )
}
