//! Endpoints of affiliates: calls 7 and 8, the affiliate's page, and the staff's pages.

mod area;
mod export;
mod figures;
mod payouts;
mod staff;
mod staff_list;
mod track;

use accounts::view::NONCE;
use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass, Shape},
    registry::Location,
};

use crate::view::*;

/// Nonce actions, one for each kind of form.
mod nonces {
    pub const JOIN: &str = "affiliates.join";
    pub const STAFF: &str = "affiliates.staff";
}

pub fn endpoints() -> Vec<Endpoint> {
    calls().into_iter().chain(account_pages()).chain(staff_pages()).collect()
}

fn session(action: &'static str) -> NonceKind {
    NonceKind::Session(NonceField { field: NONCE, action, object: "" })
}

fn calls() -> Vec<Endpoint> {
    vec![
        // The same visit that is reported again within seconds is one visit.
        Endpoint::handler(Location::Action("affwp_track_visit"), track::track_visit)
            .policy(Policy::write_call(RateClass::Affiliate, Priority(4)).idempotent()),
        Endpoint::handler(Location::Action("affwp_get_affiliate_id"), track::affiliate_id)
            .policy(Policy::read_call(RateClass::Affiliate, Priority(4))),
        Endpoint::handler(Location::Page(SETTINGS_URL), track::settings)
            .policy(Policy { shape: Shape::Json, ..Policy::personal_page() }.skip_rate_limit_for_anonymous()),
    ]
}

fn account_pages() -> Vec<Endpoint> {
    let join = Policy { audit: true, ..Policy::form(RateClass::Account, Priority(3)).idempotent() };
    vec![
        Endpoint::handler(Location::Page(AFFILIATE_URL), area::show)
            .policy(Policy::personal_page().for_customers()),
        Endpoint::handler(Location::Form(AFFILIATE_URL), area::join)
            .policy(join.nonce(session(nonces::JOIN)).for_customers()),
    ]
}

fn staff_pages() -> Vec<Endpoint> {
    let page =
        Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::GrowthWrite) };
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(3)).idempotent() };
    let form = form.nonce(session(nonces::STAFF)).for_staff(Permission::GrowthWrite);
    vec![
        Endpoint::handler(Location::Page(STAFF_AFFILIATES_URL), staff_list::show).policy(page.clone()),
        Endpoint::handler(Location::Form(STAFF_AFFILIATES_URL), staff_list::add).policy(form.clone()),
        Endpoint::handler(Location::Form(STAFF_RATES_URL), staff_list::set_rate).policy(form.clone()),
        Endpoint::handler(Location::Page(STAFF_AFFILIATE_URL), staff::show).policy(page.clone()),
        Endpoint::handler(Location::Form(STAFF_AFFILIATE_URL), staff::change).policy(form.clone()),
        Endpoint::handler(Location::Page(STAFF_PAYOUTS_URL), payouts::show).policy(page),
        Endpoint::handler(Location::Form(STAFF_PAYOUTS_URL), payouts::create).policy(form.clone()),
        Endpoint::handler(Location::Form(STAFF_PAYOUT_URL), payouts::change).policy(form.clone()),
        Endpoint::handler(Location::Form(STAFF_EXPORT_URL), export::payouts).policy(form.export()),
    ]
}
