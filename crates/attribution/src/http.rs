//! Endpoints of attribution: the beginning of a visit, the consent page and the staff's reports.

mod affiliate_report;
mod consent;
mod landing;
mod report;

use accounts::view::{NONCE, STAFF_REPORTS_URL};
use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};

pub const LANDING_URL: &str = "/ar/wp-json/matjar/v1/landing";
pub const CONSENT_URL: &str = "/ar/consent/";
/// What affiliates brought, as a file.
pub const EXPORT_URL: &str = "/ar/wp-admin/reports/affiliates/";

/// Nonce action of the staff's forms.
const STAFF_NONCE: &str = "attribution.staff";

const MAX_LANDING_BYTES: usize = 8 * 1024;

pub fn endpoints() -> Vec<Endpoint> {
    // Public pages are the same for everybody, so the call has no nonce; it is accepted from this origin only.
    let landing = Policy {
        max_body_bytes: MAX_LANDING_BYTES,
        ..Policy::write_call(RateClass::Beacon, Priority(5)).idempotent()
    };
    let report =
        Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::ReportsRead) };
    let export = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(3)).idempotent() };
    let nonce = NonceKind::Session(NonceField { field: NONCE, action: STAFF_NONCE, object: "" });
    vec![
        Endpoint::handler(Location::Rest(LANDING_URL), landing::receive).policy(landing),
        Endpoint::handler(Location::Page(CONSENT_URL), consent::show).policy(Policy::personal_page()),
        // Changes only the visitor's own cookies.
        Endpoint::handler(Location::Form(CONSENT_URL), consent::save)
            .policy(Policy::form(RateClass::Account, Priority(4)).idempotent()),
        Endpoint::handler(Location::Page(STAFF_REPORTS_URL), report::show).policy(report),
        Endpoint::handler(Location::Form(EXPORT_URL), affiliate_report::export)
            .policy(export.nonce(nonce).for_staff(Permission::ReportsRead).export()),
    ]
}
