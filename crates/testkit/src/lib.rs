//! Everything an endpoint test needs: a shop of its own, built from real parts.
//!
//! [`TestShop`] clones a database from a migrated template, starts a server on a free port and shares one pair of
//! renderers with the other tests of the process. [`Shopper`] is a browser without a screen.

pub mod builders;
pub mod customers;
pub mod database;
mod mailbox;
pub mod redis_server;
pub mod renderers;
mod shop;
mod shopper;
mod till;

pub use builders::{BundleRow, MadeProduct};
pub use mailbox::Mailbox;
pub use shop::{Options, TestShop};
pub use shopper::{Answer, Shopper, hidden_fields, words};
pub use till::{BUYER, Card, Purchase};
