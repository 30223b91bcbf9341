//! The cart's calls, forms and page.

mod add;
pub mod answer;
mod bundle;
mod page;
pub mod totals;

use std::{pin::Pin, sync::Arc};

use axum::{
    extract::State,
    response::{Redirect, Response},
};
use chrono::{DateTime, Utc};
use edge::{
    AppError, Endpoint, Fields, Policy, Shop, Visitor,
    kept::Keep,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::At,
};
use kernel::{CartId, ProductId, Quantity, VariationId};
use serde::Deserialize;
use sqlx::PgPool;

use crate::{
    rules::{self, Sellable},
    store::{self, Locked, Removed, Room, Settings},
    view::{
        CART_URL, CHECKOUT_URL, CartNotice, CartSettings, NoticeKind, REMOVE, REMOVE_COUPON, SHOP_URL, Shown,
    },
};

use answer::{Answer, AskedFrom, Outcome};

/// Finds products that go with those in a cart, ready to be drawn. The catalogue's own cards are the storefront's to make.
pub type Suggest = Arc<
    dyn Fn(Shop, Vec<ProductId>) -> Pin<Box<dyn Future<Output = Result<serde_json::Value, AppError>> + Send>>
        + Send
        + Sync,
>;

pub fn endpoints(suggest: Suggest) -> Vec<Endpoint> {
    let write = Policy::write_call(RateClass::CartWrite, Priority(2));
    let natural = write.clone().naturally();
    let form = Policy::form(RateClass::CartWrite, Priority(2));
    let remove = NonceKind::Session(NonceField { field: "_wpnonce", action: REMOVE, object: "remove_item" });
    let take_off =
        NonceKind::Session(NonceField { field: "_wpnonce", action: REMOVE_COUPON, object: "remove_coupon" });
    let guarded = |nonce| Policy::guarded_link(RateClass::CartWrite, Priority(2), nonce);
    let (for_page, for_form) = (suggest.clone(), suggest.clone());
    vec![
        Endpoint::handler(At::WcAjax("add_to_cart"), add::add_to_cart).policy(write.clone()),
        Endpoint::handler(At::WcAjax("xoo_wsc_add_to_cart"), add::add_from_form).policy(write),
        Endpoint::handler(At::WcAjax("remove_from_cart"), remove_from_cart).policy(natural.clone()),
        Endpoint::handler(At::WcAjax("xoo_wsc_update_item_quantity"), update_item_quantity)
            .policy(natural.clone()),
        Endpoint::handler(At::WcAjax("xoo_wsc_refresh_fragments"), refresh_fragments)
            .policy(Policy::read_call(RateClass::Read, Priority(2)).strangers_uncounted()),
        Endpoint::handler(At::WcAjax("apply_coupon"), totals::apply_coupon).policy(natural.clone()),
        Endpoint::handler(At::WcAjax("remove_coupon"), totals::remove_coupon).policy(natural.clone()),
        Endpoint::handler(At::WcAjax("update_shipping_method"), totals::update_shipping_method)
            .policy(natural.clone()),
        Endpoint::handler(At::WcAjax("calculate_shipping"), totals::calculate_shipping).policy(natural),
        Endpoint::handler(
            At::Form("/ar/product/{slug}/"),
            move |shop, visitor, address, key, uri, fields| {
                add::add_by_form(shop, visitor, address, key, uri, fields, for_form.clone())
            },
        )
        .policy(form.clone()),
        Endpoint::handler(At::Page(CART_URL), move |shop, visitor, fields| {
            page::draw(shop, visitor, fields, for_page.clone())
        })
        .policy(Policy::personal_page()),
        Endpoint::handler(At::Form(CART_URL), move |shop, visitor, fields| {
            page::change(shop, visitor, fields, suggest.clone())
        })
        .policy(form),
        Endpoint::handler(At::PageWith(CART_URL, "remove_item"), remove_by_link).policy(guarded(remove)),
        Endpoint::handler(At::PageWith(CART_URL, "remove_coupon"), totals::remove_by_link)
            .policy(guarded(take_off)),
    ]
    .into_iter()
    .chain(ADDING_PAGES.iter().map(|path| {
        Endpoint::handler(At::PageWith(path, "add-to-cart"), add::add_by_link)
            .policy(Policy::own_link(RateClass::CartWrite, Priority(2)))
    }))
    .collect()
}

/// Pages whose address may carry `add-to-cart`: a theme's links lead back to where they stand.
const ADDING_PAGES: [&str; 6] =
    ["/ar/", SHOP_URL, "/ar/product-category/{*path}", "/ar/product/{slug}/", CART_URL, CHECKOUT_URL];

impl Keep for CartSettings {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let value: Option<sqlx::types::Json<Self>> =
            sqlx::query_scalar("select value from settings where name = 'cart'").fetch_optional(db).await?;
        Ok(value.map(|sqlx::types::Json(settings)| settings).unwrap_or_default())
    }
}

/// How much is left for one line beside the others of its cart, which may hold the same things alone or in a bundle.
async fn left(
    tx: &mut sqlx::PgTransaction<'_>,
    cart: Option<CartId>,
    line: &str,
    sellable: &Sellable,
    (product, variation): (ProductId, Option<VariationId>),
    parts: &[Room],
) -> sqlx::Result<Quantity> {
    let own = [Room { product, variation, quantity: Quantity::units(1) }];
    let own = Quantity::units(store::room(tx, cart, line, &own).await?).min(sellable.available);
    if parts.is_empty() {
        return Ok(own);
    }
    let bundles = store::room(tx, cart, line, parts).await?;
    Ok(own.min(Quantity::units(bundles.saturating_mul(Quantity::UNITS_PER_ONE))))
}

/// Reads the cart as it now stands, in the same transaction, and commits.
async fn finish(
    settings: &Settings,
    mut tx: sqlx::PgTransaction<'_>,
    locked: Locked,
    now: DateTime<Utc>,
) -> Result<Outcome, AppError> {
    let contents = store::contents(&mut tx, settings, locked.id, now).await?;
    tx.commit().await?;
    Ok(Outcome { locked, contents, notice: None })
}

#[derive(Debug, Deserialize)]
struct RemoveForm {
    cart_item_key: String,
}

/// Call 2. Another visitor's key finds nothing here, and a repeat is success.
async fn remove_from_cart(
    State(shop): State<Shop>,
    visitor: Visitor,
    asked: AskedFrom,
    Fields(form): Fields<RemoveForm>,
) -> Result<Response, AppError> {
    match remove(&shop, &visitor, &form.cart_item_key).await? {
        Some((outcome, _)) => Answer::fragments(&shop, asked, outcome).await,
        None => Answer::empty(&shop).await,
    }
}

async fn remove(
    shop: &Shop,
    visitor: &Visitor,
    key: &str,
) -> Result<Option<(Outcome, Option<Removed>)>, AppError> {
    let now = shop.clock.now();
    let settings = Settings::load(&shop.kept).await?;
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    let removed = store::remove_line(&mut tx, locked.id, key, now).await?;
    let notice = match removed {
        Some(ref removed) => page::removed_notice(shop, &mut tx, removed).await?,
        None => None,
    };
    let outcome = finish(&settings, tx, locked, now).await?;
    Ok(Some((Outcome { notice, ..outcome }, removed)))
}

#[derive(Debug, Deserialize)]
struct RemoveLink {
    remove_item: String,
}

/// The remove link itself, for browsers without script and for calls that failed. The frame checked its nonce.
async fn remove_by_link(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(link): Fields<RemoveLink>,
) -> Result<Redirect, AppError> {
    let removed = remove(&shop, &visitor, &link.remove_item).await?.and_then(|(_, removed)| removed);
    Ok(match removed {
        Some(removed) => Redirect::to(&page::removed_url(&removed)),
        None => Redirect::to(CART_URL),
    })
}

#[derive(Debug, Deserialize)]
struct QuantityForm {
    cart_key: String,
    qty: String,
}

/// Call 6. Zero removes; a quantity that may not be sold leaves the line as it was, and says why.
async fn update_item_quantity(
    State(shop): State<Shop>,
    visitor: Visitor,
    asked: AskedFrom,
    Fields(form): Fields<QuantityForm>,
) -> Result<Response, AppError> {
    let quantity = Quantity::parse(&form.qty).map_err(|_| AppError::BadRequest("no such quantity"))?;
    match set_quantities(&shop, &visitor, &[(form.cart_key, quantity)]).await? {
        Some(outcome) => Answer::fragments(&shop, asked, outcome).await,
        None => Answer::empty(&shop).await,
    }
}

/// Some lines at once, each by itself: one that is refused holds up no other.
async fn set_quantities(
    shop: &Shop,
    visitor: &Visitor,
    wanted: &[(String, Quantity)],
) -> Result<Option<Outcome>, AppError> {
    let now = shop.clock.now();
    let settings = Settings::load(&shop.kept).await?;
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    let mut notice = None;
    for (key, quantity) in wanted {
        if quantity.is_zero() {
            if let Some(removed) = store::remove_line(&mut tx, locked.id, key, now).await? {
                notice = page::removed_notice(shop, &mut tx, &removed).await?;
            }
            continue;
        }
        let Some((product, variation, parts)) = store::find_line(&mut tx, locked.id, key).await? else {
            continue;
        };
        let mut sellable = store::sellable(&mut tx, product, variation).await?.map(|(sellable, _)| sellable);
        if let Some(sellable) = &mut sellable {
            sellable.available =
                left(&mut tx, Some(locked.id), key, sellable, (product, variation), &parts).await?;
        }
        match sellable.map(|sellable| rules::set(&sellable, *quantity)) {
            Some(Ok(total)) => store::set_line(&mut tx, locked.id, key, total, now).await?,
            Some(Err(refusal)) => {
                tracing::info!(%refusal, "quantity left as it was");
                notice = Some(CartNotice::new(NoticeKind::Error, shop.messages.text(refusal.message())));
            }
            None => {}
        }
    }
    let outcome = finish(&settings, tx, locked, now).await?;
    Ok(Some(Outcome { notice, ..outcome }))
}

/// Call 4. Without a cookie there is no cart, and neither database nor renderer is asked.
async fn refresh_fragments(
    State(shop): State<Shop>,
    visitor: Visitor,
    asked: AskedFrom,
) -> Result<Response, AppError> {
    match read(&shop, &visitor).await? {
        Some((shown, _)) => Answer::drawn(&shop, asked, &shown).await,
        None => Answer::empty(&shop).await,
    }
}

/// The visitor's cart as it stands, and what is in it.
async fn read(shop: &Shop, visitor: &Visitor) -> Result<Option<(Shown, Vec<ProductId>)>, AppError> {
    let Some(token) = visitor.token else { return Ok(None) };
    let now = shop.clock.now();
    let settings = Settings::load(&shop.kept).await?;
    let mut db = shop.db.acquire().await?;
    let Some(cart) = store::find(&mut *db, &token, now).await? else { return Ok(None) };
    let contents = store::contents(&mut db, &settings, cart, now).await?;
    // Drawing takes its time, and may need settings of its own.
    drop(db);
    let products = contents.lines.iter().map(|line| line.product_id).collect();
    Ok(Some((answer::show(shop, &contents, &token).await?, products)))
}
