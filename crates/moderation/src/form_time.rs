//! The signed time at which a form was rendered: programs fill in forms faster than people.

use chrono::{DateTime, Utc};
use edge::{PublicShop, nonce::Nonces};

/// Forms that are sent sooner than this after they were rendered are held.
const MIN_SECONDS: i64 = 3;

/// The value of the hidden field. `action` is the nonce action of the form's time.
pub fn signed(shop: &PublicShop, action: &str, now: DateTime<Utc>) -> String {
    let seconds = now.timestamp().to_string();
    let signature = shop.nonces.sign(action, &seconds, now);
    format!("{seconds}-{signature}")
}

/// Whether the form was sent too soon after it was rendered, or its time is forged. Callers without a form send no time.
pub fn is_too_fast(nonces: &Nonces, action: &str, given: &str, now: DateTime<Utc>) -> bool {
    if given.is_empty() {
        return false;
    }
    let Some((seconds, signature)) = given.split_once('-') else { return true };
    // A form that was open for days has an expired signature, but it is certainly not too fast.
    let Ok(rendered) = seconds.parse::<i64>() else { return true };
    let age = now.timestamp() - rendered;
    let is_signed = nonces.accepts_page(signature, action, seconds, now);
    age < MIN_SECONDS || !is_signed && age < 24 * 3_600
}
