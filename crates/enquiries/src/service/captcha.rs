//! Five digits in a picture, for forms that have such an element.
//!
//! The browser gets a random number in a cookie with the picture. The digits are derived from it with a secret, so nothing is
//! stored until they are typed: then the number is used up, whether or not they were right.

use chrono::{DateTime, TimeDelta, Utc};
use edge::{Shop, nonce::Nonces};
use http::{HeaderMap, HeaderValue, header};
use kernel::digits;
use sha2::{Digest, Sha256};
use sqlx::PgConnection;

pub const COOKIE: &str = "__Host-captcha";
/// How long the digits of a picture can be typed.
const LIFETIME: TimeDelta = TimeDelta::minutes(30);
/// Pictures of one browser that count: it may show several forms.
const MAX_PICTURES: usize = 4;
const ACTION: &str = "enquiries.captcha";

/// A picture that was issued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issued {
    seconds: i64,
    random: String,
}

impl Issued {
    pub fn new(now: DateTime<Utc>) -> Self {
        Self { seconds: now.timestamp(), random: hex::encode(rand::random::<[u8; 16]>()) }
    }

    fn parse(text: &str) -> Option<Self> {
        let (seconds, random) = text.split_once('-')?;
        let is_random = random.len() == 32 && random.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_random.then_some(())?;
        Some(Self { seconds: seconds.parse().ok()?, random: random.to_owned() })
    }

    fn issued_at(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.seconds, 0)
    }

    fn is_valid(&self, now: DateTime<Utc>) -> bool {
        self.issued_at().is_some_and(|issued| (TimeDelta::zero()..LIFETIME).contains(&(now - issued)))
    }

    /// The digits in the picture.
    pub fn digits(&self, nonces: &Nonces) -> String {
        let issued = self.issued_at().unwrap_or_default();
        let derived = nonces.page(ACTION, &self.to_string(), issued);
        let number = derived.get(..12).and_then(|hex| u64::from_str_radix(hex, 16).ok()).unwrap_or_default();
        format!("{:05}", number % 100_000)
    }
}

impl std::fmt::Display for Issued {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}-{}", self.seconds, self.random)
    }
}

/// The pictures in the cookie of a request, the newest first.
pub fn issued(headers: &HeaderMap, now: DateTime<Utc>) -> Vec<Issued> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let value = pairs.find(|(name, _)| *name == COOKIE).map(|(_, value)| value).unwrap_or_default();
    let pictures = value.split('.').filter_map(Issued::parse).filter(|picture| picture.is_valid(now));
    pictures.take(MAX_PICTURES).collect()
}

/// The cookie with one more picture.
pub fn cookie(newest: &Issued, before: Vec<Issued>) -> HeaderValue {
    let pictures = std::iter::once(newest.clone()).chain(before).take(MAX_PICTURES);
    let value = pictures.map(|picture| picture.to_string()).collect::<Vec<_>>().join(".");
    let text = format!(
        "{COOKIE}={value}; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age={}",
        LIFETIME.num_seconds()
    );
    HeaderValue::from_str(&text).expect("hex digits and dots are valid in a cookie")
}

/// Whether the digits are those of one of the pictures, and uses the pictures up. Digits of any script count.
pub async fn check(
    shop: &Shop,
    db: &mut PgConnection,
    pictures: &[Issued],
    typed: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let typed: String = digits::fold(typed).chars().filter(|c| !c.is_whitespace()).collect();
    let mut is_right = false;
    for picture in pictures {
        let hash: [u8; 32] = Sha256::digest(picture.to_string()).into();
        let solved = moderation::captcha::Solved { hash, expires_at: now + LIFETIME };
        // One that was used before does not count.
        is_right |=
            moderation::captcha::spend(&mut *db, &solved).await? && picture.digits(&shop.nonces) == typed;
    }
    Ok(is_right)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nonces(key: &str) -> Nonces {
        Nonces::new(vec![key.repeat(32).into()], vec!["s".repeat(32).into()])
    }

    fn noon() -> DateTime<Utc> {
        "2026-11-15T12:00:00Z".parse().expect("time")
    }

    #[test]
    fn digits_are_five_and_depend_on_the_secret() {
        let all: Vec<String> = (0..200).map(|_| Issued::new(noon()).digits(&nonces("p"))).collect();
        assert!(
            all.iter().all(|digits| digits.len() == 5 && digits.bytes().all(|byte| byte.is_ascii_digit()))
        );
        let picture = Issued::new(noon());
        assert_eq!(picture.digits(&nonces("p")), picture.digits(&nonces("p")));
        let differs = (0..20).any(|_| {
            let picture = Issued::new(noon());
            picture.digits(&nonces("p")) != picture.digits(&nonces("q"))
        });
        assert!(differs);
    }

    #[test]
    fn the_cookie_has_the_newest_pictures_for_half_an_hour() {
        let mut headers = HeaderMap::new();
        let mut newest = None;
        for number in 0..6 {
            let picture = Issued::new(noon() + TimeDelta::seconds(number));
            let line = cookie(&picture, issued(&headers, noon() + TimeDelta::minutes(1)));
            let pair = line.to_str().expect("text").split(';').next().expect("a pair").to_owned();
            headers.insert(header::COOKIE, HeaderValue::from_str(&format!("a=b; {pair}")).expect("a header"));
            newest = Some(picture);
        }
        let found = issued(&headers, noon() + TimeDelta::minutes(1));
        assert_eq!((found.len(), found.first().cloned()), (MAX_PICTURES, newest));
        assert!(issued(&headers, noon() + TimeDelta::minutes(31)).is_empty());
        headers.insert(header::COOKIE, HeaderValue::from_static("__Host-captcha=1-zz.-.x-"));
        assert!(issued(&headers, noon()).is_empty());
    }
}
