//! Errors: `code`, `message` and `data` with `status`. The pipeline's own errors have the same envelope.

use ::http::StatusCode;
pub use edge::api::ApiRefusal;
use edge::{AppError, PublicShop};
use kernel::Message;
use serde_json::Value;

/// A refusal with a text of `messages/ar`.
pub fn refusal(status: StatusCode, code: &'static str, text: impl Into<Message>) -> ApiRefusal {
    ApiRefusal::new(status, code, kernel::Messages::arabic().text(text))
}

/// 404 with the code of the kind of thing that does not exist.
pub fn missing(code: &'static str, text: impl Into<Message>) -> AppError {
    refusal(StatusCode::NOT_FOUND, code, text).into()
}

/// 409: the cart is not as the client believes. `cart` is the cart as it is.
pub fn conflict(code: &'static str, text: impl Into<Message>, cart: Value) -> ApiRefusal {
    refusal(StatusCode::CONFLICT, code, text).with("cart", cart)
}

/// The refusal of one parameter, with a text of `messages/ar`.
pub fn invalid_param(name: &str, text: impl Into<Message>) -> AppError {
    ApiRefusal::invalid_param(name, kernel::Messages::arabic().text(text)).into()
}

/// The shop's address of a path.
pub fn absolute(shop: &PublicShop, path: &str) -> String {
    format!("{}{path}", shop.origin)
}
