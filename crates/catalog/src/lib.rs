//! Catalog: what the shop has, in which category, in which picture, and how much of it is left.
//!
//! What it costs is `pricing`'s; this crate only carries the numbers a price is made from.

pub mod import;
pub mod listing;
pub mod pictures;
pub mod product;
pub mod publish;
pub mod sale;
pub mod store;
pub mod view;

pub use product::ProductDetail;
pub use sale::Kind;
pub use store::{Card, Category, Variation};
pub use view::PictureView;
