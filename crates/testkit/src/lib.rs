//! Support for endpoint tests: a complete shop per test.
//!
//! [`TestShop`] clones a database from a migrated template, starts a server on a free port and shares one pair of
//! renderers with the other tests of the process. [`Shopper`] is an HTTP client that acts like a browser.

pub mod builders;
pub mod customers;
pub mod database;
mod mailbox;
mod purchase;
pub mod redis_server;
pub mod renderers;
mod shop;
mod shopper;

pub use builders::{BundleRow, TestProduct};
pub use mailbox::Mailbox;
pub use purchase::{BUYER, Card, Purchase};
pub use shop::{Inspect, Options, TestShop};
pub use shopper::{BOUNDARY, Shopper, TestResponse, UploadFile, hidden_fields, multipart, visible_text};
