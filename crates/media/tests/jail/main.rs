//! The jail with real children: what they can do, what they produce, and how they end.
//!
//! The child is `examples/jail.rs`, which calls the same functions as the product.

mod limits;
mod pictures;
mod probes;
mod support;
mod videos;
