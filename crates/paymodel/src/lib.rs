//! A model of the machines of payments and stock: orders, attempts, captures, voids, refunds, notices, and stock that is
//! held, sold, released and returned. A seed gives a random schedule of steps, with crashes between any two of them.
//!
//! The decisions are the shop's own functions (`payments::rules`, `orders::rules`, the timings). What the model repeats is
//! what they are applied to: the transactions of `payments::service::settle`, of `orders::OrderSettlement` and of the SQL
//! functions of the stock. A crash loses every task and keeps the database and the provider's ledger.
//!
//! Everything is pure: the same seed gives the same steps on every machine, and a failure is repeated from its steps.

mod buyer;
mod charge;
mod check;
mod database;
mod fault;
mod provider;
mod reconciler;
mod rng;
mod run;
mod step;
mod task;
mod world;

pub use run::{Failure, run_seed, shrink, steps_of};
pub use step::{Kind, Step};
pub use world::{SeededBug, Violation, World};
