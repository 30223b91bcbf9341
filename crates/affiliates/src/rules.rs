//! Decisions about affiliates: who is credited, and how much.

mod commission;
mod plot;
mod rate;
mod referral;
mod tracking;

pub use commission::{CreditState, commission, reversal};
pub use plot::{days, months};
pub use rate::Rate;
pub use referral::{
    BuyerFacts, OwnerFacts, PostalAddress, ReferralRefusal, VisitFacts, check_buyer, check_visit,
};
pub use tracking::{Reference, clean_referrer, clean_url, is_crawler, is_slug};
