//! The staff page of the event stream: endpoints, deliveries and replay. Only administrators change endpoints.

mod changes;
mod page;

use accounts::view::STAFF_EVENTS_URL;
use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};

/// The action of the nonce of the page's forms.
const STAFF: &str = "staff.events";

pub fn endpoints() -> Vec<Endpoint> {
    let page = Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::JobsAct) };
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)).idempotent() };
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: STAFF, object: "" });
    vec![
        Endpoint::handler(Location::Page(STAFF_EVENTS_URL), page::show).policy(page),
        Endpoint::handler(Location::Form(STAFF_EVENTS_URL), changes::change)
            .policy(form.nonce(nonce).for_staff(Permission::JobsAct)),
    ]
}
