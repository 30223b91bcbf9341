//! Links that were sent by mail.

use chrono::{DateTime, TimeDelta, Utc};
use kernel::CustomerId;
use sha2::{Digest, Sha256};
use sqlx::{PgExecutor, PgPool};

/// How long a link is good.
pub const LIFE: TimeDelta = TimeDelta::hours(1);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    Reset,
    Register,
    Email,
}

impl Purpose {
    fn name(self) -> &'static str {
        match self {
            Self::Reset => "reset",
            Self::Register => "register",
            Self::Email => "email",
        }
    }

    fn parse(name: &str) -> Option<Self> {
        [Self::Reset, Self::Register, Self::Email].into_iter().find(|purpose| purpose.name() == name)
    }
}

/// What a link was sent for.
#[derive(Debug, Clone)]
pub struct Link {
    pub purpose: Purpose,
    pub customer: Option<CustomerId>,
    pub email: String,
    pub first_name: String,
    pub last_name: String,
}

fn hash(key: &str) -> Vec<u8> {
    Sha256::digest(key).to_vec()
}

/// Makes a link: 128 random bits that only the letter knows. Older ones stay good, so that nobody can spoil the one that
/// somebody is about to follow by asking for another.
pub async fn put_link(db: &PgPool, link: &Link, now: DateTime<Utc>) -> sqlx::Result<String> {
    let key = hex::encode(rand::random::<[u8; 16]>());
    sqlx::query!(
        "insert into account_links (hash, purpose, customer_id, email, first_name, last_name, expires_at)
         values ($1, $2, $3, $4, $5, $6, $7)",
        &hash(&key),
        link.purpose.name(),
        link.customer.map(|id| id.0),
        link.email,
        link.first_name,
        link.last_name,
        now + LIFE
    )
    .execute(db)
    .await?;
    Ok(key)
}

/// Whether a link is still good. Looking at it does not use it: mail programs look at every link.
pub async fn find_link(
    db: impl PgExecutor<'_>,
    key: &str,
    purposes: &[Purpose],
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Link>> {
    let row = sqlx::query!(
        "select purpose, customer_id, email, first_name, last_name from account_links
         where hash = $1 and used_at is null and expires_at > $2",
        &hash(key),
        now
    )
    .fetch_optional(db)
    .await?;
    let link = row.and_then(|row| {
        Some(Link {
            purpose: Purpose::parse(&row.purpose)?,
            customer: row.customer_id.map(CustomerId),
            email: row.email,
            first_name: row.first_name,
            last_name: row.last_name,
        })
    });
    Ok(link.filter(|link| purposes.contains(&link.purpose)))
}

/// Uses a link up, in the transaction of what it is used for. False: somebody was quicker, or it is too late.
pub async fn use_link(db: impl PgExecutor<'_>, key: &str, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let used = sqlx::query!(
        "update account_links set used_at = $2 where hash = $1 and used_at is null and expires_at > $2",
        &hash(key),
        now
    )
    .execute(db)
    .await?;
    Ok(used.rows_affected() == 1)
}

/// After a new password or a new address no link that was sent before opens anything.
pub async fn end_links(db: impl PgExecutor<'_>, customer: CustomerId) -> sqlx::Result<()> {
    sqlx::query!("delete from account_links where customer_id = $1 and used_at is null", customer.0)
        .execute(db)
        .await?;
    Ok(())
}

pub async fn sweep_links(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from account_links where hash in (select hash from account_links where expires_at < $1 limit 1000)",
        now
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
