//! The one error a handler may fail with. Refusals are not here: they are answers.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

use axum::response::{IntoResponse, Response};
use http::{HeaderValue, Method, StatusCode, header};

use crate::{policy::Shape, renderer::RenderError};

#[derive(Debug, thiserror::Error)]
pub enum AppError {
    #[error("not found")]
    NotFound,
    #[error("bad request: {0}")]
    BadRequest(&'static str),
    #[error("method not allowed")]
    Method(Vec<Method>),
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
    /// Unreachable, restarting, out of room, or locked for too long: the shopper may try again.
    #[error("the database is not available")]
    Database(#[source] sqlx::Error),
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
        let is_passing = match &error {
            sqlx::Error::PoolTimedOut | sqlx::Error::Io(_) | sqlx::Error::PoolClosed => true,
            sqlx::Error::Database(error) => error.code().is_some_and(|code| is_passing(&code)),
            _ => false,
        };
        if is_passing { Self::Database(error) } else { Self::Unexpected(error.into()) }
    }
}

impl AppError {
    pub fn status(&self) -> StatusCode {
        match self {
            Self::NotFound => StatusCode::NOT_FOUND,
            Self::BadRequest(_) => StatusCode::BAD_REQUEST,
            Self::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::CrossSite | Self::StaleNonce | Self::SignInFirst => StatusCode::FORBIDDEN,
            Self::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            Self::KeyReused => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Busy | Self::Database(_) | Self::Render(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::TooSlow => StatusCode::GATEWAY_TIMEOUT,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Unexpected(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    pub fn retry_after(&self) -> Option<u64> {
        match self {
            Self::TooMany { retry_after } => Some(*retry_after),
            Self::Busy | Self::Database(_) | Self::Render(_) | Self::TooSlow => Some(2),
            _ => None,
        }
    }

    /// The whole chain of causes, once, at the edge. What a dependency failed with fails every request until it is back:
    /// it is told once a second, with the number of requests that are not told of.
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
                if let Some(untold) = RENDERER_FAILURES.may_log(Instant::now()) {
                    tracing::error!(
                        endpoint,
                        reference,
                        untold,
                        %error,
                        "{endpoint} could not be drawn, reference {reference}"
                    );
                }
            }
            Self::Database(error) => {
                if let Some(untold) = DATABASE_FAILURES.may_log(Instant::now()) {
                    let error = chain(error);
                    tracing::error!(
                        endpoint,
                        reference,
                        untold,
                        error,
                        "the database failed {endpoint}, reference {reference}"
                    );
                }
            }
            refusal => tracing::info!(endpoint, reference, refusal = %refusal, "{endpoint} refused"),
        }
    }
}

/// An error and what caused it, in one line.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let cause_text = cause.to_string();
        // Many errors repeat their cause in their own sentence.
        if !text.contains(&cause_text) {
            text = format!("{text}: {cause_text}");
        }
        source = cause.source();
    }
    text
}

static DATABASE_FAILURES: FailureLog = FailureLog::new();
static RENDERER_FAILURES: FailureLog = FailureLog::new();

/// How often the failures of one dependency are written to the log.
const LOG_INTERVAL: Duration = Duration::from_secs(1);

/// Keeps an outage from filling the disk with one line a request.
struct FailureLog(Mutex<(Option<Instant>, u64)>);

impl FailureLog {
    const fn new() -> Self {
        Self(Mutex::new((None, 0)))
    }

    /// The number of failures since the last line, when it is time for another.
    fn may_log(&self, now: Instant) -> Option<u64> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (last, untold) = &mut *state;
        if last.is_some_and(|last| now.saturating_duration_since(last) < LOG_INTERVAL) {
            *untold += 1;
            return None;
        }
        *last = Some(now);
        Some(std::mem::take(untold))
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
    if let AppError::Method(allowed) = error {
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
    fn a_database_that_is_gone_keeps_its_cause() {
        let gone = std::io::Error::new(std::io::ErrorKind::ConnectionRefused, "nobody listens there");
        let error = AppError::from(sqlx::Error::Io(gone));
        assert_eq!(error.status(), StatusCode::SERVICE_UNAVAILABLE);
        let source = std::error::Error::source(&error).expect("its cause");
        assert!(chain(source).contains("nobody listens there"), "{}", chain(source));
    }

    /// [RUST-5]
    #[test]
    fn an_outage_is_told_once_a_second_with_the_number_of_its_victims() {
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
