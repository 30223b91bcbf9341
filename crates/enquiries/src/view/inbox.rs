//! Views of the staff's inbox.

use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

use super::EnquiryFormView;

/// The staff's list of enquiries, newest first. A GET form filters it: fields `state`, `s`, `who`, `form`, `email`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct InboxPageView {
    pub tabs: Vec<InboxTab>,
    pub action: String,
    /// The chosen tab.
    pub state: String,
    pub forms: Vec<InboxFormOption>,
    /// A search; who takes care of it.
    pub words: String,
    pub who: String,
    pub whos: Vec<InboxChoice>,
    /// `None`: the member may not see the addresses of customers.
    pub email: Option<String>,
    /// The address without filters, if there are any.
    pub clear_url: Option<String>,
    pub bulk: InboxBulk,
    pub rows: Vec<InboxRow>,
    /// Older ones.
    pub next_url: Option<String>,
    /// The newest ones, on every page but the first.
    pub newest_url: Option<String>,
    pub previews: Vec<LinkView>,
    /// If the list is that of one address.
    pub person: Option<InboxPersonView>,
    /// How long enquiries are stored, in words.
    pub retention: String,
    pub notice: Option<InboxNotice>,
}

impl View for InboxPageView {
    const COMPONENT: &'static str = "enquiries/InboxPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct InboxChoice {
    pub value: String,
    pub label: String,
}

/// One act about the rows that are ticked: fields `item[]`, `do` (a value of `acts`, or `assign` with `assignee`), and those of
/// `hidden`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct InboxBulk {
    pub action: String,
    pub hidden: Vec<(String, String)>,
    pub acts: Vec<InboxChoice>,
    pub members: Vec<InboxChoice>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct InboxTab {
    pub label: String,
    pub url: String,
    /// At most 1,000 are counted.
    #[ts(type = "number")]
    pub count: i64,
    pub current: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct InboxFormOption {
    /// Empty: all forms.
    pub value: String,
    pub label: String,
    pub is_chosen: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct InboxRow {
    pub number: String,
    pub url: String,
    pub form: String,
    /// The email address, or a word for a sender without one.
    pub sender: String,
    pub date: String,
    pub datetime: String,
    #[ts(type = "number")]
    pub files: i64,
    /// The beginning of what was written.
    pub excerpt: String,
    /// Who takes care of it; empty for nobody.
    pub assignee: String,
}

/// Export and erasure of everything that one address has sent: fields `email`, `do` (`export`, `erase`), `confirm`, `nonce`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct InboxPersonView {
    pub email: String,
    pub action: String,
    pub nonce: String,
    /// Other members of staff see what an administrator could do here.
    pub is_allowed: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct InboxNotice {
    pub text: String,
    pub is_error: bool,
    /// Hidden fields of the form that takes the act back.
    pub undo: Option<Vec<(String, String)>>,
}

/// One enquiry as it was sent. Fields of its forms: `do` (`close`, `reopen`, `spam`, `not-spam`, `delete`, `assign`, `note`,
/// `answer`, `answer-close`), `confirm`, `text`, `assignee`, `was`, `nonce`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct EnquiryPageView {
    pub title: String,
    pub form: String,
    /// The form as it was when this was sent.
    pub version_url: String,
    pub inbox_url: String,
    pub date: String,
    pub datetime: String,
    pub state: String,
    /// Labels and values about the enquiry itself.
    pub facts: Vec<InboxFact>,
    /// In the order of the form, with the labels of the version that was sent.
    pub answers: Vec<InboxAnswer>,
    /// Why it was held.
    pub signals: Vec<String>,
    pub action: String,
    pub nonce: String,
    pub can_close: bool,
    pub can_reopen: bool,
    pub can_release: bool,
    pub can_spam: bool,
    /// Who can take care of it; the first is nobody.
    pub members: Vec<InboxChoice>,
    pub assignee: String,
    /// Notes of the team and answers, in the order of writing.
    pub messages: Vec<InboxMessage>,
    /// Whom an answer goes to; `None`: nobody can be answered.
    pub answer_to: Option<String>,
    pub notice: Option<InboxNotice>,
}

impl View for EnquiryPageView {
    const COMPONENT: &'static str = "enquiries/EnquiryPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct InboxFact {
    pub label: String,
    pub value: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct InboxAnswer {
    pub label: String,
    /// Several for checkboxes; empty: nothing was chosen or typed.
    pub values: Vec<String>,
    pub files: Vec<InboxFile>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct InboxFile {
    pub name: String,
    pub size: String,
    /// `None`: it cannot be downloaded, for the reason in `state`.
    pub url: Option<String>,
    pub state: Option<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct InboxMessage {
    pub who: String,
    pub date: String,
    pub datetime: String,
    pub text: String,
    pub is_answer: bool,
    /// Of the email.
    pub state: Option<String>,
}

/// A form as shoppers see it; nothing can be sent.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct FormPreviewPageView {
    pub inbox_url: String,
    pub form: EnquiryFormView,
}

impl View for FormPreviewPageView {
    const COMPONENT: &'static str = "enquiries/FormPreviewPage";
}
