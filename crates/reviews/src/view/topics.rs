use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

/// Topics of reviews: what staff call them, and which of them one review has.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct TopicsPageView {
    pub topics: Vec<TopicView>,
    /// The review whose topics are chosen.
    pub review: Option<TopicReviewView>,
    /// Address of all forms: fields `do` (`add`, `rename`, `delete`, `assign`), `label`, `topic`, `review`, `topics[]`, `nonce`.
    pub action: String,
    pub nonce: String,
    pub max_label: u32,
    pub notice: Option<String>,
    pub is_error: bool,
    /// The moderation queue.
    pub queue_url: String,
}

impl View for TopicsPageView {
    const COMPONENT: &'static str = "reviews/TopicsPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct TopicView {
    pub id: String,
    pub label: String,
    /// Published reviews with this topic.
    pub count: i32,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct TopicReviewView {
    pub id: String,
    pub author: String,
    pub text: String,
    /// Ids of the topics that it has.
    pub topics: Vec<String>,
}
