//! Views of the staff page and of the coming-soon banner.

use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

/// Whether this visitor has dismissed the coming-soon banner.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "site.ts")]
pub struct BannerState {
    pub dismissed: bool,
    /// The nonce of the dismissal; guests have none.
    pub nonce: Option<String>,
}

/// A menu or a notice that staff may change.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "site.ts")]
pub struct SitePartView {
    /// The value of the form's field `name`.
    pub name: String,
    pub label: String,
    pub hint: String,
    /// The current menu as text, or the current notice; what was sent if it was refused.
    pub text: String,
    pub valid_from: String,
    pub error: Option<String>,
}

/// A change that is not valid yet.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "site.ts")]
pub struct ScheduledPartView {
    /// The value of the form's field `name`.
    pub name: String,
    pub id: String,
    pub label: String,
    pub summary: String,
    pub date: String,
}

/// Rendered by `web/src/layout/SitePage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "site.ts")]
pub struct SitePageView {
    pub action: String,
    pub nonce: String,
    pub notice: Option<String>,
    pub menus: Vec<SitePartView>,
    pub notices: Vec<SitePartView>,
    pub scheduled: Vec<ScheduledPartView>,
}

impl View for SitePageView {
    const COMPONENT: &'static str = "layout/SitePage";
}
