//! Background jobs of the cart: cleanup.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::Clock;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

/// Dependencies of a job, registered with the worker.
#[derive(Clone)]
pub struct JobContext {
    pub db: PgPool,
    pub clock: Clock,
}

impl std::fmt::Debug for JobContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("JobContext")
    }
}

/// Deletes expired sessions, unreachable carts and old idempotency keys.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SweepVisitors {}

impl TaskHandler for SweepVisitors {
    const IDENTIFIER: &'static str = "cart.sweep_visitors";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let job_context =
            context.get_ext::<JobContext>().ok_or_else(|| "worker has no JobContext".to_owned())?;
        let now = job_context.clock.now();
        // Sessions first: a cart is deleted once no session refers to it.
        let swept = edge::sweep::sweep(&job_context.db, now).await.map_err(|error| error.to_string())?
            + crate::store::sweep(&job_context.db, now).await.map_err(|error| error.to_string())?;
        tracing::info!(swept, "swept expired sessions and carts");
        Ok::<(), String>(())
    }
}
