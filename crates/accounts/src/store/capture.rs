//! Email addresses captured from guests at checkout.

use chrono::{DateTime, TimeDelta, Utc};
use edge::session::Visitor;
use kernel::EmailAddress;
use sqlx::PgPool;

const LIFE: TimeDelta = TimeDelta::days(30);

/// Stores the email address with the visitor's cart. Does nothing for customers, whose address is known, and for
/// visitors without a cart.
pub async fn remember_email(
    db: &PgPool,
    visitor: &Visitor,
    email: &EmailAddress,
    first_name: &str,
    last_name: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let Some(token) = visitor.token else { return Ok(()) };
    sqlx::query!(
        "insert into cart_emails (cart_id, email, email_key, first_name, last_name, captured_at, expires_at)
         select cart_id, $3, $4, $5, $6, $2, $7 from sessions
         where token_hash = $1 and expires_at > $2 and customer_id is null and cart_id is not null
         on conflict (cart_id) do update set
             email = excluded.email, email_key = excluded.email_key, first_name = excluded.first_name,
             last_name = excluded.last_name, captured_at = excluded.captured_at, expires_at = excluded.expires_at",
        &token.0,
        now,
        email.as_str(),
        email.key(),
        first_name,
        last_name,
        now + LIFE
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn sweep_emails(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from cart_emails where cart_id in (select cart_id from cart_emails where expires_at < $1 limit 1000)",
        now
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
