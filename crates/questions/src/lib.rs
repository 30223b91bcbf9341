//! Questions: what shoppers ask about products, and the answers of other shoppers and of the shop.
//!
//! A question or an answer is held until staff publish it, unless the shop's rule publishes it at once; `moderation`
//! decides by who wrote it and by what it looks like, and its queue is where staff publish, refuse and answer. How many
//! questions a product has, and answers a question, is stored and moved by the statement that changes a state
//! ([`store`]), so no page counts them. Votes are those of reviews.
//!
//! The search finds whole words by their stems. It looks at the newest matches only, as that of reviews does.

mod http;
pub mod jobs;
mod queue;
pub mod rules;
pub mod service;
mod settings;
mod store;
pub mod urls;
pub mod view;
mod votes;

pub use http::endpoints;
pub use queue::QuestionQueue;
pub use settings::QuestionSettings;
