//! Pure rules about cards, bank accounts and payment attempts. The browser implements the form checks as well
//! (`web/src/payments/`); both are tested with the cases of `vectors/payments/`.

pub mod attempt;
pub mod card;
pub mod echeck;
pub mod ledger;
pub mod mask;
pub mod offline;
pub mod refund;
pub mod undo;

pub use attempt::{AttemptState, TransactionStatus};
pub use card::{Brand, Expiry};
pub use mask::{holds_card, mask};
pub use offline::{OfflineMethod, OfflineRefusal};

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether the character is a dash that may separate groups of digits.
fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}
