//! The edge: everything a handler shares with every other handler.
//!
//! A request enters through [`frame`], is resolved by the one [`registry`], passes the checks its
//! [`policy`] declares and reaches a handler that knows nothing of any of this. Public pages are
//! drawn by [`page`] and kept by [`cache`]; what is personal is answered in [`regions`].

pub mod address;
pub mod audit;
pub mod cache;
pub mod compress;
pub mod error;
pub mod fields;
pub mod frame;
pub mod headers;
pub mod idempotency;
pub mod jobs;
pub mod kept;
pub mod nonce;
pub mod overload;
pub mod own_page;
pub mod page;
pub mod passwords;
pub mod policy;
pub mod purge;
pub mod rate;
pub mod redis_link;
pub mod regions;
pub mod registry;
pub mod renderer;
pub mod session;
pub mod shop;
pub mod supervise;
pub mod sweep;
pub mod view;

pub use error::AppError;
pub use fields::Fields;
pub use page::{Page, PageRequest, PublicShop};
pub use policy::Policy;
pub use registry::{Endpoint, Registry};
pub use session::Visitor;
pub use shop::Shop;
