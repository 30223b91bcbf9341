//! Views of the staff pages.

use accounts::view::{FormView, NoticeView};
use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "followups.ts")]
pub struct FollowupsPageView {
    pub notice: Option<NoticeView>,
    pub causes: Vec<CauseRowView>,
}

impl View for FollowupsPageView {
    const COMPONENT: &'static str = "followups/FollowupsPage";
}

/// A cause in the list.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "followups.ts")]
pub struct CauseRowView {
    pub name: String,
    pub hint: String,
    pub url: String,
    pub is_on: bool,
    pub state: String,
    pub delay: String,
    pub planned: String,
    pub sent: String,
    /// Label and number of each reason that occurred.
    pub stopped: Vec<(String, String)>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "followups.ts")]
pub struct CausePageView {
    pub title: String,
    pub hint: String,
    pub notice: Option<NoticeView>,
    pub list_url: String,
    pub settings: FormView,
    pub editor: TemplateEditorView,
    /// One for each sample number of products; empty if the text is refused.
    pub previews: Vec<PreviewView>,
    pub versions: Vec<VersionView>,
}

impl View for CausePageView {
    const COMPONENT: &'static str = "followups/CausePage";
}

/// The form of the template.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "followups.ts")]
pub struct TemplateEditorView {
    pub action: String,
    pub hidden: Vec<(String, String)>,
    pub subject: TemplateTextView,
    pub body: TemplateTextView,
    pub button: TemplateTextView,
    /// Name and meaning of each placeholder.
    pub placeholders: Vec<(String, String)>,
    /// A selection with all plural forms, to copy.
    pub plural_sample: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "followups.ts")]
pub struct TemplateTextView {
    pub value: String,
    pub error: Option<String>,
    #[ts(type = "number")]
    pub max_length: usize,
}

/// The email with sample values.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "followups.ts")]
pub struct PreviewView {
    /// Names the number of products.
    pub title: String,
    pub subject: String,
    pub paragraphs: Vec<String>,
    pub button: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "followups.ts")]
pub struct VersionView {
    pub title: String,
    pub saved: String,
    pub subject: String,
    pub body: String,
    /// `None` for the version in use.
    pub restore: Option<FormView>,
}
