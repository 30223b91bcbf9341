//! What shoppers chose from the results of a query. Visitors are counted, never stored: see ADR 47.

use std::collections::HashMap;

use chrono::NaiveDate;
use kernel::ProductId;
use sqlx::{PgConnection, PgExecutor, PgPool};

/// So many visitors must choose a product for a query on one day. One visitor alone, however often and for however many days,
/// changes nothing; and what only few people ask for is not stored.
pub const MIN_VISITORS: i64 = 3;
/// A purchase says more than a click.
const PURCHASE_WEIGHT: f32 = 4.0;
/// What remains of the weights of the days before when a day is added: half of it after five weeks.
const DECAY: f32 = 0.98;
/// A smaller weight is deleted.
const MIN_WEIGHT: f32 = 1.0;

/// How much the products were used that were found for a query.
#[derive(Debug, Clone, Default)]
pub struct Uses {
    weights: HashMap<i64, f32>,
    most: f32,
}

impl Uses {
    fn new(weights: HashMap<i64, f32>) -> Self {
        let most = weights.values().copied().fold(0.0, f32::max);
        Self { weights, most }
    }

    /// The use of a product, from 0 to 1: compared with the product that was used most.
    pub fn share(&self, product: i64) -> f32 {
        self.weights.get(&product).map_or(0.0, |weight| weight / self.most)
    }
}

/// The uses for a topic (see [`crate::topic`]).
pub async fn uses(db: &PgPool, topic: &str) -> sqlx::Result<Uses> {
    let rows = sqlx::query!("select product_id, weight from search_uses where query = $1", topic)
        .fetch_all(db)
        .await?;
    Ok(Uses::new(rows.into_iter().map(|row| (row.product_id, row.weight)).collect()))
}

/// Records that a product was opened from the results of a topic. Repetitions of the same visitor and day change nothing.
pub async fn record_choice(
    db: impl PgExecutor<'_>,
    topic: &str,
    product: ProductId,
    address: &str,
    day: NaiveDate,
) -> sqlx::Result<()> {
    if topic.is_empty() {
        return Ok(());
    }
    sqlx::query!("select search_record_choice($1, $2, $3, $4)", topic, product.0, address, day)
        .execute(db)
        .await?;
    Ok(())
}

/// Records that products were ordered: for the topics from whose results the same visitor opened them on the same day.
pub async fn record_purchase(
    db: impl PgExecutor<'_>,
    products: &[i64],
    address: &str,
    day: NaiveDate,
) -> sqlx::Result<()> {
    sqlx::query!("select search_record_purchase($1, $2, $3)", products, address, day).execute(db).await?;
    Ok(())
}

/// Adds the days before `today` to the uses, and deletes what was recorded on them with its keys.
pub async fn fold_choices(db: &mut PgConnection, today: NaiveDate) -> sqlx::Result<()> {
    let days: Vec<NaiveDate> = sqlx::query_scalar!(
        "select day from search_choice_days where day < $1 order by day for update",
        today
    )
    .fetch_all(&mut *db)
    .await?;
    for day in days {
        sqlx::query!("update search_uses set weight = weight * $1", DECAY).execute(&mut *db).await?;
        sqlx::query!(
            r#"
            insert into search_uses (query, product_id, weight)
            select query, product_id, count(*) + $3::real * count(*) filter (where is_bought)
            from search_choices where day = $1
            group by query, product_id having count(*) >= $2
            on conflict (query, product_id) do update set weight = search_uses.weight + excluded.weight
            "#,
            day,
            MIN_VISITORS,
            PURCHASE_WEIGHT
        )
        .execute(&mut *db)
        .await?;
        // Its choices are deleted with it.
        sqlx::query!("delete from search_choice_days where day = $1", day).execute(&mut *db).await?;
        sqlx::query!("delete from search_uses where weight < $1", MIN_WEIGHT).execute(&mut *db).await?;
    }
    Ok(())
}
