//! The view of the audit page.

use accounts::view::OptionView;
use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct AuditLineView {
    pub id: String,
    pub who: String,
    pub when: String,
    pub what: String,
    /// The thing, or empty.
    pub subject: String,
    pub before: Option<String>,
    pub after: Option<String>,
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
