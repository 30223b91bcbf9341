//! The error type of handlers. Refusals of the capabilities are no errors: handlers answer them as ordinary responses.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderValue, Method, StatusCode, header};
use serde::Serialize;

use crate::{policy::Shape, renderer::RenderError};

#[derive(Debug, thiserror::Error)]
pub enum AppError {
    #[error("not found")]
    NotFound,
    /// A page of an old address: the path of the new one.
    #[error("moved to {0}")]
    Moved(String),
    #[error("bad request: {0}")]
    BadRequest(&'static str),
    #[error("method not allowed")]
    MethodNotAllowed(Vec<Method>),
    #[error("cross-site request")]
    CrossSite,
    #[error("missing or expired nonce")]
    StaleNonce,
    #[error("login required")]
    SignInRequired,
    /// An endpoint of staff that is no secret: see [`crate::Policy::disclosed`].
    #[error("staff only")]
    StaffOnly,
    /// A member of staff without this right.
    #[error("not allowed")]
    Forbidden,
    /// A member of staff who looks at the admin as a role sees it writes nothing meanwhile.
    #[error("only viewing as a role")]
    OnlyViewing,
    /// The audit log is not as it was written: nothing leaves the shop until a member of staff has looked.
    #[error("exports are stopped: the audit log is broken")]
    ExportsStopped,
    #[error("rate limit exceeded")]
    TooManyRequests { retry_after: u64 },
    #[error("idempotency key reused for another request")]
    KeyReused,
    #[error("server busy")]
    Busy,
    /// Unreachable, restarting, out of resources, or a lock timed out: the shopper may try again.
    #[error("database unavailable")]
    Database(#[source] sqlx::Error),
    #[error("request timed out")]
    Timeout,
    #[error("body too large")]
    TooLarge,
    #[error("reading the body timed out")]
    BodyTimeout,
    /// A refusal of the API with its own code.
    #[error("refused: {0}")]
    Api(Box<crate::api::ApiRefusal>),
    #[error("rendering failed")]
    Render(#[from] RenderError),
    #[error(transparent)]
    Unexpected(#[from] anyhow::Error),
}

/// Whether an SQLSTATE means a lock or statement timeout, a database that is starting or stopping, a lost connection,
/// or a lack of disk space, memory or connections.
fn is_transient(code: &str) -> bool {
    matches!(code, "55P03" | "57014" | "57P01" | "57P02" | "57P03")
        || code.starts_with("08")
        || code.starts_with("53")
}

impl From<sqlx::Error> for AppError {
    fn from(error: sqlx::Error) -> Self {
        let is_transient = match &error {
            sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) | sqlx::Error::PoolClosed => true,
            sqlx::Error::Database(error) => error.code().is_some_and(|code| is_transient(&code)),
            _ => false,
        };
        if is_transient { Self::Database(error) } else { Self::Unexpected(error.into()) }
    }
}

impl AppError {
    pub fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::Moved(_) => StatusCode::MOVED_PERMANENTLY,
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::MethodNotAllowed(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::CrossSite
            | Self::StaleNonce
            | Self::SignInRequired
            | Self::StaffOnly
            | Self::Forbidden
            | Self::OnlyViewing => StatusCode::FORBIDDEN,
            Self::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::KeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::ExportsStopped => StatusCode::CONFLICT,
            Self::Busy | Self::Database(_) | Self::Render(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::Timeout => StatusCode::GATEWAY_TIMEOUT,
            Self::Api(refusal) => refusal.status,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::BodyTimeout => StatusCode::REQUEST_TIMEOUT,
            Self::Unexpected(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Whether no connection to the database was free in time.
    pub fn is_pool_timeout(&self) -> bool {
        matches!(self, Self::Database(sqlx::Error::PoolTimedOut))
    }

    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooManyRequests { retry_after } => Some(*retry_after),
            Self::Busy | Self::Database(_) | Self::Render(_) | Self::Timeout => Some(2),
            _ => None,
        }
    }

    /// Logs a failure with its causes, and notes a refusal on the access log line of the request. The outage of a dependency
    /// fails every request, so it is logged once a second, with the number of failures that were not logged.
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
                if let Some(suppressed) = RENDERER_FAILURES.may_log(Instant::now()) {
                    tracing::error!(
                        endpoint,
                        reference,
                        suppressed,
                        %error,
                        "rendering {endpoint} failed, reference {reference}"
                    );
                }
            }
            Self::Database(error) => {
                if let Some(suppressed) = DATABASE_FAILURES.may_log(Instant::now()) {
                    let error = chain(error);
                    tracing::error!(
                        endpoint,
                        reference,
                        suppressed,
                        error,
                        "{endpoint} failed: database unavailable, reference {reference}"
                    );
                }
            }
            refusal => crate::trace::refuse(refusal),
        }
    }
}

/// Returns an error and its causes in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        // Many errors already include the text of their cause.
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

static DATABASE_FAILURES: FailureLog = FailureLog::new();
static RENDERER_FAILURES: FailureLog = FailureLog::new();

/// How often failures of one dependency are logged.
const LOG_INTERVAL: Duration = Duration::from_secs(1);

/// Limits the log lines of an outage, so that they do not fill the disk.
struct FailureLog(Mutex<(Option<Instant>, u64)>);

impl FailureLog {
    const fn new() -> Self {
        Self(Mutex::new((None, 0)))
    }

    /// Returns the number of failures since the last line if another line may be logged now.
    fn may_log(&self, now: Instant) -> Option<u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, suppressed) = &mut *state;
        if last.is_some_and(|last| now.saturating_duration_since(last) < LOG_INTERVAL) {
            *suppressed += 1;
            return None;
        }
        *last = Some(now);
        Some(std::mem::take(suppressed))
    }
}

/// The body of a refused call. It reveals no internals and echoes no input.
#[derive(Serialize)]
struct CallRefusal {
    success: bool,
    status: u16,
}

/// The error behind a response: [`crate::middleware::error_page`] logs it once and answers in the endpoint's shape.
#[derive(Clone)]
pub struct ErrorExtension(pub std::sync::Arc<AppError>);

impl IntoResponse for AppError {
    fn into_response(self) -> Response {
        let status = self.status();
        let mut response = status.into_response();
        response.extensions_mut().insert(ErrorExtension(std::sync::Arc::new(self)));
        response
    }
}

/// Returns the response to an error in the endpoint's shape. For pages it has no body:
/// [`crate::middleware::error_page`] adds one.
pub fn plain_response(error: &AppError, shape: Shape) -> Response {
    let status = error.status();
    let mut response = match shape {
        Shape::Json => {
            let refusal = CallRefusal { success: false, status: status.as_u16() };
            (status, Json(refusal)).into_response()
        }
        Shape::Api => crate::api::ApiRefusal::from_error(error).into_response(),
        Shape::Page => status.into_response(),
    };
    if let Some(seconds) = error.retry_after() {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if let AppError::MethodNotAllowed(allowed) = error {
        let names: Vec<&str> = allowed.iter().map(Method::as_str).collect();
        if let Ok(value) = HeaderValue::from_str(&names.join(", ")) {
            response.headers_mut().insert(header::ALLOW, value);
        }
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [RUST-5]
    #[test]
    fn a_database_failure_keeps_its_cause() {
        let refused = std::io::Error::new(std::io::ErrorKind::ConnectionRefused, "no listener");
        let error = AppError::from(sqlx::Error::Io(refused));
        assert_eq!(error.status(), StatusCode::SERVICE_UNAVAILABLE);
        let source = std::error::Error::source(&error).expect("has a cause");
        assert!(chain(source).contains("no listener"), "{}", chain(source));
    }

    /// [RUST-5]
    #[test]
    fn an_outage_is_logged_once_a_second_with_the_number_of_suppressed_failures() {
        let log = FailureLog::new();
        let start = Instant::now();
        assert_eq!(log.may_log(start), Some(0));
        for _ in 0..500 {
            assert_eq!(log.may_log(start + LOG_INTERVAL / 2), None);
        }
        assert_eq!(log.may_log(start + LOG_INTERVAL), Some(500));
        assert_eq!(log.may_log(start + LOG_INTERVAL * 3), Some(0));
    }
}
