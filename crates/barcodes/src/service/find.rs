//! Finds products and orders by a code.

use accounts::view::{STAFF_ORDERS_URL, STAFF_STOCK_URL};
use catalog::PictureView;
use chrono::TimeDelta;
use edge::{AppError, Shop, session::StaffMember};
use kernel::{Quantity, msg};
use orders::rules::State as OrderState;

use super::allowed_actions;
use crate::{
    rules::{CodeType, ProductCodes, Refusal, StockAction, UNDO_MINUTES, clean_code, order_number},
    store::{self, Item, Store},
    urls::STAFF_BARCODES_URL,
    view::{BarcodeFormView, BarcodeOrderView, BarcodeResultsView, BarcodeRowView},
};

/// As the product's page.
const LOW_STOCK_MAX: Quantity = Quantity::from_whole(3);

/// Who searches, where, and what the rows offer.
pub struct Finder<'a> {
    pub shop: &'a Shop,
    pub staff: &'a StaffMember,
    pub store: &'a Store,
    /// `barcode-actions`.
    pub actions: &'a str,
    pub nonce: String,
}

/// An answer to a search, or the reason why there is none.
pub struct Found {
    pub results: BarcodeResultsView,
    pub refusal: Option<Refusal>,
    pub redirect_page: Option<String>,
}

/// Searches a code.
pub async fn results_of(finder: &Finder<'_>, code_type: CodeType, text: &str) -> Result<Found, AppError> {
    let code = clean_code(text);
    match code_type {
        CodeType::Product => {
            let items = match &code {
                Some(code) => store::match_codes(&finder.shop.db, &ProductCodes::new(code)).await?,
                None => Vec::new(),
            };
            let rows = rows_of(finder, &items).await?;
            let refusal = rows.is_empty().then_some(Refusal::NotFound);
            Ok(finder.found(text, rows, None, refusal))
        }
        CodeType::Order => {
            let order = find_order(finder.shop, code.as_deref()).await?;
            let refusal = order.is_none().then_some(Refusal::OrderNotFound);
            Ok(finder.found(text, Vec::new(), order, refusal))
        }
    }
}

async fn find_order(shop: &Shop, code: Option<&str>) -> Result<Option<BarcodeOrderView>, AppError> {
    let Some(number) = code.and_then(order_number) else { return Ok(None) };
    let Some(state) = store::find_order_state(&shop.db, number).await? else { return Ok(None) };
    let label = OrderState::parse(&state).map(|state| shop.messages.text(state.label()));
    Ok(Some(BarcodeOrderView {
        number: number.to_string(),
        state: label.unwrap_or_default(),
        url: format!("{STAFF_ORDERS_URL}{number}/"),
    }))
}

/// The rows of products and variations, with what the member may do.
pub async fn rows_of(finder: &Finder<'_>, ids: &[i64]) -> Result<Vec<BarcodeRowView>, AppError> {
    let Finder { shop, staff, store, .. } = finder;
    let actions = allowed_actions(staff, finder.actions);
    let count = match actions.iter().any(|action| action.is_count()) {
        true => store::find_open_count(&shop.db, store.id).await?,
        false => None,
    };
    let items = store::load_items(&shop.db, ids, store.id, count).await?;
    let products: Vec<i64> = items.iter().map(|item| item.product_id).collect();
    let pictures = catalog::service::first_pictures(&shop.db, &products).await?;
    let undoable = undoable_item(finder).await?;
    let row = |item: Item| {
        let picture = pictures.get(&item.product_id).cloned();
        row_view(item, picture, actions.clone(), undoable, store.id)
    };
    Ok(items.into_iter().map(row).collect())
}

/// The product of the member's last action, while it can be undone.
async fn undoable_item(finder: &Finder<'_>) -> Result<Option<i64>, AppError> {
    let since = finder.shop.clock.now() - TimeDelta::minutes(UNDO_MINUTES);
    let last = store::last_action(&finder.shop.db, finder.staff.id, finder.store.id).await?;
    let last = last.filter(|last| last.kind != StockAction::Undo.name() && last.done_at > since);
    Ok(last.map(|last| last.item))
}

fn row_view(
    item: Item,
    picture: Option<PictureView>,
    actions: Vec<StockAction>,
    undoable: Option<i64>,
    store: i16,
) -> BarcodeRowView {
    BarcodeRowView {
        id: item.id.to_string(),
        stock_url: format!("{STAFF_STOCK_URL}{}/?store_id={store}", item.id),
        label: item.label,
        code: if item.gtin.is_empty() { item.sku } else { item.gtin },
        bin: item.bin,
        stock: item.on_hand.to_string(),
        is_low: item.on_hand <= LOW_STOCK_MAX,
        reserved: (!item.reserved.is_zero()).then(|| item.reserved.to_string()),
        counted: item.counted.map(|counted| counted.to_string()),
        has_decimals: !item.step.is_multiple_of(Quantity::ONE),
        url: item.is_published.then(|| format!("/ar/product/{}/", item.slug)),
        picture: picture.unwrap_or_else(|| PictureView::missing("")),
        // Counting is corrected by the count itself.
        can_undo: undoable == Some(item.id) && !actions.iter().any(|action| action.is_count()),
        name: item.name,
        actions,
    }
}

impl Finder<'_> {
    fn found(
        &self,
        text: &str,
        rows: Vec<BarcodeRowView>,
        order: Option<BarcodeOrderView>,
        refusal: Option<Refusal>,
    ) -> Found {
        if let Some(refusal) = refusal {
            let (staff, store) = (self.staff.id, self.store.id);
            tracing::info!(
                staff,
                store,
                refusal = refusal.name(),
                "barcode search of staff {staff} found nothing"
            );
        }
        let redirect_page = order.as_ref().map(|order| order.url.clone());
        let error = refusal.map(|refusal| self.shop.messages.text(refusal.message()));
        Found {
            results: BarcodeResultsView { rows, order, error, form: self.form(text) },
            refusal,
            redirect_page,
        }
    }

    /// Results that are an error, with the rows that a refused action leaves otherwise than they were shown.
    pub fn refused(&self, refusal: Refusal, rows: Vec<BarcodeRowView>) -> BarcodeResultsView {
        let error = Some(self.shop.messages.text(refusal.message()));
        BarcodeResultsView { rows, order: None, error, form: self.form("") }
    }

    /// Results that are one row.
    pub fn single(&self, rows: Vec<BarcodeRowView>) -> BarcodeResultsView {
        BarcodeResultsView { rows, order: None, error: None, form: self.form("") }
    }

    fn form(&self, text: &str) -> BarcodeFormView {
        BarcodeFormView {
            action: STAFF_BARCODES_URL.to_owned(),
            nonce: self.nonce.clone(),
            key: hex::encode(rand::random::<[u8; 16]>()),
            store_id: self.store.id.to_string(),
            actions: self.actions.to_owned(),
            text: text.to_owned(),
        }
    }
}

/// What an action did, in words.
pub fn done_text(shop: &Shop, action: StockAction, row: &BarcodeRowView) -> String {
    let key = match action {
        StockAction::Undo => msg::barcodes::UNDONE,
        StockAction::CountAdd | StockAction::CountSet => msg::barcodes::COUNT_SAVED,
        StockAction::IncreaseStock | StockAction::DecreaseStock | StockAction::SetStock => {
            msg::barcodes::SAVED
        }
    };
    let count = if action.is_count() { row.counted.clone().unwrap_or_default() } else { row.stock.clone() };
    shop.messages.text(key.with("name", row.name.as_str()).with("count", count))
}
