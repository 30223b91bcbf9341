//! Cart: what a visitor means to buy.
//!
//! Every change is one transaction under the lock of the cart's row, with price and stock read inside it, so that
//! quick clicks queue up in the database and nothing is lost or doubled. A cart is reached through its session
//! only. The browser shows what the server drew: see [`view`].

pub mod http;
pub mod jobs;
pub mod rules;
pub mod store;
pub mod view;

pub use http::{Suggest, endpoints};
