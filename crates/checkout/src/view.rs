//! What the pages around an order are told.

mod answers;
mod pages;
mod staff;

pub use accounts::view::STAFF_ORDERS_URL;

use accounts::view::FieldView;
use cart::view::{CouponView, TaxView};
use catalog::PictureView;
use edge::view::{IslandView, View};
use payments::view::PaymentFormView;
use serde::Serialize;
use ts_rs::TS;

pub use answers::*;
pub use pages::*;
pub use staff::*;

pub const PAY_URL: &str = "/ar/checkout/order-pay/{id}/";
pub const RECEIVED_URL: &str = "/ar/checkout/order-received/{id}/";
pub const ADD_METHOD_URL: &str = "/ar/my-account/add-payment-method/";
pub const DELETE_METHOD_URL: &str = "/ar/my-account/delete-payment-method/{id}/";
pub const DEFAULT_METHOD_URL: &str = "/ar/my-account/set-default-payment-method/{id}/";
pub const STAFF_ORDER_URL: &str = "/ar/wp-admin/orders/{id}/";
pub const STAFF_STATE_URL: &str = "/ar/wp-admin/orders/{id}/state/";
pub const STAFF_REFUND_URL: &str = "/ar/wp-admin/orders/{id}/refund/";
pub const STAFF_EXPORT_URL: &str = "/ar/wp-admin/orders/export/";

/// One thing that is wrong, and the field it is about.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct FaultView {
    pub field: Option<String>,
    pub text: String,
}

/// Drawn by `web/src/checkout/CheckoutPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct CheckoutPageView {
    /// None: there is nothing to buy.
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
    /// The nonce, the order's one-time key, and what the page showed the shopper.
    pub hidden: Vec<(String, String)>,
    pub faults: Vec<FaultView>,
    /// Where a guest who has an account signs in. None for a customer.
    pub login_url: Option<String>,
    pub fields: Vec<FieldView>,
    /// A guest may ask for an account; whether the box is ticked.
    pub create_account: Option<bool>,
    pub payment: PaymentFormView,
    pub notes: String,
    pub terms_url: String,
    pub is_terms_ticked: bool,
    pub summary: SummaryView,
    /// Names of the hidden inputs that say where the order came from; a script fills them in.
    pub attribution: Vec<AttributionField>,
    pub express: Option<ExpressView>,
    /// Of call 32.
    pub tracks_nonce: String,
    /// Milliseconds after which a notice about a coupon hides.
    pub notification_time: u32,
}

/// Paying with what the browser keeps, where it offers that.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct ExpressView {
    /// Names the means that the browser is asked for.
    pub method_url: String,
    /// The Store API's checkout, and its nonce.
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

/// What is bought and what it comes to. Rendered by `web/src/checkout/OrderSummary.tsx`, inside the checkout's island,
/// which receives it again when the cart or the place changes.
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
    /// The total in cents, as a form posts it back: what the shopper agreed to.
    pub total_minor: String,
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
    /// Written out; none: free of charge.
    pub cost: Option<String>,
    /// As a decimal number, for the browser's payment sheet.
    pub amount: String,
    pub is_chosen: bool,
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
