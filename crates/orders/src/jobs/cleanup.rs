//! Cancels orders that were never paid.

use chrono::TimeDelta;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use payments::PaymentContext;
use serde::{Deserialize, Serialize};

use crate::store;

/// An unpaid order is cancelled after this long.
const MAX_UNPAID_AGE: TimeDelta = TimeDelta::days(7);

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct CancelStale {}

impl TaskHandler for CancelStale {
    const IDENTIFIER: &'static str = "orders.cancel_stale";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let context = super::job_context(&context)?;
        cancel_stale(&context.payments).await.map_err(|error| error.to_string())
    }
}

pub async fn cancel_stale(context: &PaymentContext) -> sqlx::Result<()> {
    let now = context.clock.now();
    store::cancel_stale(&context.db, now - MAX_UNPAID_AGE, now).await?;
    Ok(())
}
