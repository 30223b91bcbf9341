//! Affiliates: people whose links bring visitors, and who are credited for the orders of these visitors.
//!
//! The browser reports the visit of a link (calls 7 and 8) and stores affiliate, visit and campaign in cookies: pages are
//! cached and the same for every visitor, so the server cannot set them. `checkout` records the cookies with the order
//! ([`service::record_referral`]). Whether the order is credited is decided when money moves: each payment, refund and
//! return enqueues a job in its own transaction, and the job writes one credit for each payment and one reversal for each
//! refund. Unique keys on the ledger's rows make both exactly once, however often the job runs.
//!
//! The cookies are typed by the browser and prove nothing. A visit must exist, belong to the affiliate and be recent.

mod http;
pub mod jobs;
pub mod rules;
pub mod service;
mod settings;
mod store;
pub mod view;

pub use http::endpoints;
pub use settings::AffiliateSettings;
