//! Showing, saving, removing and restoring a thing. The handlers of parts, zones and methods differ only in their target.

use std::collections::HashMap;

use accounts::service::redirect;
use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, PathParam, Shop, Visitor,
    audit::AuditWriter,
    changes::{self, Patch},
    session::StaffMember,
};
use serde::Deserialize;
use serde_json::json;

use super::{
    SHIPPING_URL, conflict,
    page::{Context, PageQuery, RefusedForm},
    parts::PARTS,
    read,
    save::{Edit, Editor, Saved},
    target::{Stored, Target},
    view::PaymentStateView,
};

/// Who asks.
pub struct Caller<'a> {
    pub shop: &'a Shop,
    pub visitor: &'a Visitor,
    pub member: &'a StaffMember,
}

async fn find(shop: &Shop, target: Target) -> Result<Stored, AppError> {
    let mut db = shop.db.acquire().await?;
    target.find(&mut db, false).await?.ok_or(AppError::NotFound)
}

pub async fn show(
    caller: &Caller<'_>,
    target: Target,
    query: &PageQuery,
    payments: Option<PaymentStateView>,
) -> Result<Response, AppError> {
    let stored = find(caller.shop, target).await?;
    let context = Context::new(caller.shop, caller.visitor, caller.member).await?;
    context.render(target, &stored, query, None, payments).await
}

/// The version and the stored values that a form was made on.
fn parse_base(form: &HashMap<String, String>) -> Result<(i64, Patch), AppError> {
    let version = form.get("version").and_then(|text| text.parse().ok());
    let was = form.get("was").and_then(|text| serde_json::from_str(text).ok());
    version.zip(was).ok_or(AppError::BadRequest("missing version"))
}

pub async fn save(
    caller: &Caller<'_>,
    audit: &AuditWriter,
    target: Target,
    form: &HashMap<String, String>,
    payments: Option<PaymentStateView>,
) -> Result<Response, AppError> {
    let (version, was) = parse_base(form)?;
    let (fields, unreadable) = read::read(form, &target.specs(), &was);
    let editor = Editor { shop: caller.shop, audit, member: caller.member };
    let (fields, refused) = if unreadable.is_empty() {
        let edit = Edit { target, version, patch: fields.without(&was), undoes: None };
        match editor.save(&edit).await? {
            Saved::Refused { fields, refused } => (fields, refused),
            saved => return answer(caller, target, version, saved).await,
        }
    } else {
        (fields, unreadable)
    };
    let stored = find(caller.shop, target).await?;
    let context = Context::new(caller.shop, caller.visitor, caller.member).await?;
    // The form stays on the version and the values that the member saw.
    let shown = RefusedForm { version, was: &was, fields: &fields, refused: &refused, typed: Some(form) };
    context.render(target, &stored, &PageQuery::default(), Some(&shown), payments).await
}

/// Redirects to what was saved, or shows the conflict.
async fn answer(caller: &Caller<'_>, target: Target, from: i64, saved: Saved) -> Result<Response, AppError> {
    match saved {
        Saved::Done { target: now, version } => {
            let url = now.url();
            let query = match target.thing() {
                Some(_) => format!("saved={version}&from={from}"),
                None => "notice=added".to_owned(),
            };
            Ok(redirect(&format!("{url}?{query}"), None))
        }
        Saved::Conflict(conflict) => {
            let context = Context::new(caller.shop, caller.visitor, caller.member).await?;
            conflict::page(context, &conflict).await
        }
        Saved::Unchanged | Saved::Refused { .. } => {
            Ok(redirect(&format!("{}?notice=unchanged", target.url()), None))
        }
    }
}

#[derive(Debug, Deserialize)]
pub struct VersionFields {
    pub version: i64,
}

/// Takes a change back: the values before it, if nobody has changed them since.
pub async fn undo(
    caller: &Caller<'_>,
    audit: &AuditWriter,
    target: Target,
    version: i64,
) -> Result<Response, AppError> {
    let thing = target.thing().ok_or(AppError::NotFound)?;
    let change = changes::find(&caller.shop.db, thing, version).await?.ok_or(AppError::NotFound)?;
    if change.before.is_empty() {
        return Err(AppError::NotFound);
    }
    let edit = Edit { target, version: change.version, patch: change.before, undoes: Some(change.version) };
    let editor = Editor { shop: caller.shop, audit, member: caller.member };
    let saved = editor.save(&edit).await?;
    if let Saved::Refused { refused, .. } = &saved {
        let stored = find(caller.shop, target).await?;
        let context = Context::new(caller.shop, caller.visitor, caller.member).await?;
        let (version, fields) = (stored.version, &stored.fields);
        let shown = RefusedForm { version, was: fields, fields, refused, typed: None };
        return context.render(target, &stored, &PageQuery::default(), Some(&shown), None).await;
    }
    answer(caller, target, version, saved).await
}

/// Removes a zone or a method. Its changes take it back.
pub async fn remove(
    caller: &Caller<'_>,
    audit: &AuditWriter,
    target: Target,
    version: i64,
) -> Result<Response, AppError> {
    let patch = Patch([("is_removed".to_owned(), json!(true))].into_iter().collect());
    let editor = Editor { shop: caller.shop, audit, member: caller.member };
    match editor.save(&Edit { target, version, patch, undoes: None }).await? {
        Saved::Done { target, version } => {
            let (kind, id) = target.thing().map_or(("", 0), |thing| (thing.kind, thing.id));
            Ok(redirect(&format!("{SHIPPING_URL}?removed={kind}&id={id}&version={version}"), None))
        }
        saved => answer(caller, target, version, saved).await,
    }
}

/// The handlers of a part without a state of its own.
pub async fn show_part<const PART: usize>(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<PageQuery>,
) -> Result<Response, AppError> {
    let caller = Caller { shop: &shop, visitor: &visitor, member: &member };
    show(&caller, Target::Part(&PARTS[PART]), &query, None).await
}

pub async fn save_part<const PART: usize>(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    Fields(form): Fields<HashMap<String, String>>,
) -> Result<Response, AppError> {
    let caller = Caller { shop: &shop, visitor: &visitor, member: &member };
    save(&caller, &audit, Target::Part(&PARTS[PART]), &form, None).await
}

pub async fn undo_part<const PART: usize>(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    Fields(form): Fields<VersionFields>,
) -> Result<Response, AppError> {
    let caller = Caller { shop: &shop, visitor: &visitor, member: &member };
    undo(&caller, &audit, Target::Part(&PARTS[PART]), form.version).await
}

/// A row of shipping that a path names.
pub trait Row {
    fn target(id: i64) -> Target;
}

pub struct ZoneRow;
pub struct MethodRow;
pub struct NewMethodRow;

impl Row for ZoneRow {
    fn target(id: i64) -> Target {
        Target::Zone(id)
    }
}

impl Row for MethodRow {
    fn target(id: i64) -> Target {
        Target::Method(id)
    }
}

impl Row for NewMethodRow {
    fn target(id: i64) -> Target {
        Target::NewMethod(id)
    }
}

pub async fn show_row<R: Row>(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(query): Fields<PageQuery>,
) -> Result<Response, AppError> {
    let caller = Caller { shop: &shop, visitor: &visitor, member: &member };
    show(&caller, R::target(id), &query, None).await
}

pub async fn save_row<R: Row>(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<HashMap<String, String>>,
) -> Result<Response, AppError> {
    let caller = Caller { shop: &shop, visitor: &visitor, member: &member };
    save(&caller, &audit, R::target(id), &form, None).await
}

pub async fn undo_row<R: Row>(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<VersionFields>,
) -> Result<Response, AppError> {
    let caller = Caller { shop: &shop, visitor: &visitor, member: &member };
    undo(&caller, &audit, R::target(id), form.version).await
}

pub async fn remove_row<R: Row>(
    State(shop): State<Shop>,
    audit: AuditWriter,
    visitor: Visitor,
    member: StaffMember,
    PathParam(id): PathParam<i64>,
    Fields(form): Fields<VersionFields>,
) -> Result<Response, AppError> {
    let caller = Caller { shop: &shop, visitor: &visitor, member: &member };
    remove(&caller, &audit, R::target(id), form.version).await
}
