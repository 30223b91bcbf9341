//! Tokens of API clients without cookies, in the header `Cart-Token`.
//!
//! A token is a session of its own kind: random, stored as a hash, without a customer, and with a short life that using it
//! extends. It reaches one cart and nothing else.

use chrono::{DateTime, TimeDelta, Utc};

use super::{NewCartToken, TokenHash, Visitor};

/// A token ends this long after it was last used.
const LIFETIME: TimeDelta = TimeDelta::days(2);
/// Its life is extended when less than this is left, so that most requests do not write.
const EXTEND_BELOW: TimeDelta = TimeDelta::hours(36);
/// No token lives longer, however often it is used.
const MAX_LIFETIME: TimeDelta = TimeDelta::days(30);

/// Creates a token without a cart, for a client that has neither a cookie nor a token.
pub async fn create_cart_token(
    db: impl sqlx::PgExecutor<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<NewCartToken> {
    let new = NewCartToken::random();
    sqlx::query!(
        "insert into sessions (token_hash, is_cart_token, is_brief, created_at, expires_at)
         values ($1, true, true, $2, $3)",
        &new.hash.0,
        now,
        now + LIFETIME
    )
    .execute(db)
    .await?;
    Ok(new)
}

/// Creates a token for the cart of a browser's session. `None` if that session has no cart.
pub async fn create_cart_token_for(
    db: impl sqlx::PgExecutor<'_>,
    session: &TokenHash,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<NewCartToken>> {
    let new = NewCartToken::random();
    let created = sqlx::query!(
        "insert into sessions (token_hash, cart_id, parent, is_cart_token, is_brief, created_at, expires_at)
         select $1, cart_id, token_hash, true, true, $3, $4 from sessions
         where token_hash = $2 and expires_at > $3 and cart_id is not null and not is_cart_token",
        &new.hash.0,
        &session.0,
        now,
        now + LIFETIME
    )
    .execute(db)
    .await?;
    Ok((created.rows_affected() > 0).then_some(new))
}

/// Whether the token is live. Its life is extended if it is due.
pub async fn use_cart_token(db: &sqlx::PgPool, token: &TokenHash, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let found = sqlx::query!(
        "select expires_at, created_at from sessions where token_hash = $1 and expires_at > $2 and is_cart_token",
        &token.0,
        now
    )
    .fetch_optional(db)
    .await?;
    let Some(found) = found else { return Ok(false) };
    let extended = (now + LIFETIME).min(found.created_at + MAX_LIFETIME);
    if found.expires_at < now + EXTEND_BELOW && extended > found.expires_at {
        sqlx::query!(
            "update sessions set expires_at = $2 where token_hash = $1 and expires_at < $2",
            &token.0,
            extended
        )
        .execute(db)
        .await?;
    }
    Ok(true)
}

/// Ends all tokens of the cart that this session or token reaches, and the token itself. Returns how many.
pub async fn revoke_cart_tokens(db: impl sqlx::PgExecutor<'_>, session: &TokenHash) -> sqlx::Result<u64> {
    let ended = sqlx::query!(
        "delete from sessions where is_cart_token and (token_hash = $1 or parent = $1
             or cart_id = (select cart_id from sessions where token_hash = $1))",
        &session.0
    )
    .execute(db)
    .await?;
    Ok(ended.rows_affected())
}

impl Visitor {
    /// The same visitor in another session.
    #[must_use]
    pub fn in_session(&self, token: Option<TokenHash>, has_cart_token: bool) -> Self {
        Self { token, has_cart_token, cookie: None, ..self.clone() }
    }
}
