//! A form as it is stored.

use std::collections::BTreeMap;

use content::rules::SafeHtml;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::{
    element::{Element, ElementId, ElementKind},
    logic::Logic,
};

/// A version of a form.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FormDefinition {
    pub title: String,
    /// A sentence above the elements; empty for none.
    #[serde(default)]
    pub intro: String,
    pub elements: Vec<Element>,
    /// Elements without an entry are always shown.
    #[serde(default)]
    pub logic: BTreeMap<ElementId, Logic>,
    pub submit_label: String,
    pub success: Success,
    #[serde(default)]
    pub reset: ResetMode,
    /// Without it the form is an ordinary page submission, with script too.
    #[serde(default = "yes")]
    pub use_ajax: bool,
    /// Shown in a lightbox that a button opens.
    #[serde(default)]
    pub lightbox: Option<Lightbox>,
    /// Addresses of the shop that are notified; empty: the shop's own address. Never sent to a browser.
    #[serde(default)]
    pub recipients: Vec<String>,
    #[serde(default)]
    pub confirmation: Option<Confirmation>,
}

fn yes() -> bool {
    true
}

impl FormDefinition {
    pub fn element(&self, id: ElementId) -> Option<&Element> {
        self.elements.iter().find(|element| element.id == id)
    }

    /// The element whose address names the sender: the one that gets the confirmation, else the first e-mail element.
    pub fn sender_element(&self) -> Option<ElementId> {
        let confirmed = self.confirmation.as_ref().map(|confirmation| confirmation.email_element);
        confirmed.or_else(|| {
            let is_email = |element: &&Element| matches!(element.kind, ElementKind::Email {});
            self.elements.iter().find(is_email).map(|element| element.id)
        })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Success {
    /// Shown after the form was sent, unless the page changes.
    pub html: SafeHtml,
    /// After which the text is hidden again; 0: never.
    #[serde(default)]
    pub timeout_seconds: u32,
    #[serde(default)]
    pub then: AfterSuccess,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
pub enum AfterSuccess {
    #[default]
    Stay,
    Redirect {
        /// A path of this shop, or an `https` address.
        url: String,
    },
    Reload,
}

/// What happens to the fields after the form was sent. The names are those of `resetFormValues`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export_to = "enquiries.ts", rename = "EnquiryResetMode")]
pub enum ResetMode {
    /// Default values again.
    #[default]
    #[serde(rename = "")]
    Defaults,
    #[serde(rename = "clear")]
    Clear,
    #[serde(rename = "keep")]
    Keep,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Lightbox {
    /// The button that opens it.
    pub open_label: String,
    pub center_speed_ms: u32,
}

/// An email to the sender.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Confirmation {
    pub email_element: ElementId,
    pub subject: String,
    /// Paragraphs, separated by empty lines.
    pub text: String,
}
