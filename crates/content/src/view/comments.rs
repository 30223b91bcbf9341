use edge::view::View;
use reviews::view::{HiddenInput, ReviewCaptchaView, ReviewPagesView};
use serde::Serialize;
use ts_rs::TS;

/// The comments of a post, a page at a time, with the form.
///
/// Rendered by `web/src/content/Comments.tsx`. Links and form work without script.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct CommentsView {
    /// All published comments of the post.
    #[ts(type = "number")]
    pub count: i64,
    /// Threads, oldest first. Empty if they are the part `comments` of the page.
    pub comments: Vec<CommentView>,
    /// The threads are the part `comments` of the page, which the server holds.
    pub is_held: bool,
    /// `None`: all are on this page.
    pub pages: Option<ReviewPagesView>,
    /// `None`: comments are closed.
    pub form: Option<CommentFormView>,
    /// Tells the writer of a held comment that staff will read it.
    pub notice: Option<String>,
}

/// The threads of a page of comments as most visitors see them: without a form below one of them.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct CommentThreadView {
    /// Oldest first.
    pub comments: Vec<CommentView>,
}

impl View for CommentThreadView {
    const COMPONENT: &'static str = "content/CommentThread";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct CommentView {
    /// The element's id is `comment-{id}`.
    pub id: String,
    pub author: String,
    /// Written by the shop.
    pub is_staff: bool,
    /// Waits for staff: shown to its writer alone.
    pub is_pending: bool,
    /// Written out in Arabic.
    pub date: String,
    /// ISO 8601.
    pub datetime: String,
    /// Plain text; lines are separated by line feeds.
    pub text: String,
    /// The page with the form below this comment, for visitors without script; `None`: no answers.
    pub reply_url: Option<String>,
    /// Answers, oldest first.
    #[ts(type = "Array<CommentView>")]
    pub children: Vec<CommentView>,
}

/// Sent as a plain form with the fields `comment`, `author`, `email`, `comment_post_ID`, `comment_parent`, the hidden
/// ones, the trap `cr_website` and the captcha's token `cptcha`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct CommentFormView {
    pub action: String,
    /// `comment_post_ID`.
    pub post_id: String,
    /// The answered comment, if the page was requested with `replytocom`: the form is rendered below it, and
    /// `comment_parent` is its id. `None`: `comment_parent` is 0.
    pub parent: Option<CommentParentView>,
    /// The page without `replytocom`: where 'cancel' leads without script.
    pub cancel_url: String,
    /// Sent back unchanged.
    pub hidden: Vec<HiddenInput>,
    /// A token is welcome even where the form does not need it: without one the comment is held.
    pub captcha: Option<ReviewCaptchaView>,
    pub max_chars: u32,
    pub values: CommentFormValues,
    pub errors: Vec<CommentFieldError>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct CommentParentView {
    pub id: String,
    pub author: String,
}

#[derive(Debug, Clone, Default, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct CommentFormValues {
    pub comment: String,
    pub author: String,
    pub email: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct CommentFieldError {
    /// `comment`, `author`, `email`, or empty for the whole form.
    pub field: String,
    pub text: String,
}
