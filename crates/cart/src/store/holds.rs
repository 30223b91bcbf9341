//! Stock reserved during payment. The rules are SQL functions, so they hold for all concurrent buyers.

use chrono::{DateTime, TimeDelta, Utc};
use edge::session::TokenHash;
use kernel::{Quantity, UnknownValue};
use sqlx::{PgConnection, PgPool};

pub const HOLD_DURATION: TimeDelta = TimeDelta::minutes(10);
/// Maximum quantity of one SKU in an order.
pub const MAX_QUANTITY_PER_SKU: Quantity = Quantity::from_whole(20);

/// Duration and limits of a hold.
#[derive(Debug, Clone, Copy)]
pub struct HoldTerms {
    pub duration: TimeDelta,
    /// Maximum number of orders that one client address may hold stock for within ten minutes.
    pub max_orders: i64,
    /// A payment is in progress: the hold does not expire until the payment's outcome is known.
    pub pinned: bool,
}

impl Default for HoldTerms {
    fn default() -> Self {
        Self { duration: HOLD_DURATION, max_orders: 20, pinned: false }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum HoldOutcome {
    Held,
    /// Not enough stock of this SKU.
    OutOfStock(String),
    /// This visitor, or their address, already holds too much.
    TooMany,
}

/// Reserves all of it or nothing, in the transaction of the order.
pub async fn hold(
    db: &mut PgConnection,
    order: &str,
    holder: &TokenHash,
    address: &str,
    wanted: &[(String, Quantity)],
    now: DateTime<Utc>,
    terms: HoldTerms,
) -> sqlx::Result<HoldOutcome> {
    let skus: Vec<String> = wanted.iter().map(|(sku, _)| sku.clone()).collect();
    let quantities: Vec<i64> = wanted.iter().map(|(_, quantity)| quantity.as_units()).collect();
    let answer = sqlx::query_scalar!(
        r#"select hold_stock($1, $2, $3, $4, $5, $6, make_interval(secs => $7), $8, $9) as "answer!""#,
        order,
        &holder.0,
        address,
        &skus,
        &quantities,
        now,
        terms.duration.as_seconds_f64(),
        terms.max_orders,
        terms.pinned
    )
    .fetch_one(db)
    .await?;
    Ok(HoldOutcome::parse(&answer)?)
}

impl HoldOutcome {
    fn parse(text: &str) -> Result<Self, UnknownValue> {
        match (text, text.strip_prefix("short ")) {
            ("held", _) => Ok(Self::Held),
            ("many", _) => Ok(Self::TooMany),
            (_, Some(sku)) => Ok(Self::OutOfStock(sku.to_owned())),
            (other, None) => Err(UnknownValue::new("hold_stock result", other)),
        }
    }
}

/// Turns a hold into a sale after payment. Returns false if the stock was no longer held.
pub async fn claim(db: &mut PgConnection, order: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select claim_stock($1) as "claimed!""#, order).fetch_one(db).await
}

pub async fn release(db: &mut PgConnection, order: &str) -> sqlx::Result<()> {
    sqlx::query!("select release_stock($1)", order).execute(db).await?;
    Ok(())
}

/// Releases holds that expired unpaid; returns the number of orders.
pub async fn sweep(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select sweep_holds($1) as "swept!""#, now).fetch_one(db).await
}

/// Creation time of the oldest live hold, apart from those that wait days for a transfer.
pub async fn oldest(db: &PgPool) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!(
        "select min(created_at) from stock_reservations
         where state = 'held' and expires_at < created_at + interval '12 hours'"
    )
    .fetch_one(db)
    .await
}

/// Returns the stock of a paid order to the available stock.
pub async fn return_stock(db: &mut PgConnection, order: &str) -> sqlx::Result<()> {
    sqlx::query!("select return_stock($1)", order).execute(db).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [RUST-8]
    #[test]
    fn stock_is_held_only_by_the_result_held() {
        assert_eq!(HoldOutcome::parse("held"), Ok(HoldOutcome::Held));
        assert_eq!(HoldOutcome::parse("many"), Ok(HoldOutcome::TooMany));
        assert_eq!(HoldOutcome::parse("short MJ-1"), Ok(HoldOutcome::OutOfStock("MJ-1".to_owned())));
        for other in ["", "Held", "later"] {
            assert!(HoldOutcome::parse(other).is_err(), "{other}");
        }
    }
}
