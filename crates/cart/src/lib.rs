//! Cart of a visitor: lines, coupons, shipping choice and totals.
//!
//! Every change is one transaction that locks the cart row and reads price and stock inside it, so concurrent
//! requests are serialised by the database and no change is lost or applied twice. A cart is reachable only
//! through its session. Other crates use [`service`]. The browser shows the HTML regions that the server
//! rendered: see [`view`].

mod contents;
mod http;
pub mod jobs;
pub mod rules;
#[cfg(feature = "seeded-bugs")]
pub mod seeded_bugs;
pub mod service;
mod store;
pub mod view;

pub use http::{Suggest, endpoints};
