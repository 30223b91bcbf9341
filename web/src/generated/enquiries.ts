// Written from Rust (crates/enquiries). Do not edit.
import type { LinkView } from "./edge";

/**
 * The number of an element in its form: part of its field name, so it stays with the element in later versions.
 * Serialized as text, as it is the key of maps and part of names.
 */
export type ElementId = string;

export type EnquiryCaptchaView = { challengeUrl: string,
/**
 * Name of the field with the solution.
 */
name: string, };

export type EnquiryChoice = {
/**
 * Sent and stored; never empty.
 */
value: string, label: string, };

/**
 * Day, month and year as numbers in any digits; empty where none is chosen.
 */
export type EnquiryDateParts = { day: string, month: string, year: string, };

/**
 * Unknown fields are refused by its kind, which gets every field that is not here.
 */
export type EnquiryElement = { id: ElementId,
/**
 * Of a heading, the heading itself.
 */
label: string,
/**
 * A sentence below the field; empty for none.
 */
help: string,
/**
 * Shown in an empty field, such as a sample number; empty for none.
 */
placeholder: string, required: boolean,
/**
 * The value of a new form.
 */
default: EnquiryValue | null, validators: Array<EnquiryValidator>,
/**
 * Instead of the standard text for a missing value; empty for the standard one.
 */
requiredMessage: string,
/**
 * Instead of the standard text for a value that is not accepted.
 */
invalidMessage: string,
/**
 * Half of the form's width where there is room.
 */
isHalf: boolean,
/**
 * The browser's name of what is typed, such as `name`; empty for none.
 */
autocomplete: string, } & ({ "kind": "text", } | { "kind": "email", } | { "kind": "phone", } | { "kind": "number", min: number | null, max: number | null,
/**
 * Digits after the point, at most 4.
 */
decimals: number, } | { "kind": "textarea", rows: number, } | { "kind": "select", options: Array<EnquiryChoice>, } | { "kind": "radio", options: Array<EnquiryChoice>, } | { "kind": "checkboxes", options: Array<EnquiryChoice>, } | { "kind": "date", firstYear: number, lastYear: number, } | { "kind": "upload",
/**
 * 0: as many as the visitor likes.
 */
fileUploadLimit: number,
/**
 * Lower case, without the dot; empty: any file.
 */
allowedExtensions: Array<string>,
/**
 * In bytes.
 */
fileSizeLimit: number, } | { "kind": "hidden",
/**
 * Stored whatever a browser sends.
 */
value: string, } | { "kind": "heading", } | { "kind": "note", html: string, } | { "kind": "captcha", });

/**
 * What an element is, with what only this kind has.
 */
export type EnquiryElementKind = { "kind": "text", } | { "kind": "email", } | { "kind": "phone", } | { "kind": "number", min: number | null, max: number | null,
/**
 * Digits after the point, at most 4.
 */
decimals: number, } | { "kind": "textarea", rows: number, } | { "kind": "select", options: Array<EnquiryChoice>, } | { "kind": "radio", options: Array<EnquiryChoice>, } | { "kind": "checkboxes", options: Array<EnquiryChoice>, } | { "kind": "date", firstYear: number, lastYear: number, } | { "kind": "upload",
/**
 * 0: as many as the visitor likes.
 */
fileUploadLimit: number,
/**
 * Lower case, without the dot; empty: any file.
 */
allowedExtensions: Array<string>,
/**
 * In bytes.
 */
fileSizeLimit: number, } | { "kind": "hidden",
/**
 * Stored whatever a browser sends.
 */
value: string, } | { "kind": "heading", } | { "kind": "note", html: string, } | { "kind": "captcha", };

export type EnquiryElementView = {
/**
 * Name of the field, without `[]`, `[day]`, `[month]` or `[year]`.
 */
name: string,
/**
 * Characters; `None` where there is no limit.
 */
maxLength: number | null,
/**
 * Only a captcha: the image, whose address gets a parameter to refresh it.
 */
imageUrl: string | null, id: ElementId,
/**
 * Of a heading, the heading itself.
 */
label: string,
/**
 * A sentence below the field; empty for none.
 */
help: string,
/**
 * Shown in an empty field, such as a sample number; empty for none.
 */
placeholder: string, required: boolean,
/**
 * The value of a new form.
 */
default: EnquiryValue | null, validators: Array<EnquiryValidator>,
/**
 * Instead of the standard text for a missing value; empty for the standard one.
 */
requiredMessage: string,
/**
 * Instead of the standard text for a value that is not accepted.
 */
invalidMessage: string,
/**
 * Half of the form's width where there is room.
 */
isHalf: boolean,
/**
 * The browser's name of what is typed, such as `name`; empty for none.
 */
autocomplete: string, } & ({ "kind": "text", } | { "kind": "email", } | { "kind": "phone", } | { "kind": "number", min: number | null, max: number | null,
/**
 * Digits after the point, at most 4.
 */
decimals: number, } | { "kind": "textarea", rows: number, } | { "kind": "select", options: Array<EnquiryChoice>, } | { "kind": "radio", options: Array<EnquiryChoice>, } | { "kind": "checkboxes", options: Array<EnquiryChoice>, } | { "kind": "date", firstYear: number, lastYear: number, } | { "kind": "upload",
/**
 * 0: as many as the visitor likes.
 */
fileUploadLimit: number,
/**
 * Lower case, without the dot; empty: any file.
 */
allowedExtensions: Array<string>,
/**
 * In bytes.
 */
fileSizeLimit: number, } | { "kind": "hidden",
/**
 * Stored whatever a browser sends.
 */
value: string, } | { "kind": "heading", } | { "kind": "note", html: string, } | { "kind": "captcha", });

export type EnquiryFieldErrors = { errors: Array<string>, };

/**
 * A chosen or uploaded file.
 */
export type EnquiryFileValue = { name: string, bytes: number, };

/**
 * A form in a page.
 *
 * Rendered by `web/src/enquiries/EnquiryForm.island.tsx`. The page is public: the same for everybody until a plain form
 * was refused, so it contains nothing of a visitor. Recipients and the confirmation are not part of it.
 */
export type EnquiryFormView = {
/**
 * `iphorm_id`.
 */
id: string,
/**
 * Unique in the page, which may show a form twice.
 */
uniqueId: string, title: string,
/**
 * Empty for none.
 */
intro: string,
/**
 * The page's own address: where the form is sent.
 */
action: string,
/**
 * Where files are sent (call 35).
 */
uploadUrl: string,
/**
 * Nothing can be sent.
 */
preview: boolean, useAjax: boolean, submitLabel: string,
/**
 * Seconds; 0: the text stays.
 */
successMessageTimeout: number, resetFormValues: EnquiryResetMode, centerFancybox: boolean,
/**
 * Milliseconds.
 */
centerFancyboxSpeed: number, lightbox: EnquiryLightboxView | null, elements: Array<EnquiryElementView>,
/**
 * By element; elements without an entry are always shown.
 */
logic: { [key in ElementId]: EnquiryLogic },
/**
 * Elements with conditions.
 */
clElementIds: Array<ElementId>,
/**
 * By element that conditions read: the elements whose conditions read it.
 */
clDependentElementIds: { [key in ElementId]: Array<ElementId> },
/**
 * Fields of the plain form besides its elements, `iphorm_id` and `iphorm_uid` among them.
 */
hidden: Array<EnquiryHiddenInput>,
/**
 * Name of the field that only programs fill in.
 */
trapName: string,
/**
 * Answers a fresh `iphorm_uid` to script; `None`: that of `hidden` is used.
 */
tokenUrl: string | null,
/**
 * The invisible proof of work.
 */
captcha: EnquiryCaptchaView | null,
/**
 * The first values of the fields.
 */
defaults: { [key in ElementId]: EnquiryValue },
/**
 * What the fields show: the first values, or what was typed in a form that was refused.
 */
values: { [key in ElementId]: EnquiryValue },
/**
 * Texts about refused values by name of the element; those about the whole form by `iphorm_` and its id.
 */
errors: { [key in string]: Array<string> },
/**
 * Files that came with a plain form that was refused: they need not be sent again.
 */
uploaded: { [key in ElementId]: Array<EnquiryFileValue> },
/**
 * After a plain form was sent: cleaned HTML.
 */
success: string | null,
/**
 * `2026-12-20`: what the rules about dates compare with. Refreshed by script, as the page may be older.
 */
today: string, };

export type EnquiryHiddenInput = { name: string, value: string, };

export type EnquiryLightboxView = {
/**
 * Of the button that opens it.
 */
label: string, };

/**
 * When an element is shown.
 */
export type EnquiryLogic = {
/**
 * What happens when the rules match; otherwise the opposite happens.
 */
action: EnquiryLogicAction, match: EnquiryMatch, animate: boolean, rules: Array<EnquiryRule>, };

export type EnquiryLogicAction = "show" | "hide";

export type EnquiryMatch = "any" | "all";

export type EnquiryOperator = "eq" | "neq";

/**
 * One enquiry as it was sent. Fields of its forms: `do` (`close`, `reopen`, `spam`, `not-spam`, `delete`, `assign`, `note`,
 * `answer`, `answer-close`), `confirm`, `text`, `assignee`, `was`, `nonce`.
 */
export type EnquiryPageView = { title: string, form: string,
/**
 * The form as it was when this was sent.
 */
versionUrl: string, inboxUrl: string, date: string, datetime: string, state: string,
/**
 * Labels and values about the enquiry itself.
 */
facts: Array<InboxFact>,
/**
 * In the order of the form, with the labels of the version that was sent.
 */
answers: Array<InboxAnswer>,
/**
 * Why it was held.
 */
signals: Array<string>, action: string, nonce: string, canClose: boolean, canReopen: boolean, canRelease: boolean, canSpam: boolean,
/**
 * Who can take care of it; the first is nobody.
 */
members: Array<InboxChoice>, assignee: string,
/**
 * Notes of the team and answers, in the order of writing.
 */
messages: Array<InboxMessage>,
/**
 * Whom an answer goes to; `None`: nobody can be answered.
 */
answerTo: string | null, notice: InboxNotice | null, };

/**
 * What happens to the fields after the form was sent. The names are those of `resetFormValues`.
 */
export type EnquiryResetMode = "" | "clear" | "keep";

export type EnquiryRule = { element_id: ElementId, operator: EnquiryOperator,
/**
 * Empty: nothing is chosen.
 */
value: string, };

/**
 * Answer of call 36.
 */
export type EnquirySubmitAnswer = { "type": "success",
/**
 * Cleaned HTML.
 */
data: string,
/**
 * Empty: the page reloads.
 */
redirect?: string, } | { "type": "error",
/**
 * By name of the element; errors of the whole form by `iphorm_` and its id.
 */
data: { [key in string]: EnquiryFieldErrors }, };

/**
 * A fresh one-time token.
 */
export type EnquiryTokenAnswer = {
/**
 * `iphorm_uid`.
 */
uid: string,
/**
 * `2026-12-20`, in the shop's time zone.
 */
today: string, };

/**
 * Answer of call 35.
 */
export type EnquiryUploadAnswer = { type: EnquiryUploadType,
/**
 * Why the file was not accepted.
 */
message: string, };

export type EnquiryUploadType = "success" | "error";

/**
 * A further condition for the value of an element. None of them applies to an empty value.
 */
export type EnquiryValidator = { "type": "length", min: number, max: number | null, } | { "type": "digits", } | { "type": "code", } | { "type": "identical", elementId: ElementId, } | { "type": "from-today", } | { "type": "until-today", };

/**
 * The value of an element as it was sent: unchecked.
 */
export type EnquiryValue = string | Array<string> | Array<EnquiryFileValue> | EnquiryDateParts;

/**
 * A form as shoppers see it; nothing can be sent.
 */
export type FormPreviewPageView = { inboxUrl: string, form: EnquiryFormView, };

export type InboxAnswer = { label: string,
/**
 * Several for checkboxes; empty: nothing was chosen or typed.
 */
values: Array<string>, files: Array<InboxFile>, };

/**
 * One act about the rows that are ticked: fields `item[]`, `do` (a value of `acts`, or `assign` with `assignee`), and those of
 * `hidden`.
 */
export type InboxBulk = { action: string, hidden: Array<[string, string]>, acts: Array<InboxChoice>, members: Array<InboxChoice>, };

export type InboxChoice = { value: string, label: string, };

export type InboxFact = { label: string, value: string, };

export type InboxFile = { name: string, size: string,
/**
 * `None`: it cannot be downloaded, for the reason in `state`.
 */
url: string | null, state: string | null, };

export type InboxFormOption = {
/**
 * Empty: all forms.
 */
value: string, label: string, isChosen: boolean, };

export type InboxMessage = { who: string, date: string, datetime: string, text: string, isAnswer: boolean,
/**
 * Of the email.
 */
state: string | null, };

export type InboxNotice = { text: string, isError: boolean,
/**
 * Hidden fields of the form that takes the act back.
 */
undo: Array<[string, string]> | null, };

/**
 * The staff's list of enquiries, newest first. A GET form filters it: fields `state`, `s`, `who`, `form`, `email`.
 */
export type InboxPageView = { tabs: Array<InboxTab>, action: string,
/**
 * The chosen tab.
 */
state: string, forms: Array<InboxFormOption>,
/**
 * A search; who takes care of it.
 */
words: string, who: string, whos: Array<InboxChoice>,
/**
 * `None`: the member may not see the addresses of customers.
 */
email: string | null,
/**
 * The address without filters, if there are any.
 */
clearUrl: string | null, bulk: InboxBulk, rows: Array<InboxRow>,
/**
 * Older ones.
 */
nextUrl: string | null,
/**
 * The newest ones, on every page but the first.
 */
newestUrl: string | null, previews: Array<LinkView>,
/**
 * If the list is that of one address.
 */
person: InboxPersonView | null,
/**
 * How long enquiries are stored, in words.
 */
retention: string, notice: InboxNotice | null, };

/**
 * Export and erasure of everything that one address has sent: fields `email`, `do` (`export`, `erase`), `confirm`, `nonce`.
 */
export type InboxPersonView = { email: string, action: string, nonce: string,
/**
 * Other members of staff see what an administrator could do here.
 */
isAllowed: boolean, };

export type InboxRow = { number: string, url: string, form: string,
/**
 * The email address, or a word for a sender without one.
 */
sender: string, date: string, datetime: string, files: number,
/**
 * The beginning of what was written.
 */
excerpt: string,
/**
 * Who takes care of it; empty for nobody.
 */
assignee: string, };

export type InboxTab = { label: string, url: string,
/**
 * At most 1,000 are counted.
 */
count: number, current: boolean, };
