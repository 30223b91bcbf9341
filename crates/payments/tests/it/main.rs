//! Tests the Authorize.Net adapter against the simulator over HTTP.

mod breaker;
mod fixture;
mod ledger;
mod lost_responses;
mod notices;
mod paying;
mod saving_methods;
mod undoing;
