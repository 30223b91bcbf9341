//! Products: the list with its filters and orders, and one product by id or slug.

use edge::Endpoint;

pub fn endpoints() -> Vec<Endpoint> {
    Vec::new()
}
