//! Coming in and going out.

use chrono::{DateTime, Utc};
use edge::session::{self, NewToken, TokenHash};
use kernel::{CartId, CustomerId};
use sqlx::PgConnection;

/// Signs somebody in: what they had as a guest becomes theirs, and the token they came with dies with it.
/// Two who bring the same token are told apart by its row: only one of them gets its cart.
pub async fn enter(
    db: &mut PgConnection,
    came_with: Option<TokenHash>,
    customer: CustomerId,
    now: DateTime<Utc>,
) -> sqlx::Result<NewToken> {
    let ended = match came_with {
        Some(token) => session::end(&mut *db, &token, now).await?,
        None => None,
    };
    // What another customer left in this browser is theirs.
    let guest = ended.filter(|ended| ended.customer.is_none()).and_then(|ended| ended.cart_id).map(CartId);
    let own = sqlx::query_scalar!("select cart_id from customers where id = $1 for update", customer.0)
        .fetch_one(&mut *db)
        .await?
        .map(CartId);
    let cart = match (own, guest) {
        (Some(own), Some(guest)) if own != guest => {
            cart::store::merge(&mut *db, guest, own, now).await?;
            own
        }
        (Some(cart), _) | (None, Some(cart)) => cart,
        (None, None) => cart::store::new_cart(&mut *db, now).await?,
    };
    if own != Some(cart) {
        sqlx::query!("update customers set cart_id = $2 where id = $1", customer.0, cart.0)
            .execute(&mut *db)
            .await?;
    }
    if let Some(guest) = guest {
        // They are known by name now: nobody writes to a guest any more.
        sqlx::query!("delete from cart_emails where cart_id = $1", guest.0).execute(&mut *db).await?;
    }
    session::begin(db, customer, cart.0, now).await
}

/// Signs out on this device alone.
pub async fn leave(db: &mut PgConnection, token: Option<TokenHash>, now: DateTime<Utc>) -> sqlx::Result<()> {
    if let Some(token) = token {
        session::end(db, &token, now).await?;
    }
    Ok(())
}
