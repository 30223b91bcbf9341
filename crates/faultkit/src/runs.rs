//! The runs: what is bought, what breaks meanwhile, and what must be true afterwards.

pub mod bugs;
pub mod kills;
pub mod orders;
pub mod rush;
