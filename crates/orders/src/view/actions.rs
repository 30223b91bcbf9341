//! Views of what a buyer can do with an order.

use accounts::view::FormView;
use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

use super::OrderView;

/// The buttons of an order's page; those that its state does not allow are absent.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderActionsView {
    pub pay_url: Option<String>,
    pub again: Option<FormView>,
    pub cancel: Option<CancelView>,
    /// The page with the form for returns.
    pub return_url: Option<String>,
    pub print_url: Option<String>,
}

/// The second question before an order is cancelled.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct CancelView {
    pub question: String,
    /// What happens to the money.
    pub text: String,
    pub form: FormView,
}

/// Rendered by `web/src/checkout/OrderPrintPage.tsx`: the invoice.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderPrintPageView {
    pub title: String,
    pub placed: String,
    pub order: OrderView,
    pub shop: PrintShopView,
    pub shipping: String,
    pub back_url: String,
}

impl View for OrderPrintPageView {
    const COMPONENT: &'static str = "checkout/OrderPrintPage";
}

/// Rendered by `web/src/checkout/GiftSheetPage.tsx`: what lies in the box of a gift. It has no prices.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct GiftSheetPageView {
    pub title: String,
    /// «إلى نورة، من سلمى».
    pub people: String,
    /// The text of the card; may be empty.
    pub text: String,
    pub goods: Vec<GiftSheetLine>,
    pub shop_name: String,
    pub back_url: String,
}

impl View for GiftSheetPageView {
    const COMPONENT: &'static str = "checkout/GiftSheetPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct GiftSheetLine {
    pub name: String,
    /// Options, and the parts of a bundle.
    pub notes: Vec<String>,
    pub quantity: String,
}

/// Who issues the invoice.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct PrintShopView {
    pub name: String,
    /// Address, tax number, email address, phone; as far as the settings have them.
    pub lines: Vec<String>,
}
