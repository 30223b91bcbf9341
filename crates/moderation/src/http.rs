//! The staff's queue. Every decision is recorded in the audit log.

mod page;

use accounts::view::STAFF_REVIEWS_URL;
use axum::extract::State;
use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};
use media::service::MediaContext;

use crate::queue::QueueSources;

/// Nonce action of the forms.
const NONCE: &str = "moderation";

pub fn endpoints<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>(
    sources: QueueSources,
) -> Vec<Endpoint<C>> {
    let page =
        Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::ReviewsModerate) };
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)).idempotent() };
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: NONCE, object: "" });
    let for_page = sources.clone();
    vec![
        Endpoint::handler(
            Location::Page(STAFF_REVIEWS_URL),
            move |shop, State(media): State<MediaContext>, staff, visitor, fields| {
                page::show(shop, media, staff, visitor, fields, for_page.clone())
            },
        )
        .policy(page),
        Endpoint::handler(
            Location::Form(STAFF_REVIEWS_URL),
            move |shop, State(media): State<MediaContext>, audit, staff, fields| {
                page::change(shop, media, audit, staff, fields, sources.clone())
            },
        )
        .policy(form.nonce(nonce).for_staff(Permission::ReviewsModerate)),
    ]
}
