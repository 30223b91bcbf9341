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

/// The row of a claimed key. A statement of another crate may insert it together with its own work, to save a round trip.
#[derive(Debug)]
pub struct Record<'a> {
    pub scope: &'a str,
    pub actor: &'a [u8],
    pub key: Option<&'a str>,
    pub request_hash: Vec<u8>,
    pub created_at: DateTime<Utc>,
}

impl<'a> Record<'a> {
    pub fn new(
        scope: &'a str,
        actor: &'a TokenHash,
        key: &'a RequestKey,
        request: &str,
        now: DateTime<Utc>,
    ) -> Self {
        let request_hash = Sha256::digest(request.as_bytes()).to_vec();
        Self { scope, actor: &actor.0, key: key.0.as_deref(), request_hash, created_at: now }
    }

    /// For a key that was claimed before: refuses it if the request was another one.
    pub async fn check_repeated(&self, db: &mut sqlx::PgConnection) -> Result<(), AppError> {
        let earlier = sqlx::query_scalar!(
            "select request_hash from idempotency_records where scope = $1 and actor = $2 and key = $3",
            self.scope,
            self.actor,
            self.key
        )
        .fetch_one(db)
        .await?;
        if earlier == self.request_hash { Ok(()) } else { Err(AppError::KeyReused) }
    }
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
    if key.0.is_none() {
        return Ok(Claim::New);
    }
    let record = Record::new(scope, actor, key, request, now);
    let inserted = sqlx::query!(
        "insert into idempotency_records (scope, actor, key, request_hash, answer, created_at)
         values ($1, $2, $3, $4, '\"done\"', $5) on conflict do nothing",
        record.scope,
        record.actor,
        record.key,
        record.request_hash,
        record.created_at
    )
    .execute(&mut *db)
    .await?;
    if inserted.rows_affected() == 1 {
        return Ok(Claim::New);
    }
    record.check_repeated(db).await?;
    Ok(Claim::Repeated)
}
