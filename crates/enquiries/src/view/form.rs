use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

use crate::rules::{Element, ElementId, FileValue, Logic, ResetMode, Values};

/// A form in a page.
///
/// Rendered by `web/src/enquiries/EnquiryForm.island.tsx`. The page is public: the same for everybody until a plain form
/// was refused, so it contains nothing of a visitor. Recipients and the confirmation are not part of it.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct EnquiryFormView {
    /// `iphorm_id`.
    pub id: String,
    /// Unique in the page, which may show a form twice.
    pub unique_id: String,
    pub title: String,
    /// Empty for none.
    pub intro: String,
    /// The page's own address: where the form is sent.
    pub action: String,
    /// Where files are sent (call 35).
    pub upload_url: String,
    /// Nothing can be sent.
    pub preview: bool,
    pub use_ajax: bool,
    pub submit_label: String,
    /// Seconds; 0: the text stays.
    pub success_message_timeout: u32,
    pub reset_form_values: ResetMode,
    pub center_fancybox: bool,
    /// Milliseconds.
    pub center_fancybox_speed: u32,
    pub lightbox: Option<EnquiryLightboxView>,
    pub elements: Vec<EnquiryElementView>,
    /// By element; elements without an entry are always shown.
    pub logic: BTreeMap<ElementId, Logic>,
    /// Elements with conditions.
    pub cl_element_ids: Vec<ElementId>,
    /// By element that conditions read: the elements whose conditions read it.
    pub cl_dependent_element_ids: BTreeMap<ElementId, Vec<ElementId>>,
    /// Fields of the plain form besides its elements, `iphorm_id` and `iphorm_uid` among them.
    pub hidden: Vec<EnquiryHiddenInput>,
    /// Name of the field that only programs fill in.
    pub trap_name: String,
    /// Answers a fresh `iphorm_uid` to script; `None`: that of `hidden` is used.
    pub token_url: Option<String>,
    /// The invisible proof of work.
    pub captcha: Option<EnquiryCaptchaView>,
    /// The first values of the fields.
    pub defaults: Values,
    /// What the fields show: the first values, or what was typed in a form that was refused.
    pub values: Values,
    /// Texts about refused values by name of the element; those about the whole form by `iphorm_` and its id.
    pub errors: BTreeMap<String, Vec<String>>,
    /// Files that came with a plain form that was refused: they need not be sent again.
    pub uploaded: BTreeMap<ElementId, Vec<FileValue>>,
    /// After a plain form was sent: cleaned HTML.
    pub success: Option<String>,
    /// `2026-12-20`: what the rules about dates compare with. Refreshed by script, as the page may be older.
    pub today: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct EnquiryElementView {
    /// Name of the field, without `[]`, `[day]`, `[month]` or `[year]`.
    pub name: String,
    /// Characters; `None` where there is no limit.
    pub max_length: Option<u32>,
    /// Only a captcha: the image, whose address gets a parameter to refresh it.
    pub image_url: Option<String>,
    #[serde(flatten)]
    pub element: Element,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct EnquiryHiddenInput {
    pub name: String,
    pub value: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct EnquiryCaptchaView {
    pub challenge_url: String,
    /// Name of the field with the solution.
    pub name: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts")]
pub struct EnquiryLightboxView {
    /// Of the button that opens it.
    pub label: String,
}
