//! Calls 31 and 32: errors and events that a page's payment scripts report.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::Json;
use edge::{Fields, view::Success};
use kernel::text;
use serde::Deserialize;

use crate::rules::mask;

const MAX_TEXT_LENGTH: usize = 500;
/// Limit of call 32's properties.
const MAX_PROPERTIES_LENGTH: usize = 4 * 1024;
/// Events of the platform's payment plugin, each with its allowed properties.
const EVENTS: [(&str, &[&str]); 2] = [
    ("product_page_view", &["theme_type", "record_event_data"]),
    ("checkout_page_view", &["theme_type", "record_event_data"]),
];

/// How many script errors this process has received.
static SEEN: AtomicU64 = AtomicU64::new(0);

#[derive(Debug, Deserialize)]
pub struct ScriptEvent {
    name: String,
    message: String,
}

pub async fn log_card(Fields(event): Fields<ScriptEvent>) -> Json<Success> {
    log("card", &event)
}

pub async fn log_echeck(Fields(event): Fields<ScriptEvent>) -> Json<Success> {
    log("echeck", &event)
}

/// Logs the first 100 errors, and then one in ten, so that a flood of calls cannot flood the log.
fn log(form: &'static str, event: &ScriptEvent) -> Json<Success> {
    let clean = |text: &str| mask(&text::clean(text, MAX_TEXT_LENGTH)).into_owned();
    let (name, message) = (clean(&event.name), clean(&event.message));
    metrics::counter!("matjar_payment_script_faults_total", "form" => form).increment(1);
    let count = SEEN.fetch_add(1, Ordering::Relaxed);
    if count < 100 || count.is_multiple_of(10) {
        tracing::warn!(form, script = name, error = message, "a payment script failed in a browser");
    }
    Json(Success { success: true })
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Track {
    tracks_event_name: String,
    #[serde(default)]
    tracks_event_prop: String,
}

/// Counts the event by name. Its properties are validated and discarded.
pub async fn tracks(Fields(track): Fields<Track>) -> Json<Success> {
    let known = EVENTS.iter().find(|(name, _)| *name == track.tracks_event_name);
    let properties: Option<serde_json::Map<String, serde_json::Value>> = (track.tracks_event_prop.len()
        <= MAX_PROPERTIES_LENGTH)
        .then(|| serde_json::from_str(&track.tracks_event_prop).ok())
        .flatten();
    let is_accepted = match (known, properties) {
        (Some((name, listed)), Some(properties)) => {
            let fits = properties.keys().all(|key| listed.contains(&key.as_str()));
            if fits {
                metrics::counter!("matjar_tracks_total", "event" => *name).increment(1);
            }
            fits
        }
        _ => false,
    };
    Json(Success { success: is_accepted })
}
