//! Endpoints of the confirmation page, the customer's order pages and the staff's.

mod confirmation;
mod export;
mod orders;
mod rendering;
mod staff;

use accounts::view::{NONCE, ORDER_URL, ORDERS_URL};
use edge::{
    Endpoint, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};
use payments::PaymentContext;

use crate::view::*;

pub use rendering::order_view;

/// Nonce actions, one for each form.
mod nonces {
    pub const STAFF: &str = "checkout.staff";
}

pub fn endpoints<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + Clone + Send + Sync + 'static,
{
    buyer_endpoints().into_iter().chain(staff_endpoints()).collect()
}

fn buyer_endpoints<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + Clone + Send + Sync + 'static,
{
    let page = Policy { priority: Priority(2), ..Policy::personal_page() };
    let customer_page = page.clone().for_customers();
    vec![
        Endpoint::handler(Location::Page(RECEIVED_URL), confirmation::show).policy(page),
        Endpoint::handler(Location::Page(ORDERS_URL), orders::list).policy(customer_page.clone()),
        Endpoint::handler(Location::Page(ORDER_URL), orders::one).policy(customer_page),
        Endpoint::handler(Location::WcAjax("order_status"), confirmation::status)
            .policy(Policy::read_call(RateClass::Read, Priority(2))),
    ]
}

fn staff_endpoints<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + Clone + Send + Sync + 'static,
{
    let page = Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff() };
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)).idempotent() };
    let nonce = NonceKind::Session(NonceField { field: NONCE, action: nonces::STAFF, object: "" });
    let form = form.nonce(nonce).for_staff();
    vec![
        Endpoint::handler(Location::Page(STAFF_ORDERS_URL), staff::list).policy(page.clone()),
        Endpoint::handler(Location::Page(STAFF_ORDER_URL), staff::one).policy(page),
        Endpoint::handler(Location::Form(STAFF_STATE_URL), staff::change).policy(form.clone()),
        Endpoint::handler(Location::Form(STAFF_REFUND_URL), staff::refund).policy(form.clone()),
        Endpoint::handler(Location::Form(STAFF_EXPORT_URL), export::orders).policy(form),
    ]
}
