//! Catalog: what the shop has, in which category, in which picture, and how much of it is left.
//!
//! What it costs is `pricing`'s; this crate only carries the numbers a price is made from.

pub mod store;
pub mod view;

pub use store::{Card, Category, Kind, ProductDetail, Variation};
pub use view::PictureView;
