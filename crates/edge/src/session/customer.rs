//! Sessions of customers and guests.

use axum::{extract::FromRequestParts, http::request::Parts};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::CustomerId;

use super::{CUSTOMER_RENEWED_FOR, NewToken, RENEW_BELOW, SESSION_LIFETIME, SetCookie, TokenHash, Visitor};
use crate::AppError;

/// The lifetime of a session without customer and cart: long enough to fill in a form.
const FORM_SESSION_LIFETIME: TimeDelta = TimeDelta::days(1);

/// The signed-in customer. Put into the request by [`crate::middleware::role`] for endpoints that require one.
#[derive(Debug, Clone, Copy)]
pub struct Customer(pub CustomerId);

impl<S: Sync> FromRequestParts<S> for Customer {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, AppError> {
        parts
            .extensions
            .get()
            .copied()
            .ok_or_else(|| anyhow::anyhow!("endpoint policy has no customer role").into())
    }
}

/// The session of a signed-in customer.
#[derive(Debug, Clone, Copy)]
pub struct CustomerSession {
    pub id: CustomerId,
    pub lifetime: SessionLifetime,
    /// Less than [`RENEW_BELOW`] is left, and the sign-in is recent enough.
    pub needs_renewal: bool,
}

/// How long the customer stays signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionLifetime {
    Long,
    /// Until the browser is closed, at most two days.
    Brief,
}

const BRIEF_SESSION_LIFETIME: TimeDelta = TimeDelta::days(2);
/// Sessions of one customer. More than a household has browsers, and few enough to be looked through.
const MAX_SESSIONS: i64 = 20;

/// Returns the session of the visitor's cookie, if a customer is signed in with it.
pub async fn find_customer(
    db: impl sqlx::PgExecutor<'_>,
    visitor: &Visitor,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<CustomerSession>> {
    let Some(token) = visitor.token else { return Ok(None) };
    let row = sqlx::query!(
        r#"select customer_id as "id!", is_brief, created_at, expires_at from sessions
           where token_hash = $1 and expires_at > $2 and customer_id is not null"#,
        &token.0,
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| CustomerSession {
        id: CustomerId(row.id),
        lifetime: if row.is_brief { SessionLifetime::Brief } else { SessionLifetime::Long },
        needs_renewal: !row.is_brief
            && row.expires_at < now + RENEW_BELOW
            && row.created_at > now - CUSTOMER_RENEWED_FOR,
    }))
}

/// Creates a session for a guest who fills in a form, whose nonce is bound to it. The token is always new: an unknown
/// cookie is never adopted, because an attacker could have planted it.
pub async fn create_for_form(db: &sqlx::PgPool, now: DateTime<Utc>) -> sqlx::Result<NewToken> {
    let new = NewToken::random();
    sqlx::query!(
        "insert into sessions (token_hash, created_at, expires_at) values ($1, $2, $3)",
        &new.hash.0,
        now,
        now + FORM_SESSION_LIFETIME
    )
    .execute(db)
    .await?;
    Ok(new)
}

/// A session that has not ended.
#[derive(Debug, Clone, Copy)]
pub struct LiveSession {
    /// Absent for a guest.
    pub customer: Option<CustomerId>,
}

pub async fn find_live(
    db: impl sqlx::PgExecutor<'_>,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<LiveSession>> {
    let found = sqlx::query_scalar!(
        "select customer_id from sessions where token_hash = $1 and expires_at > $2",
        &token.0,
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(found.map(|customer| LiveSession { customer: customer.map(CustomerId) }))
}

/// The cart and customer of a session that has ended.
pub struct EndedSession {
    pub cart_id: Option<i64>,
    pub customer: Option<CustomerId>,
}

/// Ends a session. Returns its cart and customer to the first caller only, and only if the session had not expired.
pub async fn end(
    db: impl sqlx::PgExecutor<'_>,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<EndedSession>> {
    let row = sqlx::query!(
        "delete from sessions where token_hash = $1 returning cart_id, customer_id, expires_at",
        &token.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row
        .filter(|row| row.expires_at > now)
        .map(|row| EndedSession { cart_id: row.cart_id, customer: row.customer_id.map(CustomerId) }))
}

/// Signs a customer out everywhere. Returns the number of sessions.
pub async fn end_all(db: impl sqlx::PgExecutor<'_>, customer: CustomerId) -> sqlx::Result<u64> {
    let ended = sqlx::query!("delete from sessions where customer_id = $1", customer.0).execute(db).await?;
    Ok(ended.rows_affected())
}

/// Signs all customers out. Guests keep their carts.
pub async fn end_everybody(db: impl sqlx::PgExecutor<'_>) -> sqlx::Result<u64> {
    let ended = sqlx::query!("delete from sessions where customer_id is not null").execute(db).await?;
    Ok(ended.rows_affected())
}

/// A session of a customer, as the customer sees it.
#[derive(Debug, Clone, Copy)]
pub struct OpenSession {
    pub begun_at: DateTime<Utc>,
    /// That of the request.
    pub is_this: bool,
}

/// Where the customer is signed in, newest first.
pub async fn list_open(
    db: impl sqlx::PgExecutor<'_>,
    customer: CustomerId,
    this: &TokenHash,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<OpenSession>> {
    sqlx::query_as!(
        OpenSession,
        r#"select created_at as begun_at, token_hash = $2 as "is_this!" from sessions
           where customer_id = $1 and expires_at > $3 order by created_at desc"#,
        customer.0,
        &this.0,
        now
    )
    .fetch_all(db)
    .await
}

/// Signs a customer out everywhere but in this session.
pub async fn end_others(
    db: impl sqlx::PgExecutor<'_>,
    customer: CustomerId,
    this: &TokenHash,
) -> sqlx::Result<()> {
    sqlx::query!("delete from sessions where customer_id = $1 and token_hash <> $2", customer.0, &this.0)
        .execute(db)
        .await?;
    Ok(())
}

/// Creates the session of a customer who has just signed in, and returns its cookie. The token is always new, so that a
/// token from before the login gives no access. The oldest sessions beyond the limit end. The caller has locked the
/// customer's row.
pub async fn begin(
    db: &mut sqlx::PgConnection,
    customer: CustomerId,
    cart_id: i64,
    lifetime: SessionLifetime,
    now: DateTime<Utc>,
) -> sqlx::Result<SetCookie> {
    let new = NewToken::random();
    let is_brief = lifetime == SessionLifetime::Brief;
    sqlx::query!(
        "insert into sessions (token_hash, customer_id, cart_id, is_brief, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)",
        &new.hash.0,
        customer.0,
        cart_id,
        is_brief,
        now,
        now + if is_brief { BRIEF_SESSION_LIFETIME } else { SESSION_LIFETIME }
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "delete from sessions where token_hash in (
             select token_hash from sessions where customer_id = $1 and token_hash <> $2 and expires_at > $3
             order by created_at desc offset $4)",
        customer.0,
        &new.hash.0,
        now,
        MAX_SESSIONS - 1
    )
    .execute(db)
    .await?;
    Ok(if is_brief { new.set_brief_cookie() } else { new.set_cookie() })
}
