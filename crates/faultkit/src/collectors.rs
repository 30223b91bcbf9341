//! Buyers who only add to their carts while services are killed, and remember what was acknowledged.

use crate::{
    buyer::{Added, Buyer},
    stock::Product,
};

pub const SCENARIO: &str = "collects";

/// Adds one piece under a new key. Returns false if the outcome is unknown: then the cart's contents are
/// unknown too.
pub async fn collect(buyer: &Buyer, product: &Product) -> bool {
    let added = buyer.add(product, 1).await;
    buyer.record().scenario = if added == Added::Unknown { "collects, and lost count" } else { SCENARIO };
    added != Added::Unknown
}

/// Adds one piece twice under the same key: it must count once.
pub async fn collect_twice(buyer: &Buyer, product: &Product) {
    let key = buyer.new_key();
    let once = buyer.add_under(product, 1, key.clone()).await;
    let again = buyer.add_under(product, 1, key).await;
    let mut record = buyer.record();
    record.scenario =
        if once == Added::Yes && again == Added::Yes { SCENARIO } else { "collects, and lost count" };
    if again == Added::Yes
        && let Some(pieces) = record.added.get_mut(&product.id)
    {
        *pieces -= 1;
    }
}
