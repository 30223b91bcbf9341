//! The library of the shop's own pictures: the list, one picture with where it is used, upload, replacement under the same
//! address and deletion. Edits are typed patches with a version, as those of products are.

mod edit;
mod find;
mod list;
mod page;
mod purge;
pub mod save;
pub mod texts;
mod upload;
mod uses;
pub mod view;

use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
};
use media::{MediaContext, rules::MAX_FILE_BYTES};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

pub use purge::{PurgePictures, purge_pictures};

pub const MEDIA_URL: &str = "/ar/wp-admin/media/";
const PICTURE_URL: &str = "/ar/wp-admin/media/{name}/";
const FILE_URL: &str = "/ar/wp-admin/media/{name}/file/";
const DELETE_URL: &str = "/ar/wp-admin/media/{name}/delete/";
const UNDO_URL: &str = "/ar/wp-admin/media/{name}/undo/";

/// Nonce action of the forms.
const NONCE: &str = "staff.media";
/// Files of one upload.
const MAX_FILES: usize = 20;
/// All files of one upload together.
const MAX_UPLOAD_BYTES: usize = 4 * MAX_FILE_BYTES as usize;

/// What stays as it is in a part of an address.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.');

fn picture_url(pattern: &str, name: &str) -> String {
    pattern.replace("{name}", &utf8_percent_encode(name, PLAIN).to_string())
}

/// The form that takes a change of a picture back, and what its nonce is for.
pub fn undo_form(name: &str) -> (String, &'static str) {
    (picture_url(UNDO_URL, name), NONCE)
}

/// The page of a picture.
pub fn url_of(name: &str) -> String {
    picture_url(PICTURE_URL, name)
}

/// The endpoints that receive files.
pub fn upload_endpoints<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>() -> Vec<Endpoint<C>> {
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: NONCE, object: "" });
    let form = |max_bytes| {
        let policy = Policy::form_with_files(RateClass::Staff, Priority(3), max_bytes);
        Policy { audit: true, ..policy.nonce(nonce).for_staff(Permission::ContentWrite) }
    };
    vec![
        Endpoint::handler(Location::Form(MEDIA_URL), upload::add).policy(form(MAX_UPLOAD_BYTES)),
        Endpoint::handler(Location::Form(FILE_URL), upload::replace).policy(form(MAX_FILE_BYTES as usize)),
    ]
}

pub fn endpoints() -> Vec<Endpoint> {
    let page =
        Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::ContentWrite) };
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: NONCE, object: "" });
    // A repeated save finds the values that it wanted, and changes nothing.
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)) };
    let form = form.idempotent().nonce(nonce).for_staff(Permission::ContentWrite);
    vec![
        Endpoint::handler(Location::Page(MEDIA_URL), list::show).policy(page.clone()),
        Endpoint::handler(Location::Page(PICTURE_URL), page::show).policy(page),
        Endpoint::handler(Location::Form(PICTURE_URL), edit::change).policy(form.clone()),
        Endpoint::handler(Location::Form(DELETE_URL), edit::delete).policy(form.clone()),
        Endpoint::handler(Location::Form(UNDO_URL), edit::undo).policy(form),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_cannot_leave_its_part_of_the_address() {
        assert_eq!(picture_url(PICTURE_URL, "coffee-scene_2.a"), "/ar/wp-admin/media/coffee-scene_2.a/");
        assert_eq!(picture_url(DELETE_URL, "a/b?c"), "/ar/wp-admin/media/a%2Fb%3Fc/delete/");
    }
}
