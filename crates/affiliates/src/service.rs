//! What other crates may ask of affiliates.

mod cookies;
mod join;
mod record;
mod settle;

pub(crate) use cookies::MAX_CAMPAIGN;
pub use cookies::ReferralCookies;
pub(crate) use join::{AddRefusal, new_affiliate};
pub use record::record_referral;
pub use settle::settle;
