//! Follow-up emails: a cart that was left, a purchase, a request for reviews, a customer who has not been back.
//!
//! Each cause is off or on, with a subscription list and a delay ([`rules::Cause`]). A job plans what is due soon and puts
//! it into the outbox of `mail` when its delay has passed. Whether the person has bought or unsubscribed meanwhile is
//! decided in the transaction that hands the email over ([`jobs`]), so an email is sent once or not at all, and never to a
//! person who should not get it any more.
//!
//! The texts are templates of the shop owner, in versions: Fluent patterns with a fixed set of placeholders
//! ([`rules::Template`]). The link to a cart that was left restores its lines into the cart of the visitor who opens it. It
//! names products and nothing about the person.

mod http;
pub mod jobs;
pub mod rules;
pub mod service;
mod store;
pub mod urls;
pub mod view;

pub use http::endpoints;
