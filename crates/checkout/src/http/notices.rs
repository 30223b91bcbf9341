//! What the provider tells us by itself. Checked, put down, answered; worked on later.

use axum::{extract::State, response::IntoResponse};
use edge::{AppError, Shop, fields::RawBody};
use http::{HeaderMap, StatusCode};

use crate::till::Till;

pub async fn take(
    State(shop): State<Shop>,
    headers: HeaderMap,
    body: RawBody,
) -> Result<impl IntoResponse, AppError> {
    let till = shop.other::<Till>()?;
    let now = shop.clock.now();
    let notice = till.provider.parse_webhook(&headers, &body.0, now).map_err(|forged| {
        tracing::warn!(%forged, "a notice of the provider was refused");
        AppError::StaleNonce
    })?;
    payments::store::put_notice(&till.db, till.provider.name(), &notice, now).await?;
    // After the commit: what is acknowledged is not told again.
    Ok(StatusCode::OK)
}
