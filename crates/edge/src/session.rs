//! Visitors and sessions: a random cookie, and the row in `sessions` that is found by its hash.

mod cart_token;
mod customer;
mod staff;

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::request::Parts,
};
use chrono::{DateTime, TimeDelta, Utc};
use cookie::{Cookie, CookieBuilder, SameSite};
use http::{HeaderMap, HeaderValue, header};
use rand::RngExt;
use sha2::{Digest, Sha256};

use crate::{AppError, address::ClientAddress, api};

pub use cart_token::{create_cart_token, create_cart_token_for, revoke_cart_tokens, use_cart_token};
pub use customer::{
    Customer, CustomerSession, EndedSession, LiveSession, OpenSession, SessionLifetime, begin,
    create_for_form, end, end_all, end_everybody, end_others, find_customer, find_live, list_open,
};
pub use staff::{
    RoleScope, StaffMember, StaffRole, begin_role_view, begin_staff, end_all_staff, end_role_view,
    end_sessions_of, end_staff, find_staff_member, is_staff,
};

pub const COOKIE: &str = "__Host-sid";
/// A session expires this long after its last renewal.
pub const SESSION_LIFETIME: TimeDelta = TimeDelta::days(30);
/// A session is renewed when less than this is left: at most once a day, so that most requests do not write.
pub const RENEW_BELOW: TimeDelta = TimeDelta::days(29);
/// The session of a customer is renewed this long after the sign-in. So it ends after ninety days at the latest, however
/// often it is used, and a stolen cookie does not work for ever.
const CUSTOMER_RENEWED_FOR: TimeDelta = TimeDelta::days(60);

/// The cookie of a staff session.
pub const STAFF_COOKIE: &str = "__Host-staff";
/// Marks a device on which a customer has signed in before. Grants no access.
pub const DEVICE_COOKIE: &str = "__Host-device";
const DEVICE_COOKIE_LIFETIME: TimeDelta = TimeDelta::days(365);

/// The login page. Pages for customers redirect guests to it.
pub const LOGIN_URL: &str = "/ar/my-account/";

/// The hash of a cookie, as stored in the database: a stolen table does not reveal the cookies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    pub fn from_token(token: &[u8]) -> Self {
        Self(Sha256::digest(token).into())
    }

    /// A `Cart-Token` is no cookie: neither works in place of the other.
    pub fn from_cart_token(text: &str) -> Self {
        Self::from_token(format!("cart-token:{text}").as_bytes())
    }

    pub fn hex(&self) -> String {
        hex::encode(self.0)
    }
}

/// A new `Cart-Token`: 256 random bits, which name a session without a customer.
pub struct NewCartToken {
    text: String,
    pub hash: TokenHash,
}

impl NewCartToken {
    pub fn random() -> Self {
        let bytes: [u8; 32] = rand::rng().random();
        let text = hex::encode(bytes);
        Self { hash: TokenHash::from_cart_token(&text), text }
    }

    /// The value of the header `Cart-Token`. Never logged.
    pub fn header(&self) -> HeaderValue {
        HeaderValue::from_str(&self.text).expect("hex digits are valid in a header")
    }
}

/// A new session token: 256 random bits. Only its `Set-Cookie` header contains it.
pub struct NewToken {
    text: String,
    pub hash: TokenHash,
}

impl NewToken {
    pub fn random() -> Self {
        let bytes: [u8; 32] = rand::rng().random();
        let text = hex::encode(bytes);
        Self { hash: TokenHash::from_token(text.as_bytes()), text }
    }

    pub fn set_cookie(&self) -> SetCookie {
        session_cookie(&self.text)
    }

    /// A cookie that ends when the browser is closed, for shared devices.
    pub fn set_brief_cookie(&self) -> SetCookie {
        set_cookie(host_cookie(COOKIE, &self.text))
    }

    pub fn set_device_cookie(&self) -> SetCookie {
        set_cookie(host_cookie(DEVICE_COOKIE, &self.text).max_age(max_age(DEVICE_COOKIE_LIFETIME)))
    }

    pub fn set_staff_cookie(&self) -> SetCookie {
        let cookie = host_cookie(STAFF_COOKIE, &self.text).max_age(max_age(staff::STAFF_SESSION_LIFETIME));
        set_cookie(cookie.same_site(SameSite::Strict))
    }
}

/// Returns the `Set-Cookie` header that deletes a cookie.
pub fn expired_cookie(name: &str) -> SetCookie {
    set_cookie(host_cookie(name, "").max_age(cookie::time::Duration::ZERO))
}

/// The value of a `Set-Cookie` header.
pub type SetCookie = HeaderValue;

fn session_cookie(token: &str) -> SetCookie {
    set_cookie(host_cookie(COOKIE, token).max_age(max_age(SESSION_LIFETIME)))
}

/// What the prefix `__Host-` requires, and what keeps scripts and other sites from using the cookie.
fn host_cookie<'c>(name: &'c str, value: &'c str) -> CookieBuilder<'c> {
    Cookie::build((name, value)).path("/").secure(true).http_only(true).same_site(SameSite::Lax)
}

fn max_age(lifetime: TimeDelta) -> cookie::time::Duration {
    cookie::time::Duration::seconds(lifetime.num_seconds())
}

fn set_cookie(cookie: CookieBuilder<'_>) -> SetCookie {
    let text = cookie.build().to_string();
    HeaderValue::from_str(&text).expect("names and hex digits are valid in a cookie")
}

/// The sender of a request, identified by the hashes of its cookies. Whether a session with such a hash exists is
/// checked in the transaction that needs it.
#[derive(Clone)]
pub struct Visitor {
    pub token: Option<TokenHash>,
    pub staff: Option<TokenHash>,
    pub device: Option<TokenHash>,
    pub address: ClientAddress,
    /// The session was named by a `Cart-Token` instead of a cookie.
    pub has_cart_token: bool,
    /// The session token, to be sent again when the session is renewed. Never logged.
    cookie: Option<Arc<str>>,
}

impl Visitor {
    pub fn from_headers(headers: &HeaderMap, address: ClientAddress) -> Self {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookies: Vec<Cookie<'_>> = lines.flat_map(Cookie::split_parse).flatten().collect();
        // Values that are no tokens are skipped, so that a foreign cookie of the same name hides no session.
        let token = |name: &str| {
            let found = cookies.iter().find(|cookie| cookie.name() == name && is_token(cookie.value()));
            found.map(Cookie::value)
        };
        let hash = |text: &str| TokenHash::from_token(text.as_bytes());
        let cookie = token(COOKIE);
        Self {
            token: cookie.map(hash),
            staff: token(STAFF_COOKIE).map(hash),
            device: token(DEVICE_COOKIE).map(hash),
            address,
            has_cart_token: false,
            cookie: cookie.map(Arc::from),
        }
    }

    /// The sender of a request to the API. A `Cart-Token` replaces the cookies, and cookies that a page of another origin
    /// sends do not count.
    pub fn of_api(headers: &HeaderMap, address: ClientAddress, origin: &str) -> Self {
        let given = headers.get(api::CART_TOKEN_HEADER).and_then(|value| value.to_str().ok());
        let anonymous = || Self::from_headers(&HeaderMap::new(), address);
        match given.filter(|text| is_token(text)) {
            Some(text) => {
                Self { token: Some(TokenHash::from_cart_token(text)), has_cart_token: true, ..anonymous() }
            }
            None if api::is_cross_origin(headers, origin) => anonymous(),
            None => Self::from_headers(headers, address),
        }
    }

    /// Returns the visitor that [`crate::middleware::rate_limit`] has put into the request.
    pub fn of(extensions: &http::Extensions) -> Result<Self, AppError> {
        extensions.get().cloned().ok_or_else(|| anyhow::anyhow!("the request has no visitor").into())
    }

    /// Returns the `Set-Cookie` header of the same cookie with a new lifetime.
    pub fn renewed_cookie(&self) -> Option<HeaderValue> {
        self.cookie.as_deref().map(session_cookie)
    }
}

/// The session that a response begins.
pub(crate) fn new_session(headers: &HeaderMap) -> Option<TokenHash> {
    let cookies = headers.get_all(header::SET_COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = cookies.filter_map(|text| Cookie::parse(text).ok());
    let cookie = cookies.find(|cookie| cookie.name() == COOKIE && is_token(cookie.value()))?;
    Some(TokenHash::from_token(cookie.value().as_bytes()))
}

fn is_token(value: &str) -> bool {
    value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit())
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, AppError> {
        Self::of(&parts.extensions)
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for Visitor {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, AppError> {
        Ok(parts.extensions.get().cloned())
    }
}

/// Extends a session that is due for renewal. Returns false if it ends as it is.
pub async fn renew(
    db: impl sqlx::PgExecutor<'_>,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let renewed = sqlx::query!(
        "update sessions set expires_at = $2 where token_hash = $1 and expires_at < $3 and not is_brief
             and (customer_id is null or created_at > $4)",
        &token.0,
        now + SESSION_LIFETIME,
        now + RENEW_BELOW,
        now - CUSTOMER_RENEWED_FOR
    )
    .execute(db)
    .await?;
    Ok(renewed.rows_affected() > 0)
}

/// Creates the session of a new visitor with a cart.
pub async fn create(
    db: impl sqlx::PgExecutor<'_>,
    token: &TokenHash,
    cart_id: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into sessions (token_hash, cart_id, created_at, expires_at) values ($1, $2, $3, $4)
         on conflict (token_hash) do update set cart_id = excluded.cart_id,
             expires_at = case when sessions.is_brief or sessions.customer_id is not null
                 then sessions.expires_at else excluded.expires_at end",
        &token.0,
        cart_id,
        now,
        now + SESSION_LIFETIME
    )
    .execute(db)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The attributes of a cookie, in any order.
    fn attributes(cookie: &SetCookie) -> Vec<String> {
        let text = cookie.to_str().expect("ASCII").to_owned();
        let mut parts: Vec<String> = text.split("; ").skip(1).map(str::to_owned).collect();
        parts.sort_unstable();
        parts
    }

    fn visitor(cookies: &[&str]) -> Visitor {
        let mut headers = HeaderMap::new();
        for line in cookies {
            headers.append(header::COOKIE, line.parse().expect("a header"));
        }
        Visitor::from_headers(&headers, ClientAddress(std::net::IpAddr::from([192, 0, 2, 1])))
    }

    #[test]
    fn cookies_have_exactly_these_attributes() {
        let token = NewToken::random();
        let common = ["HttpOnly", "Path=/", "SameSite=Lax", "Secure"];
        let with_age = |age: &'static str| vec!["HttpOnly", age, "Path=/", "SameSite=Lax", "Secure"];
        assert_eq!(attributes(&token.set_cookie()), with_age("Max-Age=2592000"));
        assert_eq!(attributes(&token.set_brief_cookie()), common);
        assert_eq!(attributes(&token.set_device_cookie()), with_age("Max-Age=31536000"));
        assert_eq!(
            attributes(&token.set_staff_cookie()),
            ["HttpOnly", "Max-Age=43200", "Path=/", "SameSite=Strict", "Secure"]
        );
        assert_eq!(attributes(&expired_cookie(STAFF_COOKIE)), with_age("Max-Age=0"));
        let line = token.set_cookie();
        assert!(line.to_str().expect("ASCII").starts_with(&format!("__Host-sid={};", token.text)));
    }

    #[test]
    fn a_session_that_a_response_begins_is_found() {
        let token = NewToken::random();
        let mut headers = HeaderMap::new();
        headers.append(header::SET_COOKIE, HeaderValue::from_static("other=1; Path=/"));
        assert!(new_session(&headers).is_none());
        headers.append(header::SET_COOKIE, token.set_cookie());
        assert_eq!(new_session(&headers), Some(token.hash));
    }

    #[test]
    fn a_token_is_found_among_other_cookies_and_lines() {
        let token = NewToken::random();
        let hash = Some(token.hash);
        let text = &token.text;
        assert!(visitor(&[&format!("a=b;__Host-sid={text} ;c")]).token == hash);
        assert!(visitor(&["a=b", &format!("__Host-sid={text}")]).token == hash);
        assert!(visitor(&[&format!("__Host-sid=planted; __Host-sid={text}")]).token == hash);
        assert!(visitor(&[&format!("__host-sid={text}; sid={text}")]).token.is_none());
        let both = visitor(&[&format!("__Host-staff={text}; __Host-sid={text}0")]);
        assert!(both.staff == hash && both.token.is_none());
    }
}
