//! The shop's health: what shoppers see, money and goods, machines, mail and jobs, which can be retried and stopped.

mod http;
mod recent;
pub mod rules;
mod store;
pub mod view;

pub use http::summary;
pub use recent::{RecentChecks, Summary};

use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};

pub const HEALTH_URL: &str = "/ar/wp-admin/health/";
/// The action of the nonce of its forms.
const STAFF: &str = "staff.health";

pub fn endpoints() -> Vec<Endpoint> {
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: STAFF, object: "" });
    let page = Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::JobsAct) };
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)).idempotent() };
    vec![
        Endpoint::handler(Location::Page(HEALTH_URL), http::show).policy(page),
        Endpoint::handler(Location::Form(HEALTH_URL), http::change)
            .policy(form.nonce(nonce).for_staff(Permission::JobsAct)),
    ]
}
