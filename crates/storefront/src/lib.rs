//! The Matjar server: configuration, the list of endpoints, pages that join several capabilities, and the
//! processes around them.

pub mod app;
pub mod audit;
pub mod beside;
pub mod config;
pub mod database;
pub mod find;
pub mod import;
pub mod index;
pub mod jobs;
pub mod layout;
pub mod logs;
pub mod media;
pub mod messages;
pub mod pages;
pub mod pictures;
pub mod policies;
pub mod publish;
pub mod read_pool;
pub mod scripts;
pub mod seed;
pub mod serve;
pub mod staff;
#[cfg(debug_assertions)]
pub mod types;
pub mod worker;
