//! What other crates may ask of the mail: queueing emails in the caller's transaction, and suppressing addresses.

pub use crate::store::{
    OutboxId, address_hash, drop_expired, enqueue, insert, is_suppressed, suppress, suppress_hash, unsuppress,
};
