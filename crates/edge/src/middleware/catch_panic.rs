//! Turns a panic of a handler into an ordinary error response.

use std::any::Any;

use axum::response::{IntoResponse, Response};

use crate::AppError;

/// For [`tower_http::catch_panic::CatchPanicLayer`].
pub fn respond(panic: Box<dyn Any + Send + 'static>) -> Response {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown".to_owned());
    ::metrics::counter!("matjar_panics_total").increment(1);
    AppError::Unexpected(anyhow::anyhow!("handler panicked: {text}")).into_response()
}
