//! The one error a handler may fail with. Refusals are not here: they are answers.

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};

use crate::{policy::Shape, renderer::RenderError};

#[derive(Debug, thiserror::Error)]
pub enum AppError {
    #[error("not found")]
    NotFound,
    #[error("bad request: {0}")]
    BadRequest(&'static str),
    #[error("method not allowed")]
    Method,
    #[error("the request did not come from our own pages")]
    CrossSite,
    #[error("the nonce is missing or stale")]
    StaleNonce,
    #[error("only for customers who are signed in")]
    SignInFirst,
    #[error("over the limit")]
    TooMany { retry_after: u64 },
    #[error("the same key came with another request")]
    KeyReused,
    #[error("too busy")]
    Busy,
    #[error("took too long")]
    TooSlow,
    #[error("the body is larger than this endpoint takes")]
    TooLarge,
    #[error("drawing failed")]
    Render(#[from] RenderError),
    #[error(transparent)]
    Unexpected(#[from] anyhow::Error),
}

/// Somebody holds what this one needs for longer than it may wait, the database is stopping or starting, or it lacks
/// room, memory or connections.
fn is_passing(code: &str) -> bool {
    matches!(code, "55P03" | "57014" | "57P01" | "57P02" | "57P03")
        || code.starts_with("08")
        || code.starts_with("53")
}

impl From<sqlx::Error> for AppError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            // The pool is exhausted or the database is gone: the shopper may try again.
            sqlx::Error::PoolTimedOut => Self::Busy,
            // The line to the database broke, or it is being restarted.
            sqlx::Error::Io(_) | sqlx::Error::PoolClosed => Self::Busy,
            sqlx::Error::Database(error) if error.code().is_some_and(|code| is_passing(&code)) => Self::Busy,
            other => Self::Unexpected(other.into()),
        }
    }
}

impl AppError {
    pub fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
            Self::CrossSite | Self::StaleNonce | Self::SignInFirst => StatusCode::FORBIDDEN,
            Self::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::KeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Busy | Self::Render(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooSlow => StatusCode::GATEWAY_TIMEOUT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Unexpected(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooMany { retry_after } => Some(*retry_after),
            Self::Busy | Self::Render(_) | Self::TooSlow => Some(2),
            _ => None,
        }
    }

    /// The whole chain, once, at the edge.
    pub fn log(&self, endpoint: &str, reference: &str) {
        match self {
            Self::Unexpected(error) => {
                tracing::error!(
                    endpoint,
                    reference,
                    error = format!("{error:#}"),
                    "{endpoint} failed, reference {reference}"
                );
            }
            Self::Render(error) => {
                tracing::error!(endpoint, reference, %error, "{endpoint} could not be drawn, reference {reference}");
            }
            refusal => tracing::info!(endpoint, reference, refusal = %refusal, "{endpoint} refused"),
        }
    }
}

/// Refusals of calls have one fixed body per status: they say nothing about our insides and echo nothing.
pub fn json_body(status: StatusCode) -> String {
    format!(r#"{{"success":false,"status":{}}}"#, status.as_u16())
}

/// A handler's error leaves its layer whole; the frame logs it once and answers in the endpoint's shape.
#[derive(Clone)]
pub struct Failed(pub std::sync::Arc<AppError>);

impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        let status = self.status();
        let mut response = status.into_response();
        response.extensions_mut().insert(Failed(std::sync::Arc::new(self)));
        response
    }
}

/// The plain refusal, in the endpoint's own shape; pages get theirs drawn by the frame where it can.
pub fn plain(error: &AppError, shape: Shape) -> Response {
    let status = error.status();
    let mut response = match shape {
        Shape::Json => {
            let mut response = (status, json_body(status)).into_response();
            response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
            response
        }
        Shape::Page => status.into_response(),
    };
    if let Some(seconds) = error.retry_after() {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    response
}
