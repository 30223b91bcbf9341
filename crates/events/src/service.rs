//! What other crates may ask of events.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// Header with the id of the event: a receiver ignores an id that it has seen.
pub const ID_HEADER: &str = "matjar-event-id";
pub const KIND_HEADER: &str = "matjar-event";
/// Seconds since 1970. A receiver refuses old ones.
pub const TIMESTAMP_HEADER: &str = "matjar-timestamp";
pub const SIGNATURE_HEADER: &str = "matjar-signature";

/// The signature of a delivery: `v1=` and the HMAC-SHA256 of timestamp, dot and body, in hexadecimal.
pub fn signature(secret: &str, timestamp: i64, body: &[u8]) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length");
    mac.update(timestamp.to_string().as_bytes());
    mac.update(b".");
    mac.update(body);
    format!("v1={}", hex::encode(mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signature_depends_on_secret_time_and_body() {
        let signed = signature("secret", 1_800_000_000, b"{}");
        assert_eq!(signed.len(), 3 + 64);
        assert_ne!(signed, signature("other", 1_800_000_000, b"{}"));
        assert_ne!(signed, signature("secret", 1_800_000_001, b"{}"));
        assert_ne!(signed, signature("secret", 1_800_000_000, b"[]"));
    }
}
