//! Decisions about cards, bank accounts and payments under way: pure, and where the browser foretells them, twinned
//! there (`web/src/payments/`). Both run the cases of `vectors/payments/`.

pub mod attempt;
pub mod card;
pub mod echeck;
pub mod mask;
pub mod undo;

pub use attempt::{AttemptState, Fate};
pub use card::{Brand, Expiry};
pub use mask::{holds_card, mask};

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The dashes that people and their programs put between groups of digits.
fn is_dash(c: char) -> bool {
    matches!(c, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}
