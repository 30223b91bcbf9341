//! The settings of the shop by part, shipping with its trial, and the state of the payments. A form sends the version and the
//! values that it was made on: what does not clash with edits of others is merged, what clashes is asked.

mod accounts;
mod check;
mod conflict;
mod form;
mod page;
mod parts;
mod paths;
mod payments;
mod read;
mod save;
mod shipping;
mod spec;
mod store;
mod target;
mod things;
mod trial;
pub mod view;

use ::payments::PaymentContext;
use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};

pub use self::{form::Words, parts::PARTS, spec::Kind, target::Target};
use self::{
    parts::{CART, PAYMENTS, REVIEWS, SHOP},
    things::{MethodRow, NewMethodRow, ZoneRow},
};

pub const SETTINGS_URL: &str = "/ar/wp-admin/settings/";
pub const SHIPPING_URL: &str = "/ar/wp-admin/settings/shipping/";
const NEW_ZONE_URL: &str = "/ar/wp-admin/settings/shipping/zones/new/";
const ZONE_URL: &str = "/ar/wp-admin/settings/shipping/zones/{id}/";
const ZONE_UNDO_URL: &str = "/ar/wp-admin/settings/shipping/zones/{id}/undo/";
const ZONE_REMOVE_URL: &str = "/ar/wp-admin/settings/shipping/zones/{id}/remove/";
const ORDER_URL: &str = "/ar/wp-admin/settings/shipping/zones/{id}/order/";
const NEW_METHOD_URL: &str = "/ar/wp-admin/settings/shipping/zones/{id}/methods/new/";
const METHOD_URL: &str = "/ar/wp-admin/settings/shipping/methods/{id}/";
const METHOD_UNDO_URL: &str = "/ar/wp-admin/settings/shipping/methods/{id}/undo/";
const METHOD_REMOVE_URL: &str = "/ar/wp-admin/settings/shipping/methods/{id}/remove/";

/// Nonce action of the forms.
pub const NONCE: &str = "staff.settings";
/// A form, and the page's copy of its values.
const MAX_BYTES: usize = 64 * 1024;

fn row_url(pattern: &str, id: i64) -> String {
    pattern.replace("{id}", &id.to_string())
}

fn remove_url(target: Target) -> &'static str {
    if matches!(target, Target::Method(_)) { METHOD_REMOVE_URL } else { ZONE_REMOVE_URL }
}

fn page(permission: Permission) -> Policy {
    Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(permission) }
}

/// A repeated save finds the values that it wanted, and changes nothing; a repeated addition finds its name or its countries
/// in use.
fn form(permission: Permission) -> Policy {
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: NONCE, object: "" });
    let form =
        Policy { audit: true, max_body_bytes: MAX_BYTES, ..Policy::form(RateClass::Staff, Priority(2)) };
    form.idempotent().nonce(nonce).for_staff(permission)
}

fn part<const PART: usize>() -> [Endpoint; 3] {
    let part = &PARTS[PART];
    [
        Endpoint::handler(Location::Page(part.url), things::show_part::<PART>).policy(page(part.permission)),
        Endpoint::handler(Location::Form(part.url), things::save_part::<PART>).policy(form(part.permission)),
        Endpoint::handler(Location::Form(part.undo_url), things::undo_part::<PART>)
            .policy(form(part.permission)),
    ]
}

/// The endpoints that show the state of the payment provider.
pub fn payment_endpoints<C: AsRef<PaymentContext> + Clone + Send + Sync + 'static>() -> Vec<Endpoint<C>> {
    let part = &PARTS[PAYMENTS];
    vec![
        Endpoint::handler(Location::Page(part.url), payments::show).policy(page(part.permission)),
        Endpoint::handler(Location::Form(part.url), payments::save).policy(form(part.permission)),
        Endpoint::handler(Location::Form(part.undo_url), things::undo_part::<PAYMENTS>)
            .policy(form(part.permission)),
    ]
}

pub fn endpoints() -> Vec<Endpoint> {
    let show = || page(Permission::SettingsWrite);
    let change = || form(Permission::SettingsWrite);
    let rows = vec![
        // The first part.
        Endpoint::handler(Location::Page(SETTINGS_URL), things::show_part::<SHOP>).policy(show()),
        Endpoint::handler(Location::Page(SHIPPING_URL), shipping::show).policy(show()),
        Endpoint::handler(Location::Page(NEW_ZONE_URL), shipping::show_new_zone).policy(show()),
        Endpoint::handler(Location::Form(NEW_ZONE_URL), shipping::add_zone).policy(change()),
        Endpoint::handler(Location::Page(ZONE_URL), things::show_row::<ZoneRow>).policy(show()),
        Endpoint::handler(Location::Form(ZONE_URL), things::save_row::<ZoneRow>).policy(change()),
        Endpoint::handler(Location::Form(ZONE_UNDO_URL), things::undo_row::<ZoneRow>).policy(change()),
        Endpoint::handler(Location::Form(ZONE_REMOVE_URL), things::remove_row::<ZoneRow>).policy(change()),
        Endpoint::handler(Location::Form(ORDER_URL), shipping::order).policy(change()),
        Endpoint::handler(Location::Page(NEW_METHOD_URL), things::show_row::<NewMethodRow>).policy(show()),
        Endpoint::handler(Location::Form(NEW_METHOD_URL), things::save_row::<NewMethodRow>).policy(change()),
        Endpoint::handler(Location::Page(METHOD_URL), things::show_row::<MethodRow>).policy(show()),
        Endpoint::handler(Location::Form(METHOD_URL), things::save_row::<MethodRow>).policy(change()),
        Endpoint::handler(Location::Form(METHOD_UNDO_URL), things::undo_row::<MethodRow>).policy(change()),
        Endpoint::handler(Location::Form(METHOD_REMOVE_URL), things::remove_row::<MethodRow>)
            .policy(change()),
    ];
    part::<SHOP>().into_iter().chain(part::<CART>()).chain(part::<REVIEWS>()).chain(rows).collect()
}
