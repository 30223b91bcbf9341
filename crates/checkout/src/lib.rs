//! Checkout: from a cart to an order that is paid once.
//!
//! An order is placed in three steps: one transaction writes it down with its stock and its attempt to be paid; the
//! provider is asked with no transaction open; one transaction records what it said. Whatever is lost between the
//! steps is found again by asking the provider under the attempt's own key: never by charging anew.

pub mod accept;
pub mod http;
pub mod jobs;
pub mod place;
pub mod rules;
pub mod scripts;
pub mod settle;
pub mod store;
pub mod till;
pub mod view;

pub use http::endpoints;
pub use till::{Pace, Till};
