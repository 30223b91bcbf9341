//! Views of placed orders.

use accounts::view::{AccountLayoutView, NoticeView};
use catalog::PictureView;
use edge::view::{TagsView, View};
use payments::view::BankAccountView;
use serde::Serialize;
use ts_rs::TS;

use super::OrderActionsView;
use crate::rules::{State, StepStatus};

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
    pub gift: Option<GiftView>,
    /// Whom the parcel goes to, if not to the buyer.
    pub recipient: Option<RecipientView>,
    /// «يصلك بين الثلاثاء 17 والخميس 19 نوفمبر»; `None` before the payment and after the arrival.
    pub arrival: Option<String>,
    /// «طلبك في الطريق إليك».
    pub title: String,
    /// Empty for an unpaid order.
    pub timeline: Vec<TimelineStepView>,
}

/// A step of an order. Its note says when it was, or when it is expected.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct TimelineStepView {
    pub label: String,
    pub status: StepStatus,
    pub note: Option<String>,
    pub parcels: Vec<ParcelView>,
}

/// A parcel, as the buyer sees it.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct ParcelView {
    pub number: String,
    pub carrier: String,
    pub url: Option<String>,
    /// Empty if the whole order is in one parcel.
    pub contents: Vec<String>,
    /// «وصلت الثلاثاء 17 نوفمبر، 11:32 صباحًا»; of several parcels each says when it left or arrived.
    pub note: Option<String>,
}

/// What the staff who pack a gift need to know.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct GiftView {
    /// The text of the card; may be empty.
    pub text: String,
    pub hides_prices: bool,
}

/// Another person who receives a gift.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct RecipientView {
    pub address: Vec<String>,
    /// May be empty.
    pub phone: String,
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
    /// Of one piece.
    pub unit: String,
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
    pub actions: OrderActionsView,
    /// Results of an action.
    pub notices: Vec<NoticeView>,
    pub track_url: String,
    pub contact_url: String,
    pub greeting: String,
    /// Text below the title; `None` if the order is paid.
    pub hint: Option<String>,
    pub pay_url: Option<String>,
    /// Of an order that waits for a transfer.
    pub transfer: Option<TransferView>,
    pub shop_url: String,
    /// URL of this page, for reloading.
    pub own_url: String,
    /// With the order number, authorises the `order_status` call.
    pub order_key: String,
    /// After products were added to the cart.
    pub cart_url: Option<String>,
    /// For the configured analytics services; `None` if there are none, and for an order that is not new or not bought.
    pub purchase: Option<PurchaseView>,
}

impl View for OrderConfirmationPageView {
    const COMPONENT: &'static str = "checkout/OrderConfirmationPage";
}

/// Where and until when a transfer is made.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct TransferView {
    pub amount: String,
    /// The order's number, which the bank prints on the statement.
    pub reference: String,
    pub pay_by: Option<String>,
    pub accounts: Vec<BankAccountView>,
    /// What staff wrote about the last transfer.
    pub refusal: Option<String>,
    pub proof: ProofFormView,
    /// Where the order is paid in another way; `None` while staff look at a proof.
    pub pay_url: Option<String>,
}

/// The form that sends a proof of the transfer.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct ProofFormView {
    pub action: String,
    pub hidden: Vec<(String, String)>,
    /// The name of the file field.
    pub name: &'static str,
    /// Ends of names, as a file field takes them.
    pub accept: String,
    /// False if as many files were sent as an order may have.
    pub can_send: bool,
    pub files: Vec<ProofFileView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct ProofFileView {
    pub name: String,
    /// `None` if the file cannot be read; the note says why.
    pub url: Option<String>,
    pub note: Option<String>,
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
    pub actions: OrderActionsView,
    /// Results of an action.
    pub notices: Vec<NoticeView>,
    /// After products were added to the cart.
    pub cart_url: Option<String>,
    pub contact_url: String,
    /// Of an order that waits for a transfer.
    pub transfer: Option<TransferView>,
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
