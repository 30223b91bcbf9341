//! Restoring saved lines into a visitor's cart, by the rules of adding.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use edge::{AppError, Shop, Visitor, address::ClientAddress, session::SetCookie};
use kernel::{ProductId, Quantity, VariationId};
use sqlx::PgTransaction;

use super::{
    add::{AddRequest, Loaded, load, write},
    bundle::SELECTION,
};
use crate::{
    rules::{MAX_LINES, Refusal, check_quantity},
    store::{self, Locked, SavedLine, Settings},
};

pub struct Restored {
    /// Cookie to set: for a new visitor, or when the session was renewed.
    pub set_cookie: Option<SetCookie>,
    /// Every line has at least the saved quantity.
    pub is_complete: bool,
    /// For each saved line, how much of it the cart has now.
    pub quantities: Vec<Quantity>,
}

/// Brings each line up to the saved quantity, at current prices and within the stock. A line that the cart has already
/// is not added again, so a repeated call changes nothing.
pub async fn restore(
    shop: &Shop,
    visitor: &Visitor,
    address: ClientAddress,
    lines: &[SavedLine],
) -> Result<Restored, AppError> {
    let is_new = visitor.token.is_none();
    if is_new {
        shop.rate_limiter.check_new_cart(address).await?;
    }
    if let Some(restored) = try_restore(shop, visitor, lines, is_new).await? {
        return Ok(restored);
    }
    // The session of the cookie has ended, or never had a cart.
    shop.rate_limiter.check_new_cart(address).await?;
    try_restore(shop, visitor, lines, true).await?.ok_or(AppError::Busy)
}

/// `None`: a new cart is needed, and may not be created.
async fn try_restore(
    shop: &Shop,
    visitor: &Visitor,
    lines: &[SavedLine],
    may_create: bool,
) -> Result<Option<Restored>, AppError> {
    let now = shop.clock.now();
    let settings = Settings::load(&shop.settings).await?;
    let mut tx = shop.db.begin().await?;
    let locked = match store::lock(&mut tx, visitor, now).await? {
        Some(locked) => locked,
        None if may_create => store::create(&mut tx, visitor.token, now).await?,
        None => return Ok(None),
    };
    let mut quantities = Vec::new();
    for line in lines.iter().take(MAX_LINES) {
        quantities.push(restore_line(&mut tx, &settings, &locked, line, now).await?);
    }
    tx.commit().await?;
    let is_whole = |(line, quantity): (&SavedLine, &Quantity)| quantity.as_units() >= line.quantity;
    let is_complete = lines.iter().take(MAX_LINES).zip(&quantities).all(is_whole);
    Ok(Some(Restored { set_cookie: locked.set_cookie, is_complete, quantities }))
}

/// Returns how much of the line the cart has afterwards.
async fn restore_line(
    tx: &mut PgTransaction<'_>,
    settings: &Settings,
    locked: &Locked,
    line: &SavedLine,
    now: DateTime<Utc>,
) -> Result<Quantity, AppError> {
    let saved = Quantity::from_units(line.quantity);
    let selection = Some(line.selection.clone()).filter(|text| !text.is_empty());
    let mut wanted = AddRequest {
        product: ProductId(line.product),
        variation: line.variation.map(VariationId),
        choices: line.choices.clone(),
        quantity: Ok(saved),
        fields: selection.map(|text| (SELECTION.to_owned(), text)).into_iter().collect::<HashMap<_, _>>(),
    };
    let Some(found) = load(tx, settings, Some(locked), &wanted, now).await? else {
        return Ok(Quantity::ZERO);
    };
    let existing = found.existing.quantity;
    let missing = saved.checked_sub(existing).filter(|missing| *missing > Quantity::ZERO);
    let Some(missing) = missing else { return Ok(existing) };
    wanted.quantity = Ok(missing);
    match found.decide(&wanted) {
        Ok(total) => {
            write(tx, locked, wanted.product, found, total, now).await?;
            Ok(total)
        }
        Err(refusal) => {
            let Some(total) = available_total(&found, &refusal) else { return Ok(existing) };
            write(tx, locked, wanted.product, found, total, now).await?;
            Ok(total)
        }
    }
}

/// The most that the stock allows, if that is more than the cart has.
fn available_total(found: &Loaded, refusal: &Refusal) -> Option<Quantity> {
    let Refusal::OutOfStock { available } = refusal else { return None };
    let step = found.sellable.step.as_units().max(1);
    let total = Quantity::from_units(available.as_units() / step * step);
    let total = check_quantity(&found.sellable, total).ok()?;
    (total > found.existing.quantity && found.chosen.is_ok() && found.picked.is_ok()).then_some(total)
}
