//! The fault kit: proves that no money and no goods are lost, sold or charged twice, whatever dies meanwhile.
//!
//! It runs real servers against a cluster of its own, lets simulated buyers loose on them, breaks what they depend on,
//! and then asks an oracle whether the database, the provider's books and the buyers' memories tell one story. That the
//! oracle would notice is shown too: `bugs` damages the database in known ways, and each damage must be found.
//!
//! All chance comes from one seed, which is printed. Threads still race as they like: the same seed gives the same
//! buyers, habits and faults, not the same interleaving.

pub mod buyer;
pub mod client;
pub mod cluster;
pub mod dice;
pub mod form;
pub mod habits;
pub mod history;
pub mod keeper;
pub mod letters;
pub mod oracle;
pub mod pooler;
pub mod provider;
pub mod proxy;
pub mod renderers;
pub mod report;
pub mod runs;
pub mod server;
pub mod shop;
pub mod stock;
pub mod storm;
