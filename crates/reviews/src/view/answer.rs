//! Answers of calls, with the field names of the wire format.

use serde::Serialize;
use ts_rs::TS;

use super::section::{ReviewListView, ReviewView, VotesView};

/// Answer of calls 16 to 19.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "reviews.ts")]
pub struct ReviewListAnswer {
    #[ts(type = "number")]
    pub page: i64,
    pub html: String,
    pub show_more_label: String,
    pub count_row: String,
    pub last_page: bool,
    /// Only call 19.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub pagination: Option<String>,
    /// The same page, for React components.
    pub list: ReviewListView,
}

/// Answer of call 20.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "reviews.ts")]
pub struct ReviewGridAnswer {
    pub html: String,
    /// The same reviews, for React components.
    pub reviews: Vec<ReviewView>,
    pub last_page: bool,
}

/// Answer of call 25. Any `code` but 0 is a refusal.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "reviews.ts")]
pub struct VoteAnswer {
    pub code: i32,
    pub votes: VotesView,
}

/// Answer of call 26. Any `code` but 0 is a refusal.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "reviews.ts")]
pub struct ReviewResultAnswer {
    pub code: i32,
    pub description: String,
    pub button: String,
}

/// Answer of calls 27 and 29. `code` is 200, or 500 and more with a `message`.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "reviews.ts")]
pub struct UploadAnswer {
    pub code: i32,
    pub attachment: Option<AttachmentView>,
    pub message: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "reviews.ts")]
pub struct AttachmentView {
    /// A random 63-bit number: text, because it is too large for a JavaScript number.
    pub id: String,
    pub key: String,
    /// Only call 27.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub nonce: Option<String>,
}

/// Answer of calls 28 and 30.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "reviews.ts")]
pub struct DeleteAnswer {
    pub code: i32,
    /// Only call 28: the `class` of the request.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub class: Option<String>,
}
