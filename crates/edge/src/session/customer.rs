//! Who is signed in, and how sessions begin and end.

use axum::{extract::FromRequestParts, http::request::Parts};
use chrono::{DateTime, TimeDelta, Utc};
use kernel::CustomerId;

use super::{LIFE, NewToken, RENEW_BELOW, SetCookie, TokenHash, Visitor};
use crate::AppError;

/// How long a session lives that knows nothing yet: long enough to fill in a form.
const FORM_LIFE: TimeDelta = TimeDelta::days(1);

/// A customer who is signed in. Put into a request by the frame, for endpoints that ask for one.
#[derive(Debug, Clone, Copy)]
pub struct Customer(pub CustomerId);

impl<S: Sync> FromRequestParts<S> for Customer {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, AppError> {
        parts
            .extensions
            .get()
            .copied()
            .ok_or_else(|| anyhow::anyhow!("this endpoint asks for no customer").into())
    }
}

/// Somebody who signed in, as their session knows them.
#[derive(Debug, Clone, Copy)]
pub struct Found {
    pub id: CustomerId,
    pub life: Life,
    /// Its end is near enough to be put off.
    pub is_due: bool,
}

/// How long somebody wants to be remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Life {
    Long,
    /// Until the browser is closed, and two days at most.
    Brief,
}

const BRIEF: TimeDelta = TimeDelta::days(2);

/// Who is behind a cookie, if anybody signed in with it.
pub async fn customer(
    db: impl sqlx::PgExecutor<'_>,
    visitor: &Visitor,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Found>> {
    let Some(token) = visitor.token else { return Ok(None) };
    let row = sqlx::query!(
        r#"select customer_id as "id!", is_brief, expires_at from sessions
           where token_hash = $1 and expires_at > $2 and customer_id is not null"#,
        &token.0,
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Found {
        id: CustomerId(row.id),
        life: if row.is_brief { Life::Brief } else { Life::Long },
        is_due: !row.is_brief && row.expires_at < now + RENEW_BELOW,
    }))
}

/// A session to fill in a form with: its nonce is bound to that. Always a new one: an unknown cookie is never adopted,
/// because its owner could have planted it.
pub async fn for_form(db: &sqlx::PgPool, now: DateTime<Utc>) -> sqlx::Result<NewToken> {
    let new = NewToken::random();
    sqlx::query!(
        "insert into sessions (token_hash, created_at, expires_at) values ($1, $2, $3)",
        &new.hash.0,
        now,
        now + FORM_LIFE
    )
    .execute(db)
    .await?;
    Ok(new)
}

pub async fn is_live(
    db: impl sqlx::PgExecutor<'_>,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let found = sqlx::query_scalar!(
        r#"select true as "live!" from sessions where token_hash = $1 and expires_at > $2"#,
        &token.0,
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// What a session held when it ended.
pub struct Ended {
    pub cart_id: Option<i64>,
    pub customer: Option<CustomerId>,
}

/// Ends a session: its cookie opens nothing any more. The first who asks is told what it held, and nobody after.
pub async fn end(
    db: impl sqlx::PgExecutor<'_>,
    token: &TokenHash,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Ended>> {
    let row = sqlx::query!(
        "delete from sessions where token_hash = $1 returning cart_id, customer_id, expires_at",
        &token.0
    )
    .fetch_optional(db)
    .await?;
    Ok(row
        .filter(|row| row.expires_at > now)
        .map(|row| Ended { cart_id: row.cart_id, customer: row.customer_id.map(CustomerId) }))
}

/// Signs a customer out everywhere.
pub async fn end_all(db: impl sqlx::PgExecutor<'_>, customer: CustomerId) -> sqlx::Result<()> {
    sqlx::query!("delete from sessions where customer_id = $1", customer.0).execute(db).await?;
    Ok(())
}

/// A session for somebody who has just shown who they are. Always a new token: what came before opens nothing of this.
/// With it the cookie that hands it over.
pub async fn begin(
    db: impl sqlx::PgExecutor<'_>,
    customer: CustomerId,
    cart_id: i64,
    life: Life,
    now: DateTime<Utc>,
) -> sqlx::Result<SetCookie> {
    let new = NewToken::random();
    let is_brief = life == Life::Brief;
    sqlx::query!(
        "insert into sessions (token_hash, customer_id, cart_id, is_brief, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6)",
        &new.hash.0,
        customer.0,
        cart_id,
        is_brief,
        now,
        now + if is_brief { BRIEF } else { LIFE }
    )
    .execute(db)
    .await?;
    Ok(if is_brief { new.set_brief_cookie() } else { new.set_cookie() })
}
