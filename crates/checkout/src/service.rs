//! What other crates may ask of the checkout: orders of API clients, and the inventory of the scripts on its pages.

mod buyer_draft;
pub mod scripts;

pub use self::buyer_draft::BuyerDraft;
pub use crate::http::{ApiCheckout, ApiOutcome, ApiPayment, pay, place};
