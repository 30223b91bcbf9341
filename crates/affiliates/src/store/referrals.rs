//! The affiliate that an order names.

use chrono::{DateTime, Utc};
use kernel::OrderId;
use sqlx::{PgConnection, PgExecutor};

use crate::rules::ReferralRefusal;

pub struct NewReferral<'a> {
    pub order: OrderId,
    pub affiliate: i64,
    pub visit: Option<i64>,
    pub campaign: &'a str,
    pub refusal: Option<ReferralRefusal>,
}

pub async fn insert_referral(
    db: impl PgExecutor<'_>,
    new: &NewReferral<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "insert into affiliate_referrals (order_id, affiliate_id, visit_id, campaign, refusal, created_at)
         values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
        new.order.0,
        new.affiliate,
        new.visit,
        new.campaign,
        new.refusal.map(ReferralRefusal::name),
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

#[derive(Debug)]
pub struct Referral {
    pub affiliate_id: i64,
    pub refusal: Option<String>,
}

/// Locks the referral of an order: its credits and reversals change only under this lock.
pub async fn lock_referral(db: &mut PgConnection, order: OrderId) -> sqlx::Result<Option<Referral>> {
    sqlx::query_as!(
        Referral,
        "select affiliate_id, refusal from affiliate_referrals where order_id = $1 for update",
        order.0
    )
    .fetch_optional(db)
    .await
}

pub async fn refuse(db: impl PgExecutor<'_>, order: OrderId, refusal: ReferralRefusal) -> sqlx::Result<()> {
    sqlx::query!("update affiliate_referrals set refusal = $2 where order_id = $1", order.0, refusal.name())
        .execute(db)
        .await?;
    Ok(())
}

#[derive(Debug)]
pub struct RefusedOrder {
    pub number: i64,
    pub refusal: String,
    pub created_at: DateTime<Utc>,
}

/// The newest orders that an affiliate was not credited for. Joins `orders` for their numbers.
pub async fn list_refused(
    db: impl PgExecutor<'_>,
    affiliate: i64,
    limit: i64,
) -> sqlx::Result<Vec<RefusedOrder>> {
    sqlx::query_as!(
        RefusedOrder,
        r#"select bought.number, referral.refusal as "refusal!", referral.created_at
           from affiliate_referrals referral join orders bought on bought.id = referral.order_id
           where referral.affiliate_id = $1 and referral.refusal is not null
           order by referral.order_id desc limit $2"#,
        affiliate,
        limit
    )
    .fetch_all(db)
    .await
}
