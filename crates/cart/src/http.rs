//! The cart's calls, forms and page.

mod answer;
mod bundle;
mod page;
mod totals;

use std::{
    collections::{BTreeMap, HashMap},
    pin::Pin,
    sync::Arc,
};

use axum::{
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use chrono::{DateTime, Utc};
use edge::{
    AppError, Endpoint, Fields, Policy, Shop, Visitor,
    address::ClientAddress,
    idempotency::{self, Claim, RequestKey},
    kept::Keep,
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::At,
};
use kernel::{CartId, ProductId, Quantity, VariationId};
use serde::Deserialize;
use sqlx::PgPool;

use crate::{
    rules::{self, MOST_LINES, Refusal, Sellable},
    store::{self, Held, Locked, NewLine, Removed, Room},
    view::{CART_URL, CartNotice, CartSettings, NoticeKind, REMOVE, REMOVE_COUPON, Shown, product_url},
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
        Endpoint::handler(At::WcAjax("add_to_cart"), add_to_cart).policy(write.clone()),
        Endpoint::handler(At::WcAjax("xoo_wsc_add_to_cart"), add_from_form).policy(write),
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
        Endpoint::handler(At::Form("/ar/product/{slug}/"), move |shop, visitor, address, key, fields| {
            add_by_form(shop, visitor, address, key, fields, for_form.clone())
        })
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
}

impl Keep for CartSettings {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let value: Option<sqlx::types::Json<Self>> =
            sqlx::query_scalar("select value from settings where name = 'cart'").fetch_optional(db).await?;
        Ok(value.map(|sqlx::types::Json(settings)| settings).unwrap_or_default())
    }
}

/// The fields a button or a product form may send. Prices among them are not read.
#[derive(Debug, Deserialize)]
struct AddForm {
    /// The button's name; a card's button sends `product_id` instead, and a product's form both.
    #[serde(rename = "add-to-cart")]
    add_to_cart: Option<String>,
    /// As the side cart's own forms call it.
    #[serde(rename = "productID")]
    product_id_too: Option<String>,
    product_id: Option<String>,
    quantity: Option<String>,
    variation_id: Option<String>,
    /// Without script a form names the choices instead: `attribute_NAME`.
    #[serde(flatten)]
    others: HashMap<String, String>,
}

struct Wanted {
    product: ProductId,
    variation: Option<VariationId>,
    choices: BTreeMap<String, String>,
    quantity: Result<Quantity, Refusal>,
    /// A bundle's parts are among them.
    fields: HashMap<String, String>,
}

impl AddForm {
    fn wanted(self) -> Result<Wanted, AppError> {
        let named = self.add_to_cart.as_ref().or(self.product_id_too.as_ref()).or(self.product_id.as_ref());
        let product =
            named.and_then(|text| text.parse().ok()).ok_or(AppError::BadRequest("no such product id"))?;
        let variation = match self.variation_id.as_deref() {
            None | Some("" | "0") => None,
            Some(text) => Some(text.parse().map_err(|_| AppError::BadRequest("no such variation id"))?),
        };
        let quantity = self.quantity.as_deref().filter(|text| !text.is_empty()).unwrap_or("1");
        let choices = self
            .others
            .iter()
            .filter_map(|(name, value)| Some((name.strip_prefix("attribute_")?.to_owned(), value.clone())))
            .collect();
        Ok(Wanted {
            product,
            variation,
            choices,
            quantity: Quantity::parse(quantity).map_err(|_| Refusal::NoQuantity),
            fields: self.others,
        })
    }
}

/// Call 1, from the button of a card or the form of a product page.
async fn add_to_cart(
    State(shop): State<Shop>,
    visitor: Visitor,
    asked: AskedFrom,
    axum::Extension(address): axum::Extension<ClientAddress>,
    key: RequestKey,
    Fields(form): Fields<AddForm>,
) -> Result<Response, AppError> {
    let wanted = form.wanted()?;
    match add(&shop, &visitor, address, &key, &wanted).await? {
        Added::Done(outcome) => Answer::fragments(&shop, asked, *outcome).await,
        Added::Refused { slug, refusal, .. } => {
            tracing::info!(product.id = wanted.product.0, %refusal, "product {} not added", wanted.product.0);
            Ok(Answer::refused(&product_url(&slug)))
        }
    }
}

/// Call 5, from a product's own form: a refusal comes with its words.
async fn add_from_form(
    State(shop): State<Shop>,
    visitor: Visitor,
    asked: AskedFrom,
    axum::Extension(address): axum::Extension<ClientAddress>,
    key: RequestKey,
    Fields(form): Fields<AddForm>,
) -> Result<Response, AppError> {
    let wanted = form.wanted()?;
    match add(&shop, &visitor, address, &key, &wanted).await? {
        Added::Done(outcome) => Answer::fragments(&shop, asked, *outcome).await,
        Added::Refused { refusal, .. } => {
            tracing::info!(product.id = wanted.product.0, %refusal, "product {} not added", wanted.product.0);
            let notice = CartNotice::new(NoticeKind::Error, shop.messages.text(refusal.message()));
            Answer::told(&shop, &notice).await
        }
    }
}

/// The same without script: a form posted to the product's own page.
async fn add_by_form(
    State(shop): State<Shop>,
    visitor: Visitor,
    axum::Extension(address): axum::Extension<ClientAddress>,
    key: RequestKey,
    Fields(form): Fields<AddForm>,
    suggest: Suggest,
) -> Result<Response, AppError> {
    let wanted = form.wanted()?;
    let product = wanted.product;
    match add(&shop, &visitor, address, &key, &wanted).await? {
        Added::Done(outcome) => {
            let mut response = Redirect::to(&format!("{CART_URL}?added={product}")).into_response();
            answer::greet(&mut response, outcome.locked.set_cookie);
            Ok(response)
        }
        // Its words name what no address could: they are told here and now.
        Added::Refused { refusal: refusal @ Refusal::Selection(_), .. } => {
            let notice = CartNotice::new(NoticeKind::Error, shop.messages.text(refusal.message()));
            page::show(&shop, &visitor, Some(notice), &suggest).await
        }
        Added::Refused { refusal, .. } => {
            Ok(Redirect::to(&format!("{CART_URL}?refused={}&product={product}", refusal.code()))
                .into_response())
        }
    }
}

enum Added {
    Done(Box<Outcome>),
    Refused { slug: String, refusal: Refusal },
}

/// One transaction: lock, read, decide, write.
async fn add(
    shop: &Shop,
    visitor: &Visitor,
    address: ClientAddress,
    key: &RequestKey,
    wanted: &Wanted,
) -> Result<Added, AppError> {
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let known = store::lock(&mut tx, visitor, now).await?;
    let variation = match wanted.variation {
        None if !wanted.choices.is_empty() => {
            store::find_variation(&mut tx, wanted.product, &wanted.choices).await?
        }
        named => named,
    };
    let (mut sellable, slug) = store::sellable(&mut tx, wanted.product, variation)
        .await?
        .ok_or(AppError::BadRequest("no such product"))?;
    let picked = match sellable.is_bundle {
        true => bundle::choose(shop, &mut tx, wanted.product, &wanted.fields, now).await?,
        false => Ok(Vec::new()),
    };
    // A choice that is missing is told after everything that is worse.
    let chosen = rules::choose_open(&sellable, &wanted.choices);
    let line = match &picked {
        Ok(parts) if sellable.is_bundle => store::bundle_key(wanted.product, parts),
        _ => store::line_key(wanted.product, variation, &chosen.clone().unwrap_or_default()),
    };
    let held = match &known {
        Some(locked) => store::held(&mut tx, locked.id, &line).await?,
        None => Held::default(),
    };
    if let Ok(parts) = &picked
        && (held.has_bundles || !parts.is_empty())
    {
        let parts: Vec<Room> = parts
            .iter()
            .map(|part| Room { product: part.product, variation: part.variation, quantity: part.quantity })
            .collect();
        let cart = known.as_ref().map(|locked| locked.id);
        sellable.available =
            left(&mut tx, cart, &line, &sellable, (wanted.product, variation), &parts).await?;
    }
    let decided = wanted.quantity.clone().and_then(|asked| {
        picked.as_ref().map_err(|refused| Refusal::Selection(refused.clone()))?;
        let total = rules::add(&sellable, held.quantity, asked)?;
        chosen.as_ref().map_err(Refusal::clone)?;
        let is_new = held.quantity.is_zero();
        if is_new && held.lines >= MOST_LINES { Err(Refusal::TooManyLines) } else { Ok(total) }
    });
    let locked = match known {
        Some(locked) => locked,
        None => {
            // A refusal makes no cart.
            if let Err(refusal) = decided {
                return Ok(Added::Refused { slug, refusal });
            }
            shop.rate.pass_new_cart(address).await?;
            store::create(&mut tx, visitor.token, now).await?
        }
    };
    let request = format!("add {line} {:?}", wanted.quantity);
    if let Claim::Repeated = idempotency::claim(&mut tx, "cart", &locked.token, key, &request, now).await? {
        return Ok(Added::Done(Box::new(finish(shop, tx, locked, now).await?)));
    }
    let total = match decided {
        Ok(total) => total,
        Err(refusal) => return Ok(Added::Refused { slug, refusal }),
    };
    let chosen = chosen.unwrap_or_default();
    let parts = picked.unwrap_or_default();
    let (product, choices) = (wanted.product, &chosen);
    let line = NewLine { key: &line, product, variation, choices, quantity: total, parts: &parts };
    store::put_line(&mut tx, locked.id, &line, now).await?;
    Ok(Added::Done(Box::new(finish(shop, tx, locked, now).await?)))
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
    shop: &Shop,
    mut tx: sqlx::PgTransaction<'_>,
    locked: Locked,
    now: DateTime<Utc>,
) -> Result<Outcome, AppError> {
    let contents = store::contents(&mut tx, &shop.kept, locked.id, now).await?;
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
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    let removed = store::remove_line(&mut tx, locked.id, key, now).await?;
    let notice = match removed {
        Some(ref removed) => page::removed_notice(shop, &mut tx, removed).await?,
        None => None,
    };
    let outcome = finish(shop, tx, locked, now).await?;
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
    let outcome = finish(shop, tx, locked, now).await?;
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
    let Some(cart) = store::find(&shop.db, &token, now).await? else { return Ok(None) };
    let mut db = shop.db.acquire().await?;
    let contents = store::contents(&mut db, &shop.kept, cart, now).await?;
    let products = contents.lines.iter().map(|line| line.product_id).collect();
    Ok(Some((answer::show(shop, &contents, &token).await?, products)))
}
