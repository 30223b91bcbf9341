//! Stock that is set aside while somebody pays. The rules stand in the database, where every buyer meets.

use chrono::{DateTime, TimeDelta, Utc};
use edge::session::TokenHash;
use kernel::{Quantity, UnknownValue};
use sqlx::{PgConnection, PgPool};

/// How long a hold lasts.
pub const HOLD: TimeDelta = TimeDelta::minutes(10);
/// No order has more of one thing.
pub const MOST_OF_ONE: Quantity = Quantity::whole(20);

/// How long, and how many beside it.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    pub life: TimeDelta,
    /// How many orders one address may hold stock for in ten minutes.
    pub most: i64,
    /// A payment is under way: kept until its end is known.
    pub pinned: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Self { life: HOLD, most: 20, pinned: false }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    Held,
    /// There is too little of this SKU.
    Short(String),
    /// This visitor, or their address, holds too much already.
    Many,
}

/// All of it or nothing, in the transaction of the order.
pub async fn hold(
    db: &mut PgConnection,
    order: &str,
    holder: &TokenHash,
    address: &str,
    wanted: &[(String, Quantity)],
    now: DateTime<Utc>,
    terms: Terms,
) -> sqlx::Result<Answer> {
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
        terms.life.as_seconds_f64(),
        terms.most,
        terms.pinned
    )
    .fetch_one(db)
    .await?;
    Ok(Answer::parse(&answer)?)
}

impl Answer {
    fn parse(text: &str) -> Result<Self, UnknownValue> {
        match (text, text.strip_prefix("short ")) {
            ("held", _) => Ok(Self::Held),
            ("many", _) => Ok(Self::Many),
            (_, Some(sku)) => Ok(Self::Short(sku.to_owned())),
            (other, None) => Err(UnknownValue::new("answer of hold_stock", other)),
        }
    }
}

/// Paid: false if nothing was held any more.
pub async fn claim(db: &mut PgConnection, order: &str) -> sqlx::Result<bool> {
    sqlx::query_scalar!(r#"select claim_stock($1) as "claimed!""#, order).fetch_one(db).await
}

pub async fn release(db: &mut PgConnection, order: &str) -> sqlx::Result<()> {
    sqlx::query!("select release_stock($1)", order).execute(db).await?;
    Ok(())
}

/// Gives back what nobody paid for in time; answers of how many orders.
pub async fn sweep(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<i64> {
    sqlx::query_scalar!(r#"select sweep_holds($1) as "swept!""#, now).fetch_one(db).await
}

/// Since when the oldest hold stands.
pub async fn oldest(db: &PgPool) -> sqlx::Result<Option<DateTime<Utc>>> {
    sqlx::query_scalar!("select min(created_at) from stock_reservations where state = 'held'")
        .fetch_one(db)
        .await
}

/// Goods that were paid for come back to the shelf.
pub async fn give_back(db: &mut PgConnection, order: &str) -> sqlx::Result<()> {
    sqlx::query!("select return_stock($1)", order).execute(db).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [RUST-8]
    #[test]
    fn only_the_word_held_means_that_stock_is_held() {
        assert_eq!(Answer::parse("held"), Ok(Answer::Held));
        assert_eq!(Answer::parse("many"), Ok(Answer::Many));
        assert_eq!(Answer::parse("short MJ-1"), Ok(Answer::Short("MJ-1".to_owned())));
        for other in ["", "Held", "later"] {
            assert!(Answer::parse(other).is_err(), "{other}");
        }
    }
}
