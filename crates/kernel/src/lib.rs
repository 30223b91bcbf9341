//! Kernel: what every part of the shop agrees on.
//!
//! Money, quantities, ids, the clock, Arabic counting and the interface texts. Nothing here
//! does I/O or waits, so every rule of the shop can use it and be tested without a database.
//!
//! A change here recompiles the whole workspace: only what is settled belongs in this crate.
//! The behaviour that the browser repeats is held to the cases in `vectors/`.

mod clock;
pub mod date;
pub mod digits;
mod email;
mod ids;
mod messages;
mod money;
mod plural;
mod quantity;
mod stored;
pub mod text;
#[cfg(any(test, feature = "vectors"))]
mod vectors;

pub use clock::Clock;
pub use email::{EmailAddress, InvalidEmail};
pub use ids::{CartId, CategoryId, CustomerId, InvalidId, OrderId, ProductId, VariationId};
pub use messages::{Arg, Key, Message, Messages, msg};
pub use money::{Currency, Money};
pub use plural::{Plural, plural};
pub use quantity::{InvalidQuantity, Quantity};
pub use stored::UnknownValue;
#[cfg(any(test, feature = "vectors"))]
pub use vectors::vectors;
