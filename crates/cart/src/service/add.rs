//! Adding a product to the visitor's cart, in one transaction: load, decide, write.

use std::collections::{BTreeMap, HashMap};

use bundles::{ChosenItem, rules::BundleRefusal};
use chrono::{DateTime, Utc};
use edge::{
    AppError, Shop, Visitor,
    address::ClientAddress,
    events::{self, ShopEvent},
    idempotency::{self, Claim, RequestKey},
};
use kernel::{ProductId, Quantity, VariationId};
use sqlx::PgTransaction;

use super::{Outcome, bundle, finish, lines::available_for_line};
use crate::{
    rules::{self, Addition, Refusal, Sellable},
    store::{self, ExistingLine, LineStock, Locked, NewLine, SellableProduct, Settings, StockDemand},
};

/// What a shopper wants to add.
pub struct AddRequest {
    pub product: ProductId,
    pub variation: Option<VariationId>,
    pub choices: BTreeMap<String, String>,
    pub quantity: Result<Quantity, Refusal>,
    /// Includes the fields of a bundle's items.
    pub fields: HashMap<String, String>,
}

pub enum AddOutcome {
    Done(Box<Outcome>),
    /// `slug` is `None` if there is no such product.
    Refused {
        slug: Option<String>,
        refusal: Refusal,
    },
}

pub async fn add(
    shop: &Shop,
    visitor: &Visitor,
    address: ClientAddress,
    key: &RequestKey,
    wanted: Result<AddRequest, Refusal>,
) -> Result<AddOutcome, AppError> {
    let (product, outcome) = match wanted {
        Ok(wanted) => (Some(wanted.product.0), add_within_limit(shop, visitor, address, key, &wanted).await?),
        Err(refusal) => (None, AddOutcome::Refused { slug: None, refusal }),
    };
    if let AddOutcome::Refused { refusal, .. } = &outcome {
        tracing::info!(product.id = product, %refusal, "product not added");
    }
    Ok(outcome)
}

/// New carts have a limit, which is counted outside the transaction: nothing waits for Redis under a lock.
async fn add_within_limit(
    shop: &Shop,
    visitor: &Visitor,
    address: ClientAddress,
    key: &RequestKey,
    wanted: &AddRequest,
) -> Result<AddOutcome, AppError> {
    let is_new = visitor.token.is_none();
    if is_new {
        shop.rate_limiter.check_new_cart(address).await?;
    }
    if let Some(outcome) = try_add(shop, visitor, key, wanted, is_new).await? {
        return Ok(outcome);
    }
    // The session of the cookie has ended, or never had a cart.
    shop.rate_limiter.check_new_cart(address).await?;
    // Never missing: the cart may be created now.
    try_add(shop, visitor, key, wanted, true).await?.ok_or(AppError::Busy)
}

/// One transaction: lock the cart, read price and stock, decide, write. `None`: a new cart is needed, and may not be
/// created.
async fn try_add(
    shop: &Shop,
    visitor: &Visitor,
    key: &RequestKey,
    wanted: &AddRequest,
    may_create: bool,
) -> Result<Option<AddOutcome>, AppError> {
    let now = shop.clock.now();
    let settings = Settings::load(&shop.settings).await?;
    let mut tx = shop.db.begin().await?;
    let cart = store::lock(&mut tx, visitor, now).await?;
    let Some(found) = load(&mut tx, &settings, cart.as_ref(), wanted, now).await? else {
        return Ok(Some(AddOutcome::Refused { slug: None, refusal: Refusal::NoProduct }));
    };
    let decided = found.decide(wanted);
    let locked = match cart {
        Some(locked) => locked,
        None => {
            // A refusal creates no cart.
            if let Err(refusal) = decided {
                return Ok(Some(AddOutcome::Refused { slug: Some(found.slug), refusal }));
            }
            if !may_create {
                return Ok(None);
            }
            store::create(&mut tx, visitor.token, now).await?
        }
    };
    let request = format!("add {} {:?}", found.key, wanted.quantity);
    if let Claim::Repeated = idempotency::claim(&mut tx, "cart", &locked.token, key, &request, now).await? {
        return Ok(Some(AddOutcome::Done(Box::new(finish(&settings, tx, locked, now).await?))));
    }
    match decided {
        Ok(total) => {
            record_added(&mut tx, &locked, wanted, &found.key, now).await?;
            write(&mut tx, &locked, wanted.product, found, total, now).await?;
        }
        Err(refusal) => return Ok(Some(AddOutcome::Refused { slug: Some(found.slug), refusal })),
    }
    Ok(Some(AddOutcome::Done(Box::new(finish(&settings, tx, locked, now).await?))))
}

/// An event for the reports and for other programs.
async fn record_added(
    tx: &mut PgTransaction<'_>,
    locked: &Locked,
    wanted: &AddRequest,
    line: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let key = format!("{} {line} {}", locked.id, now.timestamp_micros());
    let payload = serde_json::json!({
        "productId": wanted.product.to_string(),
        "variationId": wanted.variation.map(|variation| variation.to_string()),
        "quantity": wanted.quantity.as_ref().ok(),
    });
    events::record(&mut **tx, ShopEvent::AddToCart, &key, &payload, now).await
}

/// The product to add and the state of the cart, read under the cart's lock.
pub(super) struct Loaded {
    pub(super) sellable: Sellable,
    slug: String,
    variation: Option<VariationId>,
    /// Items of a bundle; empty otherwise.
    pub(super) picked: Result<Vec<ChosenItem>, BundleRefusal>,
    /// Values of the attributes that the variation leaves open.
    pub(super) chosen: Result<BTreeMap<String, String>, Refusal>,
    /// Key of the line that the product is added to.
    key: String,
    pub(super) existing: ExistingLine,
}

/// `None`: there is no such product.
pub(super) async fn load(
    tx: &mut PgTransaction<'_>,
    settings: &Settings,
    cart: Option<&Locked>,
    wanted: &AddRequest,
    now: DateTime<Utc>,
) -> Result<Option<Loaded>, AppError> {
    let requested = match wanted.variation {
        None if !wanted.choices.is_empty() => {
            store::find_variation(tx, wanted.product, &wanted.choices).await?
        }
        named => named,
    };
    let Some(product) = store::sellable(tx, wanted.product, requested).await? else { return Ok(None) };
    let SellableProduct { mut sellable, slug, variation } = product;
    let picked = match sellable.is_bundle {
        true => bundle::choose(settings, tx, wanted.product, &wanted.fields, now).await?,
        false => Ok(Vec::new()),
    };
    let chosen = rules::check_open_choices(&sellable, &wanted.choices);
    let key = match &picked {
        Ok(parts) if sellable.is_bundle => store::bundle_key(wanted.product, parts),
        _ => store::line_key(wanted.product, variation, &chosen.clone().unwrap_or_default()),
    };
    let existing = match cart {
        Some(locked) => store::find_existing_line(tx, locked.id, &key, wanted.product).await?,
        None => ExistingLine::default(),
    };
    if let Ok(parts) = &picked
        && (existing.is_shared || !parts.is_empty())
    {
        let parts = parts.iter().map(StockDemand::from).collect();
        let line = LineStock { product: wanted.product, variation, parts };
        let cart = cart.map(|locked| locked.id);
        sellable.available = available_for_line(tx, cart, &key, &sellable, &line).await?;
    }
    Ok(Some(Loaded { sellable, slug, variation, picked, chosen, key, existing }))
}

impl Loaded {
    pub(super) fn decide(&self, wanted: &AddRequest) -> Result<Quantity, Refusal> {
        rules::decide_addition(&Addition {
            sellable: &self.sellable,
            quantity: wanted.quantity.clone(),
            selection: self.picked.as_ref().err(),
            choices: self.chosen.as_ref().err(),
            held: self.existing.quantity,
            lines: self.existing.lines,
        })
    }
}

pub(super) async fn write(
    tx: &mut PgTransaction<'_>,
    locked: &Locked,
    product: ProductId,
    found: Loaded,
    quantity: Quantity,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let (choices, parts) = (found.chosen.unwrap_or_default(), found.picked.unwrap_or_default());
    let line = NewLine {
        key: &found.key,
        product,
        variation: found.variation,
        choices: &choices,
        quantity,
        parts: &parts,
    };
    store::put_line(tx, locked.id, &line, now).await
}
