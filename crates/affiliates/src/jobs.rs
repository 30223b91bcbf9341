//! Background work: credits, reversals, and cleanup of visits.

use cart::jobs::JobContext;
use chrono::TimeDelta;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::OrderId;
use serde::{Deserialize, Serialize};

use crate::{service, store};

fn job_context(context: &WorkerContext) -> Result<JobContext, String> {
    context.get_ext::<JobContext>().cloned().ok_or_else(|| "the worker has no JobContext".to_owned())
}

/// Brings the credits of an order up to date. Enqueued by a trigger of the ledger, in the transaction that moves money.
#[derive(Debug, Serialize, Deserialize)]
pub struct SettleOrder {
    pub order: i64,
}

impl TaskHandler for SettleOrder {
    const IDENTIFIER: &'static str = "affiliates.settle";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let context = job_context(&context)?;
        let settled = service::settle(&context.db, OrderId(self.order), context.clock.now()).await;
        settled.map_err(|error| format!("{error:#}"))
    }
}

/// Creates and drops partitions, deletes expired visits and the random bytes of past days, and settles orders whose job
/// was lost.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MaintainAffiliates {}

impl TaskHandler for MaintainAffiliates {
    const IDENTIFIER: &'static str = "affiliates.maintain";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let context = job_context(&context)?;
        maintain(&context).await.map_err(|error| format!("{error:#}"))
    }
}

/// A job is retried for longer than this only after several failures.
const UNSETTLED_AGE: TimeDelta = TimeDelta::minutes(10);
const MAX_UNSETTLED: i64 = 500;

pub async fn maintain(context: &JobContext) -> anyhow::Result<()> {
    let (db, now) = (&context.db, context.clock.now());
    let dropped = store::maintain_partitions(db, now).await?;
    if dropped > 0 {
        tracing::info!(partitions = dropped, "expired partitions of affiliate visits dropped");
    }
    while store::sweep_visits(db, now).await? > 0 {}
    store::sweep_salts(db, now).await?;
    let unsettled = store::list_unsettled(db, now - UNSETTLED_AGE, MAX_UNSETTLED).await?;
    metrics::gauge!("matjar_affiliates_unsettled_orders").set(unsettled.len() as f64);
    for order in unsettled {
        service::settle(db, order, now).await?;
    }
    Ok(())
}
