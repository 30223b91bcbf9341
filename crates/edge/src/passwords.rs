//! Passwords: Argon2id, a few at a time.
//!
//! One hash costs as much as hundreds of pages. They run one for each processor, and behind everything else that wants it:
//! the shop stays open for everybody while many people sign in, or somebody tries many passwords.

use std::{sync::Arc, time::Duration};

use argon2::{
    Algorithm, Argon2, Params, Version,
    password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash},
};
use secrecy::{ExposeSecret, SecretString};
use tokio::sync::{Semaphore, oneshot};

use crate::AppError;

/// Memory in KiB and rounds: the first recommendation of OWASP's password storage sheet.
const MEMORY: u32 = 19 * 1024;
const ROUNDS: u32 = 2;
/// How long somebody waits for their turn, and how many may wait, before being asked to come back: whoever waits holds a
/// place that others need.
const PATIENCE: Duration = Duration::from_secs(5);
const MOST_WAITING: usize = 32;
/// How far hashing steps back behind other work, of the twenty steps there are.
const STEP_BACK: i32 = 10;

#[derive(Clone)]
pub struct Passwords {
    waiting: Arc<Semaphore>,
    turns: Arc<Semaphore>,
    hasher: Argon2<'static>,
    /// Nobody's: checked when there is no account, so that this takes as long as when there is one.
    nobody: Arc<str>,
}

impl Passwords {
    pub fn new() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        let params = Params::new(MEMORY, ROUNDS, 1, None).expect("costs within Argon2's bounds");
        let hasher = Argon2::new(Algorithm::Argon2id, Version::V0x13, params);
        let secret = hex::encode(rand::random::<[u8; 16]>());
        let nobody = hasher.hash_password(secret.as_bytes()).expect("random numbers are there").to_string();
        Self {
            waiting: Arc::new(Semaphore::new(MOST_WAITING + processors)),
            turns: Arc::new(Semaphore::new(processors)),
            hasher,
            nobody: nobody.into(),
        }
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
        let _waiting = self.waiting.try_acquire().map_err(|_| AppError::Busy)?;
        let turn = tokio::time::timeout(PATIENCE, self.turns.clone().acquire_owned()).await;
        let turn = turn.map_err(|_| AppError::Busy)?.map_err(|_| AppError::Busy)?;
        let (done, result) = oneshot::channel();
        // A thread of its own: it steps back behind all others, and could not come forward again for other work.
        let thread = std::thread::Builder::new().name("password".to_owned()).spawn(move || {
            // Where this is not allowed, it only takes its share.
            let _ = rustix::process::nice(STEP_BACK);
            let _ = done.send(work());
            // Whoever waited may be gone: the turn ends when the work does.
            drop(turn);
        });
        thread.map_err(|error| anyhow::anyhow!("no thread for a password: {error}"))?;
        result.await.map_err(|_| anyhow::anyhow!("hashing ended early").into())
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
