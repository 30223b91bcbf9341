//! The Store API: the shop for apps and other front ends, with the addresses and answers of WooCommerce's Store API.
//!
//! Reading is public: the answers are the same for everybody and come from the page cache, like pages. A cart belongs to
//! a session, which a browser names by its cookie and any other client by a `Cart-Token`. This crate has no rules of its
//! own: it reads and writes through the services of the capabilities, so that a price, a stock level or a refusal is the
//! same here and on the pages.

pub mod envelope;
mod filters;
pub mod headers;
mod http;
pub mod money;
mod openapi;
pub mod paging;
pub mod params;
mod prices;
pub mod service;
mod view;

pub use http::endpoints;
