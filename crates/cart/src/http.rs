//! The cart's calls, forms and page.

mod answer;

use std::collections::{BTreeMap, HashMap};

use axum::{
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use chrono::{DateTime, Utc};
use edge::{
    AppError, Endpoint, Fields, Page, Policy, Shop, Visitor,
    address::ClientAddress,
    idempotency::{self, Claim, RequestKey},
    policy::{NonceField, NonceKind, Priority, RateClass},
    registry::At,
    session::TokenHash,
    view::PageHead,
};
use kernel::{ProductId, Quantity, VariationId, msg};
use serde::Deserialize;

use crate::{
    rules::{self, MOST_LINES, Refusal},
    store::{self, Locked},
    view::{CART_URL, CartNotice, NoticeKind, REMOVE, Shown, product_url},
};

use answer::{Answer, Outcome};

pub fn endpoints() -> Vec<Endpoint> {
    let write = Policy::write_call(RateClass::CartWrite, Priority(2));
    let remove = NonceKind::Session(NonceField { field: "_wpnonce", action: REMOVE, object: "remove_item" });
    vec![
        Endpoint::handler(At::WcAjax("add_to_cart"), add_to_cart).policy(write.clone()),
        Endpoint::handler(At::WcAjax("remove_from_cart"), remove_from_cart).policy(write.clone().naturally()),
        Endpoint::handler(At::WcAjax("xoo_wsc_update_item_quantity"), update_item_quantity)
            .policy(write.naturally()),
        Endpoint::handler(At::WcAjax("xoo_wsc_refresh_fragments"), refresh_fragments)
            .policy(Policy::read_call(RateClass::Read, Priority(2))),
        Endpoint::handler(At::Form("/ar/product/{slug}/"), add_by_form)
            .policy(Policy::form(RateClass::CartWrite, Priority(2))),
        Endpoint::handler(At::Page(CART_URL), cart_page).policy(Policy::personal_page()),
        Endpoint::handler(At::PageWith(CART_URL, "remove_item"), remove_by_link)
            .policy(Policy::guarded_link(RateClass::CartWrite, Priority(2), remove)),
    ]
}

/// The fields a button or a product form may send. Prices among them are not read.
#[derive(Debug, Deserialize)]
struct AddForm {
    /// The button's name; a card's button sends `product_id` instead, and a product's form both.
    #[serde(rename = "add-to-cart")]
    add_to_cart: Option<String>,
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
}

impl AddForm {
    fn wanted(&self) -> Result<Wanted, AppError> {
        let named = self.add_to_cart.as_ref().or(self.product_id.as_ref());
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
        })
    }
}

/// Call 1, from the button of a card or the form of a product page.
async fn add_to_cart(
    State(shop): State<Shop>,
    visitor: Visitor,
    axum::Extension(address): axum::Extension<ClientAddress>,
    key: RequestKey,
    Fields(form): Fields<AddForm>,
) -> Result<Response, AppError> {
    let wanted = form.wanted()?;
    match add(&shop, &visitor, address, &key, &wanted).await? {
        Added::Done(outcome) => Answer::fragments(&shop, outcome).await,
        Added::Refused { slug, refusal, .. } => {
            tracing::info!(product.id = wanted.product.0, %refusal, "product {} not added", wanted.product.0);
            Ok(Answer::refused(&product_url(&slug)))
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
) -> Result<Response, AppError> {
    let wanted = form.wanted()?;
    let product = wanted.product;
    match add(&shop, &visitor, address, &key, &wanted).await? {
        Added::Done(outcome) => {
            let mut response = Redirect::to(&format!("{CART_URL}?added={product}")).into_response();
            answer::greet(&mut response, outcome.locked.set_cookie);
            Ok(response)
        }
        Added::Refused { refusal, .. } => {
            Ok(Redirect::to(&format!("{CART_URL}?refused={}&product={product}", refusal.code()))
                .into_response())
        }
    }
}

enum Added {
    Done(Outcome),
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
    let (sellable, slug) = store::sellable(&mut tx, wanted.product, variation)
        .await?
        .ok_or(AppError::BadRequest("no such product"))?;
    let line = store::line_key(wanted.product, variation);
    let (held, lines) = match &known {
        Some(locked) => store::held(&mut tx, locked.id, &line).await?,
        None => (Quantity::ZERO, 0),
    };
    let decided = wanted.quantity.clone().and_then(|asked| {
        let total = rules::add(&sellable, held, asked)?;
        if held.is_zero() && lines >= MOST_LINES { Err(Refusal::TooManyLines) } else { Ok(total) }
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
        return Ok(Added::Done(finish(shop, tx, locked, now).await?));
    }
    let total = match decided {
        Ok(total) => total,
        Err(refusal) => return Ok(Added::Refused { slug, refusal }),
    };
    store::put_line(&mut tx, locked.id, &line, wanted.product, variation, total, now).await?;
    Ok(Added::Done(finish(shop, tx, locked, now).await?))
}

/// Reads the cart as it now stands, in the same transaction, and commits.
async fn finish(
    shop: &Shop,
    mut tx: sqlx::PgTransaction<'_>,
    locked: Locked,
    now: DateTime<Utc>,
) -> Result<Outcome, AppError> {
    let lines = store::lines(&mut tx, &shop.kept, locked.id, now).await?;
    tx.commit().await?;
    Ok(Outcome { locked, lines })
}

#[derive(Debug, Deserialize)]
struct RemoveForm {
    cart_item_key: String,
}

/// Call 2. Another visitor's key finds nothing here, and a repeat is success.
async fn remove_from_cart(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<RemoveForm>,
) -> Result<Response, AppError> {
    match remove(&shop, &visitor, &form.cart_item_key).await? {
        Some((outcome, _)) => Answer::fragments(&shop, outcome).await,
        None => Answer::empty(&shop).await,
    }
}

async fn remove(
    shop: &Shop,
    visitor: &Visitor,
    key: &str,
) -> Result<Option<(Outcome, Option<ProductId>)>, AppError> {
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    let removed = store::remove_line(&mut tx, locked.id, key, now).await?;
    let outcome = finish(shop, tx, locked, now).await?;
    Ok(Some((outcome, removed)))
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
    let removed = remove(&shop, &visitor, &link.remove_item).await?.and_then(|(_, product)| product);
    Ok(match removed {
        Some(product) => Redirect::to(&format!("{CART_URL}?removed={product}")),
        None => Redirect::to(CART_URL),
    })
}

#[derive(Debug, Deserialize)]
struct QuantityForm {
    cart_key: String,
    qty: String,
}

/// Call 6. Zero removes; a quantity that may not be sold leaves the line as it was.
async fn update_item_quantity(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(form): Fields<QuantityForm>,
) -> Result<Response, AppError> {
    let quantity = Quantity::parse(&form.qty).map_err(|_| AppError::BadRequest("no such quantity"))?;
    if quantity.is_zero() {
        return remove_from_cart(State(shop), visitor, Fields(RemoveForm { cart_item_key: form.cart_key }))
            .await;
    }
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, &visitor, now).await? else { return Answer::empty(&shop).await };
    if let Some((product, variation)) = store::find_line(&mut tx, locked.id, &form.cart_key).await? {
        let sellable = store::sellable(&mut tx, product, variation).await?;
        match sellable.map(|(sellable, _)| rules::set(&sellable, quantity)) {
            Some(Ok(total)) => {
                store::put_line(&mut tx, locked.id, &form.cart_key, product, variation, total, now).await?
            }
            Some(Err(refusal)) => tracing::info!(%refusal, "quantity left as it was"),
            None => {}
        }
    }
    let outcome = finish(&shop, tx, locked, now).await?;
    Answer::fragments(&shop, outcome).await
}

/// Call 4. Without a cookie there is no cart, and neither database nor renderer is asked.
async fn refresh_fragments(State(shop): State<Shop>, visitor: Visitor) -> Result<Response, AppError> {
    match read(&shop, &visitor).await? {
        Some((shown, _)) => Answer::drawn(&shop, &shown).await,
        None => Answer::empty(&shop).await,
    }
}

async fn read(shop: &Shop, visitor: &Visitor) -> Result<Option<(Shown, TokenHash)>, AppError> {
    let Some(token) = visitor.token else { return Ok(None) };
    let now = shop.clock.now();
    let Some(cart) = store::find(&shop.db, &token, now).await? else { return Ok(None) };
    let mut db = shop.db.acquire().await?;
    let lines = store::lines(&mut db, &shop.kept, cart, now).await?;
    Ok(Some((Shown::new(&lines, &token, &shop.nonces, shop.messages, now), token)))
}

/// What a redirect says about the change that led to it. Ids only: no text comes in by an address.
#[derive(Debug, Default, Deserialize)]
struct Told {
    added: Option<String>,
    removed: Option<String>,
    refused: Option<String>,
    product: Option<String>,
}

async fn cart_page(
    State(shop): State<Shop>,
    visitor: Visitor,
    Fields(told): Fields<Told>,
) -> Result<Response, AppError> {
    let shown = read(&shop, &visitor).await?.map_or_else(Shown::empty, |(shown, _)| shown);
    let notice = notice(&shop, &told).await?;
    let view = shown.page(notice, shop.messages);
    let head = PageHead {
        title: shop.messages.text(msg::cart::TITLE),
        description: shop.messages.text(msg::cart::TITLE),
        canonical_url: format!("{}{CART_URL}", shop.origin),
        no_index: true,
        image_url: None,
        structured_data: Vec::new(),
    };
    shop.personal(&Page::new(head, &view)).await
}

async fn notice(shop: &Shop, told: &Told) -> Result<Option<CartNotice>, AppError> {
    let told_of = told.added.as_ref().or(told.removed.as_ref()).or(told.product.as_ref());
    let Some(product) = told_of.and_then(|text| text.parse::<ProductId>().ok()) else { return Ok(None) };
    let Some(name) = store::product_name(&shop.db, product).await? else { return Ok(None) };
    let (kind, message) = match told {
        Told { added: Some(_), .. } => (NoticeKind::Ok, msg::cart::ADDED_NAMED.with("name", name)),
        Told { removed: Some(_), .. } => (NoticeKind::Ok, msg::cart::REMOVED.with("name", name)),
        Told { refused: Some(code), .. } => (NoticeKind::Error, refusal_text(code, name)),
        _ => return Ok(None),
    };
    Ok(Some(CartNotice { kind, text: shop.messages.text(message) }))
}

fn refusal_text(code: &str, name: String) -> kernel::Message {
    match code {
        "choice" => msg::catalog::CHOOSE_FIRST.into(),
        "stock" => msg::cart::STOCK_GONE.with("name", name),
        "gone" => msg::cart::GONE.with("name", name),
        _ => msg::cart::NOT_ADDED.into(),
    }
}
