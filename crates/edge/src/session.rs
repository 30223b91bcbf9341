//! The visitor: a random cookie, and the row its hash leads to.

mod customer;
mod staff;

use std::sync::Arc;

use axum::{
    extract::{FromRequestParts, OptionalFromRequestParts},
    http::request::Parts,
};
use chrono::{DateTime, TimeDelta, Utc};
use http::{HeaderMap, HeaderValue, header};
use rand::RngExt;
use sha2::{Digest, Sha256};

use crate::{AppError, address::ClientAddress};

pub use customer::{Customer, Ended, Found, Life, begin, customer, end, end_all, for_form, is_live};
pub use staff::{StaffMember, begin_staff, end_all_staff, end_staff, is_staff, staff_member};

pub const COOKIE: &str = "__Host-sid";
/// A session lives this long after its last use.
pub const LIFE: TimeDelta = TimeDelta::days(30);
/// The row is touched at most once a day, so that reading stays reading.
pub const RENEW_BELOW: TimeDelta = TimeDelta::days(29);

/// The cookie of somebody of the shop.
pub const STAFF_COOKIE: &str = "__Host-staff";
/// Says that somebody has signed in here before. Opens nothing.
pub const DEVICE_COOKIE: &str = "__Host-device";
const DEVICE_LIFE: TimeDelta = TimeDelta::days(365);

/// Where guests are asked who they are. A page that needs a customer sends them here.
pub const LOGIN_URL: &str = "/ar/my-account/";

/// What the database knows of a cookie. Useless to whoever steals the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

impl TokenHash {
    pub fn of(token: &[u8]) -> Self {
        Self(Sha256::digest(token).into())
    }

    pub fn hex(&self) -> String {
        hex::encode(self.0)
    }
}

/// A new secret for a new visitor: 256 random bits, shown once, in `Set-Cookie`.
pub struct NewToken {
    text: String,
    pub hash: TokenHash,
}

impl NewToken {
    pub fn random() -> Self {
        let bytes: [u8; 32] = rand::rng().random();
        let text = hex::encode(bytes);
        Self { hash: TokenHash::of(text.as_bytes()), text }
    }

    pub fn set_cookie(&self) -> HeaderValue {
        set_cookie(&self.text)
    }

    /// Until the browser is closed: for a device that is not one's own.
    pub fn set_brief_cookie(&self) -> HeaderValue {
        cookie_line(&format!("{COOKIE}={}; Path=/; Secure; HttpOnly; SameSite=Lax", self.text))
    }

    pub fn set_device_cookie(&self) -> HeaderValue {
        let life = DEVICE_LIFE.num_seconds();
        cookie_line(&format!(
            "{DEVICE_COOKIE}={}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age={life}",
            self.text
        ))
    }

    pub fn set_staff_cookie(&self) -> HeaderValue {
        let life = staff::LIFE.num_seconds();
        cookie_line(&format!(
            "{STAFF_COOKIE}={}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age={life}",
            self.text
        ))
    }
}

/// Takes a cookie back.
pub fn forget_cookie(name: &str) -> SetCookie {
    cookie_line(&format!("{name}=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"))
}

fn cookie_line(text: &str) -> SetCookie {
    HeaderValue::from_str(text).expect("names and hex are valid in a cookie")
}

/// The header that hands a visitor their cookie.
pub type SetCookie = HeaderValue;

fn set_cookie(token: &str) -> SetCookie {
    let life = LIFE.num_seconds();
    cookie_line(&format!("{COOKIE}={token}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age={life}"))
}

/// Who is asking: the hash of the cookie they brought. Whether a row stands behind it, the database says
/// inside the transaction that needs to know.
#[derive(Clone)]
pub struct Visitor {
    pub token: Option<TokenHash>,
    pub staff: Option<TokenHash>,
    pub device: Option<TokenHash>,
    pub address: ClientAddress,
    /// The cookie itself, to be handed out again when its life is renewed. Never logged.
    cookie: Option<Arc<str>>,
}

impl Visitor {
    pub fn from_headers(headers: &HeaderMap, address: ClientAddress) -> Self {
        let cookies = || headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let token = |wanted: &str| {
            let pairs =
                cookies().flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
            pairs.filter(|(name, value)| *name == wanted && is_token(value)).map(|(_, value)| value).next()
        };
        let hash = |text: &str| TokenHash::of(text.as_bytes());
        let cookie = token(COOKIE);
        Self {
            token: cookie.map(hash),
            staff: token(STAFF_COOKIE).map(hash),
            device: token(DEVICE_COOKIE).map(hash),
            address,
            cookie: cookie.map(Arc::from),
        }
    }

    /// The same cookie with a whole life before it.
    pub fn renewed_cookie(&self) -> Option<HeaderValue> {
        self.cookie.as_deref().map(set_cookie)
    }
}

fn is_token(value: &str) -> bool {
    value.len() == 64 && value.bytes().all(|byte| byte.is_ascii_hexdigit())
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = AppError;

    /// Only the frame puts a visitor into a request, and never into one for a public page.
    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, AppError> {
        parts
            .extensions
            .get()
            .cloned()
            .ok_or_else(|| anyhow::anyhow!("this endpoint is not given a visitor").into())
    }
}

impl<S: Sync> OptionalFromRequestParts<S> for Visitor {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Option<Self>, AppError> {
        Ok(parts.extensions.get().cloned())
    }
}

/// Puts off the end of a session that is being used.
pub async fn renew(db: impl sqlx::PgExecutor<'_>, token: &TokenHash, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "update sessions set expires_at = $2 where token_hash = $1 and expires_at < $3 and not is_brief",
        &token.0,
        now + LIFE,
        now + RENEW_BELOW
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Makes the row of a new visitor, already holding their cart.
pub async fn create(
    db: impl sqlx::PgExecutor<'_>,
    token: &TokenHash,
    cart_id: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into sessions (token_hash, cart_id, created_at, expires_at) values ($1, $2, $3, $4)
         on conflict (token_hash) do update set cart_id = excluded.cart_id, expires_at = excluded.expires_at",
        &token.0,
        cart_id,
        now,
        now + LIFE
    )
    .execute(db)
    .await?;
    Ok(())
}
