//! The stock of a store: what has to be ordered, every SKU with its ledger, and the forms that receive, count and issue. The
//! stock itself is moved by `barcodes`; the pages join it with the search of products.

mod acts;
mod item;
mod list;
mod rows;
pub mod view;

pub use accounts::view::STAFF_STOCK_URL as STOCK_LIST_URL;
use barcodes::service::Store;
use edge::{
    AppError, Endpoint, Permission, Policy, Shop,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::Location,
    session::StaffMember,
};

pub const STOCK_ITEM_URL: &str = "/ar/wp-admin/stock/{id}/";
const RECEIVE_URL: &str = "/ar/wp-admin/stock/{id}/receive/";
const ISSUE_URL: &str = "/ar/wp-admin/stock/{id}/issue/";
const COUNT_URL: &str = "/ar/wp-admin/stock/{id}/count/";
const DECIDE_URL: &str = "/ar/wp-admin/stock/{id}/approval/";

/// Nonce action of the forms.
const NONCE: &str = "staff.stock";

/// The page of a product's or a variation's stock in one store.
pub fn item_in_store(item: i64, store: i16) -> String {
    format!("{}?store_id={store}", item_url(STOCK_ITEM_URL, item))
}

fn item_url(pattern: &str, id: i64) -> String {
    pattern.replace("{id}", &id.to_string())
}

pub fn endpoints() -> Vec<Endpoint> {
    let page = Policy { rate: RateClass::Staff, ..Policy::personal_page().for_staff(Permission::StockMove) };
    let nonce = NonceKind::Session(NonceField { field: "nonce", action: NONCE, object: "" });
    let form = Policy { audit: true, ..Policy::form(RateClass::Staff, Priority(2)) };
    let form = form.nonce(nonce).for_staff(Permission::StockMove);
    vec![
        Endpoint::handler(Location::Page(STOCK_LIST_URL), list::show).policy(page.clone()),
        Endpoint::handler(Location::Page(STOCK_ITEM_URL), item::show).policy(page),
        Endpoint::handler(Location::Form(RECEIVE_URL), acts::receive).policy(form.clone()),
        Endpoint::handler(Location::Form(ISSUE_URL), acts::issue).policy(form.clone()),
        Endpoint::handler(Location::Form(COUNT_URL), acts::count).policy(form.clone()),
        // A repeated decision finds that nothing waits any more.
        Endpoint::handler(Location::Form(DECIDE_URL), acts::decide).policy(form.idempotent()),
    ]
}

/// The stores of a member, and the wanted one or else the first. A store where the member does not work is answered like one
/// that does not exist; `None`: the member has no store.
async fn choose_store(
    shop: &Shop,
    member: &StaffMember,
    wanted: Option<i16>,
) -> Result<(Vec<Store>, Option<Store>), AppError> {
    let stores = barcodes::service::stores_of(shop, member).await?;
    let store = match wanted {
        None => stores.first().cloned(),
        Some(id) => Some(stores.iter().find(|store| store.id == id).cloned().ok_or(AppError::NotFound)?),
    };
    Ok((stores, store))
}
