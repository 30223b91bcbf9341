//! Endpoints of follow-ups: the links in the emails, and the staff's pages.

mod cause;
mod links;
mod list;

use accounts::view::NONCE;
use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};

use crate::urls::*;

/// The nonce action of the staff's forms.
const STAFF: &str = "followups.staff";

pub fn endpoints() -> Vec<Endpoint> {
    links().into_iter().chain(staff_pages()).collect()
}

/// The key in the address is the authorization. A GET changes nothing, because mail scanners follow links.
fn links() -> Vec<Endpoint> {
    let by_key = Policy::form(RateClass::Account, Priority(3)).idempotent();
    let restore = Policy::form(RateClass::CartWrite, Priority(2)).idempotent();
    vec![
        Endpoint::handler(Location::Page(RESTORE_URL), links::show_restore).policy(Policy::personal_page()),
        Endpoint::handler(Location::Form(RESTORE_URL), links::restore).policy(restore),
        Endpoint::handler(Location::Page(STOP_URL), links::show_stop).policy(Policy::personal_page()),
        // Mail clients post this too, without a session.
        Endpoint::handler(Location::Form(STOP_URL), links::stop).policy(by_key.clone()),
        Endpoint::handler(Location::Page(STOP_REVIEWS_URL), links::show_stop_reviews)
            .policy(Policy::personal_page()),
        Endpoint::handler(Location::Form(STOP_REVIEWS_URL), links::stop_reviews).policy(by_key),
    ]
}

fn staff_pages() -> Vec<Endpoint> {
    let page =
        Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::GrowthWrite) };
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(3)).idempotent() };
    let nonce = NonceKind::Session(NonceField { field: NONCE, action: STAFF, object: "" });
    vec![
        Endpoint::handler(Location::Page(STAFF_FOLLOW_UPS_URL), list::show).policy(page.clone()),
        Endpoint::handler(Location::Page(STAFF_CAUSE_URL), cause::show).policy(page),
        Endpoint::handler(Location::Form(STAFF_CAUSE_URL), cause::change)
            .policy(form.nonce(nonce).for_staff(Permission::GrowthWrite)),
    ]
}
