//! Answers a repeated request without repeating its effect.

use axum::{extract::FromRequestParts, http::request::Parts};
use chrono::{DateTime, Utc};
use sha2::{Digest, Sha256};

use crate::{AppError, session::TokenHash};

/// The key the browser sends with every changing call. Absent for callers that send none.
#[derive(Debug, Clone)]
pub struct RequestKey(pub Option<String>);

impl<S: Sync> FromRequestParts<S> for RequestKey {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, AppError> {
        let Some(value) = parts.headers.get("idempotency-key") else { return Ok(Self(None)) };
        let key = value.to_str().ok().filter(|key| (8..=64).contains(&key.len()));
        let key = key.ok_or(AppError::BadRequest("invalid idempotency key"))?;
        Ok(Self(Some(key.to_owned())))
    }
}

pub enum Claim {
    New,
    /// The request was handled before: answer from the current state without repeating the effect.
    Repeated,
}

/// Claims a key in the transaction of its effect: both commit, or neither.
pub async fn claim(
    db: &mut sqlx::PgConnection,
    scope: &str,
    actor: &TokenHash,
    key: &RequestKey,
    request: &str,
    now: DateTime<Utc>,
) -> Result<Claim, AppError> {
    let Some(key) = &key.0 else { return Ok(Claim::New) };
    let hash = Sha256::digest(request.as_bytes()).to_vec();
    let inserted = sqlx::query!(
        "insert into idempotency_records (scope, actor, key, request_hash, answer, created_at)
         values ($1, $2, $3, $4, '\"done\"', $5) on conflict do nothing",
        scope,
        &actor.0,
        key,
        hash,
        now
    )
    .execute(&mut *db)
    .await?;
    if inserted.rows_affected() == 1 {
        return Ok(Claim::New);
    }
    let earlier = sqlx::query_scalar!(
        "select request_hash from idempotency_records where scope = $1 and actor = $2 and key = $3",
        scope,
        &actor.0,
        key
    )
    .fetch_one(db)
    .await?;
    if earlier == hash { Ok(Claim::Repeated) } else { Err(AppError::KeyReused) }
}
