use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

use super::section::ReviewView;

/// The moderation queue of the staff.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ModerationPageView {
    pub tabs: Vec<ModerationTab>,
    pub reviews: Vec<HeldReviewView>,
    /// Address of all forms: fields `reviewID`, `do` (`publish`, `refuse`, `reply`), `text` and `nonce`.
    pub action: String,
    pub nonce: String,
    /// Message ids of the reasons for a refusal, with their texts.
    pub reasons: Vec<super::section::ReviewSortOption>,
    pub next_url: Option<String>,
    pub notice: Option<String>,
}

impl View for ModerationPageView {
    const COMPONENT: &'static str = "reviews/ModerationPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ModerationTab {
    pub label: String,
    pub url: String,
    #[ts(type = "number")]
    pub count: i64,
    pub current: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct HeldReviewView {
    pub review: ReviewView,
    pub email: String,
    /// Why the review was held, in words.
    pub signals: Vec<String>,
    pub can_publish: bool,
    pub can_refuse: bool,
}
