//! Single-use tokens of emailed links.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::CustomerId;
use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, PgPool};

/// How long a token is valid.
pub const LIFE: TimeDelta = TimeDelta::hours(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum Purpose {
    Reset,
    Register,
    Email,
    /// Confirms a subscription of an address without an account.
    Subscribe,
}

impl Purpose {
    /// How long a token is valid. One that only subscribes may wait until its email is read.
    fn life(self) -> TimeDelta {
        match self {
            Self::Reset | Self::Register | Self::Email => LIFE,
            Self::Subscribe => TimeDelta::days(2),
        }
    }
}

#[derive(Debug, Clone)]
pub struct EmailToken {
    pub purpose: Purpose,
    pub customer: Option<CustomerId>,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
}

fn hash(key: &str) -> Vec<u8> {
    Sha256::digest(key).to_vec()
}

/// Creates a token of 128 random bits and stores only its hash. Older tokens stay valid, so that a request by a third
/// party cannot invalidate the link that the customer is about to follow.
pub async fn create_email_token(db: &PgPool, token: &EmailToken, now: DateTime<Utc>) -> sqlx::Result<String> {
    let key = hex::encode(rand::random::<[u8; 16]>());
    sqlx::query!(
        "insert into email_tokens (hash, purpose, customer_id, email, first_name, last_name, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        &hash(&key),
        token.purpose as Purpose,
        token.customer.map(|id| id.0),
        token.email,
        token.first_name,
        token.last_name,
        now + token.purpose.life()
    )
    .execute(db)
    .await?;
    Ok(key)
}

/// Returns a valid token without consuming it, because mail scanners open every link.
pub async fn find_email_token(
    db: impl PgExecutor<'_>,
    key: &str,
    purposes: &[Purpose],
    now: DateTime<Utc>,
) -> sqlx::Result<Option<EmailToken>> {
    let token = sqlx::query_as!(
        EmailToken,
        r#"select purpose as "purpose: Purpose", customer_id as "customer: CustomerId", email, first_name, last_name
           from email_tokens where hash = $1 and used_at is null and expires_at > $2"#,
        &hash(key),
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(token.filter(|token| purposes.contains(&token.purpose)))
}

/// Consumes a token, in the transaction of the change it authorizes. Returns false if it is used or expired.
pub async fn use_email_token(db: impl PgExecutor<'_>, key: &str, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let used = sqlx::query!(
        "update email_tokens set used_at = $2 where hash = $1 and used_at is null and expires_at > $2",
        &hash(key),
        now
    )
    .execute(db)
    .await?;
    Ok(used.rows_affected() == 1)
}

/// Deletes the unused tokens of a customer, after a change of password or address.
pub async fn delete_email_tokens(db: impl PgExecutor<'_>, customer: CustomerId) -> sqlx::Result<()> {
    sqlx::query!("delete from email_tokens where customer_id = $1 and used_at is null", customer.0)
        .execute(db)
        .await?;
    Ok(())
}

pub async fn sweep_email_tokens(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from email_tokens where hash in (select hash from email_tokens where expires_at < $1 limit 1000)",
        now
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
