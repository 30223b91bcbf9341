//! Attribution: where visits and orders come from.
//!
//! The browser works out the source of a visit and saves it in cookies (`web/src/attribution`); the checkout sends it with
//! the order. Nothing of that is trusted: the server computes the same values from the entry page and the referrer, by the
//! same cases in `vectors/attribution/`, and records what differs. Without the visitor's consent nothing is recorded.

mod consent;
mod http;
pub mod jobs;
pub mod rules;
pub mod service;
mod settings;
mod store;
pub mod view;

pub use http::endpoints;
pub use service::VisitRequest;
pub use settings::AttributionSettings;
