//! Nonces: short signed values that prove that a page was served (P), or served to this session (S), and signatures of
//! links that end at a moment (L).

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use secrecy::{ExposeSecret, SecretString};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::session::TokenHash;

/// Nonces of the current window and of the previous one are accepted.
const WINDOW_SECONDS: i64 = 12 * 60 * 60;
const HEX_LENGTH: usize = 32;

/// Separate keys for pages and sessions. There may be two of each during a rotation; the first one signs.
#[derive(Clone)]
pub struct Nonces {
    page: Vec<SecretString>,
    session: Vec<SecretString>,
}

impl Nonces {
    pub fn new(page: Vec<SecretString>, session: Vec<SecretString>) -> Self {
        Self { page, session }
    }

    /// Signs a nonce that may be part of a cached page: it proves that the page was served and authorises nothing.
    pub fn page(&self, action: &str, object: &str, now: DateTime<Utc>) -> String {
        sign(&self.page[0], &["P", action, object], window(now))
    }

    /// The signer for public pages.
    pub fn for_pages(&self) -> PageNonces {
        PageNonces(Self { page: self.page.clone(), session: Vec::new() })
    }

    /// Signs a nonce that is bound to a session: only for responses that are never cached.
    pub fn session(&self, action: &str, object: &str, session: &TokenHash, now: DateTime<Utc>) -> String {
        sign(&self.session[0], &["S", action, object, &session.hex()], window(now))
    }

    /// Signs a link that works until a moment, for anyone who has it.
    pub fn link(&self, action: &str, object: &str, expires_at: DateTime<Utc>) -> String {
        sign(&self.session[0], &["L", action, object], expires_at.timestamp())
    }

    pub fn accepts_link(
        &self,
        given: &str,
        action: &str,
        object: &str,
        expires_at: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> bool {
        let expected = |key| sign(key, &["L", action, object], expires_at.timestamp());
        now < expires_at
            && self.session.iter().any(|key| bool::from(expected(key).as_bytes().ct_eq(given.as_bytes())))
    }

    pub fn accepts_page(&self, given: &str, action: &str, object: &str, now: DateTime<Utc>) -> bool {
        accepts(&self.page, given, &["P", action, object], now)
    }

    pub fn accepts_session(
        &self,
        given: &str,
        action: &str,
        object: &str,
        session: &TokenHash,
        now: DateTime<Utc>,
    ) -> bool {
        accepts(&self.session, given, &["S", action, object, &session.hex()], now)
    }
}

/// Signs page nonces only: it has no key for session nonces.
#[derive(Clone)]
pub struct PageNonces(Nonces);

impl PageNonces {
    pub fn sign(&self, action: &str, object: &str, now: DateTime<Utc>) -> String {
        self.0.page(action, object, now)
    }
}

fn window(now: DateTime<Utc>) -> i64 {
    now.timestamp().div_euclid(WINDOW_SECONDS)
}

fn sign(key: &SecretString, parts: &[&str], window: i64) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.expose_secret().as_bytes())
        .expect("HMAC accepts keys of any length");
    for part in parts {
        // Lengths keep ("ab", "c") apart from ("a", "bc").
        mac.update(&(part.len() as u64).to_be_bytes());
        mac.update(part.as_bytes());
    }
    mac.update(&window.to_be_bytes());
    let mut text = hex::encode(mac.finalize().into_bytes());
    text.truncate(HEX_LENGTH);
    text
}

fn accepts(keys: &[SecretString], given: &str, parts: &[&str], now: DateTime<Utc>) -> bool {
    // Also refuses an empty nonce.
    if given.len() != HEX_LENGTH {
        return false;
    }
    let now = window(now);
    keys.iter().any(|key| {
        [now, now - 1]
            .iter()
            .any(|window| bool::from(sign(key, parts, *window).as_bytes().ct_eq(given.as_bytes())))
    })
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    fn nonces() -> Nonces {
        Nonces::new(vec!["p".repeat(32).into()], vec!["s".repeat(32).into()])
    }

    fn noon() -> DateTime<Utc> {
        "2026-11-15T12:00:00Z".parse().expect("time")
    }

    /// [API-39] [API-40]
    #[test]
    fn a_session_nonce_is_good_for_its_action_object_and_session_only() {
        let (mine, yours) = (TokenHash::from_token(b"mine"), TokenHash::from_token(b"yours"));
        let given = nonces().session("cart.remove", "k1", &mine, noon());

        assert!(nonces().accepts_session(&given, "cart.remove", "k1", &mine, noon()));
        assert!(!nonces().accepts_session(&given, "cart.remove", "k2", &mine, noon()));
        assert!(!nonces().accepts_session(&given, "cart.other", "k1", &mine, noon()));
        assert!(!nonces().accepts_session(&given, "cart.remove", "k1", &yours, noon()));
        assert!(!nonces().accepts_session("", "cart.remove", "k1", &mine, noon()));
    }

    #[test]
    fn the_previous_window_is_accepted_and_the_one_before_is_not() {
        let given = nonces().page("gallery", "17", noon());
        let later = |hours| noon() + TimeDelta::hours(hours);

        assert!(nonces().accepts_page(&given, "gallery", "17", later(12)));
        assert!(!nonces().accepts_page(&given, "gallery", "17", later(24)));
    }

    #[test]
    fn a_link_works_for_its_object_until_its_end() {
        let ends = noon() + TimeDelta::hours(1);
        let given = nonces().link("preview", "7", ends);
        let accepts =
            |given: &str, object, ends, now| nonces().accepts_link(given, "preview", object, ends, now);

        assert!(accepts(&given, "7", ends, noon()));
        assert!(accepts(&given, "7", ends, ends - TimeDelta::seconds(1)));
        assert!(!accepts(&given, "7", ends, ends));
        assert!(!accepts(&given, "8", ends, noon()));
        assert!(!accepts(&given, "7", ends + TimeDelta::days(1), noon()));
        assert!(!accepts("", "7", ends, noon()));
        assert!(!nonces().accepts_page(&given, "preview", "7", noon()));
    }

    #[test]
    fn an_old_key_is_accepted_while_it_is_being_replaced() {
        let old = nonces().page("gallery", "17", noon());
        let rotated =
            Nonces::new(vec!["n".repeat(32).into(), "p".repeat(32).into()], vec!["s".repeat(32).into()]);

        assert!(rotated.accepts_page(&old, "gallery", "17", noon()));
        assert_ne!(rotated.page("gallery", "17", noon()), old);
    }
}
