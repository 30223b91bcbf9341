//! What a thing costs: a function of the thing, the quantity, who asks and the instant. Nothing here reads a clock or a
//! database.

mod countdown;
mod discount;
mod offer;
mod table;

pub use countdown::{Countdown, PLACE, Phase, Shown, State, Words};
pub use discount::{Ask, Kind, Quote, Reason, Rule, Rules, Subject, Target, Tier, Who};
pub use offer::{Offer, Price, SaleWindow};
pub use table::{TableRow, table};
