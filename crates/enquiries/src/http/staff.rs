//! The staff's pages about enquiries: the inbox, downloads, what one person has sent, and previews of forms.

mod bulk;
mod files;
mod inbox;
mod one;
mod part;
mod person;
mod preview;

use accounts::view::STAFF_INBOX_URL;
use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};
use media::MediaContext;

use crate::urls::{STAFF_ENQUIRY_URL, STAFF_FILE_URL, STAFF_PERSON_URL, STAFF_PREVIEW_URL};

/// Nonce action of the forms.
const NONCE: &str = "enquiries.staff";

pub fn endpoints<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>() -> Vec<Endpoint<C>> {
    let page = Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::InboxAct) };
    // Only an audit line is written, so a link is enough; the cookie of staff is not sent by links of other sites.
    let download = Policy { audit: true, ..page.clone() };
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: NONCE, object: "" });
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)).idempotent() };
    let form = form.nonce(nonce).for_staff(Permission::InboxAct);
    // These concern more than one enquiry.
    let privacy = form.clone().for_staff(Permission::PrivacyAct);
    let preview = page.clone().for_staff(Permission::ContentWrite);
    vec![
        Endpoint::handler(Location::Page(STAFF_INBOX_URL), inbox::list).policy(page.clone()),
        Endpoint::handler(Location::Page(STAFF_ENQUIRY_URL), one::show).policy(page),
        Endpoint::handler(Location::Form(STAFF_ENQUIRY_URL), one::change).policy(form.clone()),
        Endpoint::handler(Location::Form(STAFF_INBOX_URL), bulk::act).policy(form),
        Endpoint::handler(Location::Page(STAFF_FILE_URL), files::download).policy(download),
        Endpoint::handler(Location::Form(STAFF_PERSON_URL), person::act).policy(privacy),
        Endpoint::handler(Location::Page(STAFF_PREVIEW_URL), preview::show).policy(preview),
    ]
}
