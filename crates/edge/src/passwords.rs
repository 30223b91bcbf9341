//! Hashes and verifies passwords with Argon2id, with bounded concurrency.
//!
//! One hash costs as much as hundreds of pages. At most one runs per processor, at low priority, so that many logins or
//! a password-guessing attack do not slow the shop down.

use std::{sync::Arc, time::Duration};

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::{Semaphore, oneshot};

use crate::AppError;

/// The first recommendation of OWASP's Password Storage Cheat Sheet.
const MEMORY_KIB: u32 = 19 * 1024;
const ROUNDS: u32 = 2;
/// How long a request waits for a free processor, and how many may wait, before it is answered with 503: a waiting
/// request holds an admission permit that others need.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(5);
const MAX_WAITING: usize = 32;
/// Added to the niceness of the hashing threads; 19 is the lowest priority.
const NICENESS: i32 = 10;

#[derive(Clone)]
pub struct Passwords {
    waiting: Arc<Semaphore>,
    permits: Arc<Semaphore>,
    hasher: Argon2<'static>,
    /// Verified when there is no account, so that the response time does not reveal whether one exists.
    dummy_hash: Arc<str>,
}

impl Passwords {
    pub fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let params = Params::new(MEMORY_KIB, ROUNDS, 1, None).expect("valid Argon2 parameters");
        let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let secret = hex::encode(rand::random::<[u8; 16]>());
        let dummy_hash =
            hasher.hash_password(secret.as_bytes()).expect("the random number generator works").to_string();
        Self {
            waiting: Arc::new(Semaphore::new(MAX_WAITING + processors)),
            permits: Arc::new(Semaphore::new(processors)),
            hasher,
            dummy_hash: dummy_hash.into(),
        }
    }

    pub async fn hash(&self, password: SecretString) -> Result<String, AppError> {
        let hasher = self.hasher.clone();
        self.run_queued(move || {
            let hash = hasher.hash_password(password.expose_secret().as_bytes());
            hash.map(|hash| hash.to_string())
                .map_err(|error| anyhow::anyhow!("hashing a password failed: {error}"))
        })
        .await?
        .map_err(AppError::from)
    }

    /// Whether the password matches the hash. `None`: there is no account; the check takes as long and returns false.
    pub async fn verify(&self, password: SecretString, hash: Option<String>) -> Result<bool, AppError> {
        let hasher = self.hasher.clone();
        let account_exists = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.dummy_hash.to_string());
        self.run_queued(move || {
            let Ok(hash) = PasswordHash::new(&hash) else { return false };
            hasher.verify_password(password.expose_secret().as_bytes(), &hash).is_ok() && account_exists
        })
        .await
    }

    async fn run_queued<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, AppError> {
        let _waiting = self.waiting.try_acquire().map_err(|_| AppError::Busy)?;
        let permit = tokio::time::timeout(QUEUE_TIMEOUT, self.permits.clone().acquire_owned()).await;
        let permit = permit.map_err(|_| AppError::Busy)?.map_err(|_| AppError::Busy)?;
        let (done, result) = oneshot::channel();
        // A new thread for each hash: an unprivileged thread that lowered its priority cannot raise it again.
        let thread = std::thread::Builder::new().name("password".to_owned()).spawn(move || {
            // On failure the thread runs at normal priority.
            let _ = rustix::process::nice(NICENESS);
            let _ = done.send(work());
            // The request may have been aborted meanwhile; the permit is held until the hash is done.
            drop(permit);
        });
        thread.map_err(|error| anyhow::anyhow!("spawning a password thread failed: {error}"))?;
        result.await.map_err(|_| anyhow::anyhow!("password thread ended without a result").into())
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
    async fn only_the_right_password_is_accepted() {
        let passwords = Passwords::new();
        let hash = passwords.hash("nakhla-2026".into()).await.expect("hash");
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(passwords.verify("nakhla-2026".into(), Some(hash.clone())).await.expect("verify"));
        assert!(!passwords.verify("nakhla-2027".into(), Some(hash.clone())).await.expect("verify"));
        assert!(!passwords.verify("nakhla-2026".into(), None).await.expect("verify"));
        assert!(!passwords.verify("nakhla-2026".into(), Some("nonsense".to_owned())).await.expect("verify"));
        let again = passwords.hash("nakhla-2026".into()).await.expect("hash");
        assert_ne!(hash, again, "each hash has its own salt");
    }
}
