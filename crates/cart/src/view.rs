//! What the cart's regions and page are told.

mod answer;
mod settings;
mod shown;

use catalog::PictureView;
use edge::view::{IslandView, LinkView, View};
use kernel::Money;
use serde::Serialize;
use ts_rs::TS;

pub use answer::CartAnswer;
pub use settings::{CartLayout, CartSettings};
pub use shown::{Pen, Shown};

pub const CART_URL: &str = "/ar/cart/";
pub const SHOP_URL: &str = "/ar/shop/";
/// The action a remove link's nonce is made for.
pub const REMOVE: &str = "cart.remove";
/// The same for taking off a coupon.
pub const REMOVE_COUPON: &str = "cart.remove-coupon";
pub const CHECKOUT_URL: &str = "/ar/checkout/";

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
    /// `None`: it may not be sold, and is not charged.
    pub unit_price: Option<String>,
    pub line_total: Option<String>,
    pub regular_total: Option<String>,
    pub warning: Option<String>,
    /// Of a bundle.
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

/// Drawn by `web/src/cart/CartButton.tsx`.
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

/// Drawn by `web/src/cart/MiniCart.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct MiniCartView {
    pub lines: Vec<CartLineView>,
    pub subtotal: String,
    pub cart_url: String,
}

impl View for MiniCartView {
    const COMPONENT: &'static str = "cart/MiniCart";
}

/// What a cart comes to, and what may be changed about it.
#[derive(Debug, Clone, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "cart.ts")]
pub struct TotalsView {
    pub subtotal: String,
    pub coupons: Vec<CouponView>,
    pub shipping: Vec<ShippingView>,
    pub taxes: Vec<TaxView>,
    pub total: String,
    /// How much more makes shipping free.
    pub free_left: Option<String>,
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
    /// What it takes off; without it, `problem` says why it takes nothing.
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
    /// `None`: it costs nothing.
    pub cost: Option<String>,
    pub chosen: bool,
    /// Offered because the order is large enough.
    pub by_amount: bool,
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

/// Drawn by `web/src/cart/SideCart.island.tsx`.
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
    pub shop_url: String,
}

impl View for SideCartView {
    const COMPONENT: &'static str = "cart/SideCart";
}

impl IslandView for SideCartView {
    const REGION: &'static str = "side-cart";
}

impl SideCartView {
    /// As every page is drawn, before its visitor is known.
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
            shop_url: SHOP_URL.to_owned(),
        }
    }
}

/// Drawn by `web/src/cart/CartContents.island.tsx`.
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
    /// Cards of products that go with these; drawn by the catalogue's own component.
    #[ts(type = "Array<import(\"./catalog\").CardView>")]
    pub suggestions: serde_json::Value,
    pub crumbs: Vec<LinkView>,
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
    /// What was taken out, to be put back.
    pub undo: Option<UndoView>,
    /// The code that was refused: it is told at its field.
    pub coupon: Option<String>,
}

impl CartNotice {
    pub fn new(kind: NoticeKind, text: String) -> Self {
        Self { kind, text, undo: None, coupon: None }
    }
}

/// Alone: what call 5 answers when it refuses.
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
    /// What else its own form would send, by name.
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
