//! Answers about the catalogue, field by field as the platform's.

pub mod image;
pub mod product;
pub mod terms;
