//! Views of emails.

use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "mail.ts")]
pub struct EmailView {
    pub subject: String,
    /// Text that a mail client shows next to the subject.
    pub preheader: String,
    pub shop_name: String,
    pub shop_url: String,
    pub logo_url: Option<String>,
    pub greeting: String,
    pub paragraphs: Vec<String>,
    pub rows: Vec<EmailRow>,
    /// What was sent with a form.
    pub answers: Vec<EmailAnswer>,
    pub button: Option<LinkView>,
    pub link_hint: Option<String>,
    pub notes: Vec<String>,
    pub sign_off: String,
    /// Reason why the email was sent.
    pub why: String,
    pub unsubscribe: Option<LinkView>,
    /// For emails about an order; replaces rows and answers.
    pub order: Option<EmailOrder>,
}

/// The parts of an email about an order, in the order in which they are shown. Empty parts are left out.
#[derive(Debug, Clone, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "mail.ts")]
pub struct EmailOrder {
    pub title: String,
    pub steps: Vec<EmailStep>,
    pub facts: Vec<EmailFact>,
    pub goods_title: String,
    pub goods: Vec<EmailGood>,
    pub totals: Vec<EmailRow>,
    /// The address, the shipping method.
    pub blocks: Vec<EmailBlock>,
    pub help_title: String,
    pub help: String,
}

/// A part of the order's progress.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "mail.ts")]
pub struct EmailStep {
    pub label: String,
    pub is_done: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "mail.ts")]
pub struct EmailFact {
    pub label: String,
    pub value: String,
    /// A number or a code.
    pub is_ltr: bool,
}

/// A product of an order.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "mail.ts")]
pub struct EmailGood {
    pub name: String,
    pub quantity: String,
    /// Chosen options, items of a bundle.
    pub notes: Vec<String>,
    /// «قطعتان»; empty for one piece.
    pub count: String,
    /// Empty where prices do not matter, as in a parcel.
    pub amount: String,
    /// Absolute URL.
    pub picture_url: Option<String>,
}

/// A title with lines below it.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "mail.ts")]
pub struct EmailBlock {
    pub title: String,
    pub lines: Vec<String>,
}

/// One line of an order: a product, a cost, or the total.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "mail.ts")]
pub struct EmailRow {
    pub label: String,
    /// Shown below the label: chosen options, items of a bundle.
    pub notes: Vec<String>,
    pub amount: String,
    pub is_total: bool,
}

/// An element of a form: its label, what was typed, and files.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "mail.ts")]
pub struct EmailAnswer {
    pub label: String,
    pub lines: Vec<String>,
    /// Files, which only staff can open.
    pub links: Vec<LinkView>,
}

impl View for EmailView {
    const COMPONENT: &'static str = "mail/Email";
}
