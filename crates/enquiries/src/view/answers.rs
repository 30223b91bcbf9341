use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

/// Answer of call 35.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "enquiries.ts")]
pub struct EnquiryUploadAnswer {
    #[serde(rename = "type")]
    pub kind: EnquiryUploadType,
    /// Why the file was not accepted.
    pub message: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "lowercase")]
#[ts(export_to = "enquiries.ts")]
pub enum EnquiryUploadType {
    Success,
    Error,
}

/// Answer of call 36.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(tag = "type", rename_all = "lowercase")]
#[ts(export_to = "enquiries.ts")]
pub enum EnquirySubmitAnswer {
    Success {
        /// Cleaned HTML.
        data: String,
        /// Empty: the page reloads.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        redirect: Option<String>,
    },
    Error {
        /// By name of the element; errors of the whole form by `iphorm_` and its id.
        data: BTreeMap<String, EnquiryFieldErrors>,
    },
}

#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "enquiries.ts")]
pub struct EnquiryFieldErrors {
    pub errors: Vec<String>,
}

/// A fresh one-time token.
#[derive(Debug, Clone, Serialize, TS)]
#[ts(export_to = "enquiries.ts")]
pub struct EnquiryTokenAnswer {
    /// `iphorm_uid`.
    pub uid: String,
    /// `2026-12-20`, in the shop's time zone.
    pub today: String,
}
