//! Views of the editor of a bundle.

use std::collections::BTreeMap;

use catalog::PictureView;
use edge::view::View;
use serde::Serialize;
use ts_rs::TS;

use crate::staff_products::view::{Choice, FieldError, HistoryLine, StaffNotice};

/// A part in the form.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct BundlePartRow {
    pub key: String,
    pub product: String,
    pub name: String,
    pub note: String,
    /// The editor of the part's product.
    pub url: Option<String>,
    pub picture: Option<PictureView>,
    pub is_optional: bool,
    pub quantity: String,
    pub min: String,
    pub max: String,
    pub stock: String,
    /// Why it cannot be bought now.
    pub fault: Option<String>,
    pub errors: Vec<FieldError>,
}

/// A product that a search for a part found.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct FoundPart {
    pub id: String,
    pub name: String,
    pub sku: String,
    pub picture: Option<PictureView>,
    /// Why it cannot be a part.
    pub refusal: Option<String>,
}

#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct BundleForm {
    pub action: String,
    pub nonce: String,
    pub version: String,
    pub was: String,
    pub values: BTreeMap<String, String>,
    pub labels: BTreeMap<String, String>,
    pub errors: Vec<FieldError>,
    /// Fields that the member may write; none: the member may only look.
    pub open: Vec<String>,
    pub parts: Vec<BundlePartRow>,
    /// What was searched, and what was found; `None`: nothing was searched.
    pub find: String,
    pub found: Option<Vec<FoundPart>>,
}

/// One part of the trial, as the shopper chooses it.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct BundleTrialLine {
    pub key: String,
    pub name: String,
    pub quantity: String,
    /// The variations; empty: there is nothing to choose.
    pub options: Vec<Choice>,
    pub picked: String,
    /// What it adds to the total.
    pub cost: Option<String>,
    pub is_unavailable: bool,
}

/// Rendered by `web/src/staff_products/BundleTrial.island.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct BundleTrialView {
    /// The form that the trial belongs to; `None`: the member may only look.
    pub action: Option<String>,
    pub lines: Vec<BundleTrialLine>,
    pub before: String,
    pub saved: Option<String>,
    pub total: String,
    /// What the shopper reads.
    pub alert: Option<String>,
    /// What follows from that for the owner.
    pub advice: Option<String>,
    /// How many such bundles can be sold, and what limits them.
    pub stock: Option<String>,
    /// Parts that cannot be bought, and what the shop does with them.
    pub warnings: Vec<String>,
}

/// Rendered by `web/src/staff_products/StaffBundlePage.tsx`.
#[derive(Debug, Clone, Serialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(export_to = "staff_products.ts")]
pub struct StaffBundlePageView {
    pub title: String,
    pub list_url: String,
    pub product_url: String,
    /// The page that shoppers see.
    pub shop_url: Option<String>,
    pub status: String,
    /// The product becomes a bundle with the first save.
    pub is_new: bool,
    pub notice: Option<StaffNotice>,
    pub form: BundleForm,
    pub trial: BundleTrialView,
    pub history: Vec<HistoryLine>,
}

impl View for StaffBundlePageView {
    const COMPONENT: &'static str = "staff_products/StaffBundlePage";
}
