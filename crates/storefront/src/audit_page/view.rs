//! The view of the audit page.

use accounts::view::OptionView;
use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

use crate::staff_products::view::UndoForm;

/// A piece of text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct AuditPartView {
    pub text: String,
    /// A code, an amount, or a text of the log that has no words.
    pub is_ltr: bool,
    /// The page of the thing.
    pub url: Option<String>,
}

/// What one field was or became.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct AuditValueView {
    pub label: Option<AuditPartView>,
    pub parts: Vec<AuditPartView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct AuditLineView {
    pub id: String,
    pub who: String,
    pub when: String,
    pub what: AuditPartView,
    /// The thing, and what more is known of the act.
    pub subject: Vec<AuditPartView>,
    pub before: Vec<AuditValueView>,
    pub after: Vec<AuditValueView>,
    /// Takes the act back.
    pub undo: Option<UndoForm>,
}

/// Whether the log is as it was written.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct ChainView {
    pub is_broken: bool,
    pub label: String,
    pub text: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct AuditPageView {
    pub action: String,
    pub chain: ChainView,
    /// The member sees their own acts only.
    pub is_own: bool,
    /// Empty for a member who sees their own acts.
    pub people: Vec<OptionView>,
    pub who: String,
    pub acts: Vec<OptionView>,
    pub what: String,
    pub spans: Vec<OptionView>,
    pub days: String,
    pub lines: Vec<AuditLineView>,
    pub next_url: Option<String>,
}

impl View for AuditPageView {
    const COMPONENT: &'static str = "admin/AuditPage";
}
