//! What a visitor typed, and what is stored of it.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::element::ElementId;

/// The value of an element as it was sent: unchecked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(untagged)]
#[ts(export_to = "enquiries.ts", rename = "EnquiryValue")]
pub enum Value {
    Text(String),
    /// Ticked checkboxes.
    List(Vec<String>),
    Files(Vec<FileValue>),
    Date(DateParts),
}

pub type Values = BTreeMap<ElementId, Value>;

/// Day, month and year as numbers in any digits; empty where none is chosen.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(export_to = "enquiries.ts", rename = "EnquiryDateParts")]
pub struct DateParts {
    pub day: String,
    pub month: String,
    pub year: String,
}

/// A chosen or uploaded file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(export_to = "enquiries.ts", rename = "EnquiryFileValue")]
pub struct FileValue {
    pub name: String,
    #[ts(type = "number")]
    pub bytes: u64,
}

/// An accepted value. Files are not among them: they have rows of their own.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum StoredValue {
    /// The text, the number, the value of the chosen option, or the date as `2026-12-20`.
    Text(String),
    List(Vec<String>),
}

pub type StoredValues = BTreeMap<ElementId, StoredValue>;

impl Value {
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) => text,
            _ => "",
        }
    }

    pub fn list(&self) -> &[String] {
        match self {
            Self::List(list) => list,
            _ => &[],
        }
    }

    pub fn files(&self) -> &[FileValue] {
        match self {
            Self::Files(files) => files,
            _ => &[],
        }
    }
}

impl DateParts {
    pub fn is_empty(&self) -> bool {
        [&self.day, &self.month, &self.year].into_iter().all(|part| part.trim().is_empty())
    }

    /// `None`: a part is missing, or there is no such day.
    pub fn date(&self) -> Option<NaiveDate> {
        let number = |text: &str| -> Option<u32> {
            let digits = kernel::digits::fold(text.trim()).into_owned();
            let is_number =
                (1..=4).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| digits.parse().ok()).flatten()
        };
        let year = i32::try_from(number(&self.year)?).ok()?;
        NaiveDate::from_ymd_opt(year, number(&self.month)?, number(&self.day)?)
    }
}
