//! Recognises this shop's own payment keys.
//!
//! Several shops can share one account at the provider: a staging copy, a second brand, a test with wrong settings. The
//! last seven of a key's twenty characters are an HMAC of the others with the shop's random id as key, so each shop can
//! recognise its own payments even if it has no row for them.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use sqlx::PgExecutor;
use tokio::sync::OnceCell;

use super::{ALPHABET, random_text};

const RANDOM: usize = 13;
const TAG: usize = 7;

/// The shop's id, read from the database when it is first needed.
#[derive(Debug, Default)]
pub struct ShopIdentity(OnceCell<uuid::Uuid>);

impl ShopIdentity {
    /// Returns a new key for an attempt, with 65 random bits.
    pub async fn new_key(&self, db: impl PgExecutor<'_>) -> sqlx::Result<String> {
        let random = random_text(RANDOM);
        let tag = tag(self.id(db).await?, &random);
        Ok(random + &tag)
    }

    /// Whether a key was made by this shop, or by a copy of its database.
    pub async fn is_own_key(&self, db: impl PgExecutor<'_>, key: &str) -> sqlx::Result<bool> {
        let Some((random, given)) = key.split_at_checked(RANDOM) else { return Ok(false) };
        Ok(given.len() == TAG && tag(self.id(db).await?, random) == given)
    }

    /// Reads the id with the caller's connection, so that a caller in a transaction needs no second one.
    async fn id(&self, db: impl PgExecutor<'_>) -> sqlx::Result<&uuid::Uuid> {
        if let Some(id) = self.0.get() {
            return Ok(id);
        }
        let id = sqlx::query_scalar!("select id from shop_identity").fetch_one(db).await?;
        Ok(self.0.get_or_init(async || id).await)
    }
}

fn tag(id: &uuid::Uuid, random: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(id.as_bytes()).expect("HMAC accepts keys of any length");
    mac.update(b"payment key");
    mac.update(random.as_bytes());
    let hash = mac.finalize().into_bytes();
    hash.iter().take(TAG).map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_twenty_characters_and_identifies_its_shop() {
        let (one, other) = (uuid::Uuid::from_u128(1), uuid::Uuid::from_u128(2));
        let random = random_text(RANDOM);
        let key = random.clone() + &tag(&one, &random);
        assert_eq!(key.len(), 20);
        assert_eq!(tag(&one, &key[..RANDOM]), key[RANDOM..]);
        assert_ne!(tag(&other, &random), tag(&one, &random));
    }
}
