//! Views of the draft of a product.

use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

use crate::staff_products::view::{HistoryField, StaffNotice};

/// Rendered by `web/src/staff_products/StaffDraftPage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct StaffDraftPageView {
    /// The product's name, as it is published.
    pub title: String,
    pub product_url: String,
    /// The editor with the values of the draft.
    pub edit_url: String,
    pub preview_url: String,
    pub action: String,
    pub nonce: String,
    pub revision: String,
    pub notice: Option<StaffNotice>,
    /// Whose it is.
    pub saved: String,
    /// Published and draft, field by field.
    pub fields: Vec<HistoryField>,
    /// When it will be published.
    pub scheduled: Option<String>,
    /// Of the field, as typed.
    pub publish_at: String,
    /// The member may write all of its fields.
    pub is_open: bool,
}

impl View for StaffDraftPageView {
    const COMPONENT: &'static str = "staff_products/StaffDraftPage";
}
