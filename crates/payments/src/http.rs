//! Endpoints of saved payment methods, the provider's notices, and reports of the payment scripts.

mod beacons;
mod methods;
mod notices;

use accounts::view::{METHODS_URL, NONCE};
use edge::{
    Endpoint, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};

use crate::{
    context::PaymentContext,
    view::{ADD_METHOD_URL, DEFAULT_METHOD_URL, DELETE_METHOD_URL},
};

/// Nonce actions, one for each form.
pub(crate) mod nonces {
    pub const ADD_METHOD: &str = "checkout.add-method";
    pub const METHOD: &str = "checkout.method";
    pub const LOG: &str = "payments.log";
    pub const TRACKS: &str = "payments.tracks";
}

/// Nonce field name of the platform's form that adds a method.
const ADD_METHOD_NONCE: &str = "woocommerce-add-payment-method-nonce";
const NOTICES_URL: &str = "/ar/wp-json/matjar/v1/payment-notices";

pub fn endpoints<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + Clone + Send + Sync + 'static,
{
    pages().into_iter().chain(forms()).chain(calls()).collect()
}

fn session(field: &'static str, action: &'static str) -> NonceKind {
    NonceKind::Session(NonceField { field, action, object: "" })
}

fn pages<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + Clone + Send + Sync + 'static,
{
    let page = Policy { priority: Priority(2), ..Policy::personal_page() }.for_customers();
    vec![
        Endpoint::handler(Location::Page(METHODS_URL), methods::list).policy(page.clone()),
        Endpoint::handler(Location::Page(ADD_METHOD_URL), methods::show_add).policy(page.clone()),
        // A customer whose session expired before submitting is sent to this URL after the login.
        Endpoint::handler(Location::Page(DELETE_METHOD_URL), methods::to_list).policy(page.clone()),
        Endpoint::handler(Location::Page(DEFAULT_METHOD_URL), methods::to_list).policy(page),
    ]
}

fn forms<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + Clone + Send + Sync + 'static,
{
    let method = Policy { audit: true, ..Policy::form(RateClass::Account, Priority(2)).idempotent() };
    let method = method.nonce(session(NONCE, nonces::METHOD)).for_customers();
    // The handler itself limits added methods, so that a form with a field error does not count.
    let add = Policy::form(RateClass::PayForm, Priority(1)).idempotent();
    let add = add.nonce(session(ADD_METHOD_NONCE, nonces::ADD_METHOD)).for_customers();
    vec![
        Endpoint::handler(Location::Form(ADD_METHOD_URL), methods::add).policy(add),
        Endpoint::handler(Location::Form(DELETE_METHOD_URL), methods::delete).policy(method.clone()),
        Endpoint::handler(Location::Form(DEFAULT_METHOD_URL), methods::make_default).policy(method),
    ]
}

fn calls<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + Clone + Send + Sync + 'static,
{
    let beacon = Policy::write_call(RateClass::Beacon, Priority(5)).idempotent();
    let log = NonceField { field: "security", action: nonces::LOG, object: "" };
    let log = beacon.clone().nonce(NonceKind::Page(log));
    let tracks = NonceField { field: "tracksNonce", action: nonces::TRACKS, object: "" };
    vec![
        Endpoint::handler(
            Location::Action("wc_authorize_net_cim_credit_card_payment_form_log_script_event"),
            beacons::log_card,
        )
        .policy(log.clone()),
        Endpoint::handler(
            Location::Action("wc_authorize_net_cim_echeck_payment_form_log_script_event"),
            beacons::log_echeck,
        )
        .policy(log),
        Endpoint::handler(Location::Action("platform_tracks"), beacons::tracks)
            .policy(beacon.nonce(NonceKind::Page(tracks))),
        Endpoint::handler(Location::Rest(NOTICES_URL), notices::receive).policy(Policy::webhook()),
    ]
}
