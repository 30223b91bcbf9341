//! Lists about products: categories, tags, brands, attributes and their terms, reviews, and figures of a selection.

use edge::Endpoint;

pub fn endpoints() -> Vec<Endpoint> {
    Vec::new()
}
