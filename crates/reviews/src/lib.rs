//! Reviews of products and of the shop.

pub mod view;
