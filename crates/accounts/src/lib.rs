//! Customer accounts and staff sign-in.
//!
//! Covers sign-in and sign-out, passwords, the account area, email subscriptions, the email address captured with a
//! guest's cart, data export and erasure. Staff sign in at a separate page with a separate cookie.
//!
//! No response reveals whether an email address has an account. Every form that takes an address does the same work and
//! returns the same response for known and unknown addresses; the job that sends the email handles the difference.

mod http;
pub mod jobs;
mod nonces;
pub mod passwords;
pub mod rules;
pub mod service;
mod store;
pub mod view;

pub use http::endpoints;
