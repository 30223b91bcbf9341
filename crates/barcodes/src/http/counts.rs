//! Stock counts: their list, and the report of one.

use accounts::service::{FormSession, redirect};
use axum::{extract::State, response::Response};
use edge::{
    AppError, Fields, PathParam, Shop, Visitor, audit::AuditWriter, session::StaffMember, view::LinkView,
};
use http::StatusCode;
use kernel::{Key, date, msg};
use serde::Deserialize;

use super::{
    NONCE,
    answers::{Mode, error, mode_tabs, store_tabs, success},
};
use crate::{
    rules::Refusal,
    service::{self, CountEnd},
    store::{self, Count, CountLine, CountState},
    urls::*,
    view::*,
};

const MAX_COUNTS: i64 = 50;
const PAGE_SIZE: i64 = 100;

#[derive(Debug, Default, Deserialize)]
pub struct CountsQuery {
    #[serde(default)]
    store_id: Option<i16>,
    #[serde(default)]
    notice: String,
}

pub async fn list(
    State(shop): State<Shop>,
    staff: StaffMember,
    visitor: Visitor,
    Fields(query): Fields<CountsQuery>,
) -> Result<Response, AppError> {
    let stores = service::stores_of(&shop, &staff).await?;
    let store = query.store_id.or_else(|| stores.first().map(|store| store.id)).ok_or(AppError::Forbidden)?;
    let store = service::authorize(&shop, &staff, store).await?;
    let counts = store::list_counts(&shop.db, store.id, MAX_COUNTS).await?;
    let session = FormSession::for_staff(&visitor)?;
    let view = CountsPageView {
        stores: store_tabs(&stores, store.id, |id| format!("{COUNTS_URL}?store_id={id}")),
        modes: mode_tabs(&shop, store.id, None),
        action: COUNTS_URL.to_owned(),
        nonce: session.nonce(&shop, NONCE),
        store_id: store.id.to_string(),
        has_open: counts.iter().any(|count| count.state == CountState::Open),
        counts: counts.iter().map(|count| count_row(&shop, count)).collect(),
        notice: notice(&shop, &query.notice),
    };
    let title = shop.messages.text(msg::barcodes::COUNTS);
    session.render_page(&shop, COUNTS_URL, &title, &view, StatusCode::OK).await
}

fn count_row(shop: &Shop, count: &Count) -> CountRow {
    let date = date::date(count.opened_at);
    let title = msg::barcodes::COUNT_NAMED.with("id", count.id.to_string()).with("date", date);
    CountRow {
        title: shop.messages.text(title),
        state: shop.messages.text(state_label(count.state)),
        report_url: report_url(count.id),
        resume_url: (count.state == CountState::Open).then(|| Mode::Count.url(count.store)),
    }
}

fn state_label(state: CountState) -> Key {
    match state {
        CountState::Open => msg::barcodes::COUNT_STATE_OPEN,
        CountState::Closed => msg::barcodes::COUNT_STATE_CLOSED,
        CountState::Cancelled => msg::barcodes::COUNT_STATE_CANCELLED,
    }
}

fn report_url(count: i64) -> String {
    COUNT_URL.replace("{id}", &count.to_string())
}

fn notice(shop: &Shop, name: &str) -> Option<BarcodeNotice> {
    if let Some(refusal) = Refusal::parse(name) {
        return Some(error(shop, refusal.message()));
    }
    match name {
        "closed" => Some(success(shop, msg::barcodes::CLOSED)),
        "cancelled" => Some(success(shop, msg::barcodes::CANCELLED)),
        _ => None,
    }
}

#[derive(Debug, Deserialize)]
pub struct CountForm {
    #[serde(rename = "do")]
    action: String,
    store_id: i16,
    #[serde(default)]
    id: Option<i64>,
}

pub async fn change(
    State(shop): State<Shop>,
    audit: AuditWriter,
    staff: StaffMember,
    Fields(form): Fields<CountForm>,
) -> Result<Response, AppError> {
    let store = service::authorize(&shop, &staff, form.store_id).await?;
    if form.action == "open" {
        service::open(&shop, &audit, &staff, &store).await?;
        return Ok(redirect(&format!("{}&notice=count-opened", Mode::Count.url(store.id)), None));
    }
    let count = form.id.ok_or(AppError::BadRequest("no count"))?;
    let end = CountEnd { staff: &staff, store: &store, count };
    let notice = match form.action.as_str() {
        "close" => service::close(&shop, &audit, &end).await?.map(|_| "closed"),
        "cancel" => service::cancel(&shop, &audit, &end).await?.map(|()| "cancelled"),
        _ => return Err(AppError::BadRequest("no such action")),
    };
    let notice = notice.unwrap_or_else(Refusal::name);
    Ok(redirect(&format!("{}?notice={notice}", report_url(count)), None))
}

/// Loads a count of a store in which the member may act.
pub async fn load(shop: &Shop, staff: &StaffMember, id: i64) -> Result<Count, AppError> {
    let count = store::find_count(&shop.db, id).await?.ok_or(AppError::NotFound)?;
    service::authorize(shop, staff, count.store).await?;
    Ok(count)
}

#[derive(Debug, Default, Deserialize)]
pub struct ReportQuery {
    /// 1: not the differences alone.
    #[serde(default)]
    all: Option<u8>,
    /// The last SKU of the page before.
    #[serde(default)]
    after: String,
    #[serde(default)]
    notice: String,
}

pub async fn report(
    State(shop): State<Shop>,
    staff: StaffMember,
    visitor: Visitor,
    PathParam(id): PathParam<i64>,
    Fields(query): Fields<ReportQuery>,
) -> Result<Response, AppError> {
    let text = |key| shop.messages.text(key);
    let count = load(&shop, &staff, id).await?;
    let is_open = count.state == CountState::Open;
    let tallies = store::tallies(&shop.db, id, count.store).await?;
    let only_differences = query.all.is_none();
    let lines = store::list_lines(&shop.db, id, only_differences, &query.after, PAGE_SIZE + 1).await?;
    let has_more = lines.len() as i64 > PAGE_SIZE;
    let rows: Vec<CountReportRow> = lines.into_iter().take(PAGE_SIZE as usize).map(row_view).collect();
    let url = report_url(id);
    let all = if only_differences { "" } else { "all=1&" };
    let next = rows.last().filter(|_| has_more).map(|row| serde_urlencoded::to_string([("after", &row.sku)]));
    let session = FormSession::for_staff(&visitor)?;
    let title = shop.messages.text(msg::barcodes::REPORT_TITLE.with("id", id.to_string()));
    let view = CountReportPageView {
        title: title.clone(),
        crumbs: vec![
            LinkView::new(text(msg::barcodes::TITLE), STAFF_BARCODES_URL),
            LinkView::new(text(msg::barcodes::COUNTS), format!("{COUNTS_URL}?store_id={}", count.store)),
            LinkView::new(title.clone(), ""),
        ],
        state: text(state_label(count.state)),
        lines: tallies.lines,
        uncounted: is_open.then_some(tallies.uncounted),
        rows,
        only_differences,
        other_url: if only_differences { format!("{url}?all=1") } else { url.clone() },
        next_url: next.transpose().map_err(anyhow::Error::from)?.map(|after| format!("{url}?{all}{after}")),
        csv_url: COUNT_CSV_URL.replace("{id}", &id.to_string()),
        resume_url: is_open.then(|| Mode::Count.url(count.store)),
        action: COUNTS_URL.to_owned(),
        nonce: session.nonce(&shop, NONCE),
        id: id.to_string(),
        store_id: count.store.to_string(),
        is_open,
        can_close: is_open && staff.works_everywhere(),
        notice: notice(&shop, &query.notice),
    };
    session.render_page(&shop, &url, &title, &view, StatusCode::OK).await
}

fn row_view(line: CountLine) -> CountReportRow {
    let difference = line.difference();
    let is_missing = difference.as_units() < 0;
    let sign = if difference.as_units() > 0 { "+" } else { "" };
    CountReportRow {
        code: if line.gtin.is_empty() { line.sku.clone() } else { line.gtin.clone() },
        difference: format!("{sign}{difference}"),
        expected: line.expected.to_string(),
        counted: line.counted.to_string(),
        sku: line.sku,
        name: line.name,
        label: line.label,
        is_missing,
    }
}
