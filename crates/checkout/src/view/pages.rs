//! An order and its pages, once it is placed.

use accounts::view::{AccountFrame, FormView};
use catalog::PictureView;
use edge::view::View;
use payments::view::{PaymentFormView, SavedMethodView};
use serde::Serialize;
use ts_rs::TS;

use super::FaultView;
use crate::rules::State;

/// An order as anybody who may see it sees it.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderView {
    pub number: String,
    pub date: String,
    pub state: StateView,
    pub lines: Vec<OrderLineView>,
    pub subtotal: String,
    /// Label and amount each: coupons, shipping, taxes, in this order.
    pub extras: Vec<ExtraView>,
    pub total: String,
    pub refunded: Option<String>,
    /// «بطاقة تنتهي بـ 4242»; none while nothing was paid.
    pub method: Option<String>,
    pub address: Vec<String>,
    pub phone: String,
    pub email: String,
    pub notes: String,
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

/// Drawn by `web/src/checkout/OrderPayPage.tsx`: the review form of an order that is not paid yet.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderPayPageView {
    pub order: OrderView,
    pub action: String,
    pub hidden: Vec<(String, String)>,
    pub faults: Vec<FaultView>,
    pub payment: PaymentFormView,
    pub terms_url: String,
}

impl View for OrderPayPageView {
    const COMPONENT: &'static str = "checkout/OrderPayPage";
}

/// What has become of an order, as its buyer is told right after placing it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "checkout.ts")]
pub enum ReceivedKind {
    Paid,
    /// Accepted, but a bank takes its days.
    Waiting,
    /// The provider's answer is not known yet: the page asks again by itself.
    Confirming,
    Unpaid,
    Cancelled,
    Refunded,
}

/// Drawn by `web/src/checkout/OrderConfirmationPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderConfirmationPageView {
    pub kind: ReceivedKind,
    pub order: OrderView,
    pub greeting: String,
    /// What is said below the title where the order is not simply paid.
    pub hint: Option<String>,
    pub pay_url: Option<String>,
    pub shop_url: String,
    /// The page itself, to be loaded again.
    pub own_url: String,
    /// With the number, what asks for the order's status.
    pub order_key: String,
    /// When it was placed, written out.
    pub placed: String,
}

impl View for OrderConfirmationPageView {
    const COMPONENT: &'static str = "checkout/OrderConfirmationPage";
}

/// Drawn by `web/src/checkout/OrdersPage.tsx`: a customer's own orders.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrdersPageView {
    pub frame: AccountFrame,
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

/// Drawn by `web/src/checkout/OrderPage.tsx`: one of a customer's own orders.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderPageView {
    pub frame: AccountFrame,
    pub order: OrderView,
    pub pay_url: Option<String>,
}

impl View for OrderPageView {
    const COMPONENT: &'static str = "checkout/OrderPage";
}

/// Drawn by `web/src/checkout/PaymentMethodsPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct PaymentMethodsPageView {
    pub frame: AccountFrame,
    pub methods: Vec<MethodRow>,
    pub add_url: String,
}

impl View for PaymentMethodsPageView {
    const COMPONENT: &'static str = "checkout/PaymentMethodsPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct MethodRow {
    pub method: SavedMethodView,
    pub delete: FormView,
    /// None for the one that is the default already.
    pub make_default: Option<FormView>,
}

/// Drawn by `web/src/checkout/AddPaymentMethodPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct AddPaymentMethodPageView {
    pub frame: AccountFrame,
    pub action: String,
    pub hidden: Vec<(String, String)>,
    pub faults: Vec<FaultView>,
    pub payment: PaymentFormView,
    pub methods_url: String,
}

impl View for AddPaymentMethodPageView {
    const COMPONENT: &'static str = "checkout/AddPaymentMethodPage";
}
