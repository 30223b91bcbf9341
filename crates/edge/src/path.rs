//! Typed parts of a path.

use axum::{
    extract::{FromRequestParts, Path},
    http::request::Parts,
};
use serde::de::DeserializeOwned;

use crate::AppError;

/// axum's [`Path`], answered with 404 where the path has a part that is not a `T`: no such page exists.
pub struct PathParam<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathParam<T> {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, AppError> {
        let Path(value) = Path::from_request_parts(parts, state).await.map_err(|_| AppError::NotFound)?;
        Ok(Self(value))
    }
}
