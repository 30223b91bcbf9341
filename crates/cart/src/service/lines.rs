//! Lines of a cart: removing them and setting their quantities.

use edge::{AppError, Shop, Visitor};
use kernel::{CartId, Quantity, msg};
use sqlx::PgConnection;

use super::{Outcome, bundle::SELECTION, finish};
use crate::{
    rules::{self, Sellable},
    store::{self, LineStock, NamedProduct, Removed, Settings, StockDemand},
    view::{CartNotice, NoticeKind, UndoView, product_url},
};

/// The quantity that a line is to have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LineQuantity {
    pub key: String,
    pub quantity: Quantity,
}

/// A cart after a line was removed. `removed` is `None` if there was no such line.
pub struct Removal {
    pub outcome: Outcome,
    pub removed: Option<Removed>,
}

/// Removes a line. `None`: the visitor has no cart.
pub async fn remove_line(shop: &Shop, visitor: &Visitor, key: &str) -> Result<Option<Removal>, AppError> {
    let now = shop.clock.now();
    let settings = Settings::load(&shop.settings).await?;
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    let removed = store::remove_line(&mut tx, locked.id, key, now).await?;
    let notice = match removed {
        Some(ref removed) => removed_notice(shop, &mut tx, removed).await?,
        None => None,
    };
    let outcome = finish(&settings, tx, locked, now).await?;
    Ok(Some(Removal { outcome: Outcome { notice, ..outcome }, removed }))
}

/// Sets several lines. Each is checked separately: a refused line does not block the others.
pub async fn set_quantities(
    shop: &Shop,
    visitor: &Visitor,
    wanted: &[LineQuantity],
) -> Result<Option<Outcome>, AppError> {
    let now = shop.clock.now();
    let settings = Settings::load(&shop.settings).await?;
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    let (mut notice, mut refused) = (None, None);
    for LineQuantity { key, quantity } in wanted {
        if quantity.is_zero() {
            if let Some(removed) = store::remove_line(&mut tx, locked.id, key, now).await? {
                notice = removed_notice(shop, &mut tx, &removed).await?;
            }
            continue;
        }
        let Some(line) = store::find_line(&mut tx, locked.id, key).await? else {
            continue;
        };
        let mut sellable =
            store::sellable(&mut tx, line.product, line.variation).await?.map(|found| found.sellable);
        if let Some(sellable) = &mut sellable {
            sellable.available = available_for_line(&mut tx, Some(locked.id), key, sellable, &line).await?;
        }
        match sellable.map(|sellable| rules::check_quantity(&sellable, *quantity)) {
            Some(Ok(total)) => store::set_line(&mut tx, locked.id, key, total, now).await?,
            Some(Err(refusal)) => {
                tracing::info!(%refusal, "quantity change refused");
                let text = shop.messages.text(refusal.message());
                notice =
                    Some(CartNotice { line: Some(key.clone()), ..CartNotice::new(NoticeKind::Error, text) });
                refused = Some(refusal);
            }
            None => {}
        }
    }
    let outcome = finish(&settings, tx, locked, now).await?;
    Ok(Some(Outcome { notice, refusal: refused, ..outcome }))
}

/// Quantity still available for one line, after the demand of the cart's other lines, which may contain the
/// same products alone or in a bundle.
pub(super) async fn available_for_line(
    tx: &mut sqlx::PgTransaction<'_>,
    cart: Option<CartId>,
    key: &str,
    sellable: &Sellable,
    line: &LineStock,
) -> sqlx::Result<Quantity> {
    let own =
        [StockDemand { product: line.product, variation: line.variation, quantity: Quantity::from_units(1) }];
    let own = Quantity::from_units(store::available_sets(tx, cart, key, &own).await?).min(sellable.available);
    if line.parts.is_empty() {
        return Ok(own);
    }
    let bundles = store::available_sets(tx, cart, key, &line.parts).await?;
    Ok(own.min(Quantity::from_units(bundles.saturating_mul(Quantity::UNITS_PER_ONE))))
}

/// Notice about a removed line, with the form that adds it again.
pub async fn removed_notice(
    shop: &Shop,
    db: &mut PgConnection,
    removed: &Removed,
) -> Result<Option<CartNotice>, AppError> {
    let Some(NamedProduct { name, slug }) = store::find_product_name(&mut *db, removed.product).await? else {
        return Ok(None);
    };
    let chosen = removed.choices.iter().map(|(name, value)| (format!("attribute_{name}"), value.clone()));
    let picked = Some(bundles::rules::write(&removed.picks)).filter(|text| !text.is_empty());
    let undo = UndoView {
        action: product_url(&slug),
        product_id: removed.product.to_string(),
        variation_id: removed.variation.map_or(0, |id| id.0).to_string(),
        quantity: removed.quantity.to_string(),
        others: chosen.chain(picked.map(|text| (SELECTION.to_owned(), text))).collect(),
    };
    let text = shop.messages.text(msg::cart::REMOVED.with("name", name));
    Ok(Some(CartNotice { undo: Some(undo), ..CartNotice::new(NoticeKind::Ok, text) }))
}
