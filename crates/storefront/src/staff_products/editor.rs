//! The editor of a product: saving, creating and undo.

use std::collections::HashMap;

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use catalog::{
    rules::edit::{ProductFields, slug},
    service::{
        drafts,
        edit::{self, EditedProduct},
    },
};
use edge::{
    AppError, Fields, PathParam, Shop, ShopZone, Visitor,
    audit::AuditWriter,
    changes::{self, Patch},
    session::StaffMember,
};
use serde::Deserialize;

use super::{
    PRODUCT_URL, conflict, form,
    page::{PageQuery, Shown, render, render_new},
    pictures, product_url,
    save::{Edit, Editor, Saved, may_write},
    write::thing,
};

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(query): Fields<PageQuery>,
) -> Result<Response, AppError> {
    let mut db = shop.db.acquire().await?;
    let product = edit::find_product(&mut db, id, false).await?.ok_or(AppError::NotFound)?;
    let draft = match query.draft {
        Some(1) => drafts::find(&mut *db, id).await?,
        _ => None,
    };
    drop(db);
    // A field that is no longer one leaves the draft as it is stored.
    let fields = draft.and_then(|draft| Patch(draft.patch).apply(&product.fields).ok());
    let fields = fields.as_ref().unwrap_or(&product.fields);
    let shown = Shown { stored: &product.fields, fields, refused: &[], typed: None };
    render(&shop, &visitor, &member, &product, &shown, &query, None).await
}

/// The version and the stored values that a form was made on.
pub fn parse_base(form: &HashMap<String, String>) -> Result<(i64, ProductFields), AppError> {
    let version = form.get("version").and_then(|text| text.parse().ok());
    let was = form.get("was").and_then(|text| serde_json::from_str(text).ok());
    version.zip(was).ok_or(AppError::BadRequest("missing version"))
}

pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<HashMap<String, String>>,
) -> Result<Response, AppError> {
    let (version, was) = parse_base(&form)?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let (fields, unreadable) = form::read(&form, &was, &zone);
    let editor = Editor { shop: &shop, audit: &audit, member: &member };
    let category = editor.new_category(&form);
    let edit = Edit {
        product: id,
        version,
        patch: Patch::between(&was, &fields).map_err(anyhow::Error::from)?,
        known_pictures: was.pictures.clone(),
        undoes: None,
    };
    let (fields, refused) = if unreadable.is_empty() {
        match editor.save_with(&edit, category.as_deref()).await? {
            Saved::Refused { fields: merged, refused } => {
                let mut merged = *merged;
                if category.is_some() {
                    // It was not added either: the form has its name, and what was chosen beside it.
                    merged.category_id = fields.category_id;
                }
                (merged, refused)
            }
            saved => return answer(&shop, &visitor, id, version, saved).await,
        }
    } else {
        (fields, unreadable)
    };
    let mut db = shop.db.acquire().await?;
    let product = edit::find_product(&mut db, id, false).await?.ok_or(AppError::NotFound)?;
    drop(db);
    // The form stays on the version and the values that the member saw.
    let seen = EditedProduct { version, ..product };
    let shown = Shown { stored: &was, fields: &fields, refused: &refused, typed: Some(&form) };
    render(&shop, &visitor, &member, &seen, &shown, &PageQuery::default(), None).await
}

/// Redirects to what was saved, or shows the conflict.
async fn answer(
    shop: &Shop,
    visitor: &Visitor,
    id: i64,
    from: i64,
    saved: Saved,
) -> Result<Response, AppError> {
    let url = product_url(PRODUCT_URL, id);
    match saved {
        Saved::Done { version } => Ok(redirect(&format!("{url}?saved={version}&from={from}"), None)),
        Saved::Unchanged | Saved::Refused { .. } => Ok(redirect(&format!("{url}?notice=unchanged"), None)),
        Saved::Conflict(conflict) => conflict::page(shop, FormSession::for_staff(visitor)?, &conflict).await,
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
    let change = changes::find(&shop.db, thing(id), form.version).await?.ok_or(AppError::NotFound)?;
    if change.before.is_empty() {
        return Err(AppError::NotFound);
    }
    let names = |patch: &Patch| -> Vec<String> {
        let value = patch.0.get("pictures").cloned();
        value.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
    };
    let known_pictures = [names(&change.before), names(&change.after)].concat();
    let undoes = Some(change.version);
    let edit = Edit { product: id, version: change.version, patch: change.before, known_pictures, undoes };
    let editor = Editor { shop: &shop, audit: &audit, member: &member };
    let saved = editor.save(&edit).await?;
    // The page of a conflict asks about fields of the editor's form, which has no pictures.
    if matches!(&saved, Saved::Conflict(conflict) if conflict.clashing.iter().any(|field| field == "pictures"))
    {
        return Ok(pictures::back(id, "pictures-conflict"));
    }
    if let Saved::Refused { refused, .. } = &saved {
        let mut db = shop.db.acquire().await?;
        let product = edit::find_product(&mut db, id, false).await?.ok_or(AppError::NotFound)?;
        drop(db);
        let shown = Shown { stored: &product.fields, fields: &product.fields, refused, typed: None };
        return render(&shop, &visitor, &member, &product, &shown, &PageQuery::default(), None).await;
    }
    answer(&shop, &visitor, id, form.version, saved).await
}

pub async fn show_new(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
) -> Result<Response, AppError> {
    if !may_write(&member, "sku") {
        return Err(AppError::NotFound);
    }
    let categories = catalog::service::categories(&shop.db).await?;
    let empty = ProductFields::empty(categories.first().map_or(0, |one| one.id.0));
    let shown = Shown { stored: &empty, fields: &empty, refused: &[], typed: None };
    render_new(&shop, &visitor, &member, &shown).await
}

pub async fn create(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    Fields(form): Fields<HashMap<String, String>>,
) -> Result<Response, AppError> {
    let categories = catalog::service::categories(&shop.db).await?;
    let empty = ProductFields::empty(categories.first().map_or(0, |one| one.id.0));
    let zone = shop.settings.get::<ShopZone>().await?;
    let (mut fields, mut refused) = form::read(&form, &empty, &zone);
    if fields.slug.is_empty() {
        fields.slug = slug(&fields.sku);
    }
    let editor = Editor { shop: &shop, audit: &audit, member: &member };
    if refused.is_empty() {
        match editor.create(&fields, editor.new_category(&form).as_deref()).await? {
            Ok(id) => {
                let url = product_url(PRODUCT_URL, id);
                return Ok(redirect(&format!("{url}?notice=created"), None));
            }
            Err(found) => refused = found,
        }
    }
    let shown = Shown { stored: &empty, fields: &fields, refused: &refused, typed: Some(&form) };
    render_new(&shop, &visitor, &member, &shown).await
}
