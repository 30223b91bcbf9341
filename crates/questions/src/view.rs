//! Views of questions and answers: the section of a product, a page of its own for each question, and the forms.

use edge::view::{LinkView, View};
use reviews::view::{
    HiddenInput, ReviewCaptchaView, ReviewFieldError, ReviewItemView, ReviewTermsView, VotesView,
};
use serde::Serialize;
use ts_rs::TS;

/// The questions of a product.
///
/// Rendered by `web/src/questions/Questions.island.tsx`. Every link and form works without script. The page is public:
/// it contains no names or votes of the visitor.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "questions.ts")]
pub struct QuestionSectionView {
    /// `productID` of call 22, `currentPostID` of calls 23 and 24.
    pub product_id: String,
    /// `permalink` of call 22.
    pub permalink: String,
    /// `cr_attributes` of call 22: sent back unchanged.
    pub attributes: String,
    /// Published questions of the product, whatever is searched for.
    #[ts(type = "number")]
    pub count: i64,
    pub search: QuestionSearchView,
    pub list: QuestionListView,
    /// Page with the form of a new question, for visitors without script.
    pub ask_url: String,
    /// Both forms: a new question, and, with `questionID` and `productID` added, an answer. `None`: questions are closed.
    pub form: Option<QuestionFormView>,
}

impl View for QuestionSectionView {
    const COMPONENT: &'static str = "questions/Questions";
}

/// The search form, sent by GET.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "questions.ts")]
pub struct QuestionSearchView {
    pub action: String,
    /// Name of the field.
    pub name: String,
    pub query: String,
    pub clear_url: String,
    /// Milliseconds between the last key and the search.
    pub delay_ms: u32,
}

/// A page of questions; also a region, whose markup is the `html` of call 22.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "questions.ts")]
pub struct QuestionListView {
    pub questions: Vec<QuestionView>,
    /// As in answers: the first page is 0. The next request sends this number, a new search sends -1.
    #[ts(type = "number")]
    pub page: i64,
    pub last_page: bool,
    /// `cr_attributes` of the request for the next page: the place where this one ends.
    pub attributes: String,
    /// The page with the next questions, for visitors without script.
    pub more_url: Option<String>,
    /// The plain vote form: fields `reviewID`, `upvote` (1 or 0) and `nonce`.
    pub vote_url: String,
    pub vote_nonce: String,
}

impl View for QuestionListView {
    const COMPONENT: &'static str = "questions/QuestionList";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "questions.ts")]
pub struct QuestionView {
    /// `questionID` of call 24, `reviewID` of call 25.
    pub id: String,
    /// The question's own page, with all its answers.
    pub url: String,
    pub author: String,
    /// Written out in Arabic.
    pub date: String,
    /// ISO 8601.
    pub datetime: String,
    pub text: String,
    /// The first answers: those of the shop, then the oldest.
    pub answers: Vec<AnswerView>,
    /// Published answers.
    #[ts(type = "number")]
    pub answer_count: i64,
    /// The question's own page, if it has further answers.
    pub more_url: Option<String>,
    /// Page with the form of an answer, for visitors without script. `None`: questions are closed.
    pub answer_url: Option<String>,
    pub votes: VotesView,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "questions.ts")]
pub struct AnswerView {
    pub id: String,
    /// The shop's name if it is the shop's answer.
    pub author: String,
    /// Answered by the shop's staff: shown with a badge.
    pub is_shop: bool,
    pub date: String,
    pub datetime: String,
    pub text: String,
}

/// A form that asks a question, or that answers one.
///
/// Fields of both: `crNonce`, `currentPostID`, `text`, `name`, `email`, `cptcha`, `terms`, everything in `hidden`, and the
/// trap field. An answer has `questionID` and `productID` too.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "questions.ts")]
pub struct QuestionFormView {
    /// Address of the plain form.
    pub action: String,
    /// `crNonce`. It is not bound to a session, because the page is public.
    pub nonce: String,
    /// `currentPostID`, and `productID` of an answer.
    pub product_id: String,
    /// Set on the page of an answer's form. On the page of the product, the form is under the question that it answers.
    pub question_id: Option<String>,
    /// Signed time of rendering: sent back unchanged, by calls too.
    pub hidden: Vec<HiddenInput>,
    pub terms: Option<ReviewTermsView>,
    /// `None`: `cptcha` is empty.
    pub captcha: Option<ReviewCaptchaView>,
    /// GET answers [`AuthorDefaults`] of the visitor: fetched when a form opens, because the page is public.
    /// `None` where `values` has them already.
    pub defaults_url: Option<String>,
    #[ts(type = "number")]
    pub max_chars: i64,
    /// Entered or known values.
    pub values: QuestionFormValues,
    /// Errors of the plain form; empty otherwise. Fields: `text`, `name`, `email`, `terms`.
    pub errors: Vec<ReviewFieldError>,
}

#[derive(Debug, Clone, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "questions.ts")]
pub struct QuestionFormValues {
    pub text: String,
    pub name: String,
    pub email: String,
}

/// Name and address of the signed-in customer; both empty for guests.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "questions.ts")]
pub struct AuthorDefaults {
    pub name: String,
    pub email: String,
}

/// The questions of a product on a page of their own: found, or after the first ones.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "questions.ts")]
pub struct QuestionsPageView {
    pub title: String,
    pub crumbs: Vec<LinkView>,
    pub item: ReviewItemView,
    pub section: QuestionSectionView,
}

impl View for QuestionsPageView {
    const COMPONENT: &'static str = "questions/QuestionsPage";
}

/// One question with its answers. The email that tells the asker about an answer leads here.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "questions.ts")]
pub struct QuestionPageView {
    pub crumbs: Vec<LinkView>,
    /// The product that is asked about.
    pub item: ReviewItemView,
    /// Its `answers` are those of this page.
    pub question: QuestionView,
    /// Further answers.
    pub next_url: Option<String>,
    /// All questions of the product.
    pub all_url: String,
    pub vote_url: String,
    pub vote_nonce: String,
}

impl View for QuestionPageView {
    const COMPONENT: &'static str = "questions/QuestionPage";
}

/// A form on a page of its own, for visitors without script.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "questions.ts")]
pub struct WriteQuestionPageView {
    pub title: String,
    pub crumbs: Vec<LinkView>,
    pub item: ReviewItemView,
    /// The question that is answered.
    pub question: Option<QuestionView>,
    /// `None` after the form has been sent, or if nothing can be written.
    pub form: Option<QuestionFormView>,
    /// The answer to the plain form.
    pub result: Option<String>,
    pub is_error: bool,
    pub back_url: String,
}

impl View for WriteQuestionPageView {
    const COMPONENT: &'static str = "questions/WriteQuestionPage";
}

/// Answer of call 22, with the field names of the wire format.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "questions.ts")]
pub struct QuestionListAnswer {
    /// One more than in the request: the first page is 0.
    #[ts(type = "number")]
    pub page: i64,
    /// Empty without questions.
    pub html: String,
    pub last_page: bool,
    /// The same page, for React components.
    pub list: QuestionListView,
}

/// Answer of calls 23 and 24. Any `code` but 0 is a refusal.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "questions.ts")]
pub struct QuestionResultAnswer {
    pub code: i32,
    pub description: String,
    pub button: String,
}
