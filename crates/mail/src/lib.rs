//! Email: composed by a job, rendered by the renderers, sent over SMTP, and never sent twice.
//!
//! A caller adds an email and its job to the outbox ([`service::enqueue`]) in the transaction that causes the email. The
//! job composes the email when it runs, so that no secret link is stored in a table, and passes it to the [`Mailer`].
//! An email whose outcome is unknown (the connection broke before the server confirmed it) is counted in the metrics
//! and not sent again.

mod email;
pub mod jobs;
mod mailer;
pub mod service;
mod smtp;
mod store;
pub mod view;

pub use email::{Email, MailingList};
pub use mailer::{Guard, MailError, Mailer};
pub use smtp::{MailConfig, Smtp};
