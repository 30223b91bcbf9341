//! The edge: everything that all handlers share.
//!
//! A request enters the [`pipeline`]. A fresh public page is answered from memory; everything else goes through the
//! [`router`], which is built from the one [`registry`] of endpoints and runs the [`middleware`] that each endpoint's
//! [`policy`] requires. Public pages are rendered by [`public_page`] and stored in [`cache`]; parts of a page that
//! belong to one visitor are answered as [`regions`], and long parts that many renderings share are [`held`].

pub mod address;
pub mod api;
pub mod audit;
pub mod cache;
pub mod changes;
pub mod circuit_breaker;
pub mod compress;
pub mod edge_purge;
pub mod error;
pub mod error_pages;
pub mod events;
pub mod fields;
pub mod headers;
pub mod held;
pub mod idempotency;
pub mod jobs;
pub mod middleware;
pub mod nonce;
pub mod outbound;
pub mod overload;
pub mod page;
pub mod passwords;
pub mod path;
pub mod permission;
pub mod pipeline;
pub mod plot;
pub mod policy;
pub mod pool_breaker;
pub mod presence;
pub mod public_page;
pub mod purge;
pub mod rate_limit;
pub mod redis_client;
pub mod referral_path;
pub mod regions;
pub mod registry;
pub mod renderer;
mod renewals;
pub mod router;
pub mod same_origin_navigation;
pub mod session;
pub mod settings_cache;
pub mod shop;
pub mod spreadsheet;
pub mod supervise;
pub mod sweep;
pub mod trace;
pub mod upload;
pub mod view;
pub mod zone;

pub use error::AppError;
pub use fields::Fields;
pub use page::{Page, PageRequest, PublicShop};
pub use path::PathParam;
pub use permission::Permission;
pub use policy::Policy;
pub use registry::{Endpoint, Registry};
pub use session::Visitor;
pub use shop::{AppState, Shop};
pub use zone::ShopZone;
