//! Checkout: turns a cart into an order that is paid exactly once.
//!
//! An order is placed in three steps: one transaction creates it with its stock hold and its payment attempt; the
//! provider is called with no transaction open; one transaction records the response. If a response is lost between the
//! steps, the reconciler of `payments` looks the payment up at the provider by the attempt's key and never charges again.

pub mod context;
mod http;
pub mod jobs;
mod place;
pub mod service;
mod store;
pub mod view;

pub use context::CheckoutContext;
pub use http::endpoints;
