//! Payments: how money moves, through whom, and what may be kept of it.
//!
//! A provider of card and bank payments stands behind one trait, [`provider::PaymentProvider`]. Card and bank numbers
//! never come here: the browser hands them to the provider and brings back a token that pays once.

pub mod provider;
pub mod rules;
pub mod store;
pub mod view;
