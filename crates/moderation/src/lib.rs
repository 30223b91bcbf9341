//! Moderation: what all texts of strangers share before they are shown.
//!
//! [`signals`] decides whether a text is published at once or held for staff, [`captcha`] is the proof of work of its
//! form, [`form_time`] the signed time at which that form was rendered. The staff's queue is one list of everything that
//! waits, whatever it is: each capability contributes a [`QueueSource`] and keeps its own tables. The queue itself
//! stores only what it needs to undo a decision.

pub mod captcha;
mod filter;
pub mod form_time;
mod http;
mod queue;
mod service;
pub mod signals;
mod store;
pub mod view;

pub use http::endpoints;
pub use queue::{
    Changed, ItemState, QueueContext, QueueId, QueueItem, QueueKind, QueueSource, QueueSources, StateChange,
};
