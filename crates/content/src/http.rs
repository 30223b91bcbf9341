//! Endpoints of content: public pages, the feed, the comment form, and the staff's pages.

mod comments;
mod feed;
mod public;
mod staff;

use std::sync::Arc;

use edge::{
    Endpoint, Permission, Policy,
    policy::{DatabaseRole, NonceField, NonceKind, Priority, RateClass, Shape},
    registry::Location,
};

use crate::{
    service::{blocks::BlockSources, nonces},
    urls::*,
};

/// What the storefront knows and this crate does not.
#[derive(Clone)]
pub struct ContentOptions {
    pub sources: BlockSources,
    /// First parts of addresses below `/ar/` that other pages have: no page or post may take them.
    pub reserved: Arc<[String]>,
}

/// The editor's form holds the text of a whole page.
const MAX_EDITOR_BYTES: usize = 512 * 1024;

pub fn endpoints(options: &ContentOptions) -> Vec<Endpoint> {
    public_pages(options).into_iter().chain(comment_calls(options)).chain(for_staff(options)).collect()
}

fn public_pages(options: &ContentOptions) -> Vec<Endpoint> {
    let public = Policy::public_page();
    let (sources, for_preview) = (options.sources.clone(), options.sources.clone());
    // The feed is read by programs, some of which ask often: it is no page and has no copy, only a cheap query.
    let feed = Policy { database: DatabaseRole::Read, ..Policy::personal_page() };
    vec![
        Endpoint::public(ITEM_URL, public::ITEM_PARAMETERS, move |shop, request| {
            public::item(shop, request, sources.clone())
        })
        .policy(public.clone()),
        Endpoint::public(BLOG_URL, public::BLOG_PARAMETERS, public::blog).policy(public.clone()),
        Endpoint::public(CATEGORY_URL, public::CATEGORY_PARAMETERS, public::category).policy(public),
        Endpoint::handler(Location::Page(FEED_URL), feed::show).policy(feed),
        Endpoint::handler(Location::Page(PREVIEW_URL), move |shop, fields| {
            staff::shared(shop, fields, for_preview.clone())
        })
        .policy(Policy::personal_page()),
    ]
}

fn comment_calls(options: &ContentOptions) -> Vec<Endpoint> {
    let (for_held, for_form) = (options.sources.clone(), options.sources.clone());
    vec![
        // A page of one visitor: their comment that waits for staff.
        Endpoint::handler(Location::PageWith(ITEM_URL, "unapproved"), move |shop, slug, fields| {
            comments::show_held(shop, slug, fields, for_held.clone())
        })
        .policy(Policy::personal_page()),
        Endpoint::handler(Location::Form(COMMENT_URL), move |shop, visitor, key, fields| {
            comments::send(shop, visitor, key, fields, for_form.clone())
        })
        .policy(Policy::form(RateClass::Content, Priority(3))),
        Endpoint::handler(Location::Page(CHALLENGE_URL), comments::challenge)
            .policy(Policy { shape: Shape::Json, ..Policy::personal_page() }),
    ]
}

fn for_staff(options: &ContentOptions) -> Vec<Endpoint> {
    let page =
        Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::ContentWrite) };
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: nonces::STAFF, object: "" });
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)).idempotent() };
    let form = form.nonce(nonce).for_staff(Permission::ContentWrite);
    let editor = Policy { max_body_bytes: MAX_EDITOR_BYTES, ..form.clone() };
    let (sources, reserved) = (options.sources.clone(), options.reserved.clone());
    let (for_edit, for_save) = (sources.clone(), sources.clone());
    vec![
        Endpoint::handler(Location::Page(STAFF_CONTENT_URL), staff::list).policy(page.clone()),
        Endpoint::handler(Location::Page(STAFF_EDIT_URL), move |shop, visitor, fields| {
            staff::edit(shop, visitor, fields, for_edit.clone())
        })
        .policy(page.clone()),
        Endpoint::handler(Location::Form(STAFF_EDIT_URL), move |shop, visitor, audit, member, fields| {
            staff::save(shop, visitor, audit, member, fields, (for_save.clone(), reserved.clone()))
        })
        .policy(editor),
        Endpoint::handler(Location::Page(STAFF_PREVIEW_URL), move |shop, fields| {
            staff::preview(shop, fields, sources.clone())
        })
        .policy(page.clone()),
        Endpoint::handler(Location::Page(STAFF_CATEGORIES_URL), staff::categories).policy(page.clone()),
        Endpoint::handler(Location::Form(STAFF_CATEGORIES_URL), staff::change_category).policy(form.clone()),
        Endpoint::handler(Location::Page(STAFF_REDIRECTS_URL), staff::redirects).policy(page),
        Endpoint::handler(Location::Form(STAFF_REDIRECTS_URL), staff::change_redirect).policy(form),
    ]
}
