//! Buyers who only collect: they put things into their carts while everything around them dies, and remember what they
//! were told.

use crate::{
    buyer::{Added, Buyer},
    stock::Product,
};

pub const HABIT: &str = "collects";

/// One more piece, under a key of its own. False: nobody said yes in time, so nothing more is known of this cart.
pub async fn collect(buyer: &Buyer, product: &Product) -> bool {
    let added = buyer.add(product, 1).await;
    buyer.record().habit = if added == Added::Unknown { "collects, and lost count" } else { HABIT };
    added != Added::Unknown
}

/// The same piece under the same key a second time: it counts once.
pub async fn collect_twice(buyer: &Buyer, product: &Product) {
    let key = buyer.new_key();
    let once = buyer.add_under(product, 1, key.clone()).await;
    let again = buyer.add_under(product, 1, key).await;
    let mut record = buyer.record();
    record.habit = if once == Added::Yes && again == Added::Yes { HABIT } else { "collects, and lost count" };
    if again == Added::Yes
        && let Some(pieces) = record.added.get_mut(&product.id)
    {
        *pieces -= 1;
    }
}
