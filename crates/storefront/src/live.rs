//! What changes while the admin is open: which thing, its version, by whom, and who else has it open. Never content: the page
//! asks for that. One address streams it, and answers the same as JSON to those who ask again and again.

mod http;
mod hub;
pub mod rules;
mod store;
mod stream;
pub mod view;

use edge::{Endpoint, Policy, policy::RateClass, registry::Location};

pub use hub::Live;

pub const LIVE_URL: &str = "/ar/wp-admin/live/";

/// For any member: each change is sent only to those whose role reads such things.
pub fn endpoints<C: AsRef<Live> + Clone + Send + Sync + 'static>() -> Vec<Endpoint<C>> {
    // An open page is no activity: a session without any ends, and its stream with it.
    let page = Policy { rate: RateClass::Staff, ..Policy::personal_page().for_any_member() }.background();
    vec![Endpoint::handler(Location::Page(LIVE_URL), http::follow).policy(page)]
}
