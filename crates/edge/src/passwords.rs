//! Passwords: Argon2id, a few at a time.
//!
//! One hash costs as much as hundreds of pages. Letting only some of them run at once keeps the shop open for everybody
//! else while many people sign in, or somebody tries many passwords.

use std::{sync::Arc, time::Duration};

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::Semaphore;

use crate::AppError;

/// Memory in KiB and rounds: the first recommendation of OWASP's password storage sheet.
const MEMORY: u32 = 19 * 1024;
const ROUNDS: u32 = 2;
/// How long somebody waits for their turn before being asked to come back.
const PATIENCE: Duration = Duration::from_secs(5);

#[derive(Clone)]
pub struct Passwords {
    turns: Arc<Semaphore>,
    hasher: Argon2<'static>,
    /// Nobody's: checked when there is no account, so that this takes as long as when there is one.
    nobody: Arc<str>,
}

impl Passwords {
    /// Half of the processors at most, and one at least.
    pub fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let params = Params::new(MEMORY, ROUNDS, 1, None).expect("costs within Argon2's bounds");
        let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let secret = hex::encode(rand::random::<[u8; 16]>());
        let nobody = hasher.hash_password(secret.as_bytes()).expect("random numbers are there").to_string();
        Self { turns: Arc::new(Semaphore::new((processors / 2).max(1))), hasher, nobody: nobody.into() }
    }

    pub async fn hash(&self, password: SecretString) -> Result<String, AppError> {
        let hasher = self.hasher.clone();
        self.in_turn(move || {
            let hash = hasher.hash_password(password.expose_secret().as_bytes());
            hash.map(|hash| hash.to_string()).map_err(|error| anyhow::anyhow!("hashing a password: {error}"))
        })
        .await?
        .map_err(AppError::from)
    }

    /// Whether it is the one that was hashed. `None`: there is no account, which takes as long to find out.
    pub async fn verify(&self, password: SecretString, hash: Option<String>) -> Result<bool, AppError> {
        let hasher = self.hasher.clone();
        let is_somebody = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.nobody.to_string());
        self.in_turn(move || {
            let Ok(hash) = PasswordHash::new(&hash) else { return false };
            hasher.verify_password(password.expose_secret().as_bytes(), &hash).is_ok() && is_somebody
        })
        .await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let turn = self.turns.clone().acquire_owned();
        let turn = tokio::time::timeout(PATIENCE, turn).await.map_err(|_| AppError::Busy)?;
        let turn = turn.map_err(|_| AppError::Busy)?;
        let work = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        work.await.map_err(|error| anyhow::anyhow!("hashing ended early: {error}").into())
    }
}

impl Default for Passwords {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other_is() {
        let passwords = Passwords::new();
        let hash = passwords.hash("nakhla-2026".into()).await.expect("hash");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify("nakhla-2026".into(), Some(hash.clone())).await.expect("verify"));
        assert!(!passwords.verify("nakhla-2027".into(), Some(hash.clone())).await.expect("verify"));
        assert!(!passwords.verify("nakhla-2026".into(), None).await.expect("nobody"));
        assert!(!passwords.verify("nakhla-2026".into(), Some("nonsense".to_owned())).await.expect("damaged"));
        let again = passwords.hash("nakhla-2026".into()).await.expect("hash");
        assert_ne!(hash, again, "each has a salt of its own");
    }
}
