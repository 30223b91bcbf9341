//! The elements of a form.

use std::{fmt, str::FromStr};

use content::rules::SafeHtml;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::TS;

use super::values::Value;

/// The number of an element in its form: part of its field name, so it stays with the element in later versions.
/// Serialized as text, as it is the key of maps and part of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, TS)]
#[ts(export_to = "enquiries.ts", type = "string")]
pub struct ElementId(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an element's id is a positive number in plain digits")]
pub struct InvalidElementId;

impl fmt::Display for ElementId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(out)
    }
}

impl FromStr for ElementId {
    type Err = InvalidElementId;

    /// One spelling: no sign, no leading zero.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        is_plain.then(|| text.parse().ok()).flatten().map(Self).ok_or(InvalidElementId)
    }
}

impl Serialize for ElementId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for ElementId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// Unknown fields are refused by its kind, which gets every field that is not here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "enquiries.ts", rename = "EnquiryElement")]
pub struct Element {
    pub id: ElementId,
    /// Of a heading, the heading itself.
    #[serde(default)]
    pub label: String,
    /// A sentence below the field; empty for none.
    #[serde(default)]
    pub help: String,
    /// Shown in an empty field, such as a sample number; empty for none.
    #[serde(default)]
    pub placeholder: String,
    #[serde(default)]
    pub required: bool,
    /// The value of a new form.
    #[serde(default)]
    pub default: Option<Value>,
    #[serde(default)]
    pub validators: Vec<Validator>,
    /// Instead of the standard text for a missing value; empty for the standard one.
    #[serde(default)]
    pub required_message: String,
    /// Instead of the standard text for a value that is not accepted.
    #[serde(default)]
    pub invalid_message: String,
    /// Half of the form's width where there is room.
    #[serde(default)]
    pub is_half: bool,
    /// The browser's name of what is typed, such as `name`; empty for none.
    #[serde(default)]
    pub autocomplete: String,
    #[serde(flatten)]
    pub kind: ElementKind,
}

/// What an element is, with what only this kind has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[ts(export_to = "enquiries.ts", rename = "EnquiryElementKind")]
pub enum ElementKind {
    Text {},
    Email {},
    Phone {},
    Number {
        #[serde(default)]
        #[ts(type = "number | null")]
        min: Option<i64>,
        #[serde(default)]
        #[ts(type = "number | null")]
        max: Option<i64>,
        /// Digits after the point, at most 4.
        #[serde(default)]
        decimals: u8,
    },
    Textarea {
        #[serde(default = "default_rows")]
        rows: u8,
    },
    Select {
        options: Vec<Choice>,
    },
    Radio {
        options: Vec<Choice>,
    },
    Checkboxes {
        options: Vec<Choice>,
    },
    /// Three selects, and a picker that fills them in.
    Date {
        first_year: u16,
        last_year: u16,
    },
    Upload {
        /// 0: as many as the visitor likes.
        #[serde(default)]
        file_upload_limit: u32,
        /// Lower case, without the dot; empty: any file.
        #[serde(default)]
        allowed_extensions: Vec<String>,
        /// In bytes.
        #[ts(type = "number")]
        file_size_limit: u64,
    },
    Hidden {
        /// Stored whatever a browser sends.
        value: String,
    },
    Heading {},
    Note {
        #[ts(type = "string")]
        html: SafeHtml,
    },
    Captcha {},
}

fn default_rows() -> u8 {
    5
}

impl ElementKind {
    /// Whether the element is a field: headings and notes are not.
    pub fn is_field(&self) -> bool {
        !matches!(self, Self::Heading {} | Self::Note { .. })
    }

    /// The options of a select, radio buttons or checkboxes: the only kinds that conditions may read.
    pub fn options(&self) -> Option<&[Choice]> {
        match self {
            Self::Select { options } | Self::Radio { options } | Self::Checkboxes { options } => {
                Some(options)
            }
            _ => None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export_to = "enquiries.ts", rename = "EnquiryChoice")]
pub struct Choice {
    /// Sent and stored; never empty.
    pub value: String,
    pub label: String,
}

/// A further condition for the value of an element. None of them applies to an empty value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "kebab-case", rename_all_fields = "camelCase", deny_unknown_fields)]
#[ts(export_to = "enquiries.ts", rename = "EnquiryValidator")]
pub enum Validator {
    /// Characters of the text.
    Length {
        #[serde(default)]
        min: u32,
        #[serde(default)]
        max: Option<u32>,
    },
    /// 0–9 in any script.
    Digits {},
    /// Latin letters, digits and hyphens, such as an order number.
    Code {},
    /// The same text as another element, such as a repeated address.
    Identical { element_id: ElementId },
    /// A date that has not passed.
    FromToday {},
    /// A date that is not in the future.
    UntilToday {},
}
