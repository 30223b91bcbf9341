//! The staff's queue. Every decision is recorded in the audit log.

mod acts;
mod change;
mod page;
mod part;
mod spam;

use std::time::Duration;

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
/// What one act would refuse together with an item.
const STAFF_SPAM_URL: &str = "/ar/wp-admin/reviews/spam/";
/// Decisions that can be undone.
const STAFF_ACTS_URL: &str = "/ar/wp-admin/reviews/acts/";

pub fn endpoints<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>(
    sources: QueueSources,
) -> Vec<Endpoint<C>> {
    let page =
        Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::ReviewsModerate) };
    // One act takes up to a thousand items.
    let timeout = Duration::from_secs(60);
    let form = Policy { audit: true, timeout, ..Policy::form(RateClass::Staff, Priority(2)).idempotent() };
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: NONCE, object: "" });
    let for_page = sources.clone();
    vec![
        Endpoint::handler(
            Location::Page(STAFF_REVIEWS_URL),
            move |shop, State(media): State<MediaContext>, staff, visitor, fields| {
                page::show(shop, media, staff, visitor, fields, for_page.clone())
            },
        )
        .policy(page.clone()),
        Endpoint::handler(Location::Page(STAFF_SPAM_URL), spam::show).policy(page.clone()),
        Endpoint::handler(Location::Page(STAFF_ACTS_URL), acts::show).policy(page),
        Endpoint::handler(
            Location::Form(STAFF_REVIEWS_URL),
            move |shop, State(media): State<MediaContext>, audit, staff, fields| {
                change::change(shop, media, audit, staff, fields, sources.clone())
            },
        )
        .policy(form.nonce(nonce).for_staff(Permission::ReviewsModerate)),
    ]
}
