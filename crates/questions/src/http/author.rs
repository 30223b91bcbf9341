//! Prefilled fields of forms on public pages.

use axum::{Json, extract::State};
use edge::{AppError, Shop, Visitor};

use crate::{service, view::AuthorDefaults};

pub async fn show(State(shop): State<Shop>, visitor: Visitor) -> Result<Json<AuthorDefaults>, AppError> {
    Ok(Json(service::author_defaults(&shop, &visitor).await?))
}
