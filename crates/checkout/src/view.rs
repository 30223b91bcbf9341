//! Views of the checkout and of the page that pays an order.

mod answers;

use accounts::view::FieldView;
use cart::view::{CouponView, TaxView};
use catalog::PictureView;
use edge::view::{IslandView, View};
use orders::view::OrderView;
use payments::view::{FormErrorView, OfflineOfferView, PaymentFormView};
use serde::Serialize;
use ts_rs::TS;

pub use answers::*;

/// Rendered by `web/src/checkout/CheckoutPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct CheckoutPageView {
    /// `None` if the cart is empty.
    pub form: Option<CheckoutFormView>,
    pub cart_url: String,
    pub shop_url: String,
}

impl View for CheckoutPageView {
    const COMPONENT: &'static str = "checkout/CheckoutPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct CheckoutFormView {
    pub action: String,
    /// The nonce and the form's idempotency key.
    pub hidden: Vec<(String, String)>,
    pub errors: Vec<FormErrorView>,
    /// Login URL for guests; `None` for a signed-in customer.
    pub login_url: Option<String>,
    pub fields: Vec<FieldView>,
    /// Whether the "create account" box is ticked; `None` for a signed-in customer.
    pub create_account: Option<bool>,
    pub payment: PaymentFormView,
    pub notes: String,
    pub gift: GiftFormView,
    pub terms_url: String,
    pub is_terms_ticked: bool,
    pub summary: SummaryView,
    /// Hidden inputs of order attribution; a script fills them in.
    pub attribution: Vec<AttributionField>,
    pub express: Option<ExpressView>,
    /// Nonce of call 32.
    pub tracks_nonce: String,
    /// Milliseconds after which a coupon notice is hidden.
    pub notification_time: u32,
}

/// What the buyer says about a gift.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct GiftFormView {
    pub is_gift: bool,
    pub text: String,
    pub hides_prices: bool,
    pub max_length: usize,
    /// Whether another person receives it.
    pub has_recipient: bool,
    /// The recipient's address.
    pub fields: Vec<FieldView>,
}

/// Express checkout with the browser's Payment Request API.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct ExpressView {
    /// Payment method URL for the Payment Request API.
    pub method_url: String,
    /// URL of the Store API's checkout; `nonce` is its nonce.
    pub checkout_url: String,
    pub nonce: String,
    pub currency: &'static str,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct AttributionField {
    pub name: String,
    pub value: String,
}

/// Lines and totals of the cart. Rendered by `web/src/checkout/OrderSummary.tsx` inside the checkout's island, which
/// gets new props when the cart or the destination changes.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct SummaryView {
    pub lines: Vec<SummaryLine>,
    pub subtotal: String,
    pub coupons: Vec<CouponView>,
    pub shipping: Vec<SummaryShipping>,
    pub taxes: Vec<TaxView>,
    pub total: String,
    /// The total as a decimal number, for the browser's payment sheet.
    pub total_amount: String,
    /// The total in cents. The form posts it back as the total that the shopper agreed to.
    pub total_minor: String,
    /// Methods without a provider, for this total and destination.
    pub offline: Vec<OfflineOfferView>,
    pub count: usize,
}

impl IslandView for SummaryView {
    const REGION: &'static str = "order-summary";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct SummaryShipping {
    pub id: String,
    pub title: String,
    /// Formatted cost; `None` if shipping is free.
    pub cost: Option<String>,
    /// The cost as a decimal number, for the browser's payment sheet.
    pub amount: String,
    pub is_chosen: bool,
    /// When an order that is placed now arrives.
    pub arrival: Option<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct SummaryLine {
    pub key: String,
    pub name: String,
    pub detail: Option<String>,
    pub quantity: String,
    pub total: String,
    pub picture: Option<PictureView>,
    pub parts: Vec<String>,
    pub warning: Option<String>,
}

/// Rendered by `web/src/checkout/OrderPayPage.tsx`: the pay page of an unpaid order.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderPayPageView {
    pub order: OrderView,
    pub action: String,
    pub hidden: Vec<(String, String)>,
    pub errors: Vec<FormErrorView>,
    pub payment: PaymentFormView,
    /// Methods without a provider that the order may be paid with instead.
    pub offline: Vec<OfflineOfferView>,
    pub terms_url: String,
}

impl View for OrderPayPageView {
    const COMPONENT: &'static str = "checkout/OrderPayPage";
}
