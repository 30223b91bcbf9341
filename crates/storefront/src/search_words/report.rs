//! Reports of pages with search results. The pages come from a cache, so their script reports what happens on them.

use attribution::{AttributionSettings, VisitRequest};
use axum::{Json, extract::State};
use edge::{AppError, Fields, Shop, Visitor, view::Success};
use kernel::{ProductId, text};
use serde::Deserialize;

use super::{SearchSettings, meanings};

const MAX_QUERY_CHARS: usize = 160;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct SearchReport {
    query: String,
    /// The product that was opened. Empty: the page says that the query had no result, or shows those of another one.
    product: String,
}

/// Counts a query without an answer, or a choice. Nothing of a report is trusted: the query is searched again, and a choice
/// counts once for a visitor, a query and a day.
pub async fn receive(
    State(shop): State<Shop>,
    visitor: Visitor,
    visit: VisitRequest,
    Fields(report): Fields<SearchReport>,
) -> Result<Json<Success>, AppError> {
    let answer = Ok(Json(Success { success: true }));
    let query = text::clean(&report.query, MAX_QUERY_CHARS);
    if visit.is_crawler() || query.is_empty() {
        return answer;
    }
    let meanings = meanings(&shop.settings, &shop.read_db).await?;
    let today = shop.clock.now().date_naive();
    if report.product.is_empty() {
        let found = search::Search::new(&shop.read_db, &meanings).find(&query, 0, 1).await?;
        let taken_for = found.corrected.unwrap_or_default();
        if found.total == 0 || !taken_for.is_empty() {
            search::count_unanswered(&shop.db, &query, &taken_for, today).await?;
        }
        return answer;
    }
    let is_wanted = shop.settings.get::<SearchSettings>().await?.rank_by_use;
    let consent = shop.settings.get::<AttributionSettings>().await?.consent;
    if is_wanted && visit.is_allowed(consent) {
        let product = report.product.parse().map_err(|_| AppError::BadRequest("invalid product"))?;
        let topic = search::topic(&query, &meanings);
        let address = visitor.address.0.to_string();
        search::record_choice(&shop.db, &topic, ProductId(product), &address, today).await?;
    }
    answer
}
