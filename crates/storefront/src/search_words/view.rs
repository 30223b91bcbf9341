//! Views of the staff page of search words.

use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

/// A query without an answer, or one that was answered with other words.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "search.ts")]
pub struct UnansweredView {
    pub query: String,
    /// What was searched instead.
    pub taken_for: Option<String>,
    pub times: String,
    /// The page with this query in the form.
    pub edit_url: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "search.ts")]
pub struct MeaningView {
    pub word: String,
    /// Empty: the word is switched off.
    pub meaning: String,
    pub kind: String,
    /// The page with this word in the form.
    pub edit_url: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "search.ts")]
pub struct MeaningKindView {
    pub value: String,
    pub label: String,
}

/// The form of a word: a new one, one that is changed, or one that was refused.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "search.ts")]
pub struct MeaningFormView {
    pub word: String,
    pub meaning: String,
    /// The value of the kind.
    pub kind: String,
    pub error: Option<String>,
}

/// Rendered by `web/src/search/SearchWordsPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "search.ts")]
pub struct SearchWordsPageView {
    pub action: String,
    pub nonce: String,
    pub home_url: String,
    pub notice: Option<String>,
    /// Only the owner changes words.
    pub can_change: bool,
    pub unanswered: Vec<UnansweredView>,
    pub form: MeaningFormView,
    pub kinds: Vec<MeaningKindView>,
    /// Only words and meanings that contain it are listed.
    pub filter: String,
    pub meanings: Vec<MeaningView>,
    pub prev_url: Option<String>,
    pub next_url: Option<String>,
    pub is_ranked_by_use: bool,
}

impl View for SearchWordsPageView {
    const COMPONENT: &'static str = "search/SearchWordsPage";
}
