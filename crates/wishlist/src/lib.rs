//! The wish list: products that a visitor saved with the heart.
//!
//! A guest's list is a cookie with ids, so public pages stay the same for everybody and a script shows which hearts are
//! on. A customer's list is stored; the cookie is then a copy of it, with a mark. A list without the mark is merged into the
//! customer's at the next login or change ([`service::load`]).

pub mod rules;
pub mod service;
mod store;
