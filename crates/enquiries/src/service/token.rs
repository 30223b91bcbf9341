//! `iphorm_uid`: which version of a form was seen, since when, and whether the form was sent before.
//!
//! A public page is the same for everybody, so the token in it is shared by its visitors. A browser with script fetches a
//! token of its own, and a plain form that is shown again gets one. Only such a token names one form of one visitor: the
//! files that were sent before the form belong to it, and the form is accepted once with it.

use chrono::{DateTime, TimeDelta, Utc};
use edge::{PublicShop, nonce::Nonces};
use sha2::{Digest, Sha256};

use super::nonces;

/// Programs fill in a form faster than people.
const MIN_AGE: TimeDelta = TimeDelta::seconds(3);
/// The part of a shared token that is random in others.
const SHARED: &str = "0";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormToken {
    pub form: i64,
    pub version: i64,
    issued_at: DateTime<Utc>,
    /// Issued to one visitor.
    pub is_own: bool,
    text: String,
}

/// The token in a public page.
pub fn shared_token(shop: &PublicShop, form: i64, version: i64, now: DateTime<Utc>) -> String {
    let object = object(form, version, now.timestamp(), SHARED);
    let signature = shop.nonces.sign(nonces::FORM, &object, now);
    format!("{object}.{signature}")
}

impl FormToken {
    /// A token for one visitor.
    pub fn issue(nonces: &Nonces, form: i64, version: i64, now: DateTime<Utc>) -> Self {
        let random = hex::encode(rand::random::<[u8; 16]>());
        let object = object(form, version, now.timestamp(), &random);
        let signature = nonces.page(nonces::FORM, &object, now);
        Self { form, version, issued_at: now, is_own: true, text: format!("{object}.{signature}") }
    }

    /// Reads a token that this shop has issued, however long ago: a form may be open for days.
    pub fn parse(nonces: &Nonces, text: &str) -> Option<Self> {
        let (signed, signature) = text.rsplit_once('.')?;
        let mut parts = signed.split('.');
        let (form, version, seconds, random) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let issued_at = DateTime::from_timestamp(seconds.parse().ok()?, 0)?;
        let is_valid =
            parts.next().is_none() && nonces.accepts_page(signature, super::nonces::FORM, signed, issued_at);
        let token = Self {
            form: form.parse().ok()?,
            version: version.parse().ok()?,
            issued_at,
            is_own: random != SHARED,
            text: text.to_owned(),
        };
        is_valid.then_some(token)
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn is_too_young(&self, now: DateTime<Utc>) -> bool {
        now - self.issued_at < MIN_AGE
    }

    /// What is stored instead of the token.
    pub fn hash(&self) -> [u8; 32] {
        Sha256::digest(self.text.as_bytes()).into()
    }
}

fn object(form: i64, version: i64, seconds: i64, random: &str) -> String {
    format!("{form}.{version}.{seconds}.{random}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nonces() -> Nonces {
        Nonces::new(vec!["p".repeat(32).into()], vec!["s".repeat(32).into()])
    }

    fn noon() -> DateTime<Utc> {
        "2026-11-15T12:00:00Z".parse().expect("time")
    }

    #[test]
    fn a_token_is_read_back_and_cannot_be_changed() {
        let token = FormToken::issue(&nonces(), 3, 7, noon());
        assert_eq!(FormToken::parse(&nonces(), token.as_str()), Some(token.clone()));
        assert!(token.is_own && (token.form, token.version) == (3, 7));
        assert_ne!(token.hash(), FormToken::issue(&nonces(), 3, 7, noon()).hash());
        let forged = [
            token.as_str().replacen("3.7.", "4.7.", 1),
            token.as_str().replacen("3.7.", "3.8.", 1),
            format!("{}0", token.as_str()),
            format!("0{}", token.as_str()),
            token.as_str().replace('.', ""),
            String::new(),
            "....".to_owned(),
            "3.7.99999999999999999999.0.x".to_owned(),
        ];
        for forged in forged {
            assert_eq!(FormToken::parse(&nonces(), &forged), None, "{forged}");
        }
        let other = Nonces::new(vec!["o".repeat(32).into()], vec!["s".repeat(32).into()]);
        assert_eq!(FormToken::parse(&other, token.as_str()), None);
    }

    #[test]
    fn a_form_is_too_young_for_three_seconds() {
        let token = FormToken::issue(&nonces(), 3, 7, noon());
        assert!(token.is_too_young(noon()) && token.is_too_young(noon() + TimeDelta::milliseconds(2_999)));
        assert!(!token.is_too_young(noon() + TimeDelta::seconds(3)));
        assert!(token.is_too_young(noon() - TimeDelta::days(1)), "from the future");
    }
}
