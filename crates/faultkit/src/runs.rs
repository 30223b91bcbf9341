//! The runs: what is bought, what breaks meanwhile, and what must be true afterwards.

pub mod bugs;
mod crowd;
pub mod foreign;
pub mod full;
pub mod kills;
pub mod orders;
pub mod pooled;
pub mod restart;
pub mod rush;
pub mod withdrawn;
