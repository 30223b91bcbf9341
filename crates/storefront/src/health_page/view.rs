//! The view of the health page.

use accounts::view::NoticeView;
use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

use crate::audit_page::view::ChainView;

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct CheckView {
    /// `well`, `watch` or `bad`.
    pub level: &'static str,
    /// The level in words, for readers of the page that see no colour.
    pub state: String,
    pub label: String,
    pub text: String,
    pub url: Option<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct CheckGroupView {
    pub label: String,
    pub checks: Vec<CheckView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct JobView {
    pub id: String,
    pub task: String,
    /// The task has no words: its name is shown.
    pub is_raw_task: bool,
    pub level: &'static str,
    pub state: String,
    pub tries: String,
    pub when: String,
    pub error: String,
    pub can_retry: bool,
    pub can_stop: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct HealthPageView {
    pub action: String,
    pub nonce: String,
    pub notice: Option<NoticeView>,
    pub level: &'static str,
    pub state: String,
    pub checked_at: String,
    pub chain: Option<ChainView>,
    pub groups: Vec<CheckGroupView>,
    pub jobs: Vec<JobView>,
}

impl View for HealthPageView {
    const COMPONENT: &'static str = "admin/HealthPage";
}
