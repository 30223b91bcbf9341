// Written from Rust (crates/content). Do not edit.
import type { PictureView } from "./catalog";
import type { LinkView } from "./edge";
import type { HiddenInput, ReviewCaptchaView, ReviewGridView, ReviewPagesView, ReviewSlidesView } from "./reviews";

/**
 * One block as a fieldset. Buttons: `remove:{index}`, `up:{index}`, `down:{index}`.
 */
export type BlockFormView = { index: number,
/**
 * Hidden field with this name and the value `kind`.
 */
kindField: string, kind: string, label: string, fields: Array<EditorFieldView>, };

/**
 * One block of a page or post.
 */
export type BlockView = { "kind": "heading",
/**
 * The target of links to this heading.
 */
id: string,
/**
 * 2 to 4.
 */
level: number, text: string, } | { "kind": "text",
/**
 * Cleaned when it was stored and again when it was read: the only HTML of a view. Written by one component.
 */
html: string, } | { "kind": "picture", picture: PictureView, caption: string, } | { "kind": "gallery" } & GalleryBlockView | { "kind": "products",
/**
 * A row of the catalogue, as on the home page.
 */
row: import("./catalog").ProductRowView, } | { "kind": "reviews-grid", grid: ReviewGridView, } | { "kind": "reviews-slider", slides: ReviewSlidesView, } | { "kind": "tabs",
/**
 * Unique in the page.
 */
id: string,
/**
 * Accessible name of the list of tabs.
 */
label: string, tabs: Array<TabView>, } | { "kind": "figures",
/**
 * Accessible name.
 */
label: string, figures: Array<FigureView>, } | { "kind": "people", label: string, people: Array<PersonView>, } | { "kind": "button", label: string, url: string, isPrimary: boolean, } | { "kind": "contacts",
/**
 * Accessible name.
 */
label: string, ways: Array<ContactWayView>, } | { "kind": "form", form: import("./enquiries").EnquiryFormView, };

export type BlogCategoryLink = { label: string, url: string, current: boolean, };

/**
 * The blog, one of its categories, or the results of a search in posts and pages.
 */
export type BlogPageView = { title: string, crumbs: Array<LinkView>,
/**
 * The whole blog first.
 */
categories: Array<BlogCategoryLink>, search: BlogSearchView, posts: Array<PostCardView>, pages: ReviewPagesView | null,
/**
 * RSS.
 */
feedUrl: string, };

/**
 * Sent by GET.
 */
export type BlogSearchView = { action: string,
/**
 * Name of the field.
 */
name: string,
/**
 * Empty while nothing is searched.
 */
query: string, clearUrl: string, };

export type CategoryChoiceView = { id: string, label: string, checked: boolean, };

export type CategoryFormRow = {
/**
 * Empty for a new one.
 */
id: string, name: string, slug: string, posts: number, };

export type CommentFieldError = {
/**
 * `comment`, `author`, `email`, or empty for the whole form.
 */
field: string, text: string, };

export type CommentFormValues = { comment: string, author: string, email: string, };

/**
 * Sent as a plain form with the fields `comment`, `author`, `email`, `comment_post_ID`, `comment_parent`, the hidden
 * ones, the trap `cr_website` and the captcha's token `cptcha`.
 */
export type CommentFormView = { action: string,
/**
 * `comment_post_ID`.
 */
postId: string,
/**
 * The answered comment, if the page was requested with `replytocom`: the form is rendered below it, and
 * `comment_parent` is its id. `None`: `comment_parent` is 0.
 */
parent: CommentParentView | null,
/**
 * The page without `replytocom`: where 'cancel' leads without script.
 */
cancelUrl: string,
/**
 * Sent back unchanged.
 */
hidden: Array<HiddenInput>,
/**
 * A token is welcome even where the form does not need it: without one the comment is held.
 */
captcha: ReviewCaptchaView | null, maxChars: number, values: CommentFormValues, errors: Array<CommentFieldError>, };

export type CommentParentView = { id: string, author: string, };

/**
 * The threads of a page of comments as most visitors see them: without a form below one of them.
 */
export type CommentThreadView = {
/**
 * Oldest first.
 */
comments: Array<CommentView>, };

export type CommentView = {
/**
 * The element's id is `comment-{id}`.
 */
id: string, author: string,
/**
 * Written by the shop.
 */
isStaff: boolean,
/**
 * Waits for staff: shown to its writer alone.
 */
isPending: boolean,
/**
 * Written out in Arabic.
 */
date: string,
/**
 * ISO 8601.
 */
datetime: string,
/**
 * Plain text; lines are separated by line feeds.
 */
text: string,
/**
 * The page with the form below this comment, for visitors without script; `None`: no answers.
 */
replyUrl: string | null,
/**
 * Answers, oldest first.
 */
children: Array<CommentView>, };

/**
 * The comments of a post, a page at a time, with the form.
 *
 * Rendered by `web/src/content/Comments.tsx`. Links and form work without script.
 */
export type CommentsView = {
/**
 * All published comments of the post.
 */
count: number,
/**
 * Threads, oldest first. Empty if they are the part `comments` of the page.
 */
comments: Array<CommentView>,
/**
 * The threads are the part `comments` of the page, which the server holds.
 */
isHeld: boolean,
/**
 * `None`: all are on this page.
 */
pages: ReviewPagesView | null,
/**
 * `None`: comments are closed.
 */
form: CommentFormView | null,
/**
 * Tells the writer of a held comment that staff will read it.
 */
notice: string | null, };

export type ConflictPartView = {
/**
 * Empty for a single field.
 */
label: string, runs: Array<ConflictRunView>, };

/**
 * Neighbouring words.
 */
export type ConflictRunView = { text: string,
/**
 * Not in the state before.
 */
isChanged: boolean, };

/**
 * A field, or neighbouring blocks, that both changed. Values of the radio buttons: `base`, `theirs`, `mine`, `both`.
 */
export type ConflictView = {
/**
 * Name of the radio buttons.
 */
name: string, label: string,
/**
 * `None`: not stored any more. An empty list is an empty field.
 */
base: Array<ConflictPartView> | null, theirs: Array<ConflictPartView>, mine: Array<ConflictPartView>, canTakeBoth: boolean, };

export type ContactWayView = { icon: "chat" | "phone" | "mail" | "truck" | "gift" | "pin", title: string,
/**
 * Empty for none.
 */
note: string, url: string | null,
/**
 * Written from left to right; empty for none.
 */
detail: string, };

export type ContentFieldError = {
/**
 * Name of the field; empty for the whole form.
 */
field: string, text: string, };

export type ContentListRow = { id: string, title: string, editUrl: string,
/**
 * The public page; `None` while nothing is published.
 */
url: string | null,
/**
 * In words: draft, published, scheduled, hidden.
 */
state: string,
/**
 * When the newest version was saved or starts, written out in Arabic.
 */
date: string, };

export type ContentNotice = { text: string, isError: boolean, };

/**
 * A page, such as the terms.
 */
export type ContentPageView = { title: string,
/**
 * A sentence below the title; empty for none.
 */
lead: string,
/**
 * Above the title; `None` for most pages.
 */
hero: PictureView | null, crumbs: Array<LinkView>,
/**
 * Pages of the same group, this one included; empty if it is alone. The page whose URL is `url` is current.
 */
siblings: Array<LinkView>, url: string,
/**
 * When the text was last changed, written out in Arabic; only pages of a group (policies) show it.
 */
updated: string | null, blocks: Array<BlockView>,
/**
 * `None` on a public page.
 */
preview: PreviewView | null, };

/**
 * Tabs at the top of all staff pages of content: pages, posts, categories, redirects, and the moderation queue.
 */
export type ContentTab = { label: string, url: string,
/**
 * `None` where a count says nothing.
 */
count: number | null, current: boolean, };

export type ContentVersionRow = { id: string,
/**
 * In words: draft, current, scheduled, past.
 */
state: string, date: string, title: string, previewUrl: string,
/**
 * A form with `do=share`, `version_id`, `id` and the nonce makes a link for others.
 */
canShare: boolean,
/**
 * A form with `do=unschedule`, `version_id`, `id` and the nonce takes a scheduled version back to a draft.
 */
canUnschedule: boolean,
/**
 * A form with `do=restore`, `version_id`, `id` and the nonce makes a draft of a past version.
 */
canRestore: boolean, };

export type EditorFieldKind = "text" | "lines" | "html" | "select" | "checkbox" | "address";

/**
 * One field of the editor.
 */
export type EditorFieldView = { name: string, label: string, kind: EditorFieldKind,
/**
 * `1` for a ticked checkbox.
 */
value: string,
/**
 * Only `select`.
 */
options: Array<EditorOption>,
/**
 * Empty for none.
 */
hint: string, required: boolean, };

export type EditorOption = { value: string, label: string, };

export type FigureView = { value: string, text: string, };

export type GalleryBlockView = {
/**
 * Accessible name.
 */
label: string, pictures: Array<PictureView>, };

export type PersonView = { name: string,
/**
 * Name and role.
 */
title: string,
/**
 * Empty for none.
 */
text: string, };

export type PostCardView = { title: string, url: string,
/**
 * The first words, as plain text.
 */
excerpt: string, picture: PictureView | null,
/**
 * Empty for pages, which have none.
 */
date: string, datetime: string, readingMinutes: number, };

export type PostPageView = { title: string, lead: string, hero: PictureView | null, crumbs: Array<LinkView>,
/**
 * Empty if the post names none.
 */
author: string,
/**
 * Written out in Arabic.
 */
date: string,
/**
 * ISO 8601.
 */
datetime: string, readingMinutes: number, categories: Array<LinkView>, blocks: Array<BlockView>, comments: CommentsView, preview: PreviewView | null, };

/**
 * The band on top of a page that is not public.
 */
export type PreviewView = {
/**
 * What is shown: the draft, or the state at a moment.
 */
text: string,
/**
 * `None` for those who only have a link.
 */
editUrl: string | null, };

export type RedirectFormRow = { from: string, to: string, };

export type SharedLinkView = {
/**
 * With scheme and host: it is sent to others.
 */
url: string,
/**
 * How long it works.
 */
hint: string, };

/**
 * The staff's list of post categories, each row with its form: fields `id`, `name`, `slug`, `do` (`save`, `delete`), `nonce`.
 */
export type StaffCategoriesPageView = { title: string, tabs: Array<ContentTab>, action: string, nonce: string,
/**
 * The last one is empty: a new category.
 */
rows: Array<CategoryFormRow>, notice: ContentNotice | null, };

/**
 * Two edits of one item. One plain form with the own edit in hidden fields; radio buttons choose what is saved, and the
 * submit buttons have the name `do`.
 */
export type StaffConflictPageView = { title: string, tabs: Array<ContentTab>, notice: ContentNotice | null, action: string, hidden: Array<HiddenInput>,
/**
 * Who saved the other edit, and when.
 */
saved: string, conflicts: Array<ConflictView>,
/**
 * Names of what only the other person changed.
 */
merged: Array<string>,
/**
 * Buttons; the first one is the main one.
 */
actions: Array<EditorOption>,
/**
 * The editor with what is stored.
 */
leaveUrl: string, };

/**
 * The staff's list of pages or posts.
 */
export type StaffContentPageView = { title: string, tabs: Array<ContentTab>,
/**
 * The empty editor.
 */
new: LinkView, rows: Array<ContentListRow>, nextUrl: string | null, notice: ContentNotice | null, };

/**
 * The staff's editor of a page or post: one plain form. All its buttons are submit buttons with the name `do` and the
 * given values; `add`, `remove`, `up` and `down` answer the same form without saving.
 */
export type StaffEditPageView = { title: string, tabs: Array<ContentTab>, action: string, nonce: string,
/**
 * Hidden `id`; empty for a new page or post.
 */
id: string,
/**
 * Hidden `kind`: `page` or `post`.
 */
kind: string,
/**
 * Hidden `version`: what the editor was opened with. Another's edit in between is a conflict.
 */
version: string,
/**
 * Title, address, lead, author, picture and so on.
 */
fields: Array<EditorFieldView>,
/**
 * Checkboxes with the name `category[]`; empty for pages.
 */
categories: Array<CategoryChoiceView>, blocks: Array<BlockFormView>,
/**
 * Buttons that append a block: `do` is the value (`add:heading`).
 */
addable: Array<EditorOption>,
/**
 * Field `at` beside the button `schedule`, a date and time of the shop's time zone; what was typed.
 */
scheduleAt: string,
/**
 * Everything that is wrong; also beside the fields by their names.
 */
errors: Array<ContentFieldError>, notice: ContentNotice | null,
/**
 * Drafts, scheduled and past versions, newest first.
 */
versions: Array<ContentVersionRow>,
/**
 * Preview of the draft; `None` without one.
 */
previewUrl: string | null,
/**
 * The public page; `None` while nothing is published.
 */
publicUrl: string | null,
/**
 * Something is published: the button `hide` is shown.
 */
canHide: boolean,
/**
 * A link to a preview that was made just now.
 */
shared: SharedLinkView | null, };

/**
 * The staff's list of redirects, newest first: fields `from`, `to`, `do` (`save`, `delete`), `nonce`.
 */
export type StaffRedirectsPageView = { title: string, tabs: Array<ContentTab>, action: string, nonce: string, rows: Array<RedirectFormRow>, nextUrl: string | null, notice: ContentNotice | null, };

export type TabView = {
/**
 * Unique in the page; also the fragment that opens the tab.
 */
id: string, title: string,
/**
 * As the HTML of a text block.
 */
html: string, };
