//! Keys of files and addresses of held files. Both are derived from a secret, so nothing is stored that could leak.

use chrono::{DateTime, TimeDelta, Utc};
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// How long the address of a held file is valid.
const HELD_LIFETIME: TimeDelta = TimeDelta::minutes(10);
/// 128 bits.
const HEX_LENGTH: usize = 32;

/// The path of held files, for staff.
pub const HELD_PATH: &str = "/ar/staff/media";

/// There may be two secrets during a rotation; the first one signs.
#[derive(Clone)]
pub struct MediaKeys(Vec<SecretString>);

impl MediaKeys {
    /// Derives the keys from the secrets of session nonces.
    pub fn derive(secrets: &[SecretString]) -> Self {
        let derived = secrets.iter().map(|secret| sign(secret, &["media keys"]).into());
        Self(derived.collect())
    }

    /// The key that its visitor needs to attach or delete a file.
    pub fn key(&self, id: i64) -> String {
        sign(&self.0[0], &["file", &id.to_string()])
    }

    pub fn accepts(&self, id: i64, key: &str) -> bool {
        self.matches(key, &["file", &id.to_string()])
    }

    pub fn sign_held(&self, id: i64, name: &str, now: DateTime<Utc>) -> HeldAddress {
        let expires = (now + HELD_LIFETIME).timestamp();
        let signature = sign(&self.0[0], &["held", &id.to_string(), name, &expires.to_string()]);
        HeldAddress { id, name: name.to_owned(), expires, signature }
    }

    pub fn accepts_held(&self, address: &HeldAddress, now: DateTime<Utc>) -> bool {
        let HeldAddress { id, name, expires, signature } = address;
        *expires > now.timestamp()
            && self.matches(signature, &["held", &id.to_string(), name, &expires.to_string()])
    }

    fn matches(&self, given: &str, parts: &[&str]) -> bool {
        // Also refuses an empty key.
        given.len() == HEX_LENGTH
            && self.0.iter().any(|secret| sign(secret, parts).as_bytes().ct_eq(given.as_bytes()).into())
    }
}

impl std::fmt::Debug for MediaKeys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("MediaKeys")
    }
}

/// The address of a file that is not public.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeldAddress {
    pub id: i64,
    pub name: String,
    /// Unix time.
    pub expires: i64,
    pub signature: String,
}

impl HeldAddress {
    pub fn url(&self) -> String {
        let Self { id, name, expires, signature } = self;
        format!("{HELD_PATH}/{id}/{name}/?expires={expires}&signature={signature}")
    }
}

fn sign(secret: &SecretString, parts: &[&str]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.expose_secret().as_bytes())
        .expect("HMAC accepts keys of any length");
    for part in parts {
        // Lengths keep ("ab", "c") apart from ("a", "bc").
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part.as_bytes());
    }
    let mut text = hex::encode(mac.finalize().into_bytes());
    text.truncate(HEX_LENGTH);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(secrets: &[&str]) -> MediaKeys {
        let secrets: Vec<SecretString> = secrets.iter().map(|secret| (*secret).into()).collect();
        MediaKeys::derive(&secrets)
    }

    #[test]
    fn a_key_is_good_for_its_file_only_and_survives_a_rotation() {
        let old = keys(&["old"]);
        let key = old.key(7);
        assert_eq!(key.len(), 32);
        assert!(old.accepts(7, &key));
        assert!(!old.accepts(8, &key) && !old.accepts(7, "") && !old.accepts(7, &key[..31]));
        assert!(keys(&["new", "old"]).accepts(7, &key));
        assert!(!keys(&["new"]).accepts(7, &key));
    }

    #[test]
    fn the_address_of_a_held_file_expires_and_cannot_be_changed() {
        let keys = keys(&["secret"]);
        let now: DateTime<Utc> = "2026-11-15T12:00:00Z".parse().expect("time");
        let address = keys.sign_held(7, "320.webp", now);
        assert!(keys.accepts_held(&address, now + TimeDelta::minutes(9)));
        assert!(!keys.accepts_held(&address, now + TimeDelta::minutes(10)));
        for other in [
            HeldAddress { id: 8, ..address.clone() },
            HeldAddress { name: "800.webp".to_owned(), ..address.clone() },
            HeldAddress { expires: address.expires + 1, ..address.clone() },
            HeldAddress { signature: String::new(), ..address.clone() },
        ] {
            assert!(!keys.accepts_held(&other, now), "{other:?}");
        }
        assert!(address.url().starts_with("/ar/staff/media/7/320.webp/?expires="));
    }
}
