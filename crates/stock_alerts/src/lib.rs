//! Alerts about goods that are available again.
//!
//! A person leaves an address for a product or a variation that is sold out. When pieces arrive, the ledger of the stock
//! starts a job ([`jobs`]), and as many people as pieces get one email, in the order of waiting ([`rules`]). The address is
//! deleted when the email is finished. A product that sells out before an email is sent puts the person back in line.
//!
//! Every request is answered alike, whether the address waits already, has unsubscribed, or is new.

mod http;
pub mod jobs;
pub mod rules;
pub mod service;
mod store;
pub mod view;

pub use http::endpoints;
