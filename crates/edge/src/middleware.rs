//! The checks of a request, one file each.
//!
//! Around all routes, from the outside in: [`headers`], [`trace`], [`error_page`], [`catch_panic`], [`host`],
//! [`client_ip`], [`request_target`]. Around each endpoint: [`metrics`], [`same_origin`], [`compression`],
//! [`rate_limit`], [`body`], [`timeout`](crate::router), [`admission`], [`role`], [`admin_page`], [`nonce`],
//! [`recent_write`]. Everything up to
//! [`rate_limit`] decides from the headers alone: no body is read and nothing is rendered for a request that they refuse.
//! Endpoints that receive a file have [`upload`] in place of [`admission`].

pub mod admin_page;
pub mod admission;
pub mod body;
pub mod catch_panic;
pub mod client_ip;
pub mod compression;
pub mod error_page;
pub mod headers;
pub mod host;
pub mod metrics;
pub mod nonce;
pub mod rate_limit;
pub mod recent_write;
pub mod request_target;
pub mod role;
pub mod same_origin;
pub mod trace;
pub mod upload;
