//! What a letter is drawn from.

use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "mail.ts")]
pub struct EmailView {
    pub subject: String,
    /// What a mailbox shows beside the subject.
    pub preheader: String,
    pub shop_name: String,
    pub shop_url: String,
    pub logo_url: Option<String>,
    pub greeting: String,
    pub paragraphs: Vec<String>,
    pub rows: Vec<EmailRow>,
    pub button: Option<LinkView>,
    pub link_hint: Option<String>,
    pub notes: Vec<String>,
    pub sign_off: String,
    /// Why it was sent at all.
    pub why: String,
    pub unsubscribe: Option<LinkView>,
}

/// One line of an order: a product, a cost, or what all of them come to.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "mail.ts")]
pub struct EmailRow {
    pub label: String,
    /// Below the label: options that were chosen, parts of a bundle.
    pub notes: Vec<String>,
    pub amount: String,
    pub is_total: bool,
}

impl View for EmailView {
    const COMPONENT: &'static str = "mail/Email";
}
