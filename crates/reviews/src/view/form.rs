use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

use super::section::HiddenInput;

/// The product, or the shop.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewItemView {
    /// 0 for the shop.
    pub id: String,
    pub name: String,
    pub note: String,
    pub url: String,
    pub picture: Option<ReviewPicture>,
}

/// A small picture: one size is enough.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewPicture {
    pub url: String,
    pub width: i32,
    pub height: i32,
}

/// Both forms of a new review.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewFormView {
    pub item: ReviewItemView,
    /// Address of the plain form, with the field names of call 26 and [`ReviewFormView::hidden`].
    pub action: String,
    /// Invitation, signed time of rendering and whatever else is sent back unchanged, by both forms.
    pub hidden: Vec<HiddenInput>,
    /// `review_rating_required`.
    pub rating_required: bool,
    pub criteria: Vec<ReviewCriterionField>,
    pub questions: Vec<ReviewQuestionField>,
    pub terms: Option<ReviewTermsView>,
    /// `None`: the captcha flag is '0'.
    pub captcha: Option<ReviewCaptchaView>,
    pub max_files: u32,
    #[ts(type = "number")]
    pub max_bytes: i64,
    /// MIME types.
    pub accepted: Vec<String>,
    /// `cr_nonce` of calls 27 and 28.
    pub nonce: String,
    /// Entered or known values.
    pub values: ReviewFormValues,
    /// Errors of the plain form; empty otherwise.
    pub errors: Vec<ReviewFieldError>,
}

/// A named rating besides the overall one.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewCriterionField {
    pub name: String,
    pub label: String,
    pub required: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "reviews.ts")]
pub enum QuestionKind {
    Text,
    Number,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewQuestionField {
    pub name: String,
    pub label: String,
    pub kind: QuestionKind,
    pub required: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewTermsView {
    pub label: String,
    pub link: Option<LinkView>,
}

/// The proof of work that stands in for a captcha.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewCaptchaView {
    pub challenge_url: String,
}

#[derive(Debug, Clone, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewFormValues {
    pub rating: Option<u8>,
    pub review: String,
    pub name: String,
    pub email: String,
    /// Answers to criteria and questions, by field name.
    #[ts(type = "{ [key in string]: string }")]
    pub onsite_questions: std::collections::BTreeMap<String, String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct ReviewFieldError {
    /// `rating`, `review`, `name`, `email`, `terms`, or a criterion's or question's field name.
    pub field: String,
    pub text: String,
}

/// The form on a page of its own: for visitors without script, and for the link in the email that asks for a review.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "reviews.ts")]
pub struct WriteReviewPageView {
    pub crumbs: Vec<LinkView>,
    /// `None` after the review has been sent, or if it cannot be written.
    pub form: Option<ReviewFormView>,
    /// The answer to the plain form.
    pub result: Option<String>,
    pub is_error: bool,
    pub back_url: String,
}

impl View for WriteReviewPageView {
    const COMPONENT: &'static str = "reviews/WriteReviewPage";
}
