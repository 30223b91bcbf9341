//! Saved payment methods. Every query is restricted to the owner.

use chrono::{DateTime, Datelike, NaiveDate, Utc};
use kernel::CustomerId;
use sqlx::{PgConnection, PgExecutor};

use crate::provider::{MethodDetails, PaymentMethodKind, VaultedMethod};

#[derive(Debug, Clone)]
pub struct SavedMethod {
    pub id: String,
    pub profile: String,
    pub method: String,
    pub details: MethodDetails,
    pub is_default: bool,
}

impl SavedMethod {
    pub fn is_expired(&self, today: NaiveDate) -> bool {
        self.details.expires.is_some_and(|(year, month)| (year, month) < (today.year(), today.month()))
    }
}

/// A row of `saved_methods`.
struct SavedMethodRow {
    id: String,
    kind: PaymentMethodKind,
    profile: String,
    method: String,
    brand: String,
    last4: String,
    expires_on: Option<NaiveDate>,
    is_default: bool,
}

impl From<SavedMethodRow> for SavedMethod {
    fn from(row: SavedMethodRow) -> Self {
        Self {
            id: row.id,
            profile: row.profile,
            method: row.method,
            details: MethodDetails {
                kind: row.kind,
                brand: row.brand,
                last4: row.last4,
                expires: row.expires_on.map(|day| (day.year(), day.month())),
            },
            is_default: row.is_default,
        }
    }
}

pub async fn list_methods(db: impl PgExecutor<'_>, owner: CustomerId) -> sqlx::Result<Vec<SavedMethod>> {
    let rows = sqlx::query_as!(
        SavedMethodRow,
        r#"select id, kind as "kind: PaymentMethodKind", profile, method, brand, last4, expires_on, is_default
           from saved_methods where customer_id = $1 order by is_default desc, created_at, id"#,
        owner.0
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(SavedMethod::from).collect())
}

/// Saves a method; the first one becomes the default. Saving it again updates only its expiry date.
pub async fn save_method(
    db: &mut PgConnection,
    owner: CustomerId,
    vaulted: &VaultedMethod,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    // Locks the customer, so that two concurrent saves make only one default.
    sqlx::query!("select from customers where id = $1 for update", owner.0).execute(&mut *db).await?;
    sqlx::query!(
        "insert into payment_profiles (customer_id, profile) values ($1, $2)
         on conflict (customer_id) do update set profile = excluded.profile",
        owner.0,
        vaulted.profile
    )
    .execute(&mut *db)
    .await?;
    let expires = vaulted.details.expires.and_then(|(year, month)| NaiveDate::from_ymd_opt(year, month, 1));
    sqlx::query!(
        "insert into saved_methods (id, customer_id, kind, profile, method, brand, last4, expires_on, is_default,
                                    created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, not exists (select from saved_methods where customer_id = $2), $9)
         on conflict (customer_id, method) do update set expires_on = excluded.expires_on",
        super::random_text(26),
        owner.0,
        vaulted.details.kind as PaymentMethodKind,
        vaulted.profile,
        vaulted.method,
        vaulted.details.brand,
        vaulted.details.last4,
        expires,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The provider's profile id of a customer, if one exists.
pub async fn profile(db: impl PgExecutor<'_>, owner: CustomerId) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select profile from payment_profiles where customer_id = $1", owner.0)
        .fetch_optional(db)
        .await
}

/// Deletes a method; if it was the default, the oldest remaining one becomes the default. Returns false if the customer
/// has no such method.
pub async fn delete_method(db: &mut PgConnection, owner: CustomerId, id: &str) -> sqlx::Result<bool> {
    sqlx::query!("select from customers where id = $1 for update", owner.0).execute(&mut *db).await?;
    let was_default = sqlx::query_scalar!(
        "delete from saved_methods where customer_id = $1 and id = $2 returning is_default",
        owner.0,
        id
    )
    .fetch_optional(&mut *db)
    .await?;
    if was_default == Some(true) {
        sqlx::query!(
            "update saved_methods set is_default = true
             where id = (select id from saved_methods where customer_id = $1 order by created_at, id limit 1)",
            owner.0
        )
        .execute(db)
        .await?;
    }
    Ok(was_default.is_some())
}

pub async fn make_default(db: &mut PgConnection, owner: CustomerId, id: &str) -> sqlx::Result<bool> {
    sqlx::query!("select from customers where id = $1 for update", owner.0).execute(&mut *db).await?;
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from saved_methods where customer_id = $1 and id = $2"#,
        owner.0,
        id
    );
    if found.fetch_optional(&mut *db).await?.is_none() {
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

/// A method that the shop has deleted, but the provider not yet: the provider's ids.
pub struct PendingDeletion {
    pub profile: String,
    pub method: String,
}

/// Methods that are due to be deleted at the provider.
pub async fn due_deletions(
    db: impl PgExecutor<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<Vec<PendingDeletion>> {
    sqlx::query_as!(
        PendingDeletion,
        "select profile, method from payment_method_deletions where try_at is null or try_at <= $1
         order by try_at nulls first, at limit 50",
        now
    )
    .fetch_all(db)
    .await
}

pub async fn finish_deletion(db: impl PgExecutor<'_>, profile: &str, method: &str) -> sqlx::Result<()> {
    sqlx::query!("delete from payment_method_deletions where profile = $1 and method = $2", profile, method)
        .execute(db)
        .await?;
    Ok(())
}

/// Postpones a failed deletion by 2, 4, 8, … and at most 600 seconds.
pub async fn postpone_deletion(
    db: impl PgExecutor<'_>,
    profile: &str,
    method: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update payment_method_deletions
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
