//! What other crates may ask of the cart. The cart's own handlers use it as well.
//!
//! A change of the visitor's cart is one transaction: lock the cart, read price and stock, decide, write. The functions
//! that take a connection are for callers with a transaction of their own, such as the checkout.

mod add;
mod bundle;
mod later;
mod lines;
mod restore;
pub mod shipping;
mod totals;

use chrono::{DateTime, Utc};
use edge::{AppError, Shop, Visitor, session::TokenHash};
use kernel::ProductId;

pub use self::{
    add::{AddOutcome, AddRequest, add},
    bundle::{SelectionTrial, try_selection},
    lines::{LineQuantity, Removal, remove_line, set_quantities},
    restore::{Restored, restore},
    totals::{
        Destination, apply_counted_coupon, apply_coupon, choose_shipping_method, drop_coupon, set_destination,
    },
};
pub(crate) use self::{
    later::{LaterAction, change_later, saved_for_later},
    lines::removed_notice,
    totals::{MAX_CITY_LENGTH, MAX_CODE_LENGTH},
};
pub use crate::contents::{Contents, Line, LinePart, ShippingAddress};
pub use crate::store::{
    CouponUser, Locked, Removed, SavedLine, Settings, SpendOutcome, contents, create, delete, find,
    find_variation, holds, lock, merge, new_cart, release_coupons, remove_ordered, saved_line, saved_lines,
    spend_coupon, sweep,
    totals::{Rates, Trial, TrialOffer, TrialRefusal, calendar, remove_coupon, set_shipping_address},
};
use crate::{
    rules::Refusal,
    store,
    view::{CartNotice, CartSettings, CartViews, ViewContext},
};

/// Result of a committed change.
pub struct Outcome {
    pub locked: Locked,
    pub contents: Contents,
    /// Notice about the change, if any.
    pub notice: Option<CartNotice>,
    /// Why a quantity was not set.
    pub refusal: Option<Refusal>,
}

/// Builds the views of a cart.
pub async fn cart_views(shop: &Shop, contents: &Contents, token: &TokenHash) -> Result<CartViews, AppError> {
    let context = ViewContext {
        token,
        nonces: &shop.nonces,
        messages: shop.messages,
        settings: &*shop.settings.get::<CartSettings>().await?,
        rates: &*shop.settings.get::<Rates>().await?,
        now: shop.clock.now(),
    };
    Ok(CartViews::new(contents, &context))
}

/// Reads the cart contents after the change, in the same transaction, and commits.
pub(crate) async fn finish(
    settings: &Settings,
    mut tx: sqlx::PgTransaction<'static>,
    locked: Locked,
    now: DateTime<Utc>,
) -> Result<Outcome, AppError> {
    let contents = store::contents(&mut tx, settings, locked.id, now).await?;
    #[cfg(feature = "seeded-bugs")]
    if crate::seeded_bugs::is_active("answer-before-commit") {
        crate::seeded_bugs::commit_later(tx);
        return Ok(Outcome { locked, contents, notice: None, refusal: None });
    }
    tx.commit().await?;
    Ok(Outcome { locked, contents, notice: None, refusal: None })
}

/// A visitor's cart, ready to be rendered.
pub struct CartOnPage {
    pub views: CartViews,
    pub products: Vec<ProductId>,
}

/// Returns the visitor's cart at current prices.
pub async fn find_cart(shop: &Shop, visitor: &Visitor) -> Result<Option<CartOnPage>, AppError> {
    let Some(token) = visitor.token else { return Ok(None) };
    let now = shop.clock.now();
    let settings = Settings::load(&shop.settings).await?;
    let mut db = shop.db.acquire().await?;
    let Some(cart) = store::find(&mut *db, &token, now).await? else { return Ok(None) };
    let contents = store::contents(&mut db, &settings, cart, now).await?;
    // Release the connection: rendering is slow and may load settings through the same pool.
    drop(db);
    let products = contents.lines.iter().map(|line| line.product_id).collect();
    Ok(Some(CartOnPage { views: cart_views(shop, &contents, &token).await?, products }))
}
