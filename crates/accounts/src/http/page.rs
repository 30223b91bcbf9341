//! What the forms and pages of the account area read from a request.

use edge::Shop;
use kernel::msg;
use secrecy::SecretString;
use serde::Deserialize;

use crate::{rules::MAX_PASSWORD_LENGTH, view::NoticeView};

/// A password as typed. Never logged or sent back.
#[derive(Deserialize, Default)]
#[serde(transparent)]
pub struct PasswordInput(String);

impl PasswordInput {
    pub fn secret(self) -> SecretString {
        self.0.chars().take(MAX_PASSWORD_LENGTH + 1).collect::<String>().into()
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Query of a redirect target. `notice` is a code, never text, so a crafted link cannot inject a message.
#[derive(Debug, Default, Deserialize)]
pub struct FlashQuery {
    #[serde(default)]
    pub notice: String,
    #[serde(default)]
    pub next: String,
}

impl FlashQuery {
    pub fn notice(&self, shop: &Shop) -> Option<NoticeView> {
        let text = match self.notice.as_str() {
            "logged-out" => msg::accounts::LOGGED_OUT,
            "password" => msg::accounts::PASSWORD_SAVED,
            "registered" => msg::accounts::REGISTERED,
            "details" => msg::accounts::DETAILS_SAVED,
            "sessions" => msg::accounts::SESSIONS_ENDED,
            "address" => msg::accounts::ADDRESS_SAVED,
            "email" => msg::accounts::EMAIL_CONFIRMED,
            "export" => msg::accounts::EXPORT_REQUESTED,
            "erased" => msg::accounts::ERASED,
            "erasure-waits" => msg::accounts::ERASURE_WAITS,
            _ => return None,
        };
        Some(NoticeView::ok(text, shop.messages))
    }
}
