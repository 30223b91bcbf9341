//! The view of the admin's search.

use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct FindItem {
    pub label: String,
    /// A second line, or empty.
    pub detail: String,
    /// An amount or another short fact at the end of the line, or empty.
    pub fact: String,
    pub url: String,
    /// Of the admin's sprite.
    pub icon: &'static str,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct FindGroup {
    pub label: String,
    pub items: Vec<FindItem>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "admin.ts")]
pub struct FindPageView {
    pub action: String,
    pub query: String,
    /// What the query was taken for, if it was typed with the other keyboard layout.
    pub understood: Option<String>,
    pub groups: Vec<FindGroup>,
}

impl View for FindPageView {
    const COMPONENT: &'static str = "admin/FindPage";
}
