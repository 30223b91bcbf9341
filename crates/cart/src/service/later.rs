//! Saving a line for later, and moving it back into the cart.

use edge::{AppError, Shop, Visitor};
use kernel::{CartId, msg};

use super::restore;
use crate::{
    store::{self, SavedLine, later},
    view::{CartNotice, NoticeKind, SavedLineView, product_url},
};

/// What a form does with a line. Repeating it changes nothing more.
#[derive(Debug, Clone, Copy)]
pub enum LaterAction<'a> {
    /// Takes a line out of the cart.
    Save(&'a str),
    /// Puts it back, at the current price and within the stock.
    Restore(&'a str),
    Remove(&'a str),
}

/// Returns the notice about the change; `None` if there is no such line.
pub async fn change_later(
    shop: &Shop,
    visitor: &Visitor,
    action: LaterAction<'_>,
) -> Result<Option<CartNotice>, AppError> {
    match action {
        LaterAction::Save(key) => save(shop, visitor, key).await,
        LaterAction::Restore(key) => put_back(shop, visitor, key).await,
        LaterAction::Remove(key) => {
            if let Some(cart) = find_cart_id(shop, visitor).await? {
                later::delete(&shop.db, cart, key).await?;
            }
            Ok(None)
        }
    }
}

async fn find_cart_id(shop: &Shop, visitor: &Visitor) -> sqlx::Result<Option<CartId>> {
    match visitor.token {
        Some(token) => store::find(&shop.db, &token, shop.clock.now()).await,
        None => Ok(None),
    }
}

async fn save(shop: &Shop, visitor: &Visitor, key: &str) -> Result<Option<CartNotice>, AppError> {
    let now = shop.clock.now();
    let mut tx = shop.db.begin().await?;
    let Some(locked) = store::lock(&mut tx, visitor, now).await? else { return Ok(None) };
    let Some(removed) = store::remove_line(&mut tx, locked.id, key, now).await? else { return Ok(None) };
    let line = SavedLine {
        product: removed.product.0,
        variation: removed.variation.map(|id| id.0),
        quantity: removed.quantity.as_units(),
        choices: removed.choices,
        selection: bundles::rules::write(&removed.picks),
    };
    if !later::insert(&mut tx, locked.id, key, &line, now).await? {
        // The line stays in the cart: the transaction is not committed.
        let text = shop.messages.text(msg::cart::LATER_FULL);
        return Ok(Some(CartNotice::new(NoticeKind::Error, text)));
    }
    let name = store::find_product_name(&mut *tx, removed.product).await?;
    tx.commit().await?;
    Ok(name.map(|product| {
        let text = shop.messages.text(msg::cart::LATER_SAVED.with("name", product.name));
        CartNotice::new(NoticeKind::Ok, text)
    }))
}

async fn put_back(shop: &Shop, visitor: &Visitor, key: &str) -> Result<Option<CartNotice>, AppError> {
    let Some(cart) = find_cart_id(shop, visitor).await? else { return Ok(None) };
    let Some(line) = later::find(&shop.db, cart, key).await? else { return Ok(None) };
    let name = store::find_product_name(&shop.db, kernel::ProductId(line.product)).await?;
    let Some(product) = name else { return Ok(None) };
    let restored = restore(shop, visitor, visitor.address, std::slice::from_ref(&line)).await?;
    if !restored.is_complete {
        // It stays saved, and what could be added is in the cart.
        let text = shop.messages.text(msg::cart::STOCK_GONE.with("name", product.name));
        return Ok(Some(CartNotice::new(NoticeKind::Error, text)));
    }
    later::delete(&shop.db, cart, key).await?;
    let text = shop.messages.text(msg::cart::ADDED_NAMED.with("name", product.name));
    Ok(Some(CartNotice::new(NoticeKind::Ok, text)))
}

/// The visitor's saved lines, newest first.
pub async fn saved_for_later(shop: &Shop, visitor: &Visitor) -> Result<Vec<SavedLineView>, AppError> {
    let Some(cart) = find_cart_id(shop, visitor).await? else { return Ok(Vec::new()) };
    let lines = later::list(&shop.db, cart).await?;
    let ids: Vec<i64> = lines.iter().map(|line| line.product).collect();
    let cards = catalog::service::cards(&shop.db, &ids).await?;
    let views = lines.into_iter().map(|line| SavedLineView {
        picture: cards
            .iter()
            .find(|card| card.id.0 == line.product)
            .and_then(|card| card.picture.clone())
            .unwrap_or_else(|| catalog::PictureView::missing(&line.name)),
        url: product_url(&line.slug),
        quantity: kernel::Quantity::from_units(line.line.quantity).to_string(),
        key: line.key,
        name: line.name,
        detail: line.detail,
    });
    Ok(views.collect())
}
