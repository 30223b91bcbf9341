//! Downloads of the files that visitors sent. Nothing opens in the browser: a file is an attachment without a type.

use accounts::service::redirect;
use axum::{extract::State, response::Response};
use edge::{AppError, PathParam, Shop, audit::AuditWriter};
use media::service::{MediaContext, PrivateState};

use crate::urls::enquiry_url;

/// The audit line is written before the first byte is sent.
pub async fn download(
    State(shop): State<Shop>,
    State(media): State<MediaContext>,
    audit: AuditWriter,
    PathParam(id): PathParam<i64>,
) -> Result<Response, AppError> {
    let found = media::service::find_private(&media, &shop.db, id).await?;
    let (owner, file) = found.ok_or(AppError::NotFound)?;
    let enquiry = owner.id();
    let back = |code: &str| redirect(&format!("{}?notice={code}", enquiry_url(enquiry)), None);
    match file.state {
        PrivateState::Scanning => return Ok(back("scanning")),
        PrivateState::Infected => return Ok(back("infected")),
        PrivateState::Ready => {}
    }
    audit.record(&shop.db, "enquiry-file", &format!("{enquiry} {id}")).await?;
    Ok(media::attachment(&media, id, &file.name).await?.unwrap_or_else(|| back("missing")))
}
