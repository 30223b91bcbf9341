//! Gives every response its security headers.

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use http::HeaderMap;
use std::sync::Arc;

use crate::headers::{self, HeaderOverride};

pub async fn apply(State(security): State<Arc<HeaderMap>>, request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    match response.extensions_mut().remove::<HeaderOverride>() {
        Some(custom) => headers::apply(response.headers_mut(), &custom.0),
        None => headers::apply(response.headers_mut(), &security),
    }
    response
}
