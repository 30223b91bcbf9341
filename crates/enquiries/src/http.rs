//! Endpoints of forms and of the staff's inbox.

mod calls;
mod staff;
mod submit;
mod upload;

use axum::extract::State;
use content::BlockSources;
use edge::{
    Endpoint, Policy,
    policy::{Priority, RateClass, Shape},
    registry::Location,
};
use media::MediaContext;

use crate::{
    rules::MAX_FILE_BYTES,
    urls::{CAPTCHA_URL, CHALLENGE_URL, PAGE_URL, TOKEN_URL},
};

/// Files of a plain form together, and a file that is sent alone.
#[expect(clippy::cast_possible_truncation, reason = "100 MiB")]
const MAX_BYTES: usize = MAX_FILE_BYTES as usize;

/// What the storefront knows and this crate does not.
#[derive(Clone)]
pub struct EnquiryOptions {
    /// What the blocks of a page show: a plain form that was refused is shown in its page.
    pub sources: BlockSources,
}

pub fn endpoints<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>(
    options: &EnquiryOptions,
) -> Vec<Endpoint<C>> {
    staff::endpoints().into_iter().chain(for_visitors(options)).collect()
}

fn for_visitors<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>(
    options: &EnquiryOptions,
) -> Vec<Endpoint<C>> {
    let json = Policy { shape: Shape::Json, ..Policy::personal_page() };
    // The token in the form is its key, and so is the number of a file.
    let send = Policy::form_with_files(RateClass::Content, Priority(3), MAX_BYTES).idempotent();
    let upload = Policy::upload(Priority(4), MAX_BYTES).idempotent();
    let (for_sent, for_form) = (options.sources.clone(), options.sources.clone());
    vec![
        Endpoint::handler(Location::ActionField("iphorm_ajax_uploading"), upload::receive).policy(upload),
        Endpoint::handler(
            Location::Form(PAGE_URL),
            move |shop, State(media): State<MediaContext>, visitor, slug, headers, upload| {
                submit::send(shop, media, visitor, slug, headers, upload, for_form.clone())
            },
        )
        .policy(send),
        Endpoint::handler(Location::PageWith(PAGE_URL, submit::SENT_PARAMETER), move |shop, slug, fields| {
            submit::show_sent(shop, slug, fields, for_sent.clone())
        })
        .policy(Policy::personal_page()),
        Endpoint::handler(Location::Page(TOKEN_URL), calls::token).policy(json.clone()),
        Endpoint::handler(Location::Page(CHALLENGE_URL), calls::challenge).policy(json),
        Endpoint::handler(Location::Page(CAPTCHA_URL), calls::picture).policy(Policy::personal_page()),
    ]
}
