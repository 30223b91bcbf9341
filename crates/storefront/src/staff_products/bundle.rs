//! The editor of a bundle: parts, discount and limits, saved with a version like a product, beside a trial that asks the rules
//! of the cart. Each act of the form posts all of it; what is not «save» answers the same page with the fields as they are.

mod form;
mod page;
mod save;
pub mod texts;
mod trial;
pub mod view;

use std::collections::HashMap;

use accounts::service::redirect;
use axum::{extract::State, response::Response};
use bundles::{
    rules::edit::{BundleFields, FieldRefusal, MAX_PARTS, PartFields, refused},
    service::edit::{self as bundle_edit, EditedBundle},
};
use catalog::{
    ProductKind, ProductStatus,
    service::edit::{self, EditedProduct},
};
use edge::{
    AppError, Fields, PathParam, Shop, Visitor,
    audit::AuditWriter,
    changes::{self, Patch},
    session::StaffMember,
};
use http::StatusCode;
use kernel::text;
use serde::Deserialize;

pub use self::save::may_write_field;
use self::{
    form::Read,
    page::{BundlePage, Found},
    save::{Edit, Editor, Saved, thing},
};
use super::{BUNDLE_URL, list::search_ids, product_url, save::may_write};

/// Products that a search for a part offers.
const MOST_FOUND: u8 = 8;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PageQuery {
    pub notice: String,
    /// The version that was saved, and the one that it was made on.
    pub saved: Option<i64>,
    pub from: Option<i64>,
}

/// A bundle, or a simple product that nobody can buy yet and that becomes one with the first save. Others have no such page.
async fn load(shop: &Shop, member: &StaffMember, id: i64) -> Result<(EditedProduct, EditedBundle), AppError> {
    let mut db = shop.db.acquire().await?;
    let product = edit::find_product(&mut db, id, false).await?.ok_or(AppError::NotFound)?;
    let bundle = bundle_edit::find(&mut db, id).await?;
    let is_shown = product.kind == ProductKind::Bundle || (may_become_bundle(&product) && may_edit(member));
    if is_shown { Ok((product, bundle)) } else { Err(AppError::NotFound) }
}

pub fn may_become_bundle(product: &EditedProduct) -> bool {
    product.kind == ProductKind::Simple && product.fields.status == ProductStatus::Draft
}

/// Parts decide what is sold: not for members who write texts and pictures only.
pub fn may_edit(member: &StaffMember) -> bool {
    may_write(member, "sku")
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(query): Fields<PageQuery>,
) -> Result<Response, AppError> {
    let (product, bundle) = load(&shop, &member, id).await?;
    let read = Read::of(bundle.fields.clone());
    let page = BundlePage::new(&shop, &member, &product, &bundle, &read);
    page.render(&visitor, &query, StatusCode::OK).await
}

/// What a button of the form asks for.
enum Act<'a> {
    Save,
    Try,
    Find(String),
    Add(i64),
    Remove(&'a str),
    Move(&'a str, bool),
}

impl<'a> Act<'a> {
    fn parse(form: &'a HashMap<String, String>) -> Result<Self, AppError> {
        let name = form.get("act").map_or("save", String::as_str);
        let typed = form.get("find").map(|typed| text::clean(typed, 100)).filter(|typed| !typed.is_empty());
        Ok(match name.split_once('-') {
            Some(("add", id)) => Self::Add(id.parse().map_err(|_| AppError::BadRequest("no such part"))?),
            Some(("remove", key)) => Self::Remove(key),
            Some(("up", key)) => Self::Move(key, true),
            Some(("down", key)) => Self::Move(key, false),
            None if name == "try" => Self::Try,
            // Enter in the field of the search presses the first button, and a product that was typed is not left out in
            // silence.
            None if matches!(name, "save" | "find") => {
                typed.map_or(if name == "save" { Self::Save } else { Self::Try }, Self::Find)
            }
            _ => return Err(AppError::BadRequest("no such act")),
        })
    }
}

pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<HashMap<String, String>>,
) -> Result<Response, AppError> {
    let (product, stored) = load(&shop, &member, id).await?;
    if !may_edit(&member) {
        return Err(AppError::NotFound);
    }
    let version: i64 = form
        .get("version")
        .and_then(|text| text.parse().ok())
        .ok_or(AppError::BadRequest("missing version"))?;
    let was: BundleFields = form
        .get("was")
        .and_then(|text| serde_json::from_str(text).ok())
        .ok_or(AppError::BadRequest("missing fields"))?;
    let mut read = form::read(&form, &was).ok_or(AppError::BadRequest("unreadable parts"))?;
    // The form stays on the version and the values that the member saw.
    let seen = EditedBundle { version, fields: was.clone() };
    let mut found = None;
    let mut refusals = Vec::new();
    match Act::parse(&form)? {
        Act::Save => {
            refusals = read.refused();
            if refusals.is_empty() {
                let patch = Patch::between(&was, &read.fields).map_err(anyhow::Error::from)?;
                let edit = Edit { product: id, version, patch, undoes: None };
                let editor = Editor { shop: &shop, audit: &audit, member: &member };
                match editor.save(&edit).await? {
                    Saved::Refused(reasons) => refusals = reasons,
                    saved => return answer(&shop, &visitor, &product, version, saved).await,
                }
            }
        }
        Act::Try => {}
        Act::Find(typed) => {
            let mut ids = search_ids(&shop, &typed, MOST_FOUND.into()).await?.ids;
            ids.truncate(MOST_FOUND.into());
            found = Some(Found { typed, ids });
        }
        Act::Add(product) if read.fields.parts.len() < MAX_PARTS => {
            let key = free_key(&read.fields, &stored.fields);
            read.fields.parts.push(PartFields::new(key, product));
        }
        Act::Add(_) => refusals.push(refused("parts", FieldRefusal::TooManyParts)),
        Act::Remove(key) => read.fields.parts.retain(|part| part.key != key),
        Act::Move(key, is_up) => move_part(&mut read.fields.parts, key, is_up),
    }
    let status = if refusals.is_empty() { StatusCode::OK } else { StatusCode::UNPROCESSABLE_ENTITY };
    let mut page = BundlePage::new(&shop, &member, &product, &seen, &read);
    (page.found, page.refused, page.trial) = (found, refusals, Some(&form));
    page.render(&visitor, &PageQuery::default(), status).await
}

/// A key that neither a part of the form nor a stored one has, so that carts never mistake one part for another.
fn free_key(form: &BundleFields, stored: &BundleFields) -> String {
    let both = BundleFields {
        parts: form.parts.iter().chain(&stored.parts).cloned().collect(),
        ..BundleFields::default()
    };
    both.free_key()
}

fn move_part(parts: &mut [PartFields], key: &str, is_up: bool) {
    let Some(place) = parts.iter().position(|part| part.key == key) else { return };
    let other = if is_up { place.checked_sub(1) } else { Some(place + 1).filter(|next| *next < parts.len()) };
    if let Some(other) = other {
        parts.swap(place, other);
    }
}

/// Redirects to what was saved, or shows the conflict.
async fn answer(
    shop: &Shop,
    visitor: &Visitor,
    product: &EditedProduct,
    from: i64,
    saved: Saved,
) -> Result<Response, AppError> {
    let url = product_url(BUNDLE_URL, product.id);
    match saved {
        Saved::Done { version } => Ok(redirect(&format!("{url}?saved={version}&from={from}"), None)),
        Saved::Unchanged => Ok(redirect(&format!("{url}?notice=unchanged"), None)),
        Saved::Refused(_) => Ok(redirect(&format!("{url}?notice=undo-refused"), None)),
        Saved::Conflict(conflict) => page::conflict(shop, visitor, product, &conflict).await,
    }
}

#[derive(Debug, Deserialize)]
pub struct UndoFields {
    version: i64,
}

/// Takes a change back: the values before it, if nobody has changed them since.
pub async fn undo(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<UndoFields>,
) -> Result<Response, AppError> {
    let (product, _) = load(&shop, &member, id).await?;
    if !may_edit(&member) {
        return Err(AppError::NotFound);
    }
    let change = changes::find(&shop.db, thing(id), form.version).await?.ok_or(AppError::NotFound)?;
    let edit =
        Edit { product: id, version: change.version, patch: change.before, undoes: Some(change.version) };
    let editor = Editor { shop: &shop, audit: &audit, member: &member };
    let saved = editor.save(&edit).await?;
    answer(&shop, &visitor, &product, form.version, saved).await
}
