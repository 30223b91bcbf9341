//! Computes prices as a function of product, quantity, audience and time. Nothing here reads a clock or a
//! database.

mod countdown;
mod discount;
mod offer;
mod table;

pub use countdown::{Countdown, CountdownMessage, CountdownState, Phase, ShownPrice, TIMER_PLACEHOLDER};
pub use discount::{Audience, DiscountKind, PriceRequest, Quote, Reason, Rule, Rules, Subject, Target, Tier};
pub use offer::{Offer, Price, SaleStage, SaleStageKind, SaleWindow};
pub use table::{TableRow, table, within_stock};
