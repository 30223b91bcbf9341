//! Endpoints of reviews: calls 16 to 21 and 25 to 30, and the pages.

mod all_reviews;
mod challenge;
mod confirm;
mod lists;
mod submit;
mod topics;
mod uploads;
mod write;

use edge::{
    Endpoint, Permission, Policy,
    policy::{DatabaseRole, NonceField, NonceKind, Priority, RateClass, Shape},
    registry::Location,
};
use media::{rules::MAX_FILE_BYTES, service::MediaContext};

use crate::{
    service::nonces,
    urls::*,
    votes::{self, ReviewVotes},
};

pub fn endpoints<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>() -> Vec<Endpoint<C>> {
    list_calls().into_iter().chain(write_calls()).chain(uploads()).chain(pages()).chain(for_staff()).collect()
}

fn page_nonce(field: &'static str) -> NonceKind {
    NonceKind::Page(NonceField { field, action: nonces::LIST, object: "" })
}

fn list_calls<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>() -> Vec<Endpoint<C>> {
    let read = Policy { database: DatabaseRole::Read, ..Policy::read_call(RateClass::Read, Priority(4)) };
    let guarded = read.clone().nonce(page_nonce("security"));
    vec![
        Endpoint::handler(Location::Action("cr_sort_reviews"), lists::sort).policy(read.clone()),
        Endpoint::handler(Location::Action("cr_filter_reviews"), lists::filter).policy(guarded.clone()),
        Endpoint::handler(Location::Action("cr_show_more_reviews"), lists::show_more).policy(guarded),
        Endpoint::handler(Location::Action("cr_show_more_all_reviews"), lists::show_more_all)
            .policy(read.clone()),
        Endpoint::handler(Location::Action("ivole_show_more_grid_reviews"), lists::show_more_grid)
            .policy(read),
    ]
}

fn write_calls<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>() -> Vec<Endpoint<C>> {
    vec![
        Endpoint::handler(Location::Action("cr_auto_download_media_frontend"), lists::download_media)
            .policy(Policy::write_call(RateClass::Beacon, Priority(5)).idempotent()),
        Endpoint::handler(Location::Action("cr_vote_review"), votes::call::<ReviewVotes>)
            .policy(Policy::write_call(RateClass::Vote, Priority(4))),
        Endpoint::handler(Location::Action("cr_submit_review"), submit::call)
            .policy(Policy::write_call(RateClass::Content, Priority(3))),
    ]
}

/// The classic form uses calls 27 and 28, the newer one calls 29 and 30.
fn uploads<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>() -> Vec<Endpoint<C>> {
    let upload = Policy::upload(Priority(4), MAX_FILE_BYTES as usize);
    let removal = Policy::write_call(RateClass::UploadRemoval, Priority(4)).idempotent();
    let page = NonceField { field: "cr_nonce", action: nonces::UPLOAD, object: "cr_postid" };
    let attachment = NonceField { field: "cr_nonce", action: nonces::ATTACHMENT, object: "image" };
    vec![
        Endpoint::handler(Location::Action("cr_upload_local_images_frontend"), uploads::upload_classic)
            .policy(upload.clone().nonce(NonceKind::Page(page))),
        Endpoint::handler(Location::Action("cr_delete_local_images_frontend"), uploads::delete_classic)
            .policy(removal.clone().nonce(NonceKind::Session(attachment))),
        Endpoint::handler(Location::Action("cr_upload_media"), uploads::upload).policy(upload),
        Endpoint::handler(Location::Action("cr_delete_media"), uploads::delete).policy(removal),
    ]
}

fn pages<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>() -> Vec<Endpoint<C>> {
    let content = Policy::form(RateClass::Content, Priority(3));
    let by_key = Policy::form(RateClass::Account, Priority(3)).idempotent();
    vec![
        Endpoint::public(ALL_REVIEWS_URL, all_reviews::PARAMETERS, all_reviews::render)
            .policy(Policy::public_page()),
        Endpoint::handler(Location::Page(WRITE_URL), write::show).policy(Policy::personal_page()),
        Endpoint::handler(Location::Form(WRITE_URL), write::send).policy(content),
        Endpoint::handler(Location::Page(CHALLENGE_URL), challenge::issue)
            .policy(Policy { shape: Shape::Json, ..Policy::personal_page() }),
        Endpoint::handler(Location::Form(VOTE_URL), votes::form::<ReviewVotes>)
            .policy(Policy::form(RateClass::Vote, Priority(4)).nonce(page_nonce("nonce"))),
        Endpoint::handler(Location::Page(CONFIRM_URL), confirm::show).policy(Policy::personal_page()),
        // The key in the form is the authorization.
        Endpoint::handler(Location::Form(CONFIRM_URL), confirm::confirm).policy(by_key),
    ]
}

fn for_staff<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>() -> Vec<Endpoint<C>> {
    let page =
        Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::ReviewsModerate) };
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)).idempotent() };
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: nonces::TOPICS, object: "" });
    vec![
        Endpoint::handler(Location::Page(STAFF_TOPICS_URL), topics::show).policy(page),
        Endpoint::handler(Location::Form(STAFF_TOPICS_URL), topics::change)
            .policy(form.nonce(nonce).for_staff(Permission::ReviewsModerate)),
    ]
}
