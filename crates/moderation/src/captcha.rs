//! Proof of work instead of a captcha: a token shows that a browser has calculated for a moment.
//!
//! A challenge is signed and stored nowhere; only solved ones are, until they expire, so that each is worth one form.

use std::collections::BTreeMap;

pub use altcha::Challenge;
use altcha::{CreateChallengeOptions, Payload, VerifySolutionOptions};
use anyhow::Context;
use base64::{Engine, prelude::BASE64_STANDARD};
use chrono::{DateTime, TimeDelta, Utc};
use edge::Shop;
use rand::RngExt;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::store;

/// How long a challenge can be solved and its token used.
const LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// Iterations of the key derivation, and how often it is tried: about a third of a second in a browser.
const COST: u32 = 2_000;
const TRIES: std::ops::RangeInclusive<u32> = 200..=600;
/// A token is shorter.
const MAX_TOKEN_BYTES: usize = 4_096;

/// A solved challenge.
pub struct Solved {
    pub hash: [u8; 32],
    pub expires_at: DateTime<Utc>,
}

/// Issues a challenge for one kind of form (`purpose`); another form's token is not accepted. Its expiry is that of the
/// real clock, which the library checks.
pub fn challenge(shop: &Shop, purpose: &str) -> anyhow::Result<Challenge> {
    let secret = secret(shop, shop.clock.now());
    let options = CreateChallengeOptions {
        cost: COST,
        counter: Some(rand::rng().random_range(TRIES)),
        data: Some(BTreeMap::from([("purpose".to_owned(), json!(purpose))])),
        expires_at: Some((Utc::now() + LIFETIME).timestamp()),
        hmac_key_signature_secret: Some(format!("key {secret}")),
        hmac_signature_secret: Some(secret),
        ..CreateChallengeOptions::default()
    };
    altcha::create_challenge(options).context("creating a challenge")
}

/// Checks a token: a challenge and its solution, as JSON in Base64. `None`: there is none, or it is not valid.
pub fn verify(shop: &Shop, purpose: &str, token: &str, now: DateTime<Utc>) -> Option<Solved> {
    if token.is_empty() || token.len() > MAX_TOKEN_BYTES {
        return None;
    }
    let json = BASE64_STANDARD.decode(token).ok()?;
    let payload: Payload = serde_json::from_slice(&json).ok()?;
    let parameters = &payload.challenge.parameters;
    let expires_at = DateTime::from_timestamp(parameters.expires_at?, 0)?;
    let signed = parameters.data.as_ref().and_then(|data| data.get("purpose"));
    // The cost is part of what is signed; it is compared so that no other endpoint's challenge counts.
    if signed != Some(&json!(purpose)) || parameters.cost < COST {
        return None;
    }
    // The secret changes every twelve hours; a challenge may be older than the change.
    let is_valid = [now, now - LIFETIME].into_iter().map(|time| secret(shop, time)).any(|secret| {
        let mut options = VerifySolutionOptions::new(&payload.challenge, &payload.solution, secret.clone());
        options.hmac_key_signature_secret = Some(format!("key {secret}"));
        altcha::verify_solution(options).is_ok_and(|result| result.verified)
    });
    is_valid.then(|| Solved { hash: Sha256::digest(parameters.nonce.as_bytes()).into(), expires_at })
}

/// Uses a solved challenge up. Returns false if it was used before.
pub async fn spend(db: impl sqlx::PgExecutor<'_>, solved: &Solved) -> sqlx::Result<bool> {
    store::spend_challenge(db, &solved.hash, solved.expires_at).await
}

/// Deletes up to 1,000 solved challenges that have expired. Returns how many.
pub async fn sweep(db: impl sqlx::PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<u64> {
    store::sweep_challenges(db, now).await
}

/// Derived from the key of page nonces, and never part of a page.
fn secret(shop: &Shop, time: DateTime<Utc>) -> String {
    shop.nonces.page("moderation.challenge", "secret", time)
}
