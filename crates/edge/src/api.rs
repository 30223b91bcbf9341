//! Errors of the API: `code`, `message` and `data` with the status, as clients of the platform's API read them.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use kernel::{Messages, msg};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::AppError;

/// The start of the address of every API endpoint.
pub const BASE_PATH: &str = "/ar/wp-json/";
/// The nonce of a request that writes.
pub const NONCE_HEADER: &str = "nonce";
/// The cart of a client without cookies.
pub const CART_TOKEN_HEADER: &str = "cart-token";

/// A refusal with its code. The message is for shoppers, in Arabic; programs read the code.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{code}")]
pub struct ApiRefusal {
    pub status: StatusCode,
    pub code: &'static str,
    pub message: String,
    /// Further members of `data`, next to `status`.
    pub data: Map<String, Value>,
}

impl ApiRefusal {
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, code, message: message.into(), data: Map::new() }
    }

    #[must_use]
    pub fn with(mut self, name: &str, value: Value) -> Self {
        self.data.insert(name.to_owned(), value);
        self
    }

    /// The refusal of one parameter.
    pub fn invalid_param(name: &str, message: String) -> Self {
        let text = Messages::arabic().text(msg::store_api::INVALID_PARAMS.with("names", name));
        let params = Map::from_iter([(name.to_owned(), Value::from(message.clone()))]);
        let detail = serde_json::json!({ "code": "rest_invalid_param", "message": message, "data": null });
        Self::new(StatusCode::BAD_REQUEST, "rest_invalid_param", text)
            .with("params", Value::Object(params))
            .with("details", Value::Object(Map::from_iter([(name.to_owned(), detail)])))
    }

    pub fn no_route() -> Self {
        Self::from_text(StatusCode::NOT_FOUND, "rest_no_route", msg::store_api::NO_ROUTE)
    }

    pub fn missing_nonce() -> Self {
        let code = "woocommerce_rest_missing_nonce";
        Self::from_text(StatusCode::UNAUTHORIZED, code, msg::store_api::MISSING_NONCE)
    }

    fn from_text(status: StatusCode, code: &'static str, text: kernel::Key) -> Self {
        Self::new(status, code, Messages::arabic().text(text))
    }

    /// The envelope of an error that another part of the pipeline has found. It reveals no internals.
    pub fn from_error(error: &AppError) -> Self {
        use msg::store_api as text;
        let (code, message) = match error {
            AppError::Api(refusal) => return (**refusal).clone(),
            AppError::NotFound | AppError::Moved(_) => return Self::no_route(),
            AppError::MethodNotAllowed(_) => ("rest_no_route", text::NO_ROUTE),
            AppError::BadRequest(_) => ("rest_invalid_request", text::INVALID_REQUEST),
            AppError::CrossSite => ("rest_cross_origin", text::CROSS_SITE),
            AppError::StaleNonce => ("woocommerce_rest_invalid_nonce", text::INVALID_NONCE),
            AppError::SignInRequired
            | AppError::StaffOnly
            | AppError::Forbidden
            | AppError::OnlyViewing
            | AppError::ExportsStopped => ("rest_forbidden", text::FORBIDDEN),
            AppError::TooManyRequests { .. } => ("rate_limit_exceeded", text::TOO_MANY),
            AppError::KeyReused => ("idempotency_key_reused", text::KEY_REUSED),
            AppError::TooLarge => ("rest_body_too_large", text::TOO_LARGE),
            AppError::BodyTimeout | AppError::Timeout => ("rest_timeout", text::TIMEOUT),
            AppError::Busy | AppError::Database(_) | AppError::Render(_) => {
                ("rest_unavailable", text::UNAVAILABLE)
            }
            AppError::Unexpected(_) => ("rest_internal_error", text::INTERNAL),
        };
        Self::from_text(error.status(), code, message)
    }
}

impl From<ApiRefusal> for AppError {
    fn from(refusal: ApiRefusal) -> Self {
        Self::Api(Box::new(refusal))
    }
}

impl IntoResponse for ApiRefusal {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct Envelope {
            code: &'static str,
            message: String,
            data: Map<String, Value>,
        }
        let Self { status, code, message, mut data } = self;
        data.insert("status".to_owned(), status.as_u16().into());
        (status, Json(Envelope { code, message, data })).into_response()
    }
}

/// Whether a page of another site sends the request: then no cookie counts, even if the browser has sent one.
pub fn is_cross_origin(headers: &HeaderMap, own_origin: &str) -> bool {
    crate::middleware::same_origin::check(headers, own_origin).is_err()
}

const EXPOSED: HeaderValue =
    HeaderValue::from_static("Cart-Token, Cart-Hash, Link, Retry-After, X-WP-Total, X-WP-TotalPages");
const ALLOWED_HEADERS: HeaderValue = HeaderValue::from_static("Cart-Token, Content-Type, Idempotency-Key");
const ALLOWED_METHODS: HeaderValue = HeaderValue::from_static("GET, POST, PUT, DELETE");
/// Ten minutes: browsers ask again after it.
const MAX_AGE: HeaderValue = HeaderValue::from_static("600");

/// Origins of other front ends. Their pages read public answers and use a cart by its `Cart-Token`, never by a cookie.
#[derive(Debug, Clone, Default)]
pub struct ApiOrigins(pub std::sync::Arc<[String]>);

impl ApiOrigins {
    /// Whether answers at this path depend on the origin that requests them.
    pub fn concern(&self, path: &str) -> bool {
        !self.0.is_empty() && path.starts_with("/ar/wp-json/wc/store")
    }

    /// Returns the header `Origin` if it is configured and the path is one of the Store API.
    pub fn allowed(&self, path: &str, headers: &HeaderMap) -> Option<HeaderValue> {
        if !self.concern(path) {
            return None;
        }
        let given = headers.get(header::ORIGIN)?;
        self.0.iter().any(|origin| given.as_bytes() == origin.as_bytes()).then(|| given.clone())
    }

    /// The answer to a preflight request.
    pub fn preflight() -> Response {
        let mut response = StatusCode::NO_CONTENT.into_response();
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_METHODS, ALLOWED_METHODS);
        headers.insert(header::ACCESS_CONTROL_ALLOW_HEADERS, ALLOWED_HEADERS);
        headers.insert(header::ACCESS_CONTROL_MAX_AGE, MAX_AGE);
        response
    }

    /// Lets a page of this origin read the response; without one, tells caches that others might. Credentials are never
    /// allowed.
    pub fn allow(headers: &mut HeaderMap, origin: Option<HeaderValue>) {
        headers.append(header::VARY, HeaderValue::from_static("origin"));
        if let Some(origin) = origin {
            headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, origin);
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, EXPOSED);
        }
    }
}
