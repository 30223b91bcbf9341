use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use edge::{AppError, Shop};
use http::header;

use crate::service;

/// RSS of the newest posts.
pub async fn show(State(shop): State<Shop>) -> Result<Response, AppError> {
    let xml = service::feed(&shop.public()).await?;
    Ok(([(header::CONTENT_TYPE, "application/rss+xml; charset=utf-8")], xml).into_response())
}
