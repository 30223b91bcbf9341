//! The beginning of a visit. Public pages come from a cache, so the page's script reports it.

use axum::{Json, extract::State};
use edge::{AppError, Fields, Shop, view::Success};
use serde::Deserialize;

use crate::{
    rules::{self, is_crawler},
    service::VisitRequest,
    settings::AttributionSettings,
    store,
};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct LandingForm {
    /// The first page, and the page before it.
    url: String,
    referrer: String,
    /// What the browser worked out.
    #[serde(rename = "type")]
    kind: String,
    source: String,
}

/// Counts the visit by the source that the server computes. Records nothing about the visitor.
pub async fn receive(
    State(shop): State<Shop>,
    visit: VisitRequest,
    Fields(form): Fields<LandingForm>,
) -> Result<Json<Success>, AppError> {
    let settings = shop.settings.get::<AttributionSettings>().await?;
    let is_own = form.url.starts_with(&format!("{}/", shop.origin));
    if is_own && visit.is_allowed(settings.consent) && !is_crawler(&visit.user_agent) {
        let source = rules::source_of(&form.url, &form.referrer);
        if form.kind != source.kind.name() || form.source != source.source {
            metrics::counter!("matjar_attribution_mismatches_total", "at" => "landing").increment(1);
        }
        store::insert_visit(&shop.db, &source, shop.clock.now()).await?;
    }
    Ok(Json(Success { success: true }))
}
