//! Endpoints of the confirmation page, of tracking, of the customer's order pages and the staff's.

mod actions;
mod confirmation;
mod export;
mod gift;
mod office;
mod orders;
mod parcel_changes;
mod payment;
mod proofs;
mod rendering;
mod shipments;
mod staff;
mod tracking;

use accounts::view::{NONCE, ORDER_URL, ORDERS_URL};
use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass, Shape},
    registry::Location,
};
use media::MediaContext;
use payments::PaymentContext;

use crate::view::*;

pub use rendering::order_view;

/// Nonce actions, one for each form.
mod nonces {
    pub const STAFF: &str = "checkout.staff";
    pub const BUYER: &str = "orders.buyer";
}

pub fn endpoints<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + AsRef<MediaContext> + Clone + Send + Sync + 'static,
{
    buyer_endpoints().into_iter().chain(staff_endpoints()).collect()
}

fn buyer_endpoints<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + AsRef<MediaContext> + Clone + Send + Sync + 'static,
{
    let page = Policy { priority: Priority(2), ..Policy::personal_page() };
    let customer_page = page.clone().for_customers();
    let page_of_anyone = Policy { priority: Priority(3), ..Policy::personal_page() };
    // The order's key gives access; the nonce shows that the visitor's own page sent the form.
    let nonce = NonceKind::Session(NonceField { field: NONCE, action: nonces::BUYER, object: "" });
    let form = Policy::form(RateClass::CartWrite, Priority(2)).idempotent().nonce(nonce);
    let proof = Policy::form_with_files(RateClass::CartWrite, Priority(3), proofs::MAX_PROOF_BYTES)
        .idempotent()
        .nonce(NonceKind::Session(NonceField { field: NONCE, action: nonces::BUYER, object: "" }));
    // Changes nothing, so it needs no nonce; its handler limits the attempts for an order and from an address.
    let search = Policy { shape: Shape::Page, ..Policy::read_call(RateClass::Account, Priority(3)) };
    vec![
        Endpoint::handler(Location::Page(RECEIVED_URL), confirmation::show).policy(page),
        Endpoint::handler(Location::Page(ORDERS_URL), orders::list).policy(customer_page.clone()),
        Endpoint::handler(Location::Page(ORDER_URL), orders::one).policy(customer_page),
        Endpoint::handler(Location::Page(PRINT_URL), actions::print).policy(page_of_anyone.clone()),
        Endpoint::handler(Location::Page(PROOF_URL), proofs::download).policy(page_of_anyone.clone()),
        Endpoint::handler(Location::Form(PROOF_URL), proofs::send).policy(proof),
        Endpoint::handler(Location::Form(CANCEL_URL), actions::cancel).policy(form.clone()),
        Endpoint::handler(Location::Form(AGAIN_URL), actions::again).policy(form),
        Endpoint::handler(Location::Page(TRACK_URL), tracking::show).policy(page_of_anyone),
        Endpoint::handler(Location::Form(TRACK_URL), tracking::track).policy(search),
        Endpoint::handler(Location::WcAjax("order_status"), confirmation::status)
            .policy(Policy::read_call(RateClass::Read, Priority(2))),
    ]
}

fn staff_endpoints<C>() -> Vec<Endpoint<C>>
where
    C: AsRef<PaymentContext> + AsRef<MediaContext> + Clone + Send + Sync + 'static,
{
    let page = Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::OrdersRead) };
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)).idempotent() };
    let nonce = NonceKind::Session(NonceField { field: NONCE, action: nonces::STAFF, object: "" });
    let form = |permission| form.clone().nonce(nonce).for_staff(permission);
    vec![
        Endpoint::handler(Location::Page(STAFF_ORDERS_URL), office::list::show).policy(page.clone()),
        Endpoint::handler(Location::WcAjax("staff_new_orders"), office::list::newer).policy(
            Policy::read_call(RateClass::Staff, Priority(4))
                .nonce(nonce)
                .for_staff(Permission::OrdersRead)
                .background(),
        ),
        Endpoint::handler(Location::Form(STAFF_BULK_STATE_URL), office::bulk::change_state)
            .policy(form(Permission::OrdersMove)),
        Endpoint::handler(Location::Form(STAFF_BULK_ASSIGN_URL), office::bulk::assign)
            .policy(form(Permission::OrdersEdit)),
        Endpoint::handler(Location::Form(STAFF_BULK_TAG_URL), office::bulk::tag)
            .policy(form(Permission::OrdersEdit)),
        Endpoint::handler(Location::Form(STAFF_BULK_PRINT_URL), office::bulk::print)
            .policy(form(Permission::OrdersRead)),
        Endpoint::handler(Location::Form(STAFF_LISTS_URL), office::bulk::save_list)
            .policy(form(Permission::OrdersRead)),
        Endpoint::handler(Location::Form(STAFF_LIST_REMOVE_URL), office::bulk::remove_list)
            .policy(form(Permission::OrdersRead)),
        Endpoint::handler(Location::Page(STAFF_ORDER_URL), staff::one).policy(page.clone()),
        Endpoint::handler(Location::Page(STAFF_GIFT_URL), gift::sheet).policy(page.clone()),
        Endpoint::handler(Location::Page(STAFF_PROOF_URL), proofs::staff_download).policy(page.clone()),
        Endpoint::handler(Location::Page(STAFF_PICKING_URL), office::print::picking_of_many)
            .policy(page.clone()),
        Endpoint::handler(Location::Page(STAFF_ORDER_PICKING_URL), office::print::picking)
            .policy(page.clone()),
        Endpoint::handler(Location::Page(STAFF_INVOICE_URL), office::print::invoice).policy(page.clone()),
        Endpoint::handler(Location::Page(STAFF_LABELS_URL), office::print::labels).policy(page),
        Endpoint::handler(Location::Form(STAFF_PRINT_URL), office::print::record)
            .policy(form(Permission::OrdersRead)),
        Endpoint::handler(Location::Form(STAFF_STATE_URL), staff::change)
            .policy(form(Permission::OrdersMove)),
        Endpoint::handler(Location::Form(STAFF_REFUND_URL), office::refunds::refund)
            .policy(form(Permission::OrdersRefund)),
        Endpoint::handler(Location::Form(STAFF_APPROVAL_URL), office::refunds::decide)
            .policy(form(Permission::OrdersRefund)),
        Endpoint::handler(Location::Form(STAFF_ADDRESS_URL), office::actions::change_address)
            .policy(form(Permission::OrdersEdit)),
        Endpoint::handler(Location::Form(STAFF_NOTE_URL), office::actions::add_note)
            .policy(form(Permission::OrdersEdit)),
        Endpoint::handler(Location::Form(STAFF_RESEND_URL), office::actions::resend)
            .policy(form(Permission::OrdersEdit)),
        Endpoint::handler(Location::Form(STAFF_ASSIGN_URL), office::actions::assign)
            .policy(form(Permission::OrdersEdit)),
        Endpoint::handler(Location::Form(STAFF_TAG_URL), office::actions::tag)
            .policy(form(Permission::OrdersEdit)),
        Endpoint::handler(Location::Form(STAFF_PAYMENT_URL), payment::record)
            .policy(form(Permission::OrdersPayments)),
        Endpoint::handler(Location::Form(STAFF_SHIP_URL), shipments::ship)
            .policy(form(Permission::OrdersMove)),
        Endpoint::handler(Location::Form(STAFF_DELIVER_URL), shipments::deliver)
            .policy(form(Permission::OrdersMove)),
        Endpoint::handler(Location::Form(STAFF_CORRECT_URL), parcel_changes::correct)
            .policy(form(Permission::OrdersMove)),
        Endpoint::handler(Location::Form(STAFF_REMOVE_URL), parcel_changes::remove)
            .policy(form(Permission::OrdersMove)),
        Endpoint::handler(Location::Form(STAFF_EXPORT_URL), export::orders)
            .policy(form(Permission::OrdersExport).export()),
    ]
}
