//! Refuses addresses that no page has.

use axum::{extract::Request, middleware::Next, response::Response};

use crate::AppError;

/// No address of the shop is longer, with its query.
const MAX_LENGTH: usize = 8 * 1024;

/// Refuses control characters, percent-encoded or not, and overlong addresses. PostgreSQL refuses NUL in a text, and no
/// name or parameter contains any other of them.
pub async fn check(request: Request, next: Next) -> Result<Response, AppError> {
    let uri = request.uri();
    let query = uri.query().unwrap_or_default();
    if uri.path().len() + query.len() > MAX_LENGTH {
        return Err(AppError::BadRequest("address too long"));
    }
    if has_control_character(uri.path()) || has_control_character(query) {
        return Err(AppError::BadRequest("control character in the address"));
    }
    Ok(next.run(request).await)
}

fn has_control_character(text: &str) -> bool {
    percent_encoding::percent_decode_str(text).any(|byte| byte < 0x20 || byte == 0x7f)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [SEC-L12]
    #[test]
    fn control_characters_are_found_in_every_spelling() {
        assert!(has_control_character("/ar/product/%00/"));
        assert!(has_control_character("s=%0a"));
        assert!(has_control_character("s=%7F"));
        assert!(!has_control_character("/ar/product/%D8%A8%D9%86/"));
        assert!(!has_control_character("s=a+b%20c"));
    }
}
