//! What the checkout's calls answer.

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

use super::ReceivedKind;
use crate::rules::State;

/// What `update_order_review` answers.
#[derive(Debug, Serialize, TS)]
#[ts(export_to = "checkout.ts")]
pub struct OrderReviewAnswer {
    pub result: OrderReviewResult,
    /// There is nothing left to buy: the page is to be loaded anew.
    pub reload: bool,
    pub messages: String,
    /// The summary is among them, as the props of its region.
    pub fragments: BTreeMap<String, String>,
}

#[derive(Debug, Clone, Copy, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "checkout.ts")]
pub enum OrderReviewResult {
    Success,
    Failure,
}

/// What `order_status` answers.
#[derive(Debug, Clone, Copy, Serialize, TS)]
#[ts(export_to = "checkout.ts")]
pub struct OrderStatusAnswer {
    pub kind: ReceivedKind,
}

/// What the Store API's checkout answers when the order was placed.
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

/// What the Store API's checkout answers when no order was placed.
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
