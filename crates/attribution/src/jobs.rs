//! Deletes old visits.

use chrono::TimeDelta;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::Clock;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::store;

/// A report compares with the same season of the year before.
const VISIT_RETENTION: TimeDelta = TimeDelta::days(400);

/// State of this job, registered with the worker.
#[derive(Clone)]
pub struct AttributionJobContext {
    pub db: PgPool,
    pub clock: Clock,
}

impl std::fmt::Debug for AttributionJobContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AttributionJobContext")
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SweepVisits {}

impl TaskHandler for SweepVisits {
    const IDENTIFIER: &'static str = "attribution.sweep_visits";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let context = context.get_ext::<AttributionJobContext>().cloned();
        let context = context.ok_or_else(|| "the worker has no AttributionJobContext".to_owned())?;
        sweep_visits(&context).await.map(drop).map_err(|error| error.to_string())
    }
}

pub async fn sweep_visits(context: &AttributionJobContext) -> sqlx::Result<u64> {
    store::delete_visits_before(&context.db, context.clock.now() - VISIT_RETENTION).await
}
