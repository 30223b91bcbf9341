//! Calls 33 and 34. A refusal is an answer with code -1 and its text.

use accounts::service::FormSession;
use axum::{Json, extract::State};
use edge::{
    AppError, Fields, Shop, Visitor, audit::AuditWriter, idempotency::RequestKey, regions::Regions,
    session::StaffMember,
};
use kernel::Quantity;
use serde::Deserialize;

use super::NONCE;
use crate::{
    rules::{CodeType, Refusal, StockAction},
    service::{self, ActRequest, Finder},
    view::{BarcodeAnswer, BarcodeResultsView},
};

#[derive(Debug, Deserialize)]
pub struct SearchForm {
    #[serde(default)]
    text: String,
    #[serde(rename = "barcode-actions", default)]
    actions: String,
    store_id: i16,
}

pub async fn search_products(
    State(shop): State<Shop>,
    staff: StaffMember,
    visitor: Visitor,
    Fields(form): Fields<SearchForm>,
) -> Result<Json<BarcodeAnswer>, AppError> {
    search(&shop, &staff, &visitor, CodeType::Product, &form).await
}

pub async fn search_orders(
    State(shop): State<Shop>,
    staff: StaffMember,
    visitor: Visitor,
    Fields(form): Fields<SearchForm>,
) -> Result<Json<BarcodeAnswer>, AppError> {
    search(&shop, &staff, &visitor, CodeType::Order, &form).await
}

async fn search(
    shop: &Shop,
    staff: &StaffMember,
    visitor: &Visitor,
    code_type: CodeType,
    form: &SearchForm,
) -> Result<Json<BarcodeAnswer>, AppError> {
    let store = service::authorize(shop, staff, form.store_id).await?;
    let nonce = FormSession::for_staff(visitor)?.nonce(shop, NONCE);
    let finder = Finder { shop, staff, store: &store, actions: &form.actions, nonce };
    let found = service::results_of(&finder, code_type, &form.text).await?;
    Ok(Json(BarcodeAnswer {
        code: code(found.refusal),
        items: render(shop, &found.results).await?,
        redirect_page: found.redirect_page,
        results: found.results,
        message: String::new(),
    }))
}

fn code(refusal: Option<Refusal>) -> i32 {
    if refusal.is_some() { -1 } else { 1 }
}

async fn render(shop: &Shop, results: &BarcodeResultsView) -> Result<String, AppError> {
    let rendered = Regions::new().with("barcode-results", results).render(&shop.renderer).await?;
    Ok(rendered.into_values().next().unwrap_or_default())
}

/// Fields of call 34; the plain forms of rows have the same.
#[derive(Debug, Deserialize)]
pub struct ActForm {
    pub status: String,
    /// Only products have actions.
    #[serde(rename = "type", default)]
    pub kind: String,
    #[serde(rename = "barcode-actions", default)]
    pub actions: String,
    pub id: i64,
    #[serde(default)]
    pub stock_unit: String,
    /// Of `set-stock`: the quantity that the row showed. With another one nothing is replaced.
    #[serde(default)]
    pub stock_seen: String,
    pub store_id: i16,
    /// Of plain forms: the search that the answer shows again, the key of the request, and a new bin.
    #[serde(default)]
    pub text: String,
    #[serde(default)]
    pub key: String,
    #[serde(default)]
    pub bin: String,
}

impl ActForm {
    /// The action, if it is one of those that the form's list offers. An undo follows any of them.
    pub fn action(&self) -> Result<StockAction, AppError> {
        if !matches!(self.kind.as_str(), "" | "product") {
            return Err(AppError::BadRequest("no such type"));
        }
        StockAction::parse(&self.status).ok_or(AppError::BadRequest("no such action"))
    }

    /// What the member saw of a quantity that the action replaces. Callers that know only the fields of the original call do
    /// not send it.
    pub fn seen(&self, action: StockAction) -> Result<Option<Quantity>, AppError> {
        if action != StockAction::SetStock || self.stock_seen.is_empty() {
            return Ok(None);
        }
        let seen = Quantity::parse(&self.stock_seen);
        seen.map(Some).map_err(|_| AppError::BadRequest("no such quantity"))
    }
}

pub async fn apply(
    State(shop): State<Shop>,
    audit: AuditWriter,
    staff: StaffMember,
    visitor: Visitor,
    key: RequestKey,
    Fields(form): Fields<ActForm>,
) -> Result<Json<BarcodeAnswer>, AppError> {
    let action = form.action()?;
    let store = service::authorize(&shop, &staff, form.store_id).await?;
    let session = FormSession::for_staff(&visitor)?;
    let request = ActRequest {
        staff: &staff,
        store: &store,
        token: &session.token,
        key: &key,
        action,
        item: form.id,
        amount: &form.stock_unit,
        expected: form.seen(action)?,
    };
    let refusal = service::act(&shop, &audit, &request).await?.err();
    let nonce = session.nonce(&shop, NONCE);
    let finder = Finder { shop: &shop, staff: &staff, store: &store, actions: &form.actions, nonce };
    let (results, message) = match refusal {
        Some(refusal) => {
            // The row has to show what was not seen, or it would be refused for ever.
            let rows = match refusal {
                Refusal::Changed => service::rows_of(&finder, &[form.id]).await?,
                _ => Vec::new(),
            };
            (finder.refused(refusal, rows), shop.messages.text(refusal.message()))
        }
        None => {
            let rows = service::rows_of(&finder, &[form.id]).await?;
            let message = rows.first().map(|row| service::done_text(&shop, action, row));
            (finder.single(rows), message.unwrap_or_default())
        }
    };
    // The action has happened: without a renderer it is answered without markup.
    let items = render(&shop, &results).await.unwrap_or_default();
    Ok(Json(BarcodeAnswer { code: code(refusal), items, redirect_page: None, results, message }))
}
