//! Reading and changing a visitor's list.

use chrono::{DateTime, Utc};
use cookie::{Cookie, SameSite, time::Duration};
use edge::{AppError, Shop, Visitor, session::find_customer};
use http::{HeaderMap, HeaderValue, header};
use kernel::{CustomerId, Money};
use sqlx::PgConnection;

use crate::{
    rules::{MAX_ITEMS, SavedIds},
    store,
};

/// Ids of products and nothing about the visitor. Scripts read it.
pub const COOKIE: &str = "matjar_wishlist";
const COOKIE_LIFE: Duration = Duration::days(365);

/// A visitor's list.
#[derive(Debug, Clone, Default)]
pub struct Wishlist {
    /// Newest first.
    pub items: Vec<SavedItem>,
    pub is_guest: bool,
}

#[derive(Debug, Clone)]
pub struct SavedItem {
    pub product: i64,
    /// The lowest price when it was saved.
    pub price: Option<Money>,
}

impl Wishlist {
    fn of_guest(saved: &SavedIds) -> Self {
        let items = saved.ids.iter().map(|product| SavedItem { product: *product, price: None });
        Self { items: items.collect(), is_guest: true }
    }

    fn ids(&self) -> SavedIds {
        SavedIds { ids: self.items.iter().map(|item| item.product).collect(), is_copy: !self.is_guest }
    }

    pub fn contains(&self, product: i64) -> bool {
        self.items.iter().any(|item| item.product == product)
    }

    /// The cookie with this list.
    pub fn set_cookie(&self, shop: &Shop) -> HeaderValue {
        write_cookie(&self.ids(), shop.origin.starts_with("https:"))
    }
}

fn read_cookie(headers: &HeaderMap) -> SavedIds {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies = lines.flat_map(Cookie::split_parse).flatten();
    cookies
        .find(|cookie| cookie.name() == COOKIE)
        .map_or_else(SavedIds::default, |cookie| SavedIds::parse(cookie.value()))
}

fn write_cookie(saved: &SavedIds, is_secure: bool) -> HeaderValue {
    let life = if saved.ids.is_empty() && !saved.is_copy { Duration::ZERO } else { COOKIE_LIFE };
    let cookie = Cookie::build((COOKIE, saved.to_text()))
        .path("/")
        .secure(is_secure)
        .same_site(SameSite::Lax)
        .max_age(life)
        .build();
    HeaderValue::from_str(&cookie.to_string()).expect("digits and dots are valid in a cookie")
}

/// Returns the visitor's list. A guest's list is merged into that of the customer who has signed in since.
pub async fn load(shop: &Shop, visitor: &Visitor, headers: &HeaderMap) -> Result<Wishlist, AppError> {
    let now = shop.clock.now();
    let saved = read_cookie(headers);
    match find_customer(&shop.db, visitor, now).await? {
        Some(session) => {
            let mut db = shop.db.acquire().await?;
            Ok(merge(&mut db, session.id, &saved, now).await?)
        }
        // The copy of a list whose customer has signed out.
        None if saved.is_copy => Ok(Wishlist { is_guest: true, ..Wishlist::default() }),
        None => Ok(Wishlist::of_guest(&saved)),
    }
}

/// Merges a guest's list into a customer's. A copy of a stored list adds nothing: what was removed elsewhere stays so.
async fn merge(
    db: &mut PgConnection,
    customer: CustomerId,
    saved: &SavedIds,
    now: DateTime<Utc>,
) -> sqlx::Result<Wishlist> {
    if !saved.is_copy && !saved.ids.is_empty() {
        store::add(&mut *db, customer, &saved.ids, None, MAX_ITEMS, now).await?;
    }
    let items = store::items(&mut *db, customer).await?.into_iter();
    let items = items
        .map(|item| SavedItem { product: item.product, price: item.price_minor.map(Money::from_minor) })
        .collect();
    Ok(Wishlist { items, is_guest: false })
}

/// Merges the cookie of a visitor who has just signed in, and returns the cookie with the customer's list.
pub async fn merge_at_login(
    shop: &Shop,
    customer: CustomerId,
    headers: &HeaderMap,
) -> Result<HeaderValue, AppError> {
    let mut db = shop.db.acquire().await?;
    let list = merge(&mut db, customer, &read_cookie(headers), shop.clock.now()).await?;
    Ok(list.set_cookie(shop))
}

/// Deletes the copy of the list of a customer who signs out.
pub fn forget_cookie(shop: &Shop) -> HeaderValue {
    write_cookie(&SavedIds::default(), shop.origin.starts_with("https:"))
}

#[derive(Debug, Clone, Copy)]
pub enum Change {
    /// With the lowest price of today.
    Save(Option<Money>),
    Remove,
}

/// Adds or removes a product and returns the new list. The list does not contain the product if it was full.
pub async fn change(
    shop: &Shop,
    visitor: &Visitor,
    headers: &HeaderMap,
    product: i64,
    change: Change,
) -> Result<Wishlist, AppError> {
    let list = load(shop, visitor, headers).await?;
    if list.is_guest {
        let mut saved = list.ids();
        saved.set(product, matches!(change, Change::Save(_)));
        return Ok(Wishlist::of_guest(&saved));
    }
    let now = shop.clock.now();
    let Some(session) = find_customer(&shop.db, visitor, now).await? else { return Ok(list) };
    let mut tx = shop.db.begin().await?;
    match change {
        Change::Save(price) => {
            let price = price.map(Money::as_minor);
            store::add(&mut tx, session.id, &[product], price, MAX_ITEMS, now).await?;
        }
        Change::Remove => store::remove(&mut *tx, session.id, product).await?,
    }
    let list = merge(&mut tx, session.id, &SavedIds { is_copy: true, ..SavedIds::default() }, now).await?;
    tx.commit().await?;
    Ok(list)
}
