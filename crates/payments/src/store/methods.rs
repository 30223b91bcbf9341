//! Cards and accounts that customers keep. Each is found with its owner, or not at all.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use kernel::CustomerId;
use sqlx::{PgConnection, PgExecutor};

use crate::provider::{MethodKind, MethodShown, SavedMethod};

#[derive(Debug, Clone)]
pub struct Kept {
    pub id: String,
    pub profile: String,
    pub method: String,
    pub shown: MethodShown,
    pub is_default: bool,
}

impl Kept {
    pub fn is_expired(&self, today: NaiveDate) -> bool {
        self.shown.expires.is_some_and(|(year, month)| (year, month) < (today.year(), today.month()))
    }
}

macro_rules! kept {
    ($row:expr) => {{
        let row = $row;
        Ok(Kept {
            id: row.id,
            profile: row.profile,
            method: row.method,
            shown: MethodShown {
                kind: MethodKind::parse(&row.kind)?,
                brand: row.brand,
                last4: row.last4,
                expires: row.expires_on.map(|day| (day.year(), day.month())),
            },
            is_default: row.is_default,
        })
    }};
}

pub async fn methods(db: impl PgExecutor<'_>, owner: CustomerId) -> sqlx::Result<Vec<Kept>> {
    let rows = sqlx::query!(
        "select id, kind, profile, method, brand, last4, expires_on, is_default from saved_methods
         where customer_id = $1 order by is_default desc, created_at, id",
        owner.0
    )
    .fetch_all(db)
    .await?;
    rows.into_iter().map(|row| kept!(row)).collect()
}

pub async fn method(db: impl PgExecutor<'_>, owner: CustomerId, id: &str) -> sqlx::Result<Option<Kept>> {
    let row = sqlx::query!(
        "select id, kind, profile, method, brand, last4, expires_on, is_default from saved_methods
         where customer_id = $1 and id = $2",
        owner.0,
        id
    )
    .fetch_optional(db)
    .await?;
    row.map(|row| kept!(row)).transpose()
}

/// Keeps a method; the first one is the default. Keeping it again changes nothing but its date.
pub async fn keep(
    db: &mut PgConnection,
    owner: CustomerId,
    saved: &SavedMethod,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    // Whoever keeps two at once finds one default.
    sqlx::query!("select from customers where id = $1 for update", owner.0).execute(&mut *db).await?;
    sqlx::query!(
        "insert into payment_profiles (customer_id, profile) values ($1, $2)
         on conflict (customer_id) do update set profile = excluded.profile",
        owner.0,
        saved.profile
    )
    .execute(&mut *db)
    .await?;
    let expires = saved.shown.expires.and_then(|(year, month)| NaiveDate::from_ymd_opt(year, month, 1));
    sqlx::query!(
        "insert into saved_methods (id, customer_id, kind, profile, method, brand, last4, expires_on, is_default,
                                    created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, not exists (select from saved_methods where customer_id = $2), $9)
         on conflict (customer_id, method) do update set expires_on = excluded.expires_on",
        super::random_text(26),
        owner.0,
        saved.shown.kind.name(),
        saved.profile,
        saved.method,
        saved.shown.brand,
        saved.shown.last4,
        expires,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The provider's name for a customer, once it has one.
pub async fn profile(db: impl PgExecutor<'_>, owner: CustomerId) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select profile from payment_profiles where customer_id = $1", owner.0)
        .fetch_optional(db)
        .await
}

/// False: there is no such method, or it is somebody else's.
pub async fn delete_method(db: &mut PgConnection, owner: CustomerId, id: &str) -> sqlx::Result<bool> {
    sqlx::query!("select from customers where id = $1 for update", owner.0).execute(&mut *db).await?;
    let gone = sqlx::query_scalar!(
        "delete from saved_methods where customer_id = $1 and id = $2 returning is_default",
        owner.0,
        id
    )
    .fetch_optional(&mut *db)
    .await?;
    if gone == Some(true) {
        sqlx::query!(
            "update saved_methods set is_default = true
             where id = (select id from saved_methods where customer_id = $1 order by created_at, id limit 1)",
            owner.0
        )
        .execute(db)
        .await?;
    }
    Ok(gone.is_some())
}

pub async fn make_default(db: &mut PgConnection, owner: CustomerId, id: &str) -> sqlx::Result<bool> {
    sqlx::query!("select from customers where id = $1 for update", owner.0).execute(&mut *db).await?;
    if method(&mut *db, owner, id).await?.is_none() {
        return Ok(false);
    }
    sqlx::query!(
        "update saved_methods set is_default = false where customer_id = $1 and is_default",
        owner.0
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "update saved_methods set is_default = true where customer_id = $1 and id = $2",
        owner.0,
        id
    )
    .execute(db)
    .await?;
    Ok(true)
}

/// Methods that only the provider still knows, as far as they are due.
pub async fn to_forget(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<Vec<(String, String)>> {
    let rows = sqlx::query!(
        "select profile, method from forgotten_methods where try_at is null or try_at <= $1
         order by try_at nulls first, at limit 50",
        now
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| (row.profile, row.method)).collect())
}

pub async fn forgotten(db: impl PgExecutor<'_>, profile: &str, method: &str) -> sqlx::Result<()> {
    sqlx::query!("delete from forgotten_methods where profile = $1 and method = $2", profile, method)
        .execute(db)
        .await?;
    Ok(())
}

/// The provider did not delete it: tried again after 2, 4, 8 and at most 600 seconds.
pub async fn postpone_forgetting(
    db: impl PgExecutor<'_>,
    profile: &str,
    method: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update forgotten_methods
         set tries = tries + 1, try_at = $3::timestamptz + least(2 ^ least(tries + 1, 10), 600) * interval '1 second'
         where profile = $1 and method = $2",
        profile,
        method,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}
