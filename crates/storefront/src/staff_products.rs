//! Products as staff see them: the list, the editor and its parts. Edits are typed patches with a version: what does not
//! clash with edits of others is merged, what clashes is asked.

pub mod bulk;
mod bundle;
mod checks;
mod conflict;
mod descriptions;
mod drafts;
mod editor;
mod form;
mod list;
mod page;
mod pictures;
mod quick;
mod sale_stages;
mod save;
pub mod texts;
mod variations;
pub mod view;
mod write;

pub use bundle::{texts as bundle_texts, view::StaffBundlePageView};
pub use drafts::{
    publish::{publish_due, run_publisher},
    view::StaffDraftPageView,
};
pub use list::search_ids;
pub use save::may_write;

use edge::{
    Endpoint, Permission, Policy,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
    session::StaffMember,
};
use media::{MediaContext, rules::MAX_FILE_BYTES};

pub const PRODUCTS_URL: &str = "/ar/wp-admin/products/";
pub const NEW_URL: &str = "/ar/wp-admin/products/new/";
pub const PRODUCT_URL: &str = "/ar/wp-admin/products/{id}/";
const UNDO_URL: &str = "/ar/wp-admin/products/{id}/undo/";
const VARIATIONS_URL: &str = "/ar/wp-admin/products/{id}/variations/";
const ATTRIBUTES_URL: &str = "/ar/wp-admin/products/{id}/attributes/";
const PICTURES_URL: &str = "/ar/wp-admin/products/{id}/pictures/";
/// Takes a picture of the library.
pub const CHOOSE_URL: &str = "/ar/wp-admin/products/{id}/pictures/choose/";
const UPLOAD_URL: &str = "/ar/wp-admin/products/{id}/pictures/new/";
const PRICE_URL: &str = "/ar/wp-admin/products/{id}/price/";
const STOCK_URL: &str = "/ar/wp-admin/products/{id}/stock/";
const BUNDLE_URL: &str = "/ar/wp-admin/products/{id}/bundle/";
const DRAFT_URL: &str = "/ar/wp-admin/products/{id}/draft/";
const PREVIEW_URL: &str = "/ar/wp-admin/products/{id}/preview/";
const BUNDLE_UNDO_URL: &str = "/ar/wp-admin/products/{id}/bundle/undo/";

/// Nonce action of the forms.
pub const NONCE: &str = "staff.products";
/// A description, and the page's copy of it.
const MAX_BYTES: usize = 1024 * 1024;

fn product_url(pattern: &str, id: i64) -> String {
    pattern.replace("{id}", &id.to_string())
}

/// The form that takes a change of these fields of a product back, and what its nonce is for. `None`: the member may not.
pub fn undo_form(product: i64, fields: &[&str], member: &StaffMember) -> Option<(String, &'static str)> {
    let may = member.may(Permission::CatalogWrite) && fields.iter().all(|field| may_write(member, field));
    may.then(|| (product_url(UNDO_URL, product), NONCE))
}

/// The same of a bundle's terms and parts.
pub fn bundle_undo_form(
    product: i64,
    fields: &[&str],
    member: &StaffMember,
) -> Option<(String, &'static str)> {
    let may = bundle::may_edit(member) && fields.iter().all(|field| bundle::may_write_field(member, field));
    may.then(|| (product_url(BUNDLE_UNDO_URL, product), NONCE))
}

/// The endpoint that receives pictures.
pub fn upload_endpoints<C: AsRef<MediaContext> + Clone + Send + Sync + 'static>() -> Vec<Endpoint<C>> {
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: NONCE, object: "" });
    let policy = Policy::form_with_files(RateClass::Staff, Priority(3), MAX_FILE_BYTES as usize);
    let policy = Policy { audit: true, ..policy.nonce(nonce).for_staff(Permission::CatalogWrite) };
    vec![Endpoint::handler(Location::Form(UPLOAD_URL), pictures::upload).policy(policy)]
}

pub fn endpoints() -> Vec<Endpoint> {
    let page =
        Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::CatalogRead) };
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: NONCE, object: "" });
    // A repeated save finds the values that it wanted, and changes nothing.
    let form =
        Policy { audit: true, max_body_bytes: MAX_BYTES, ..Policy::form(RateClass::Staff, Priority(2)) };
    let form = form.idempotent().nonce(nonce);
    let form = |permission| form.clone().for_staff(permission);
    let mut endpoints = vec![
        Endpoint::handler(Location::Page(PRODUCTS_URL), list::show).policy(page.clone()),
        Endpoint::handler(Location::Page(NEW_URL), editor::show_new)
            .policy(page.clone().for_staff(Permission::CatalogWrite)),
        Endpoint::handler(Location::Form(NEW_URL), editor::create).policy(form(Permission::CatalogWrite)),
        Endpoint::handler(Location::Page(PRODUCT_URL), editor::show).policy(page.clone()),
        Endpoint::handler(Location::Page(BUNDLE_URL), bundle::show).policy(page.clone()),
        Endpoint::handler(Location::Page(DRAFT_URL), drafts::show).policy(page.clone()),
        Endpoint::handler(Location::Form(DRAFT_URL), drafts::change).policy(form(Permission::CatalogWrite)),
        Endpoint::handler(Location::Page(PREVIEW_URL), drafts::preview).policy(page),
        Endpoint::handler(Location::Form(BUNDLE_URL), bundle::change).policy(form(Permission::CatalogWrite)),
        Endpoint::handler(Location::Form(BUNDLE_UNDO_URL), bundle::undo)
            .policy(form(Permission::CatalogWrite)),
        Endpoint::handler(Location::Form(PRODUCT_URL), editor::change).policy(form(Permission::CatalogWrite)),
        Endpoint::handler(Location::Form(UNDO_URL), editor::undo).policy(form(Permission::CatalogWrite)),
        Endpoint::handler(Location::Form(ATTRIBUTES_URL), variations::add_attribute)
            .policy(form(Permission::CatalogWrite)),
        Endpoint::handler(Location::Form(VARIATIONS_URL), variations::change)
            .policy(form(Permission::CatalogWrite)),
        Endpoint::handler(Location::Form(PICTURES_URL), pictures::change)
            .policy(form(Permission::CatalogWrite)),
        Endpoint::handler(Location::Form(CHOOSE_URL), pictures::choose)
            .policy(form(Permission::CatalogWrite)),
        Endpoint::handler(Location::Form(PRICE_URL), quick::change_price)
            .policy(form(Permission::PricesWrite)),
        Endpoint::handler(Location::Form(STOCK_URL), quick::set_stock).policy(form(Permission::StockMove)),
    ];
    endpoints.extend(bulk::endpoints());
    endpoints
}
