//! The staff's page, and its forms for browsers without script.

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, Shop, Visitor, audit::AuditWriter, headers::for_camera, idempotency::RequestKey,
    session::StaffMember,
};
use http::StatusCode;
use kernel::msg;
use serde::Deserialize;

use super::{
    NONCE,
    answers::{Mode, error, mode_tabs, store_tabs, success},
    calls::ActForm,
};
use crate::{
    rules::{Refusal, StockAction},
    service::{self, ActRequest, Finder},
    store::{self, Store},
    urls::*,
    view::*,
};

#[derive(Debug, Default, Deserialize)]
pub struct PageQuery {
    /// The member's first store if there is none.
    #[serde(default)]
    store_id: Option<i16>,
    #[serde(rename = "barcode-type", default)]
    code_type: String,
    #[serde(default)]
    mode: String,
    #[serde(default)]
    text: Option<String>,
    /// An action, or why it was refused.
    #[serde(default)]
    notice: String,
    /// The product of the action.
    #[serde(default)]
    item: Option<i64>,
}

pub async fn show(
    State(shop): State<Shop>,
    staff: StaffMember,
    visitor: Visitor,
    Fields(query): Fields<PageQuery>,
) -> Result<Response, AppError> {
    let session = FormSession::for_staff(&visitor)?;
    let stores = service::stores_of(&shop, &staff).await?;
    let mode = Mode::parse(&query.mode, &query.code_type);
    let view = match query.store_id.or_else(|| stores.first().map(|store| store.id)) {
        None => BarcodePageView { stores: Vec::new(), modes: Vec::new(), tool: None },
        Some(store) => {
            let store = service::authorize(&shop, &staff, store).await?;
            let Some(tool) = tool(&shop, &staff, &session, &store, mode, &query).await? else {
                return Ok(redirect(&format!("{COUNTS_URL}?store_id={}", store.id), None));
            };
            BarcodePageView {
                stores: store_tabs(&stores, store.id, |id| mode.url(id)),
                modes: mode_tabs(&shop, store.id, Some(mode)),
                tool: Some(tool),
            }
        }
    };
    let title = shop.messages.text(msg::barcodes::TITLE);
    let mut response = session.render_page(&shop, STAFF_BARCODES_URL, &title, &view, StatusCode::OK).await?;
    response.extensions_mut().insert(for_camera());
    Ok(response)
}

/// The names of `barcode-actions` in a mode.
fn action_names(mode: Mode) -> String {
    let actions: &[StockAction] = match mode {
        Mode::Count => &StockAction::COUNT,
        Mode::Search(_) => &StockAction::STOCK,
    };
    actions.iter().map(|action| action.name()).collect::<Vec<_>>().join(",")
}

/// `None`: there is no count to go on with.
async fn tool(
    shop: &Shop,
    staff: &StaffMember,
    session: &FormSession,
    store: &Store,
    mode: Mode,
    query: &PageQuery,
) -> Result<Option<BarcodeToolView>, AppError> {
    let mut count = None;
    if mode == Mode::Count {
        let Some(id) = store::find_open_count(&shop.db, store.id).await? else { return Ok(None) };
        count = Some(CountProgress {
            id: id.to_string(),
            lines: store::tallies(&shop.db, id, store.id).await?.lines,
            report_url: COUNT_URL.replace("{id}", &id.to_string()),
        });
    }
    let actions = action_names(mode);
    let nonce = session.nonce(shop, NONCE);
    let finder = Finder { shop, staff, store, actions: &actions, nonce };
    let results = match &query.text {
        Some(text) => Some(service::results_of(&finder, mode.code_type(), text).await?.results),
        None => None,
    };
    Ok(Some(BarcodeToolView {
        action: STAFF_BARCODES_URL.to_owned(),
        store_id: store.id.to_string(),
        store_name: store.name.clone(),
        code_type: mode.code_type(),
        is_counting: mode == Mode::Count,
        text: query.text.clone().unwrap_or_default(),
        notice: notice(&finder, query).await?,
        results,
        count,
        actions,
    }))
}

async fn notice(finder: &Finder<'_>, query: &PageQuery) -> Result<Option<BarcodeNotice>, AppError> {
    let shop = finder.shop;
    if let Some(refusal) = Refusal::parse(&query.notice) {
        return Ok(Some(error(shop, refusal.message())));
    }
    match query.notice.as_str() {
        "bin" => return Ok(Some(success(shop, msg::barcodes::BIN_SAVED))),
        "count-opened" => return Ok(Some(success(shop, msg::barcodes::COUNT_OPENED))),
        _ => {}
    }
    let (Some(action), Some(item)) = (StockAction::parse(&query.notice), query.item) else { return Ok(None) };
    let rows = service::rows_of(finder, &[item]).await?;
    let text = rows.first().map(|row| service::done_text(shop, action, row));
    Ok(text.map(|text| BarcodeNotice { text, is_error: false }))
}

/// A plain form of a row.
pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    staff: StaffMember,
    visitor: Visitor,
    key: RequestKey,
    Fields(form): Fields<ActForm>,
) -> Result<Response, AppError> {
    let store = service::authorize(&shop, &staff, form.store_id).await?;
    let notice = if form.status == "bin" {
        match service::save_bin(&shop, &audit, &store, form.id, &form.bin).await? {
            true => "bin",
            false => Refusal::NotFound.name(),
        }
    } else {
        let session = FormSession::for_staff(&visitor)?;
        let action = form.action()?;
        // A form without script has its key among its fields.
        let own = Some(form.key.clone()).filter(|key| (8..=64).contains(&key.len()));
        let request = ActRequest {
            staff: &staff,
            store: &store,
            token: &session.token,
            key: &RequestKey(key.0.or(own)),
            action,
            item: form.id,
            amount: &form.stock_unit,
            expected: form.seen(action)?,
        };
        match service::act(&shop, &audit, &request).await? {
            Ok(()) => action.name(),
            Err(refusal) => refusal.name(),
        }
    };
    let is_count = StockAction::parse_list(&form.actions).iter().any(|action| action.is_count());
    let mode = if is_count { "count" } else { "" };
    let (id, item) = (store.id.to_string(), form.id.to_string());
    let pairs = [
        ("store_id", id.as_str()),
        ("mode", mode),
        ("text", &form.text),
        ("notice", notice),
        ("item", &item),
    ];
    let query = pairs.into_iter().filter(|(_, value)| !value.is_empty()).collect::<Vec<_>>();
    let query = serde_urlencoded::to_string(query).map_err(anyhow::Error::from)?;
    Ok(redirect(&format!("{STAFF_BARCODES_URL}?{query}"), None))
}
