//! Reads what the page of the payment settings shows: figures by the function of the migration `0101_payment_state`, open
//! discrepancies of `payments`, accepted scripts of `checkout`.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

#[derive(Debug)]
pub struct PaymentState {
    pub tries: i64,
    pub accepted: i64,
    pub declined: i64,
    pub unknown: i64,
    pub last_try: Option<DateTime<Utc>>,
    pub echecks_waiting: i64,
    pub ledger_read_at: Option<DateTime<Utc>>,
    pub last_notice: Option<DateTime<Utc>>,
    pub notices_waiting: i64,
}

pub async fn payment_state(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<PaymentState> {
    sqlx::query_as!(
        PaymentState,
        r#"select tries as "tries!", accepted as "accepted!", declined as "declined!", unknown as "unknown!", last_try,
               echecks_waiting as "echecks_waiting!", ledger_read_at, last_notice,
               notices_waiting as "notices_waiting!"
           from payment_state($1)"#,
        now
    )
    .fetch_one(db)
    .await
}

#[derive(Debug)]
pub struct Discrepancy {
    pub kind: String,
    pub reference: String,
    pub local_value: String,
    pub provider_value: String,
    pub found_at: DateTime<Utc>,
}

/// The oldest that nobody has settled.
pub async fn open_discrepancies(db: impl PgExecutor<'_>, limit: i64) -> sqlx::Result<Vec<Discrepancy>> {
    sqlx::query_as!(
        Discrepancy,
        "select kind, reference, local_value, provider_value, found_at from reconciliation_discrepancies
         where settled_at is null order by found_at, id limit $1",
        limit
    )
    .fetch_all(db)
    .await
}

#[derive(Debug)]
pub struct AcceptedScript {
    pub url: String,
    pub owner: String,
    pub reason: String,
    pub accepted_at: DateTime<Utc>,
}

pub async fn accepted_scripts(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<AcceptedScript>> {
    sqlx::query_as!(
        AcceptedScript,
        "select url, owner, reason, accepted_at from script_inventory order by url limit 100"
    )
    .fetch_all(db)
    .await
}
