//! The pages, forms and calls around an order.

mod beacons;
mod checkout;
mod export;
mod express;
mod form;
mod methods;
mod notices;
mod orders;
mod pay;
mod payment;
mod received;
mod refused;
mod show;
mod staff;
mod summary;

use accounts::view::{METHODS_URL, NONCE, ORDER_URL, ORDERS_URL};
use cart::view::CHECKOUT_URL;
use edge::{
    Endpoint, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::At,
};

use crate::view::*;

/// What each form's nonce is made for.
mod nonces {
    pub const PLACE: &str = "checkout.place";
    pub const PAY: &str = "checkout.pay";
    pub const EXPRESS: &str = "checkout.express";
    pub const ADD_METHOD: &str = "checkout.add-method";
    pub const METHOD: &str = "checkout.method";
    pub const LOG: &str = "payments.log";
    pub const TRACKS: &str = "payments.tracks";
    pub const STAFF: &str = "checkout.staff";
}

/// The field that the platform's checkout form carries its nonce in; the others have theirs.
pub const PLACE_NONCE: &str = "woocommerce-process-checkout-nonce";
pub const PAY_NONCE: &str = "woocommerce-pay-nonce";
pub const ADD_METHOD_NONCE: &str = "woocommerce-add-payment-method-nonce";
/// Without script the form's smaller buttons post here.
pub const UPDATE_URL: &str = "/ar/checkout/update/";
pub const EXPRESS_URL: &str = "/ar/wp-json/wc/store/v1/checkout";
pub const NOTICES_URL: &str = "/ar/wp-json/matjar/v1/payment-notices";

pub fn endpoints() -> Vec<Endpoint> {
    pages().into_iter().chain(forms()).chain(calls()).chain(for_staff()).collect()
}

fn session(field: &'static str, action: &'static str) -> NonceKind {
    NonceKind::Session(NonceField { field, action, object: "" })
}

/// A form that moves money: its own key, or the order's, makes repeating it harmless. What is limited is trying to pay,
/// and it is the handler that counts that: a form with a wrong telephone number is no try, and is not thrown away.
fn paying(field: &'static str, action: &'static str) -> Policy {
    Policy::form(RateClass::CartWrite, Priority(1)).naturally().nonce(session(field, action))
}

fn pages() -> Vec<Endpoint> {
    let page = Policy { priority: Priority(2), ..Policy::personal_page() };
    let own = page.clone().for_customers();
    vec![
        Endpoint::handler(At::Page(CHECKOUT_URL), checkout::show).policy(page.clone()),
        Endpoint::handler(At::Page(UPDATE_URL), checkout::to_checkout).policy(page.clone()),
        Endpoint::handler(At::Page(PAY_URL), pay::show).policy(page.clone()),
        Endpoint::handler(At::Page(RECEIVED_URL), received::show).policy(page),
        Endpoint::handler(At::Page(ORDERS_URL), orders::list).policy(own.clone()),
        Endpoint::handler(At::Page(ORDER_URL), orders::one).policy(own.clone()),
        Endpoint::handler(At::Page(METHODS_URL), methods::list).policy(own.clone()),
        Endpoint::handler(At::Page(ADD_METHOD_URL), methods::show_add).policy(own.clone()),
        // Whoever was signed out when they pressed a button comes back to its address after the login.
        Endpoint::handler(At::Page(DELETE_METHOD_URL), methods::to_list).policy(own.clone()),
        Endpoint::handler(At::Page(DEFAULT_METHOD_URL), methods::to_list).policy(own),
    ]
}

fn forms() -> Vec<Endpoint> {
    let update = Policy::form(RateClass::CartWrite, Priority(2)).naturally();
    let method = Policy { audit: true, ..Policy::form(RateClass::Account, Priority(2)).naturally() };
    let method = method.nonce(session(NONCE, nonces::METHOD)).for_customers();
    vec![
        Endpoint::handler(At::Form(CHECKOUT_URL), checkout::place)
            .policy(paying(PLACE_NONCE, nonces::PLACE))
            .when_expired(checkout::expired),
        Endpoint::handler(At::Form(UPDATE_URL), checkout::update)
            .policy(update.nonce(session(PLACE_NONCE, nonces::PLACE)))
            .when_expired(checkout::expired),
        Endpoint::handler(At::Form(PAY_URL), pay::pay)
            .policy(paying(PAY_NONCE, nonces::PAY))
            .when_expired(pay::expired),
        Endpoint::handler(At::Form(ADD_METHOD_URL), methods::add)
            .policy(paying(ADD_METHOD_NONCE, nonces::ADD_METHOD).for_customers()),
        Endpoint::handler(At::Form(DELETE_METHOD_URL), methods::delete).policy(method.clone()),
        Endpoint::handler(At::Form(DEFAULT_METHOD_URL), methods::make_default).policy(method),
    ]
}

fn calls() -> Vec<Endpoint> {
    let beacon = Policy::write_call(RateClass::Beacon, Priority(5)).naturally();
    let page = |field| NonceKind::Page(NonceField { field, action: nonces::LOG, object: "" });
    let log = beacon.clone().nonce(page("security"));
    let tracks = NonceField { field: "tracksNonce", action: nonces::TRACKS, object: "" };
    vec![
        Endpoint::handler(At::WcAjax("update_order_review"), checkout::refresh).policy(
            Policy::write_call(RateClass::CartWrite, Priority(2))
                .naturally()
                .nonce(session("security", nonces::PLACE)),
        ),
        Endpoint::handler(At::WcAjax("order_status"), received::status)
            .policy(Policy::read_call(RateClass::Read, Priority(2))),
        Endpoint::handler(
            At::Action("wc_authorize_net_cim_credit_card_payment_form_log_script_event"),
            beacons::log_card,
        )
        .policy(log.clone()),
        Endpoint::handler(
            At::Action("wc_authorize_net_cim_echeck_payment_form_log_script_event"),
            beacons::log_echeck,
        )
        .policy(log),
        Endpoint::handler(At::Action("platform_tracks"), beacons::tracks)
            .policy(beacon.nonce(NonceKind::Page(tracks))),
        Endpoint::handler(At::Rest(EXPRESS_URL), express::place).policy(
            Policy::write_call(RateClass::CartWrite, Priority(1))
                .naturally()
                .taking_json()
                .nonce(session("x-wc-store-api-nonce", nonces::EXPRESS)),
        ),
        Endpoint::handler(At::Rest(NOTICES_URL), notices::take).policy(Policy::notice()),
    ]
}

fn for_staff() -> Vec<Endpoint> {
    let page = Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff() };
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)).naturally() };
    let form = form.nonce(session(NONCE, nonces::STAFF)).for_staff();
    vec![
        Endpoint::handler(At::Page(STAFF_ORDERS_URL), staff::list).policy(page.clone()),
        Endpoint::handler(At::Page(STAFF_ORDER_URL), staff::one).policy(page),
        Endpoint::handler(At::Form(STAFF_STATE_URL), staff::change).policy(form.clone()),
        Endpoint::handler(At::Form(STAFF_REFUND_URL), staff::refund).policy(form.clone()),
        Endpoint::handler(At::Form(STAFF_EXPORT_URL), export::orders).policy(form),
    ]
}
