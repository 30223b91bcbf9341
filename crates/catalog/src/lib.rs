//! Catalog: products, categories, pictures and stock.
//!
//! Prices are computed by `pricing`; this crate only stores the amounts they are computed from.

pub mod import;
pub mod pictures;
pub mod rules;
pub mod service;
mod store;
pub mod view;

pub use rules::{ProductKind, ProductStatus};
pub use store::{Card, Category, Variation, product::ProductDetail};
pub use view::PictureView;
