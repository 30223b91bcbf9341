//! JSON answers of the checkout's calls.

use std::collections::BTreeMap;

use orders::rules::State;
use serde::Serialize;
use ts_rs::TS;

/// Answer of `update_order_review`.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "checkout.ts")]
pub struct OrderReviewAnswer {
    pub result: OrderReviewResult,
    /// Whether the page must reload, because the cart is empty.
    pub reload: bool,
    pub messages: String,
    /// HTML by selector; the summary's fragment carries the props of its region.
    pub fragments: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Copy, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "checkout.ts")]
pub enum OrderReviewResult {
    Success,
    Failure,
}

/// The Store API's answer when the order was placed.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "checkout.ts")]
pub struct StoreCheckoutAnswer {
    #[ts(type = "number")]
    pub order_id: i64,
    pub status: State,
    pub order_key: String,
    pub payment_result: StorePaymentResult,
}

#[derive(Debug, Serialize, TS)]
#[ts(export_to = "checkout.ts")]
pub struct StorePaymentResult {
    pub payment_status: StorePaymentStatus,
    /// The page to open next.
    pub redirect_url: String,
}

#[derive(Debug, Clone, Copy, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "checkout.ts")]
pub enum StorePaymentStatus {
    Success,
    Pending,
}

/// The Store API's answer when no order was placed.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "checkout.ts")]
pub struct StoreCheckoutRefusal {
    pub code: &'static str,
    pub message: String,
    pub data: StoreRefusalData,
}

#[derive(Debug, Serialize, TS)]
#[ts(export_to = "checkout.ts")]
pub struct StoreRefusalData {
    pub status: u16,
}
