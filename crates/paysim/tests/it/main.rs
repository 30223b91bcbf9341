//! The simulator over its own wire, as the shop and its tests meet it.

mod desk;
mod keep;
mod notices;
mod pay;
mod report;
mod rules;
mod undo;
