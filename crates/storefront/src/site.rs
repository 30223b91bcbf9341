//! Menus and notices of every page, and the staff page that changes them.
//!
//! Each is a list of rows with the time from which they are valid; the newest valid row is shown. A change purges the
//! pages that show it: see [`rules::Menu::tag`]. A menu without items is built from the categories.

mod coming_soon;
pub mod rules;
mod staff;
pub mod store;
pub mod view;

use accounts::view::STAFF_SITE_URL;
use edge::{
    Endpoint, Permission, Policy,
    policy::{BodyShape, NonceField, NonceKind, Priority, RateClass, Shape},
    registry::Location,
};

/// Where customers dismiss the coming-soon banner: the platform's address of the own account.
pub const DISMISS_URL: &str = "/ar/wp-json/wp/v2/users/me";
pub const BANNER_STATE_URL: &str = "/ar/wp-json/matjar/v1/coming-soon";
/// The action of the nonce of call 37.
const DISMISS: &str = "coming-soon.dismiss";
/// The action of the nonce of the staff page's forms.
const STAFF: &str = "staff.site";
const MAX_DISMISSAL_BYTES: usize = 1_024;

pub fn endpoints() -> Vec<Endpoint> {
    let dismiss_nonce = NonceKind::Session(NonceField { field: "x-wp-nonce", action: DISMISS, object: "" });
    let staff_nonce = NonceKind::Session(NonceField { field: "nonce", action: STAFF, object: "" });
    let dismiss = Policy {
        body: BodyShape::Json,
        max_body_bytes: MAX_DISMISSAL_BYTES,
        ..Policy::write_call(RateClass::Account, Priority(4)).idempotent()
    };
    let page =
        Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::ContentWrite) };
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)).idempotent() };
    vec![
        Endpoint::handler(Location::Page(BANNER_STATE_URL), coming_soon::state)
            .policy(Policy { shape: Shape::Json, ..Policy::personal_page() }.skip_rate_limit_for_anonymous()),
        Endpoint::handler(Location::Rest(DISMISS_URL), coming_soon::dismiss)
            .policy(dismiss.nonce(dismiss_nonce).for_customers()),
        Endpoint::handler(Location::Page(STAFF_SITE_URL), staff::show).policy(page),
        Endpoint::handler(Location::Form(STAFF_SITE_URL), staff::change)
            .policy(form.nonce(staff_nonce).for_staff(Permission::ContentWrite)),
    ]
}
