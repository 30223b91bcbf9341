//! The audit log as a page: who did what and when, what was before and after, and whether the log is as it was written.

mod http;
pub mod rules;
mod store;
mod texts;
mod undo;
pub mod view;

pub use http::{chain, newest_acts, recent_things};

use edge::{Endpoint, Permission, Policy, policy::RateClass, registry::Location};

pub const AUDIT_URL: &str = "/ar/wp-admin/audit/";

pub fn endpoints() -> Vec<Endpoint> {
    let page = Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::AuditRead) };
    vec![Endpoint::handler(Location::Page(AUDIT_URL), http::show).policy(page)]
}
