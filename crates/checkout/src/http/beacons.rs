//! Calls 31 and 32: what a page's payment scripts tell about themselves.

use std::sync::atomic::{AtomicU64, Ordering};

use axum::Json;
use edge::{Fields, view::Success};
use kernel::text;
use payments::rules::mask;
use serde::Deserialize;

const LONGEST: usize = 500;
/// Of call 32's properties.
const LONGEST_PROPERTIES: usize = 4 * 1024;
/// Events that the platform's payment plugin knows, and what each may tell.
const EVENTS: [(&str, &[&str]); 2] = [
    ("product_page_view", &["theme_type", "record_event_data"]),
    ("checkout_page_view", &["theme_type", "record_event_data"]),
];

/// How many script faults this process has been told of.
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

/// The first of these are written down, and then one in ten: whoever floods us floods no log.
fn log(form: &'static str, event: &ScriptEvent) -> Json<Success> {
    let clean = |said: &str| mask(&text::clean(said, LONGEST)).into_owned();
    let (name, message) = (clean(&event.name), clean(&event.message));
    metrics::counter!("matjar_payment_script_faults_total", "form" => form).increment(1);
    let turn = SEEN.fetch_add(1, Ordering::Relaxed);
    if turn < 100 || turn.is_multiple_of(10) {
        tracing::warn!(form, script = name, said = message, "a payment script failed in a browser");
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

/// Counted by name. What else it tells is checked and forgotten: nothing here needs it.
pub async fn tracks(Fields(track): Fields<Track>) -> Json<Success> {
    let known = EVENTS.iter().find(|(name, _)| *name == track.tracks_event_name);
    let properties: Option<serde_json::Map<String, serde_json::Value>> = (track.tracks_event_prop.len()
        <= LONGEST_PROPERTIES)
        .then(|| serde_json::from_str(&track.tracks_event_prop).ok())
        .flatten();
    let is_taken = match (known, properties) {
        (Some((name, listed)), Some(properties)) => {
            let fits = properties.keys().all(|key| listed.contains(&key.as_str()));
            if fits {
                metrics::counter!("matjar_tracks_total", "event" => *name).increment(1);
            }
            fits
        }
        _ => false,
    };
    Json(Success { success: is_taken })
}
