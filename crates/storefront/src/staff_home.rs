//! The admin's home page: what is lost by waiting comes first, then what was sold. Parts that the role may not read are
//! absent.

mod figures;
mod goods;
mod page;
mod store;
pub mod view;
mod work;

use accounts::view::STAFF_URL;
use edge::{Endpoint, Policy, policy::RateClass, registry::Location};

use crate::health_page::RecentChecks;

pub fn endpoints<C: AsRef<RecentChecks> + Clone + Send + Sync + 'static>() -> Vec<Endpoint<C>> {
    let page = Policy { rate: RateClass::Staff, ..Policy::personal_page() }.for_any_member();
    vec![Endpoint::handler(Location::Page(STAFF_URL), page::show).policy(page)]
}
