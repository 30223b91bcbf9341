//! Rows of a job as people read them.

use catalog::Category;
use edge::changes::Patch;
use kernel::{Messages, Zone, msg};

use super::{
    reasons,
    report::ReportRow,
    view::{BulkDifference, BulkRow},
};
use crate::staff_products::{PRODUCT_URL, form::FIELDS, product_url, texts};

/// Rows as people read them, on the page and in the file.
pub struct RowTexts<'a> {
    pub messages: &'static Messages,
    pub zone: &'a Zone,
    pub categories: &'a [Category],
}

impl RowTexts<'_> {
    pub fn differences(&self, row: &ReportRow) -> Vec<BulkDifference> {
        let shown = |field: &str, patch: &Patch| {
            texts::shown(self.messages, self.zone, self.categories, field, patch)
        };
        let difference = |field: &&'static str| BulkDifference {
            label: self.messages.text(texts::label(field)),
            before: shown(field, &row.before),
            after: shown(field, &row.after),
        };
        FIELDS.iter().filter(|field| row.after.has(field)).map(difference).collect()
    }

    pub fn outcome(&self, row: &ReportRow) -> (String, &'static str) {
        let (key, level) = match row.state.as_str() {
            "new" => (msg::bulk::ROW_NEW, "watch"),
            "ready" => (msg::bulk::ROW_READY, "watch"),
            "done" => (msg::bulk::ROW_DONE, "well"),
            "refused" => (msg::bulk::ROW_REFUSED, "bad"),
            "changed" => (msg::bulk::ROW_CHANGED, "watch"),
            "gone" => (msg::bulk::ROW_GONE, "watch"),
            "same" => (msg::bulk::ROW_SAME, "watch"),
            _ => (msg::bulk::ROW_FAILED, "bad"),
        };
        (self.messages.text(key), level)
    }

    pub fn reason(&self, row: &ReportRow) -> Option<String> {
        let (label, reason) = reasons::read(self.messages, &row.reason)?;
        Some(format!("{label}: {reason}"))
    }

    pub fn row(&self, row: &ReportRow) -> BulkRow {
        let (state, level) = self.outcome(row);
        BulkRow {
            id: row.position.to_string(),
            name: row.name.clone(),
            label: row.label.clone(),
            sku: row.sku.clone(),
            url: product_url(PRODUCT_URL, row.product_id),
            differences: self.differences(row),
            state,
            level,
            reason: self.reason(row),
        }
    }
}
