//! SQL statements on payment attempts, refunds, saved methods, notices and reconciliation.

mod identity;
mod lease;
mod ledger;
mod methods;
mod monitoring;
mod refunds;
mod settings;

use chrono::{DateTime, TimeDelta, Utc};
use edge::session::TokenHash;
use kernel::{Money, OrderId};
use rand::RngExt;
use sqlx::{PgConnection, PgExecutor};

pub use identity::ShopIdentity;
pub use lease::*;
pub use ledger::*;
pub use methods::*;
pub use monitoring::*;
pub use refunds::*;

use crate::{
    provider::{MethodDetails, PaymentMethodKind},
    rules::AttemptState,
};

/// An attempt without a response for this long is looked up: the server that made it may have crashed.
pub const SUBMIT_TIMEOUT: TimeDelta = TimeDelta::seconds(30);

/// Unambiguous letters and digits, five bits each: a key of twenty has a hundred bits.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Returns a new key for a refund. Keys of attempts come from [`ShopIdentity::new_key`].
pub fn new_key() -> String {
    random_text(20)
}

pub fn random_text(length: usize) -> String {
    let mut random = rand::rng();
    (0..length).map(|_| char::from(ALPHABET[random.random_range(0..ALPHABET.len())])).collect()
}

/// A payment attempt of an order.
#[derive(Debug, Clone)]
pub struct Attempt {
    pub key: String,
    pub order: OrderId,
    pub amount: Money,
    pub kind: PaymentMethodKind,
    pub state: AttemptState,
    pub reference: Option<String>,
    pub code: String,
    pub brand: String,
    pub last4: String,
    pub created_at: DateTime<Utc>,
    pub looks: i32,
}

/// Selects attempts; the condition follows the column list.
macro_rules! select_attempts {
    ($condition:literal $(, $value:expr)*) => {
        sqlx::query_as!(
            Attempt,
            r#"select key, order_id as "order: OrderId", amount_minor as "amount: Money",
                      kind as "kind: PaymentMethodKind", state as "state: AttemptState", provider_ref as reference,
                      code, brand, last4, created_at, looks
               from payment_attempts "# + $condition,
            $($value),*
        )
    };
}

/// When the provider is asked next what became of an attempt; `None` if it is not asked any more.
pub async fn next_lookup(db: impl PgExecutor<'_>, key: &str) -> sqlx::Result<Option<DateTime<Utc>>> {
    let next = sqlx::query_scalar!("select look_at from payment_attempts where key = $1", key)
        .fetch_optional(db)
        .await?;
    Ok(next.flatten())
}

pub struct NewAttempt<'a> {
    pub key: &'a str,
    pub order: OrderId,
    pub amount: Money,
    pub kind: PaymentMethodKind,
    pub placed_by: &'a TokenHash,
    pub address: &'a str,
    /// When the provider is first asked about the outcome.
    pub look_at: DateTime<Utc>,
}

/// Inserts an attempt. Returns false if another one is under way or has succeeded.
pub async fn begin(
    db: impl PgExecutor<'_>,
    attempt: &NewAttempt<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let begun = sqlx::query!(
        "insert into payment_attempts (key, order_id, amount_minor, kind, state, placed_by, address, created_at,
                                       changed_at, look_at, currency)
         values ($1, $2, $3, $4, 'submitting', $5, $6, $7, $7, $8, $9)
         on conflict (order_id) where state not in ('declined', 'voided', 'returned') do nothing",
        attempt.key,
        attempt.order.0,
        attempt.amount.as_minor(),
        attempt.kind as PaymentMethodKind,
        &attempt.placed_by.0,
        attempt.address,
        now,
        attempt.look_at,
        kernel::Currency::shop().code
    )
    .execute(db)
    .await?;
    Ok(begun.rows_affected() == 1)
}

pub async fn find(db: impl PgExecutor<'_>, key: &str) -> sqlx::Result<Option<Attempt>> {
    select_attempts!("where key = $1", key).fetch_optional(db).await
}

/// All attempts of an order, oldest first.
pub async fn list_by_order(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Vec<Attempt>> {
    select_attempts!("where order_id = $1 order by created_at, key", order.0).fetch_all(db).await
}

/// Finds the order's attempt that is under way or has succeeded.
pub async fn find_live(db: impl PgExecutor<'_>, order: OrderId) -> sqlx::Result<Option<Attempt>> {
    select_attempts!("where order_id = $1 and state not in ('declined', 'voided', 'returned')", order.0)
        .fetch_optional(db)
        .await
}

/// A change of an attempt's state, with the provider's data.
pub struct AttemptChange<'a> {
    pub key: &'a str,
    pub from: AttemptState,
    pub to: AttemptState,
    pub reference: Option<&'a str>,
    pub code: &'a str,
    pub method: Option<&'a MethodDetails>,
    pub look_at: Option<DateTime<Utc>>,
}

/// Changes an attempt that is still in state `from`. Returns false if it is not.
pub async fn update_attempt(
    db: impl PgExecutor<'_>,
    change: &AttemptChange<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update payment_attempts
         set state = $3, provider_ref = coalesce($4, provider_ref), code = $5,
             brand = coalesce($6, brand), last4 = coalesce($7, last4), changed_at = $8, look_at = $9
         where key = $1 and state = $2",
        change.key,
        change.from as AttemptState,
        change.to as AttemptState,
        change.reference,
        change.code,
        change.method.map(|method| method.brand.as_str()),
        change.method.map(|method| method.last4.as_str()),
        now,
        change.look_at
    )
    .execute(db)
    .await?;
    Ok(changed.rows_affected() == 1)
}

/// Attempts whose lookup is due, most overdue first.
pub async fn list_due(db: impl PgExecutor<'_>, now: DateTime<Utc>, limit: i64) -> sqlx::Result<Vec<Attempt>> {
    select_attempts!("where look_at <= $1 order by look_at limit $2", now, limit).fetch_all(db).await
}

/// Reschedules a failed lookup to `next` without counting it.
pub async fn reschedule_failed_lookup(
    db: impl PgExecutor<'_>,
    key: &str,
    next: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update payment_attempts set look_at = $2 where key = $1 and look_at is not null",
        key,
        next
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Counts a lookup and schedules the next one, if any.
pub async fn schedule_lookup(
    db: impl PgExecutor<'_>,
    key: &str,
    next: Option<DateTime<Utc>>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update payment_attempts set look_at = $2, looks = looks + 1 where key = $1 and look_at is not null",
        key,
        next
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Recent attempts of a session and an address, and their declines within an hour.
#[derive(Debug, Default)]
pub struct RecentAttempts {
    pub declined_by_session: i64,
    pub declined_by_address: i64,
    pub by_session_in_a_minute: i64,
    pub by_session_in_an_hour: i64,
    pub by_address_in_ten_minutes: i64,
}

pub async fn recent_attempts(
    db: &mut PgConnection,
    placed_by: &TokenHash,
    address: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<RecentAttempts> {
    // Attempts that never reached the provider do not count as declined.
    sqlx::query_as!(
        RecentAttempts,
        r#"select by_session.*, by_address.* from
             (select count(*) filter (where state = 'declined' and code not in ('unreachable', 'absent'))
                       as "declined_by_session!",
                     count(*) filter (where created_at > $5) as "by_session_in_a_minute!",
                     count(*) as "by_session_in_an_hour!"
              from payment_attempts where placed_by = $1 and created_at > $3) by_session,
             (select count(*) filter (where state = 'declined' and code not in ('unreachable', 'absent'))
                       as "declined_by_address!",
                     count(*) filter (where created_at > $4) as "by_address_in_ten_minutes!"
              from payment_attempts where address = $2 and created_at > $3) by_address"#,
        &placed_by.0,
        address,
        now - TimeDelta::hours(1),
        now - TimeDelta::minutes(10),
        now - TimeDelta::minutes(1)
    )
    .fetch_one(db)
    .await
}

/// The shop's attempts of some minutes.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct AttemptCounts {
    pub tries: i64,
    pub declined: i64,
}

/// Counts the shop's attempts of the last five minutes and how many were declined, among the newest 2000 at most. Only
/// those that the provider answers.
pub async fn recent_attempt_counts(
    db: impl PgExecutor<'_>,
    now: DateTime<Utc>,
) -> sqlx::Result<AttemptCounts> {
    sqlx::query_as!(
        AttemptCounts,
        r#"select count(*) as "tries!",
                  count(*) filter (where state = 'declined' and code not in ('unreachable', 'absent')) as "declined!"
           from (select state, code from payment_attempts where created_at > $1 and kind in ('card', 'echeck')
                 order by created_at desc limit 2000) few"#,
        now - TimeDelta::minutes(5)
    )
    .fetch_one(db)
    .await
}

pub async fn list_by_keys(db: impl PgExecutor<'_>, keys: &[String]) -> sqlx::Result<Vec<Attempt>> {
    select_attempts!("where key = any($1)", keys).fetch_all(db).await
}

/// Captured, processing and authorised attempts at the provider, created at `since` or later.
pub async fn list_captured_since(
    db: impl PgExecutor<'_>,
    since: DateTime<Utc>,
) -> sqlx::Result<Vec<Attempt>> {
    select_attempts!(
        "where created_at >= $1 and state in ('captured', 'processing', 'authorised') and kind in ('card', 'echeck')",
        since
    )
    .fetch_all(db)
    .await
}
