//! Errors of islands in shoppers' browsers, reported by the page's runtime.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::Json;
use edge::{Fields, view::Success};
use kernel::text;
use payments::rules::mask;
use serde::Deserialize;

const MAX_TEXT: usize = 500;
/// Number of reports that this process logs individually; after these, one in ten.
const LOGGED_SINGLY: u64 = 100;

static REPORTS: AtomicU64 = AtomicU64::new(0);

#[derive(Debug, Deserialize)]
pub struct IslandError {
    island: String,
    message: String,
}

/// Counts and logs the report. Its text is never used as a metric label, because anyone can send a report.
pub async fn report(Fields(error): Fields<IslandError>) -> Json<Success> {
    let clean = |value: &str| mask(&text::clean(value, MAX_TEXT)).into_owned();
    metrics::counter!("matjar_island_errors_total").increment(1);
    let number = REPORTS.fetch_add(1, Ordering::Relaxed);
    if number < LOGGED_SINGLY || number.is_multiple_of(10) {
        tracing::warn!(
            island = clean(&error.island),
            error = clean(&error.message),
            "an island threw in a browser; the page shows the server's HTML"
        );
    }
    Json(Success { success: true })
}
