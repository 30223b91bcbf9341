//! Endpoints of the checkout and of the page that pays an existing order.

mod api;
mod checkout;
mod form;
mod pay;
mod refused_forms;
mod submission;
mod summary;

use cart::view::CHECKOUT_URL;
use edge::{
    Endpoint, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};
use orders::view::PAY_URL;
use payments::PaymentContext;

use crate::context::CheckoutContext;

pub use api::{ApiCheckout, ApiOutcome, ApiPayment, pay, place};

/// Nonce actions, one for each form.
mod nonces {
    pub const PLACE: &str = "checkout.place";
    pub const PAY: &str = "checkout.pay";
}

/// Nonce field names of the platform's checkout and pay forms.
pub const PLACE_NONCE: &str = "woocommerce-process-checkout-nonce";
pub const PAY_NONCE: &str = "woocommerce-pay-nonce";
/// Without JavaScript the form's secondary buttons (coupon, shipping) post here.
pub const UPDATE_URL: &str = "/ar/checkout/update/";
/// Express checkout places its order there.
pub const EXPRESS_URL: &str = "/ar/wp-json/wc/store/v1/checkout";

pub fn endpoints<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + AsRef<CheckoutContext> + Clone + Send + Sync + 'static,
{
    pages().into_iter().chain(forms()).chain(calls()).collect()
}

fn session(field: &'static str, action: &'static str) -> NonceKind {
    NonceKind::Session(NonceField { field, action, object: "" })
}

/// The policy of a form that moves money. Its form key, or the order, makes a repeated submission harmless. The handler
/// itself limits payment attempts, so that a form with a field error does not count as one.
fn paying(field: &'static str, action: &'static str) -> Policy {
    Policy::form(RateClass::PayForm, Priority(1)).idempotent().nonce(session(field, action))
}

fn pages<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + AsRef<CheckoutContext> + Clone + Send + Sync + 'static,
{
    let page = Policy { priority: Priority(2), ..Policy::personal_page() };
    vec![
        Endpoint::handler(Location::Page(CHECKOUT_URL), checkout::show).policy(page.clone()),
        Endpoint::handler(Location::Page(UPDATE_URL), checkout::to_checkout).policy(page.clone()),
        Endpoint::handler(Location::Page(PAY_URL), pay::show).policy(page),
    ]
}

fn forms<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + AsRef<CheckoutContext> + Clone + Send + Sync + 'static,
{
    let update = Policy::form(RateClass::CartWrite, Priority(2)).idempotent();
    vec![
        Endpoint::handler(Location::Form(CHECKOUT_URL), checkout::place)
            .policy(paying(PLACE_NONCE, nonces::PLACE))
            .when_expired(checkout::expired),
        Endpoint::handler(Location::Form(UPDATE_URL), checkout::update)
            .policy(update.nonce(session(PLACE_NONCE, nonces::PLACE)))
            .when_expired(checkout::expired),
        Endpoint::handler(Location::Form(PAY_URL), pay::pay)
            .policy(paying(PAY_NONCE, nonces::PAY))
            .when_expired(pay::expired),
    ]
}

fn calls<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + AsRef<CheckoutContext> + Clone + Send + Sync + 'static,
{
    vec![
        Endpoint::handler(Location::WcAjax("update_order_review"), checkout::refresh).policy(
            Policy::write_call(RateClass::CartWrite, Priority(2))
                .idempotent()
                .nonce(session("security", nonces::PLACE)),
        ),
    ]
}
