//! Views of the pages of bulk jobs.

use accounts::view::NoticeView;
use edge::view::{LinkView, View};
use serde::Serialize;
use ts_rs::TS;

use crate::staff_products::view::{Choice, FieldError, ListTab};

/// Rendered by `web/src/staff_products/BulkFormPage.tsx`: what is to change of the chosen products.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_bulk.ts")]
pub struct BulkFormPageView {
    pub action: String,
    /// The nonce, and the choice of products.
    pub hidden: Vec<(String, String)>,
    pub list_url: String,
    pub jobs_url: String,
    /// How many products were chosen.
    pub chosen: String,
    /// Nothing can be changed, and why.
    pub empty: Option<String>,
    pub errors: Vec<FieldError>,
    pub title: String,
    /// Absent without the right to write prices.
    pub prices: Option<BulkPriceFields>,
    /// Absent for a role that writes texts only.
    pub places: Option<BulkPlaceFields>,
    pub tag_way: String,
    pub tag: String,
}

impl View for BulkFormPageView {
    const COMPONENT: &'static str = "staff_products/BulkFormPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_bulk.ts")]
pub struct BulkPriceFields {
    pub ways: Vec<Choice>,
    pub way: String,
    pub amount: String,
    pub roundings: Vec<Choice>,
    pub rounding: String,
    pub sales: Vec<Choice>,
    pub sale: String,
    pub sale_amount: String,
    pub sale_from: String,
    pub sale_to: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_bulk.ts")]
pub struct BulkPlaceFields {
    pub categories: Vec<Choice>,
    pub category: String,
    pub statuses: Vec<Choice>,
    pub status: String,
}

/// A value before and after.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_bulk.ts")]
pub struct BulkDifference {
    pub label: String,
    pub before: String,
    pub after: String,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_bulk.ts")]
pub struct BulkRow {
    pub id: String,
    pub name: String,
    /// Of a variation.
    pub label: String,
    pub sku: String,
    pub url: String,
    pub differences: Vec<BulkDifference>,
    pub state: String,
    /// `well`, `watch` or `bad`.
    pub level: &'static str,
    /// Why it was refused.
    pub reason: Option<String>,
}

/// A button of a job.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_bulk.ts")]
pub struct BulkAct {
    pub act: &'static str,
    pub label: String,
    pub is_primary: bool,
}

/// How far a job is, asked again while it runs.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_bulk.ts")]
pub struct BulkProgress {
    pub job: String,
    pub nonce: String,
    /// The page of the job.
    pub url: String,
    #[ts(type = "number")]
    pub done: i64,
    #[ts(type = "number")]
    pub all: i64,
    pub text: String,
}

/// The answer to the question how far a job is.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_bulk.ts")]
pub struct BulkProgressAnswer {
    #[ts(type = "number")]
    pub done: i64,
    #[ts(type = "number")]
    pub all: i64,
    pub text: String,
    pub is_over: bool,
}

/// Rendered by `web/src/staff_products/BulkJobPage.tsx`: preview, progress and report of a job.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_bulk.ts")]
pub struct BulkJobPageView {
    pub title: String,
    /// Who began it, and when.
    pub lead: String,
    pub state: String,
    pub level: &'static str,
    pub notice: Option<NoticeView>,
    /// What it does, or what its end was.
    pub notes: Vec<String>,
    pub progress: Option<BulkProgress>,
    pub action: String,
    pub nonce: String,
    pub acts: Vec<BulkAct>,
    /// The rows by outcome, with their counts.
    pub groups: Vec<ListTab>,
    pub rows: Vec<BulkRow>,
    pub empty: Option<String>,
    pub next_url: Option<String>,
    /// Sends the report as a file.
    pub report_action: Option<String>,
    /// The job that this one takes back, or that takes this one back.
    pub other: Option<LinkView>,
    pub jobs_url: String,
    pub products_url: String,
}

impl View for BulkJobPageView {
    const COMPONENT: &'static str = "staff_products/BulkJobPage";
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_bulk.ts")]
pub struct BulkJobLine {
    pub title: String,
    pub url: String,
    pub who: String,
    pub when: String,
    pub state: String,
    pub level: &'static str,
}

/// Rendered by `web/src/staff_products/BulkJobsPage.tsx`: the newest jobs.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_bulk.ts")]
pub struct BulkJobsPageView {
    pub products_url: String,
    pub jobs: Vec<BulkJobLine>,
}

impl View for BulkJobsPageView {
    const COMPONENT: &'static str = "staff_products/BulkJobsPage";
}
