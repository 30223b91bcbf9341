//! Payments: the payment provider, payment attempts, refunds, saved methods and reconciliation.
//!
//! The provider of card and bank payments is behind the trait [`provider::PaymentProvider`]. Card and bank numbers
//! never reach the server: the browser sends them to the provider and gets a single-use token. Cash on delivery and
//! bank transfer are behind the same trait ([`provider::Offline`]); staff record their money.
//!
//! This crate does not know orders. It reports every change of a payment to a [`service::PaymentSink`].

pub mod context;
mod http;
pub mod jobs;
pub mod provider;
pub mod rules;
pub mod service;
pub mod settings;
mod store;
pub mod view;

pub use context::{PaymentContext, PaymentTimings};
pub use http::endpoints;
