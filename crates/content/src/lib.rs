//! Content: pages and posts that staff write, and the comments of visitors.
//!
//! A page or post is a list of typed [`rules::Block`]s, stored as JSON. Rich text in a block is HTML of a few elements:
//! [`rules::SafeHtml`] is cleaned when it is made and again when it is read from the database, so no other HTML can reach
//! a page, a feed or an email. What is shown at a moment is the newest version whose `valid_from` has passed; nothing runs
//! when a version starts.
//!
//! Product cards are built by the storefront, which passes a [`ProductRows`]. Comments are held or published by the rules
//! of `moderation`, and staff decide over them in its queue ([`CommentQueue`]).

mod http;
pub mod jobs;
mod queue;
pub mod rules;
pub mod service;
mod settings;
mod store;
pub mod urls;
pub mod view;

pub use http::{ContentOptions, endpoints};
pub use queue::CommentQueue;
pub use service::blocks::{BlockSources, FormRequest, FormSource, LoadedForm, LoadedRow, ProductRows};
pub use settings::CommentSettings;
