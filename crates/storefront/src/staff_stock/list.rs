//! The lists of a store's stock. Their state is their address.

use accounts::{
    service::{FormSession, redirect},
    view::STAFF_BARCODES_URL,
};
use axum::{extract::State, response::Response};
use barcodes::{
    rules::days_left,
    service::{self, Horizon, StockList, StockRow, Store},
};
use edge::{AppError, Fields, Shop, Visitor, session::StaffMember};
use http::StatusCode;
use kernel::{Key, msg, text};
use serde::Deserialize;

use super::{
    NONCE, STOCK_LIST_URL, choose_store,
    rows::{Rows, store_tabs},
    view::*,
};
use crate::staff_products::{search_ids, view::ListTab};

const PAGE_SIZE: usize = 30;
/// Results of a search that are paged through.
const MAX_PRODUCTS: i64 = 200;
/// Lines of the ledger in a row.
const MOVEMENTS: i64 = 3;
/// Waiting moves above the list.
const MAX_APPROVALS: i64 = 20;

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct ListQuery {
    s: String,
    list: String,
    store_id: Option<i16>,
    /// The last SKU of the page before, or of a search the number of results before.
    after: String,
}

const LISTS: [(&str, StockList, Key); 5] = [
    ("", StockList::Attention, msg::staff_stock::LIST_ATTENTION),
    ("low", StockList::Low, msg::staff_stock::LIST_LOW),
    ("out", StockList::Out, msg::staff_stock::LIST_OUT),
    ("reserved", StockList::Reserved, msg::staff_stock::LIST_RESERVED),
    ("all", StockList::All, msg::staff_stock::LIST_ALL),
];

impl ListQuery {
    fn list(&self) -> StockList {
        LISTS.iter().find(|one| one.0 == self.list).map_or(StockList::Attention, |one| one.1)
    }

    fn url(&self, store: i16, list: &str, s: &str, after: &str) -> String {
        let store = store.to_string();
        let pairs = [("store_id", store.as_str()), ("list", list), ("s", s), ("after", after)];
        let given: Vec<_> = pairs.into_iter().filter(|(_, value)| !value.is_empty()).collect();
        let query = serde_urlencoded::to_string(given).expect("text pairs can be encoded");
        format!("{STOCK_LIST_URL}?{query}")
    }
}

pub async fn show(
    State(shop): State<Shop>,
    visitor: Visitor,
    member: StaffMember,
    Fields(query): Fields<ListQuery>,
) -> Result<Response, AppError> {
    let query = ListQuery { s: text::clean(&query.s, 100), ..query };
    let session = FormSession::for_staff(&visitor)?;
    let title = shop.messages.text(msg::staff_stock::TITLE);
    let (stores, store) = choose_store(&shop, &member, query.store_id).await?;
    let Some(store) = store else {
        let view = without_store(&shop);
        return session.render_page(&shop, STOCK_LIST_URL, &title, &view, StatusCode::OK).await;
    };
    let rows = Rows::new(&shop, &member, &store).await?;
    let (found, next) = match query.s.as_str() {
        "" => listed(&shop, &query, &store).await?,
        typed => {
            let exact = service::skus_of_code(&shop.db, typed).await?;
            let exact = service::load_rows(&shop.db, &exact, store.id, shop.clock.now()).await?;
            // A scanned code leads to the forms at once.
            if let [only] = exact.as_slice() {
                return Ok(redirect(&rows.url(only.item), None));
            }
            searched(&shop, &query, &store, exact).await?
        }
    };
    let nonce = session.nonce(&shop, NONCE);
    let now = shop.clock.now();
    let waiting = service::list_approvals(&shop.db, store.id, None, now, MAX_APPROVALS).await?;
    let text = |key| shop.messages.text(key);
    let is_search = !query.s.is_empty();
    let view = StaffStockPageView {
        url: STOCK_LIST_URL.to_owned(),
        scan_url: format!("{STAFF_BARCODES_URL}?store_id={}", store.id),
        store_id: store.id.to_string(),
        store_name: store.name.clone(),
        stores: store_tabs(&stores, store.id, |id| query.url(id, &query.list, &query.s, "")),
        tabs: LISTS
            .iter()
            .map(|(name, list, label)| ListTab {
                label: text(*label),
                url: query.url(store.id, name, "", ""),
                is_current: !is_search && *list == query.list(),
            })
            .collect(),
        approvals: waiting.into_iter().map(|waits| rows.approval(waits, &nonce)).collect(),
        empty: found.is_empty().then(|| text(empty_text(&query))),
        clear_url: is_search.then(|| query.url(store.id, &query.list, "", "")),
        rows: rows.list(found, MOVEMENTS).await?,
        next_url: next.map(|after| query.url(store.id, &query.list, &query.s, &after)),
        query: query.s.clone(),
    };
    session.render_page(&shop, STOCK_LIST_URL, &title, &view, StatusCode::OK).await
}

fn empty_text(query: &ListQuery) -> Key {
    match query.list() {
        _ if !query.s.is_empty() => msg::staff_stock::NO_RESULT,
        StockList::Attention => msg::staff_stock::EMPTY_ATTENTION,
        StockList::Low => msg::staff_stock::EMPTY_LOW,
        StockList::Out => msg::staff_stock::EMPTY_OUT,
        StockList::Reserved => msg::staff_stock::EMPTY_RESERVED,
        StockList::All => msg::staff_stock::EMPTY_ALL,
    }
}

/// For a member who works in no store yet.
fn without_store(shop: &Shop) -> StaffStockPageView {
    StaffStockPageView {
        url: STOCK_LIST_URL.to_owned(),
        scan_url: STAFF_BARCODES_URL.to_owned(),
        store_id: String::new(),
        store_name: String::new(),
        stores: Vec::new(),
        tabs: Vec::new(),
        query: String::new(),
        approvals: Vec::new(),
        rows: Vec::new(),
        empty: Some(shop.messages.text(msg::barcodes::NO_STORE)),
        clear_url: None,
        next_url: None,
    }
}

/// A page of a list, and where the next one begins.
async fn listed(
    shop: &Shop,
    query: &ListQuery,
    store: &Store,
) -> Result<(Vec<StockRow>, Option<String>), AppError> {
    let list = query.list();
    let horizon = Horizon { now: shop.clock.now(), days: service::restock_days(&shop.db).await? };
    let limit = PAGE_SIZE as i64 + 1;
    let mut skus = service::list_skus(&shop.db, list, store.id, &query.after, limit, horizon).await?;
    let has_more = skus.len() > PAGE_SIZE;
    skus.truncate(PAGE_SIZE);
    let next = skus.last().filter(|_| has_more).cloned();
    let mut rows = service::load_rows(&shop.db, &skus, store.id, horizon.now).await?;
    if list == StockList::Attention {
        // Of those on the page, what is sold out first comes first.
        rows.sort_by_key(|row| days_left(row.free(), row.sold.as_units()).unwrap_or(0));
    }
    Ok((rows, next))
}

/// Results of a search: those with the typed code, then products by their words.
async fn searched(
    shop: &Shop,
    query: &ListQuery,
    store: &Store,
    exact: Vec<StockRow>,
) -> Result<(Vec<StockRow>, Option<String>), AppError> {
    let mut skus: Vec<String> = exact.into_iter().map(|row| row.sku).collect();
    let products = search_ids(shop, &query.s, MAX_PRODUCTS).await?.ids;
    for sku in service::skus_of_products(&shop.db, &products).await? {
        if !skus.contains(&sku) {
            skus.push(sku);
        }
    }
    let first = query.after.parse::<usize>().unwrap_or(0).min(skus.len());
    let end = (first + PAGE_SIZE).min(skus.len());
    let rows = service::load_rows(&shop.db, &skus[first..end], store.id, shop.clock.now()).await?;
    Ok((rows, (end < skus.len()).then(|| end.to_string())))
}
