//! Views of placed orders.

use accounts::view::AccountLayoutView;
use catalog::PictureView;
use edge::view::{TagsView, View};
use serde::Serialize;
use ts_rs::TS;

use crate::rules::State;

/// An order, as all order pages show it.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderView {
    pub number: String,
    pub date: String,
    pub state: StateView,
    pub lines: Vec<OrderLineView>,
    pub subtotal: String,
    /// Coupons, shipping and taxes, in this order.
    pub extras: Vec<ExtraView>,
    pub total: String,
    pub refunded: Option<String>,
    /// «بطاقة تنتهي بـ 4242»; `None` while the order is unpaid.
    pub method: Option<String>,
    pub address: Vec<String>,
    pub phone: String,
    pub email: String,
    pub notes: String,
    /// «يصلك بين الثلاثاء 17 والخميس 19 نوفمبر»; `None` before the payment and after the arrival.
    pub arrival: Option<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct StateView {
    pub name: State,
    pub label: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderLineView {
    pub name: String,
    pub detail: Option<String>,
    pub quantity: String,
    pub total: String,
    pub url: Option<String>,
    pub picture: Option<PictureView>,
    pub parts: Vec<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct ExtraView {
    pub label: String,
    pub amount: String,
    pub is_discount: bool,
}

/// The order's status on the confirmation page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "checkout.ts")]
pub enum ReceivedKind {
    Paid,
    /// Accepted, but not captured: pending at a bank or under review.
    Waiting,
    /// The payment's outcome is not known yet; the page polls for it.
    Confirming,
    Unpaid,
    Cancelled,
    Refunded,
}

/// Rendered by `web/src/checkout/OrderConfirmationPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderConfirmationPageView {
    pub kind: ReceivedKind,
    pub order: OrderView,
    pub greeting: String,
    /// Text below the title; `None` if the order is paid.
    pub hint: Option<String>,
    pub pay_url: Option<String>,
    pub shop_url: String,
    /// URL of this page, for reloading.
    pub own_url: String,
    /// With the order number, authorises the `order_status` call.
    pub order_key: String,
    /// Formatted date and time of the order.
    pub placed: String,
    /// For the configured analytics services; `None` if there are none, and for an order that is not new or not bought.
    pub purchase: Option<PurchaseView>,
}

impl View for OrderConfirmationPageView {
    const COMPONENT: &'static str = "checkout/OrderConfirmationPage";
}

/// A purchase as analytics services receive it. Amounts are decimal numbers as text.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct PurchaseView {
    pub number: String,
    pub value: String,
    pub tax: String,
    pub shipping: String,
    pub currency: &'static str,
    pub coupon: String,
    pub items: Vec<PurchaseItem>,
    pub tags: TagsView,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct PurchaseItem {
    pub id: String,
    pub name: String,
    pub quantity: String,
    pub price: String,
}

/// Rendered by `web/src/checkout/OrdersPage.tsx`: the customer's orders.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrdersPageView {
    pub layout: AccountLayoutView,
    pub orders: Vec<OrderRow>,
    pub next_url: Option<String>,
    pub shop_url: String,
}

impl View for OrdersPageView {
    const COMPONENT: &'static str = "checkout/OrdersPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderRow {
    pub number: String,
    pub date: String,
    pub state: StateView,
    pub total: String,
    pub pieces: String,
    pub url: String,
    pub pay_url: Option<String>,
}

/// Rendered by `web/src/checkout/OrderPage.tsx`: one of the customer's orders.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderPageView {
    pub layout: AccountLayoutView,
    pub order: OrderView,
    pub pay_url: Option<String>,
}

impl View for OrderPageView {
    const COMPONENT: &'static str = "checkout/OrderPage";
}

/// Answer of `order_status`.
#[derive(Debug, Clone, Copy, Serialize, TS)]
#[ts(export_to = "checkout.ts")]
pub struct OrderStatusAnswer {
    pub kind: ReceivedKind,
}
