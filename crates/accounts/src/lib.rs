//! Accounts: who a customer is, and what is theirs.
//!
//! Signing in and out, passwords, the account area, e-mail subscriptions, the guest's address that a cart is remembered
//! by, and everybody's right to their own data. Staff signs in here as well, by a door and a cookie of its own.
//!
//! Whether an address has an account is told to nobody but its owner: every form that takes an address does the same
//! work and gives the same answer for known and unknown ones, and what differs happens in a job that only writes mail.

pub mod http;
pub mod jobs;
pub mod passwords;
pub mod rules;
pub mod store;
pub mod view;

pub use http::endpoints;
