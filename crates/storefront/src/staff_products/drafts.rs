//! The draft of a product: changes that are kept beside what is published, compared with it, previewed as the shop's own page,
//! and published at once or at a moment.

pub mod publish;
pub mod view;

use std::collections::HashMap;

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use catalog::{
    ProductStatus,
    rules::edit::{FieldRefusal, ProductFields, Refused},
    service::{
        drafts::{self, NewDraft, ProductDraft},
        edit::{self, EditedProduct},
        product,
    },
};
use chrono::{DateTime, TimeDelta};
use content::view::PreviewView;
use edge::{
    AppError, Fields, PathParam, Permission, Shop, ShopZone, Visitor,
    audit::AuditWriter,
    changes::{self, Patch, compare},
    session::StaffMember,
    view::LinkView,
};
use http::{HeaderName, HeaderValue, StatusCode};
use kernel::msg;
use serde::Deserialize;

use self::view::StaffDraftPageView;
use super::{
    DRAFT_URL, NONCE, PREVIEW_URL, PRODUCT_URL,
    checks::product_refusals,
    conflict,
    editor::parse_base,
    form::{self, FIELDS},
    page::{PageQuery, Shown, render},
    product_url,
    save::{Saved, may_write},
    texts,
    view::{DraftForm, HistoryField, StaffNotice},
    write::thing,
};
use crate::store::staff_names;

/// What links to previews are signed for.
const PREVIEW: &str = "staff.products.preview";
const PREVIEW_LIFETIME: TimeDelta = TimeDelta::hours(1);
const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");
const LOCAL_TIME: &str = "%Y-%m-%dT%H:%M";

async fn load(shop: &Shop, id: i64) -> Result<EditedProduct, AppError> {
    let mut db = shop.db.acquire().await?;
    edit::find_product(&mut db, id, false).await?.ok_or(AppError::NotFound)
}

/// What the editor of a product shows of its draft.
pub async fn editor_form(shop: &Shop, member: &StaffMember, product: i64) -> Result<DraftForm, AppError> {
    let draft = drafts::find(&shop.db, product).await?;
    let url = product_url(DRAFT_URL, product);
    Ok(DraftForm {
        action: member.may(Permission::CatalogWrite).then(|| url.clone()),
        revision: draft.as_ref().map_or(0, |draft| draft.revision).to_string(),
        text: match &draft {
            Some(draft) => Some(state(shop, draft).await?),
            None => None,
        },
        link: draft.map(|_| LinkView::new(shop.messages.text(msg::staff_drafts::OPEN), url)),
    })
}

/// Why it was not published, when it will be, or whose it is.
async fn state(shop: &Shop, draft: &ProductDraft) -> Result<String, AppError> {
    let zone = shop.settings.get::<ShopZone>().await?;
    let text = match (&draft.refusal, draft.publish_at) {
        (Some(reason), _) if reason == "changed" => msg::staff_drafts::REFUSED_CHANGED.into(),
        (Some(reason), _) if reason == "rights" => msg::staff_drafts::REFUSED_RIGHTS.into(),
        (Some(_), _) => msg::staff_drafts::REFUSED_REFUSED.into(),
        (None, Some(at)) => msg::staff_drafts::SCHEDULED.with("when", zone.date_time(at)),
        (None, None) => {
            let names = staff_names(&shop.db, std::iter::once(draft.actor.as_str())).await?;
            let name = names.get(&draft.actor).unwrap_or(&draft.actor);
            msg::staff_drafts::SAVED_BY.with("name", name).with("when", zone.date_time(draft.saved_at))
        }
    };
    Ok(shop.messages.text(text))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct DraftQuery {
    notice: String,
}

fn notice(shop: &Shop, code: &str, draft: &ProductDraft) -> Option<StaffNotice> {
    let (key, is_error) = match (code, draft.refusal.as_deref()) {
        ("stored", _) => (msg::staff_drafts::STORED, false),
        ("scheduled", _) => (msg::staff_drafts::IS_SCHEDULED, false),
        ("unscheduled", _) => (msg::staff_drafts::IS_UNSCHEDULED, false),
        ("past", _) => (msg::staff_drafts::PAST, true),
        ("changed", _) => (msg::staff_drafts::CHANGED, true),
        ("clash", _) => (msg::staff_drafts::CLASH, true),
        ("invalid", _) => (msg::staff_drafts::INVALID, true),
        (_, Some("changed")) => (msg::staff_drafts::REFUSED_CHANGED, true),
        (_, Some("rights")) => (msg::staff_drafts::REFUSED_RIGHTS, true),
        (_, Some(_)) => (msg::staff_drafts::REFUSED_REFUSED, true),
        _ => return None,
    };
    Some(StaffNotice { text: shop.messages.text(key), is_error, undo: None })
}

fn back(id: i64, notice: &str) -> Response {
    redirect(&format!("{}?notice={notice}", product_url(DRAFT_URL, id)), None)
}

fn gone(id: i64) -> Response {
    redirect(&format!("{}?notice=draft-gone", product_url(PRODUCT_URL, id)), None)
}

/// The draft beside what is published.
pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(query): Fields<DraftQuery>,
) -> Result<Response, AppError> {
    let product = load(&shop, id).await?;
    let Some(draft) = drafts::find(&shop.db, id).await? else { return Ok(gone(id)) };
    let session = FormSession::for_staff(&visitor)?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let categories = catalog::service::categories(&shop.db).await?;
    let stored = Patch::of(&product.fields).map_err(anyhow::Error::from)?;
    let patch = Patch(draft.patch.clone()).without(&stored);
    let shown = |field: &str, patch: &Patch| texts::shown(shop.messages, &zone, &categories, field, patch);
    let field = |field: &str| HistoryField {
        label: shop.messages.text(texts::label(field)),
        before: shown(field, &stored),
        after: shown(field, &patch),
    };
    let names = staff_names(&shop.db, std::iter::once(draft.actor.as_str())).await?;
    let name = names.get(&draft.actor).unwrap_or(&draft.actor);
    let saved = msg::staff_drafts::SAVED_BY.with("name", name).with("when", zone.date_time(draft.saved_at));
    let until = shop.clock.now() + PREVIEW_LIFETIME;
    let key = shop.nonces.link(PREVIEW, &id.to_string(), until);
    let url = product_url(DRAFT_URL, id);
    let view = StaffDraftPageView {
        title: product.fields.name.clone(),
        product_url: product_url(PRODUCT_URL, id),
        edit_url: format!("{}?draft=1", product_url(PRODUCT_URL, id)),
        preview_url: format!("{}?until={}&key={key}", product_url(PREVIEW_URL, id), until.timestamp()),
        action: url.clone(),
        nonce: session.nonce(&shop, NONCE),
        revision: draft.revision.to_string(),
        notice: notice(&shop, &query.notice, &draft),
        saved: shop.messages.text(saved),
        fields: patch.fields().map(field).collect(),
        scheduled: draft
            .publish_at
            .map(|at| shop.messages.text(msg::staff_drafts::SCHEDULED.with("when", zone.date_time(at)))),
        publish_at: draft
            .publish_at
            .map(|at| zone.local(at).format(LOCAL_TIME).to_string())
            .unwrap_or_default(),
        is_open: may_write_all(&member, &patch),
    };
    let title = shop.messages.text(msg::staff_drafts::TITLE);
    session.render_page(&shop, &url, &title, &view, StatusCode::OK).await
}

fn may_write_all(member: &StaffMember, patch: &Patch) -> bool {
    member.may(Permission::CatalogWrite) && patch.fields().all(|field| may_write(member, field))
}

pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<HashMap<String, String>>,
) -> Result<Response, AppError> {
    let product = load(&shop, id).await?;
    let act = form.get("act").map_or("", String::as_str);
    if act == "save" {
        return save(&shop, &audit, &visitor, &member, &product, &form).await;
    }
    let Some(draft) = drafts::find(&shop.db, id).await? else { return Ok(gone(id)) };
    if !may_write_all(&member, &Patch(draft.patch.clone())) {
        return Err(AppError::Forbidden);
    }
    if form.get("revision").and_then(|text| text.parse().ok()) != Some(draft.revision) {
        return Ok(back(id, "changed"));
    }
    match act {
        "publish" => publish_now(&shop, &visitor, &member, &product, draft).await,
        "discard" => {
            let mut tx = shop.db.begin().await?;
            if !drafts::delete(&mut *tx, &draft).await? {
                return Ok(back(id, "changed"));
            }
            audit.record(&mut *tx, "draft-discard", &format!("product {id}")).await?;
            tx.commit().await?;
            Ok(redirect(&format!("{}?notice=draft-discarded", product_url(PRODUCT_URL, id)), None))
        }
        "schedule" | "unschedule" => {
            let at = match act {
                "schedule" => {
                    let zone = shop.settings.get::<ShopZone>().await?;
                    let typed = form.get("publish_at").and_then(|typed| zone.parse(typed));
                    let Some(at) = typed.filter(|at| *at > shop.clock.now()) else {
                        return Ok(back(id, "past"));
                    };
                    if has_clash(&shop, &product, &draft).await? {
                        return Ok(back(id, "clash"));
                    }
                    Some(at)
                }
                _ => None,
            };
            let mut tx = shop.db.begin().await?;
            if !drafts::schedule(&mut *tx, &draft, at, &member.actor(), product.version).await? {
                return Ok(back(id, "changed"));
            }
            let text = |at: Option<DateTime<chrono::Utc>>| at.map(|at| at.to_rfc3339());
            let (before, after) = (text(draft.publish_at), text(at));
            let subject = format!("product {id}");
            audit
                .record_change(&mut *tx, "product-schedule", &subject, before.as_deref(), after.as_deref())
                .await?;
            tx.commit().await?;
            Ok(back(id, if at.is_some() { "scheduled" } else { "unscheduled" }))
        }
        _ => Err(AppError::BadRequest("no such act")),
    }
}

/// Whether a field of the draft was changed in the product since the draft was made.
async fn has_clash(shop: &Shop, product: &EditedProduct, draft: &ProductDraft) -> Result<bool, AppError> {
    let since = changes::list_since(&shop.db, thing(product.id), draft.version).await?;
    let stored = Patch::of(&product.fields).map_err(anyhow::Error::from)?;
    Ok(!compare(&Patch(draft.patch.clone()), &since, &stored).clashing.is_empty())
}

async fn publish_now(
    shop: &Shop,
    visitor: &Visitor,
    member: &StaffMember,
    product: &EditedProduct,
    draft: ProductDraft,
) -> Result<Response, AppError> {
    let url = product_url(PRODUCT_URL, product.id);
    match publish::publish(shop, draft, &member.actor()).await? {
        None => Ok(back(product.id, "changed")),
        Some(Saved::Done { version }) => {
            Ok(redirect(&format!("{url}?saved={version}&from={}", version - 1), None))
        }
        Some(Saved::Unchanged) => Ok(redirect(&format!("{url}?notice=unchanged"), None)),
        Some(Saved::Conflict(conflict)) => {
            conflict::page(shop, FormSession::for_staff(visitor)?, &conflict).await
        }
        Some(Saved::Refused { fields, refused }) => {
            let shown = Shown { stored: &product.fields, fields: &fields, refused: &refused, typed: None };
            render(shop, visitor, member, product, &shown, &PageQuery::default(), None).await
        }
    }
}

/// Keeps the fields of the editor's form as the draft. What somebody else has put into it meanwhile stays, and is asked about
/// where it is another value of the same field.
async fn save(
    shop: &Shop,
    audit: &AuditWriter,
    visitor: &Visitor,
    member: &StaffMember,
    product: &EditedProduct,
    form: &HashMap<String, String>,
) -> Result<Response, AppError> {
    let (version, was) = parse_base(form)?;
    let zone = shop.settings.get::<ShopZone>().await?;
    let (fields, unreadable) = form::read(form, &was, &zone);
    let mut refused: Vec<Refused> = unreadable;
    if refused.is_empty() {
        let patch = Patch::between(&was, &fields).map_err(anyhow::Error::from)?;
        if !patch.fields().all(|field| may_write(member, field)) {
            return Err(AppError::Forbidden);
        }
        if patch.is_empty() {
            let url = product_url(PRODUCT_URL, product.id);
            return Ok(redirect(&format!("{url}?notice=unchanged"), None));
        }
        let seen = form.get("draft").and_then(|text| text.parse().ok()).unwrap_or(0);
        let (patch, old) = match drafts::find(&shop.db, product.id).await? {
            Some(draft) if draft.revision != seen => {
                refused = clashes(&patch, &draft);
                let mut both = draft.patch.clone();
                both.extend(patch.0);
                (Patch(both), Some(draft))
            }
            found => (with_unwritable(patch, found.as_ref(), member), found),
        };
        if refused.is_empty() {
            let base = old.as_ref().map_or(version, |draft| {
                // What stays of others is as old as it was.
                let is_own = draft.patch.keys().all(|field| may_write(member, field));
                if is_own && draft.revision == seen { version } else { version.min(draft.version) }
            });
            let new = NewDraft {
                product: product.id,
                version: base,
                patch: &patch.0,
                actor: &member.actor(),
                now: shop.clock.now(),
            };
            let mut tx = shop.db.begin().await?;
            let revision = old.map_or(0, |draft| draft.revision);
            if drafts::save(&mut *tx, &new, revision).await? {
                let after = super::write::audited(&patch);
                let subject = format!("product {}", product.id);
                audit.record_change(&mut *tx, "draft-save", &subject, None, after.as_deref()).await?;
                tx.commit().await?;
                return Ok(back(product.id, "stored"));
            }
            // Saved by somebody else in this moment.
            refused = FIELDS
                .into_iter()
                .filter(|field| patch.has(field))
                .map(|field| (field, FieldRefusal::ChangedMeanwhile))
                .collect();
        }
    }
    let seen = EditedProduct { version, ..product.clone() };
    let shown = Shown { stored: &was, fields: &fields, refused: &refused, typed: Some(form) };
    render(shop, visitor, member, &seen, &shown, &PageQuery::default(), None).await
}

/// A form has only the fields that its member may write: what the draft says of the others stays.
fn with_unwritable(mut patch: Patch, draft: Option<&ProductDraft>, member: &StaffMember) -> Patch {
    for (field, value) in draft.into_iter().flat_map(|draft| &draft.patch) {
        if !may_write(member, field) {
            patch.0.insert(field.clone(), value.clone());
        }
    }
    patch
}

/// Fields that the draft of somebody else gives another value.
fn clashes(patch: &Patch, draft: &ProductDraft) -> Vec<Refused> {
    let is_other = |field: &&'static str| {
        patch.has(field) && draft.patch.get(*field).is_some_and(|theirs| patch.0.get(*field) != Some(theirs))
    };
    FIELDS.into_iter().filter(is_other).map(|field| (field, FieldRefusal::ChangedMeanwhile)).collect()
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct PreviewQuery {
    until: i64,
    key: String,
}

/// The shop's page of the product as the draft will make it. The draft is applied in a transaction that is taken back, so that
/// the page is read by the statement of the real one.
pub async fn preview(
    State(shop): State<Shop>,
    PathParam(id): PathParam<i64>,
    Fields(query): Fields<PreviewQuery>,
) -> Result<Response, AppError> {
    let until = DateTime::from_timestamp(query.until, 0).ok_or(AppError::NotFound)?;
    if !shop.nonces.accepts_link(&query.key, PREVIEW, &id.to_string(), until, shop.clock.now()) {
        return Err(AppError::NotFound);
    }
    let mut tx = shop.db.begin().await?;
    let old = edit::find_product(&mut tx, id, true).await?.ok_or(AppError::NotFound)?;
    let draft = drafts::find(&mut *tx, id).await?.ok_or(AppError::NotFound)?;
    let patch = Patch(draft.patch);
    let mut new: ProductFields =
        patch.apply(&old.fields).map_err(|_| AppError::BadRequest("no such field or value"))?;
    if !product_refusals(&mut tx, &old, &new, &patch).await?.is_empty() {
        return Ok(back(id, "invalid"));
    }
    if new.status == ProductStatus::Draft {
        new.status = ProductStatus::Published;
    }
    edit::update_product(&mut tx, &old, &new).await?;
    edit::rename_sku(&mut tx, &old.fields.sku, &new.sku).await?;
    let found = product::find_by_slug(&mut *tx, &new.slug).await?.ok_or(AppError::NotFound)?;
    tx.rollback().await?;
    let text = shop.messages.text(msg::staff_drafts::PREVIEW_BAND);
    let band = PreviewView { text, edit_url: Some(product_url(DRAFT_URL, id)) };
    let page = crate::pages::product::preview(&shop.public(), found, band).await?;
    let mut response = shop.personal_response(&page).await?;
    response.headers_mut().insert(ROBOTS, HeaderValue::from_static("noindex, nofollow"));
    Ok(response)
}
