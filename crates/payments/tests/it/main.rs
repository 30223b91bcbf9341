//! The adapter of Authorize.Net against the simulator, over the wire.

mod books;
mod breaker;
mod keeping;
mod losing;
mod notices;
mod paying;
mod undoing;
mod world;
