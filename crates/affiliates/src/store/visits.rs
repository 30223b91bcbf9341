//! Visits by affiliates' links.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use edge::session::TokenHash;
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgExecutor, PgPool};

use crate::rules::VisitFacts;

/// Visits are deleted after this long. `affiliate_days` stays.
const RETENTION: TimeDelta = TimeDelta::days(30);

/// The same visit reported again within this time is one visit.
const REPEAT: TimeDelta = TimeDelta::seconds(10);

#[derive(Debug)]
pub struct NewVisit<'a> {
    pub affiliate: i64,
    pub campaign: &'a str,
    pub url: &'a str,
    pub referrer: &'a str,
    pub address_hash: [u8; 32],
    pub visitor: Option<&'a TokenHash>,
}

#[derive(Debug, Clone, Copy)]
pub struct VisitLimits {
    pub per_address: i64,
    pub per_session: i64,
}

/// Returns the hash of a network with the random bytes of the day: the same on all servers, and of no use when the day is
/// over.
pub async fn hash_address(
    db: &mut PgConnection,
    address: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<[u8; 32]> {
    let day = now.date_naive();
    let salt = match find_salt(&mut *db, day).await? {
        Some(salt) => salt,
        None => {
            sqlx::query!(
                "insert into affiliate_salts (day, salt) values ($1, $2) on conflict do nothing",
                day,
                &rand::random::<[u8; 32]>()
            )
            .execute(&mut *db)
            .await?;
            find_salt(&mut *db, day).await?.ok_or(sqlx::Error::RowNotFound)?
        }
    };
    Ok(Sha256::new().chain_update(&salt).chain_update(address.as_bytes()).finalize().into())
}

async fn find_salt(db: impl PgExecutor<'_>, day: NaiveDate) -> sqlx::Result<Option<Vec<u8>>> {
    sqlx::query_scalar!("select salt from affiliate_salts where day = $1", day).fetch_optional(db).await
}

/// Stores a visit and returns its id. Returns the id of the first report if the visit was reported twice, and `None` if
/// the network or the session has too many visits today. Visits of one network are stored one after another, so that the
/// limit holds.
pub async fn track(
    db: &mut PgConnection,
    new: &NewVisit<'_>,
    limits: VisitLimits,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    let visitor = new.visitor.map(|token| token.0.as_slice());
    sqlx::query!(
        r#"select pg_advisory_xact_lock(hashtextextended(encode($1::bytea, 'hex'), 32)) as "locked: ()""#,
        &new.address_hash
    )
    .execute(&mut *db)
    .await?;
    let today = now.date_naive().and_time(chrono::NaiveTime::MIN).and_utc();
    let found = sqlx::query!(
        r#"
        select (select id from affiliate_visits where address_hash = $1 and affiliate_id = $2 and url = $3
                    and visitor is not distinct from $4 and created_at > $5
                order by created_at desc limit 1) as repeated,
               (select count(*) from affiliate_visits where address_hash = $1 and created_at >= $6) as "of_address!",
               (select count(*) from affiliate_visits where visitor = $4 and created_at >= $6) as "of_session!"
        "#,
        &new.address_hash,
        new.affiliate,
        new.url,
        visitor,
        now - REPEAT,
        today
    )
    .fetch_one(&mut *db)
    .await?;
    if found.repeated.is_some() {
        return Ok(found.repeated);
    }
    if found.of_address >= limits.per_address || found.of_session >= limits.per_session {
        return Ok(None);
    }
    let id = i64::try_from(rand::random::<u64>() >> 1).unwrap_or(i64::MAX).max(1);
    sqlx::query!(
        "insert into affiliate_visits (id, affiliate_id, campaign, url, referrer, address_hash, visitor, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)",
        id,
        new.affiliate,
        new.campaign,
        new.url,
        new.referrer,
        &new.address_hash,
        visitor,
        now
    )
    .execute(&mut *db)
    .await?;
    // Last: visits of one affiliate wait for this row.
    sqlx::query!(
        "insert into affiliate_days (affiliate_id, day, visits) values ($1, $2, 1)
         on conflict (affiliate_id, day) do update set visits = affiliate_days.visits + 1",
        new.affiliate,
        now.date_naive()
    )
    .execute(db)
    .await?;
    Ok(Some(id))
}

/// Finds the visit that an order names, and how many other buyers named it before. Joins `orders`, which is that of
/// `orders`, for their addresses.
pub async fn find_visit(
    db: impl PgExecutor<'_>,
    visit: i64,
    email: &str,
) -> sqlx::Result<Option<VisitFacts>> {
    sqlx::query_as!(
        VisitFacts,
        r#"
        select visit.affiliate_id, visit.created_at,
               (select count(distinct lower(other.email)) from affiliate_referrals referral
                join orders other on other.id = referral.order_id
                where referral.visit_id = $1 and referral.refusal is null
                    and lower(other.email) <> lower($2)) as "other_buyers!"
        from affiliate_visits visit where visit.id = $1
        "#,
        visit,
        email
    )
    .fetch_optional(db)
    .await
}

pub async fn visits_by_day(
    db: impl PgExecutor<'_>,
    affiliate: i64,
    since: NaiveDate,
) -> sqlx::Result<BTreeMap<NaiveDate, i64>> {
    let rows = sqlx::query!(
        "select day, visits from affiliate_days where affiliate_id = $1 and day >= $2",
        affiliate,
        since
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.day, i64::from(row.visits))).collect())
}

/// Creates the partitions of the next months and drops expired ones. Returns how many were dropped.
pub async fn maintain_partitions(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<i32> {
    sqlx::query_scalar!(r#"select affiliate_visit_partitions($1, $2) as "dropped!""#, now, now - RETENTION)
        .fetch_one(db)
        .await
}

/// Deletes expired visits of partitions that also contain others.
pub async fn sweep_visits(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from affiliate_visits where (id, created_at) in
             (select id, created_at from affiliate_visits where created_at < $1 limit 5000)",
        now - RETENTION
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}

pub async fn sweep_salts(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!("delete from affiliate_salts where day < $1", now.date_naive()).execute(db).await?;
    Ok(())
}
