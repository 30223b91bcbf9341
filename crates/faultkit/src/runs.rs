//! The runs: what buyers do, which faults are injected, and what must hold afterwards.

pub mod bugs;
pub mod carts;
pub mod clock;
pub mod credits;
mod crowd;
pub mod disk_full;
pub mod enquiries;
pub mod flood;
pub mod follow_ups;
pub mod foreign;
pub mod kills;
pub mod orders;
pub mod overload;
pub mod pooled;
pub mod private;
pub mod restart;
pub mod rush;
pub mod spam;
pub mod stock_alerts;
pub mod uploads;
pub mod votes;
pub mod withdrawn;
