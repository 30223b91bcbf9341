//! The demo shop's visits, by source and day, with additions to carts and checkouts, for the staff's reports.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Deserialize;
use sqlx::PgConnection;

#[derive(Deserialize)]
pub struct AttributionSeed {
    sources: Vec<SourceSeed>,
    /// By day, oldest first; the last is today.
    adds: Vec<u32>,
    checkouts: Vec<u32>,
}

#[derive(Deserialize)]
struct SourceSeed {
    #[serde(rename = "type")]
    kind: String,
    source: String,
    medium: String,
    campaign: String,
    /// By day, oldest first; the last is today.
    visits: Vec<i32>,
    /// Of the orders of the demo's affiliates, oldest first.
    #[serde(default)]
    orders: Vec<i64>,
}

pub async fn put(db: &mut PgConnection, seed: &AttributionSeed, now: DateTime<Utc>) -> anyhow::Result<()> {
    for source in &seed.sources {
        put_source(db, source, now).await?;
    }
    sqlx::query("delete from shop_events where key like 'demo %'").execute(&mut *db).await?;
    for (kind, counts) in [("add_to_cart", &seed.adds), ("begin_checkout", &seed.checkouts)] {
        for (back, count) in (0i64..).zip(counts.iter().rev()) {
            put_events(db, kind, *count, now - TimeDelta::days(back)).await?;
        }
    }
    Ok(())
}

async fn put_source(db: &mut PgConnection, seed: &SourceSeed, now: DateTime<Utc>) -> anyhow::Result<()> {
    for (back, visits) in (0i64..).zip(seed.visits.iter().rev()) {
        sqlx::query(
            "insert into attribution_visits (started_at, source_type, source, medium, campaign)
             select $1, $2, $3, $4, $5 from generate_series(1, $6)",
        )
        .bind(now - TimeDelta::days(back))
        .bind(&seed.kind)
        .bind(&seed.source)
        .bind(&seed.medium)
        .bind(&seed.campaign)
        .bind(visits)
        .execute(&mut *db)
        .await?;
    }
    sqlx::query(
        "insert into order_sources (order_id, source_type, source, medium, campaign, checked_at)
         select order_id, $1, $2, $3, $4, created_at
         from (select order_id, created_at, row_number() over (order by created_at) as position
               from affiliate_referrals) referral
         where position = any ($5) on conflict do nothing",
    )
    .bind(&seed.kind)
    .bind(&seed.source)
    .bind(&seed.medium)
    .bind(&seed.campaign)
    .bind(&seed.orders)
    .execute(db)
    .await?;
    Ok(())
}

/// Written without `record_event`: no program is to receive them.
async fn put_events(db: &mut PgConnection, kind: &str, count: u32, at: DateTime<Utc>) -> sqlx::Result<()> {
    for number in 0..count {
        sqlx::query("insert into shop_events (kind, key, payload, occurred_at) values ($1, $2, '{}', $3)")
            .bind(kind)
            .bind(format!("demo {} {number}", at.date_naive()))
            .bind(at)
            .execute(&mut *db)
            .await?;
    }
    Ok(())
}
