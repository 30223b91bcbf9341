use edge::view::{LinkView, View};
use reviews::view::HiddenInput;
use serde::Serialize;
use ts_rs::TS;

/// Tabs at the top of all staff pages of content: pages, posts, categories, redirects, and the moderation queue.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct ContentTab {
    pub label: String,
    pub url: String,
    /// `None` where a count says nothing.
    #[ts(type = "number | null")]
    pub count: Option<i64>,
    pub current: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct ContentNotice {
    pub text: String,
    pub is_error: bool,
}

/// The staff's list of pages or posts.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct StaffContentPageView {
    pub title: String,
    pub tabs: Vec<ContentTab>,
    /// The empty editor.
    pub new: LinkView,
    pub rows: Vec<ContentListRow>,
    pub next_url: Option<String>,
    pub notice: Option<ContentNotice>,
}

impl View for StaffContentPageView {
    const COMPONENT: &'static str = "content/StaffContentPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct ContentListRow {
    pub id: String,
    pub title: String,
    pub edit_url: String,
    /// The public page; `None` while nothing is published.
    pub url: Option<String>,
    /// In words: draft, published, scheduled, hidden.
    pub state: String,
    /// When the newest version was saved or starts, written out in Arabic.
    pub date: String,
}

/// The staff's editor of a page or post: one plain form. All its buttons are submit buttons with the name `do` and the
/// given values; `add`, `remove`, `up` and `down` answer the same form without saving.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct StaffEditPageView {
    pub title: String,
    pub tabs: Vec<ContentTab>,
    pub action: String,
    pub nonce: String,
    /// Hidden `id`; empty for a new page or post.
    pub id: String,
    /// Hidden `kind`: `page` or `post`.
    pub kind: String,
    /// Hidden `version`: what the editor was opened with. Another's edit in between is a conflict.
    pub version: String,
    /// Title, address, lead, author, picture and so on.
    pub fields: Vec<EditorFieldView>,
    /// Checkboxes with the name `category[]`; empty for pages.
    pub categories: Vec<CategoryChoiceView>,
    pub blocks: Vec<BlockFormView>,
    /// Buttons that append a block: `do` is the value (`add:heading`).
    pub addable: Vec<EditorOption>,
    /// Field `at` beside the button `schedule`, a date and time of the shop's time zone; what was typed.
    pub schedule_at: String,
    /// Everything that is wrong; also beside the fields by their names.
    pub errors: Vec<ContentFieldError>,
    pub notice: Option<ContentNotice>,
    /// Drafts, scheduled and past versions, newest first.
    pub versions: Vec<ContentVersionRow>,
    /// Preview of the draft; `None` without one.
    pub preview_url: Option<String>,
    /// The public page; `None` while nothing is published.
    pub public_url: Option<String>,
    /// Something is published: the button `hide` is shown.
    pub can_hide: bool,
    /// A link to a preview that was made just now.
    pub shared: Option<SharedLinkView>,
}

impl View for StaffEditPageView {
    const COMPONENT: &'static str = "content/StaffEditPage";
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "kebab-case")]
#[ts(export_to = "content.ts")]
pub enum EditorFieldKind {
    Text,
    /// Several lines of plain text.
    Lines,
    /// HTML of the allowed elements, in a textarea.
    Html,
    Select,
    Checkbox,
    /// A path or address: left to right.
    Address,
}

/// One field of the editor.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct EditorFieldView {
    pub name: String,
    pub label: String,
    pub kind: EditorFieldKind,
    /// `1` for a ticked checkbox.
    pub value: String,
    /// Only `select`.
    pub options: Vec<EditorOption>,
    /// Empty for none.
    pub hint: String,
    pub required: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct EditorOption {
    pub value: String,
    pub label: String,
}

/// One block as a fieldset. Buttons: `remove:{index}`, `up:{index}`, `down:{index}`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct BlockFormView {
    pub index: u32,
    /// Hidden field with this name and the value `kind`.
    pub kind_field: String,
    pub kind: String,
    pub label: String,
    pub fields: Vec<EditorFieldView>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct CategoryChoiceView {
    pub id: String,
    pub label: String,
    pub checked: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct ContentFieldError {
    /// Name of the field; empty for the whole form.
    pub field: String,
    pub text: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct ContentVersionRow {
    pub id: String,
    /// In words: draft, current, scheduled, past.
    pub state: String,
    pub date: String,
    pub title: String,
    pub preview_url: String,
    /// A form with `do=share`, `version_id`, `id` and the nonce makes a link for others.
    pub can_share: bool,
    /// A form with `do=unschedule`, `version_id`, `id` and the nonce takes a scheduled version back to a draft.
    pub can_unschedule: bool,
    /// A form with `do=restore`, `version_id`, `id` and the nonce makes a draft of a past version.
    pub can_restore: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct SharedLinkView {
    /// With scheme and host: it is sent to others.
    pub url: String,
    /// How long it works.
    pub hint: String,
}

/// Two edits of one item. One plain form with the own edit in hidden fields; radio buttons choose what is saved, and the
/// submit buttons have the name `do`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct StaffConflictPageView {
    pub title: String,
    pub tabs: Vec<ContentTab>,
    pub notice: Option<ContentNotice>,
    pub action: String,
    pub hidden: Vec<HiddenInput>,
    /// Who saved the other edit, and when.
    pub saved: String,
    pub conflicts: Vec<ConflictView>,
    /// Names of what only the other person changed.
    pub merged: Vec<String>,
    /// Buttons; the first one is the main one.
    pub actions: Vec<EditorOption>,
    /// The editor with what is stored.
    pub leave_url: String,
}

impl View for StaffConflictPageView {
    const COMPONENT: &'static str = "content/StaffConflictPage";
}

/// A field, or neighbouring blocks, that both changed. Values of the radio buttons: `base`, `theirs`, `mine`, `both`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct ConflictView {
    /// Name of the radio buttons.
    pub name: String,
    pub label: String,
    /// `None`: not stored any more. An empty list is an empty field.
    pub base: Option<Vec<ConflictPartView>>,
    pub theirs: Vec<ConflictPartView>,
    pub mine: Vec<ConflictPartView>,
    pub can_take_both: bool,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct ConflictPartView {
    /// Empty for a single field.
    pub label: String,
    pub runs: Vec<ConflictRunView>,
}

/// Neighbouring words.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct ConflictRunView {
    pub text: String,
    /// Not in the state before.
    pub is_changed: bool,
}

/// The staff's list of post categories, each row with its form: fields `id`, `name`, `slug`, `do` (`save`, `delete`), `nonce`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct StaffCategoriesPageView {
    pub title: String,
    pub tabs: Vec<ContentTab>,
    pub action: String,
    pub nonce: String,
    /// The last one is empty: a new category.
    pub rows: Vec<CategoryFormRow>,
    pub notice: Option<ContentNotice>,
}

impl View for StaffCategoriesPageView {
    const COMPONENT: &'static str = "content/StaffCategoriesPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct CategoryFormRow {
    /// Empty for a new one.
    pub id: String,
    pub name: String,
    pub slug: String,
    #[ts(type = "number")]
    pub posts: i64,
}

/// The staff's list of redirects, newest first: fields `from`, `to`, `do` (`save`, `delete`), `nonce`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct StaffRedirectsPageView {
    pub title: String,
    pub tabs: Vec<ContentTab>,
    pub action: String,
    pub nonce: String,
    pub rows: Vec<RedirectFormRow>,
    pub next_url: Option<String>,
    pub notice: Option<ContentNotice>,
}

impl View for StaffRedirectsPageView {
    const COMPONENT: &'static str = "content/StaffRedirectsPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "content.ts")]
pub struct RedirectFormRow {
    pub from: String,
    pub to: String,
}
