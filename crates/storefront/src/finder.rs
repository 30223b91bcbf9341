//! One box for the whole admin: goods, orders, people, pages, settings and commands, found in any spelling. It lists only what
//! the member may open.

mod http;
pub mod rules;
mod store;
pub mod view;

use edge::{Endpoint, Policy, policy::RateClass, registry::Location};

/// `search/` is the page of search words.
pub const FIND_URL: &str = "/ar/wp-admin/find/";

pub fn endpoints() -> Vec<Endpoint> {
    let page = Policy { rate: RateClass::Staff, ..Policy::personal_page().for_any_member() };
    vec![Endpoint::handler(Location::Page(FIND_URL), http::find).policy(page)]
}
