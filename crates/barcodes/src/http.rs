//! Endpoints of the tool: calls 33 and 34, the staff's page with the plain forms, and stock counts. Others than staff are
//! refused with 403: the names of the calls are public.

mod answers;
mod calls;
mod counts;
mod csv;
mod page;
mod pick;

use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};
use orders::view::STAFF_PICK_URL;

use crate::urls::*;

/// Nonce action of the forms.
const NONCE: &str = "barcodes";

pub fn endpoints() -> Vec<Endpoint> {
    let read = Policy::read_call(RateClass::Staff, Priority(3)).for_staff(Permission::StockMove).disclosed();
    let write = Policy { audit: true, ..Policy::write_call(RateClass::Staff, Priority(2)) };
    let page = Policy {
        rate: RateClass::Staff,
        ..Policy::personal_page().for_staff(Permission::StockMove).disclosed()
    };
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: NONCE, object: "" });
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)) };
    // Whoever may move no order does not learn which ones there are.
    let pick_page =
        Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::OrdersMove) };
    let pick_form = form.clone().nonce(nonce).for_staff(Permission::OrdersMove);
    let pick_call = write.clone().for_staff(Permission::OrdersMove);
    let form = form.nonce(nonce).for_staff(Permission::StockMove).disclosed();
    vec![
        Endpoint::handler(Location::Action("barcode_actions_search_product"), calls::search_products)
            .policy(read.clone()),
        Endpoint::handler(Location::Action("barcode_actions_search_order"), calls::search_orders)
            .policy(read.for_staff(Permission::OrdersRead)),
        Endpoint::handler(Location::Action("apply_barcode_action"), calls::apply)
            .policy(write.for_staff(Permission::StockMove).disclosed()),
        Endpoint::handler(Location::Page(STAFF_PICK_URL), pick::show).policy(pick_page),
        Endpoint::handler(Location::Form(STAFF_PICK_URL), pick::change).policy(pick_form),
        Endpoint::handler(Location::Action("staff_order_pick"), pick::call).policy(pick_call),
        Endpoint::handler(Location::Page(STAFF_BARCODES_URL), page::show).policy(page.clone()),
        Endpoint::handler(Location::Form(STAFF_BARCODES_URL), page::change).policy(form.clone()),
        Endpoint::handler(Location::Page(COUNTS_URL), counts::list).policy(page.clone()),
        Endpoint::handler(Location::Form(COUNTS_URL), counts::change).policy(form.idempotent()),
        Endpoint::handler(Location::Page(COUNT_URL), counts::report).policy(page.clone()),
        Endpoint::handler(Location::Page(COUNT_CSV_URL), csv::export).policy(page),
    ]
}
