//! Receives the provider's webhook notices: verifies and stores each one. The reconciler processes them later.

use axum::{extract::State, response::IntoResponse};
use edge::{AppError, fields::RawBody};
use http::{HeaderMap, StatusCode};
use tracing::{Span, field::Empty};

use crate::{context::PaymentContext, store};

#[tracing::instrument(name = "receive_notice", skip_all, fields(notice = Empty, reference = Empty))]
pub async fn receive(
    State(context): State<PaymentContext>,
    headers: HeaderMap,
    body: RawBody,
) -> Result<impl IntoResponse, AppError> {
    let now = context.clock.now();
    let notice = context.provider.parse_webhook(&headers, &body.0, now).map_err(|refusal| {
        tracing::warn!(%refusal, "payment notice refused");
        AppError::StaleNonce
    })?;
    Span::current().record("notice", &notice.id).record("reference", notice.reference.as_deref());
    store::insert_notice(&context.db, context.provider.name(), &notice, now).await?;
    // Acknowledged only after it is stored, because the provider does not resend acknowledged notices.
    Ok(StatusCode::OK)
}
