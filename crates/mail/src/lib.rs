//! Letters: written by a job, drawn by the renderers, sent over SMTP, and never sent twice.
//!
//! Whoever has something to say puts a row into the outbox ([`store::put`]) together with a job of its own, in the
//! transaction that causes it. The job composes the letter when it runs, so that no secret link ever lies in a table,
//! and hands it to the [`Postman`]. A letter whose fate is not known (the server took it and hung up) is not sent
//! again: that is a line in the metrics, not a second letter.

pub mod jobs;
mod letter;
mod postman;
mod smtp;
pub mod store;
pub mod view;

pub use letter::{Letter, ToList};
pub use postman::{MailError, Postman};
pub use smtp::{MailConfig, Smtp};
