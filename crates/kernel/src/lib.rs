//! Domain types shared by all crates: money, quantities, ids, the clock, Arabic plural forms and the interface texts.
//!
//! Nothing here does I/O or waits, so business rules can use it and be tested without a database. A change recompiles
//! the whole workspace: only stable code belongs in this crate. Behaviour that is also implemented in TypeScript is
//! tested with the shared cases in `vectors/`.

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
mod zone;

pub use clock::{Clock, stored_time};
pub use email::{EmailAddress, InvalidEmail};
pub use ids::{CartId, CategoryId, CustomerId, InvalidId, OrderId, ProductId, VariationId};
pub use messages::{Arg, Key, Message, Messages, msg};
pub use money::{Currency, Money};
pub use plural::{Plural, plural};
pub use quantity::{InvalidQuantity, Quantity};
pub use stored::UnknownValue;
#[cfg(any(test, feature = "vectors"))]
pub use vectors::vectors;
pub use zone::Zone;
