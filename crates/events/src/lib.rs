//! Events: a signed stream of what happens in the shop, for other programs.
//!
//! An event is recorded in the transaction that causes it, together with a delivery for each endpoint that wants it
//! (`record_event` in the database, [`edge::events`] for handlers). A task sends the deliveries: at least once, each with
//! the id of its event. Payloads name products and amounts, and no person.

mod http;
pub mod jobs;
pub mod rules;
pub mod service;
mod store;
pub mod view;

pub use http::endpoints;
