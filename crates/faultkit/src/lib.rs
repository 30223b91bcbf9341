//! Fault-injection kit: checks that no payment or stock is lost, sold or charged twice while services are
//! killed.
//!
//! It runs real servers on its own cluster, lets simulated buyers place orders, injects faults, and then an
//! oracle checks that the database, the provider's ledger and the buyers' records are consistent. The oracle is
//! tested as well: `bugs` damages the database in known ways, and each damage must be detected.
//!
//! All random numbers come from one seed, which is printed. Thread scheduling is not controlled: the same seed
//! gives the same buyers, scenarios and faults, but not the same interleaving.

pub mod browser;
pub mod buyer;
pub mod client;
pub mod cluster;
pub mod collectors;
pub mod enquiry;
pub mod fault_injector;
pub mod form;
pub mod generator;
pub mod history;
pub mod media_process;
pub mod notice;
pub mod null_smtp;
pub mod oracle;
pub mod people;
pub mod pooler;
pub mod provider;
pub mod proxy;
pub mod queue;
pub mod renderers;
pub mod report;
pub mod reviews;
pub mod rng;
pub mod runs;
pub mod scenarios;
pub mod server;
pub mod shop;
pub mod stock;
pub mod stop_points;
pub mod upload;
