//! The Matjar server: configuration, the list of endpoints, pages that join several capabilities, and the
//! processes around them.

pub mod app;
pub mod beside;
pub mod config;
pub mod database;
pub mod layout;
pub mod messages;
pub mod pages;
pub mod seed;
pub mod serve;
pub mod worker;
