//! Views of the staff's order pages.

use accounts::view::{FormView, NoticeView};
use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

use super::{OrderView, ProofFileView};

/// Rendered by `web/src/checkout/StaffOrderPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct StaffOrderPageView {
    /// The sheet for the box of a gift.
    pub gift_url: Option<String>,
    pub order: OrderView,
    pub notice: Option<NoticeView>,
    /// Form to change the state; `None` if no transition is allowed.
    pub change: Option<FormView>,
    pub refund: Option<RefundFormView>,
    /// A refund that waits for a second person.
    pub approval: Option<ApprovalView>,
    /// The one next step; `None` if a form of the page is it, or nothing is to be done.
    pub next: Option<FormView>,
    pub prints: Vec<FormView>,
    /// Where its pieces are scanned into the box, while it is prepared.
    pub pick_url: Option<String>,
    /// A payment whose outcome is not known: since when, and when the provider is asked again.
    pub unknown: Option<String>,
    /// «القيود متوازنة»; `None` before anything is booked.
    pub ledger: Option<LedgerView>,
    pub address: Option<FormView>,
    pub note: Option<NoteFormView>,
    pub emails: Vec<EmailRow>,
    pub resend: Option<FormView>,
    pub assign: Option<FormView>,
    pub tags: Vec<OrderTagView>,
    pub tag: Option<FormView>,
    /// The next newer and older order of the same state.
    pub newer_url: Option<String>,
    pub older_url: Option<String>,
    /// Money that staff record.
    pub payment: Option<StaffPaymentView>,
    /// Form to enter a parcel; `None` if nothing is left to ship.
    pub ship: Option<ShipFormView>,
    pub shipments: Vec<StaffShipmentView>,
    pub attempts: Vec<AttemptRow>,
    pub history: Vec<HistoryRow>,
    pub attribution: Vec<(String, String)>,
    /// The submitted fields that differ from what the server computed.
    pub attribution_check: Option<String>,
    pub orders_url: String,
}

impl View for StaffOrderPageView {
    const COMPONENT: &'static str = "checkout/StaffOrderPage";
}

/// What staff record of an order without a provider. At least one form is there.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct StaffPaymentView {
    /// What the money is: «يحصّل المندوب 46.00 $».
    pub due: String,
    /// The courier's cash is here.
    pub collect: Option<FormView>,
    /// The transfer is here.
    pub confirm: Option<FormView>,
    pub refuse: Option<FormView>,
    /// Proofs that the buyer sent; `None` for cash.
    pub proofs: Option<Vec<ProofFileView>>,
}

/// The form that enters a parcel.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct ShipFormView {
    pub action: String,
    /// Names and values of the hidden inputs, including the nonce.
    pub hidden: Vec<(String, String)>,
    pub carriers: Vec<String>,
    /// Today by the shop's clock, as a date field reads it; also the last day that may be entered.
    pub today: String,
    pub first_day: String,
    pub lines: Vec<OpenLineView>,
}

/// A line of which something is left to ship.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OpenLineView {
    pub position: String,
    pub name: String,
    pub open: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct StaffShipmentView {
    pub id: String,
    pub carrier: String,
    pub number: String,
    pub url: Option<String>,
    pub shipped: String,
    pub delivered: Option<String>,
    pub contents: Vec<String>,
    /// Form to enter the arrival; `None` once the parcel has arrived.
    pub deliver: Option<DeliverFormView>,
    /// Form to correct the carrier and the number.
    pub correct: FormView,
    /// Form to remove a parcel that was entered by mistake; `None` once it has arrived.
    pub remove: Option<FormView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct DeliverFormView {
    pub action: String,
    pub hidden: Vec<(String, String)>,
    pub today: String,
    pub first_day: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct AttemptRow {
    pub key: String,
    pub state: String,
    pub amount: String,
    pub method: String,
    pub reference: String,
    pub date: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct HistoryRow {
    pub date: String,
    pub text: String,
    /// An attempt key, a provider code or an amount.
    pub detail: String,
    /// The staff member; empty for automatic events.
    pub actor: String,
    /// What staff wrote, with the one whom it is for; `None` for events.
    pub note: Option<String>,
}

/// A refund by line. Without an amount the lines decide it.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct RefundFormView {
    pub action: String,
    pub hidden: Vec<(String, String)>,
    pub lines: Vec<RefundLineView>,
    pub hints: Vec<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct RefundLineView {
    pub position: String,
    pub name: String,
    /// How much of it was sold and not returned.
    pub left: String,
    /// What was paid for that: its share of the order's discount is subtracted.
    pub worth: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct ApprovalView {
    pub text: String,
    /// The goods that the asker chose.
    pub detail: String,
    pub note: Option<String>,
    pub approve: Option<FormView>,
    pub refuse: Option<FormView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct LedgerView {
    pub text: String,
    pub is_balanced: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct NoteFormView {
    pub action: String,
    pub hidden: Vec<(String, String)>,
    /// The buyer has an address that an email can go to.
    pub reaches_buyer: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct EmailRow {
    pub label: String,
    /// «14 نوفمبر 2026، 10:47 مساءً · أُرسلت».
    pub note: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "checkout.ts")]
pub struct OrderTagView {
    pub name: String,
    pub remove: Option<FormView>,
}
