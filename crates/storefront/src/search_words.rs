//! The words of searches: what shoppers asked without an answer, what their words mean, and what they chose. Reported by
//! pages, and changed on a staff page.

mod report;
mod settings;
mod staff;
pub mod view;

use std::sync::Arc;

use accounts::view::STAFF_SEARCH_URL;
use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
    settings_cache::SettingsCache,
};
use search::Meanings;
pub use settings::SearchSettings;
use sqlx::PgPool;

/// Receives reports of pages with search results.
pub const REPORT_URL: &str = "/ar/wp-json/matjar/v1/search-report";
const MAX_REPORT_BYTES: usize = 4 * 1024;
/// The action of the nonce of the staff page's forms.
const STAFF: &str = "staff.search";

pub fn endpoints() -> Vec<Endpoint> {
    // Public pages are the same for everybody, so the call has no nonce; it is accepted from this origin only.
    let report = Policy {
        max_body_bytes: MAX_REPORT_BYTES,
        ..Policy::write_call(RateClass::Beacon, Priority(5)).idempotent()
    };
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: STAFF, object: "" });
    let page =
        Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::ReportsRead) };
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)).idempotent() };
    vec![
        Endpoint::handler(Location::Rest(REPORT_URL), report::receive).policy(report),
        Endpoint::handler(Location::Page(STAFF_SEARCH_URL), staff::show).policy(page),
        Endpoint::handler(Location::Form(STAFF_SEARCH_URL), staff::change)
            .policy(form.nonce(nonce).for_staff(Permission::SettingsWrite)),
    ]
}

/// The meanings of words, cached until one is changed.
pub async fn meanings(settings: &SettingsCache, db: &PgPool) -> sqlx::Result<Arc<Meanings>> {
    let tags = [search::MEANINGS_TAG.to_owned()];
    settings.part(String::new(), &tags, search::load_meanings(db)).await
}
