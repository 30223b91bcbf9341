//! The page on which visitors choose whether the shop may know where they come from. Works without script.

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use cookie::{Cookie, SameSite};
use edge::{AppError, Fields, Shop, Visitor, view::ConsentMode};
use http::{HeaderValue, StatusCode, header};
use kernel::msg;
use serde::Deserialize;

use super::CONSENT_URL;
use crate::{
    consent::{CONSENT_COOKIE, ConsentChoice},
    rules::COOKIE_NAMES,
    service::VisitRequest,
    settings::AttributionSettings,
    view::ConsentPageView,
};

const CHOICE_LIFETIME: cookie::time::Duration = cookie::time::Duration::days(180);

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    visit: VisitRequest,
) -> Result<Response, AppError> {
    let settings = shop.settings.get::<AttributionSettings>().await?;
    let text = |key| shop.messages.text(key);
    let is_open = settings.consent != ConsentMode::Denied;
    let state = match (is_open, visit.is_allowed(settings.consent)) {
        (false, _) => msg::attribution::CONSENT_CLOSED,
        (true, true) => msg::attribution::CONSENT_NOW_ALLOWED,
        (true, false) => msg::attribution::CONSENT_NOW_DENIED,
    };
    let view = ConsentPageView { action: is_open.then(|| CONSENT_URL.to_owned()), state: text(state) };
    let title = text(msg::attribution::CONSENT_TITLE);
    FormSession::without_nonce(&visitor).render_page(&shop, CONSENT_URL, &title, &view, StatusCode::OK).await
}

#[derive(Debug, Deserialize)]
pub struct ConsentForm {
    choice: String,
}

/// Saves the choice. A refusal deletes the source cookies.
pub async fn save(State(shop): State<Shop>, Fields(form): Fields<ConsentForm>) -> Result<Response, AppError> {
    let choice = ConsentChoice::parse(&form.choice).ok_or(AppError::BadRequest("no such choice"))?;
    let mut response = redirect(CONSENT_URL, None);
    let is_secure = shop.origin.starts_with("https:");
    let mut cookies = vec![set_cookie(CONSENT_COOKIE, choice.value(), CHOICE_LIFETIME, is_secure)];
    if choice == ConsentChoice::No {
        let expired = |name| set_cookie(name, "", cookie::time::Duration::ZERO, is_secure);
        cookies.extend(COOKIE_NAMES.map(expired));
    }
    for cookie in cookies {
        response.headers_mut().append(header::SET_COOKIE, cookie);
    }
    Ok(response)
}

/// Scripts read these cookies.
fn set_cookie(name: &str, value: &str, max_age: cookie::time::Duration, is_secure: bool) -> HeaderValue {
    let cookie = Cookie::build((name, value))
        .path("/")
        .secure(is_secure)
        .same_site(SameSite::Lax)
        .max_age(max_age)
        .build();
    HeaderValue::from_str(&cookie.to_string()).expect("these names and values are valid in a cookie")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_a_secure_cookie_where_the_shop_has_tls() {
        let line = |is_secure| {
            let cookie = set_cookie(CONSENT_COOKIE, "no", CHOICE_LIFETIME, is_secure);
            cookie.to_str().expect("ASCII").to_owned()
        };
        assert!(line(true).contains("; Secure"), "{}", line(true));
        assert!(!line(false).contains("; Secure"), "a development shop without TLS");
    }
}
