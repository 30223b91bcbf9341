//! Proof of work instead of a captcha: a token shows that a browser has calculated for a moment.

use chrono::{DateTime, Utc};
use edge::Shop;

/// A solved challenge.
pub struct Solved {
    pub hash: [u8; 32],
    pub expires_at: DateTime<Utc>,
}

/// Checks a token. `None`: there is none, or it is not valid.
pub fn verify(_shop: &Shop, _token: &str, _now: DateTime<Utc>) -> Option<Solved> {
    None
}
