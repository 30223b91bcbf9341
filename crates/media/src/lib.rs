//! Media: the pictures and videos that visitors upload.
//!
//! Nothing that a stranger sent is ever served. A file is received into a private store, decoded and written anew by a
//! child process that can reach neither files nor network ([`jail`]), and only the result is published. [`rules`] says
//! what is accepted, [`picture`] and [`video`] what becomes of it.

mod http;
pub mod jail;
pub mod jobs;
pub mod objects;
pub mod picture;
pub mod rules;
pub mod service;
pub mod store;
pub mod video;
pub mod view;

pub use http::{attachment, endpoints, public_routes};
pub use service::MediaContext;
