//! Reviews: what shoppers write about products and about the shop, and how useful others find it.
//!
//! A review is held until staff publish it, unless a rule publishes it at once: [`moderation::signals`] decides by who wrote it
//! and by what it looks like. Figures (average, histogram, tags) are stored, and every statement that changes whether a
//! review is published moves them ([`store`]), so no page counts reviews. Pictures and videos are `media`'s: this crate
//! attaches them to a review and publishes them with it.
//!
//! The search finds whole words by their stems. It looks at the newest matches only, so that a common word in a shop with
//! millions of reviews costs as much as in a small one.

mod http;
pub mod jobs;
mod queue;
pub mod rules;
pub mod service;
mod settings;
mod store;
pub mod urls;
pub mod view;
pub mod votes;

pub use http::endpoints;
pub use queue::ReviewQueue;
pub use settings::ReviewSettings;
