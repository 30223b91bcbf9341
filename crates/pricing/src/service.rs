//! What other crates may ask of pricing.

pub use crate::store::{
    ListingPrice, indexed_version, list_repriced_products, load_rules, save_listing_prices,
    set_indexed_version, version,
};
