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
