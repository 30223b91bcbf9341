//! Events of the shop for other programs and for reports: recorded in the transaction that causes them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgExecutor;

/// Events that handlers record. Those of orders are recorded by the database when an order changes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ShopEvent {
    AddToCart,
    BeginCheckout,
}

impl ShopEvent {
    pub const fn name(self) -> &'static str {
        match self {
            Self::AddToCart => "add_to_cart",
            Self::BeginCheckout => "begin_checkout",
        }
    }
}

/// Records an event, unless one of the same kind and key is recorded already. The payload names no person.
pub async fn record(
    db: impl PgExecutor<'_>,
    event: ShopEvent,
    key: &str,
    payload: &impl Serialize,
    at: DateTime<Utc>,
) -> sqlx::Result<()> {
    let payload = serde_json::to_value(payload).map_err(|error| sqlx::Error::Encode(error.into()))?;
    sqlx::query("select record_event($1, $2, $3, $4)")
        .bind(event.name())
        .bind(key)
        .bind(payload)
        .bind(at)
        .execute(db)
        .await?;
    Ok(())
}
