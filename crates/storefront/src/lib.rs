//! The Matjar server: configuration, the list of endpoints, pages that combine several capabilities, the worker and the
//! commands.
//!
//! [`cli`] has a file for each command of `matjar`, [`server`] is what `matjar serve` runs, and [`pages`] has the pages
//! and calls that combine several capabilities.

pub mod audit_page;
pub mod cli;
pub mod finder;
pub mod health_page;
pub mod live;
pub mod media_library;
pub mod pages;
pub mod search_words;
#[cfg(feature = "seeded-bugs")]
pub mod seeded_bugs;
pub mod server;
pub mod site;
pub mod staff_home;
pub mod staff_products;
pub mod staff_settings;
pub mod staff_stock;
pub mod store;
