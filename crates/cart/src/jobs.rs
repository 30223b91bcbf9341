//! Work done later: forgetting.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::Clock;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

/// What a job needs of the shop; the worker hands it over.
#[derive(Clone)]
pub struct Desk {
    pub db: PgPool,
    pub clock: Clock,
}

impl std::fmt::Debug for Desk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Desk")
    }
}

/// Deletes expired sessions, carts that nobody can reach any more, and old idempotency keys.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SweepVisitors {}

impl TaskHandler for SweepVisitors {
    const IDENTIFIER: &'static str = "cart.sweep_visitors";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let desk =
            context.get_ext::<Desk>().ok_or_else(|| "the worker was started without a desk".to_owned())?;
        let now = desk.clock.now();
        // Sessions first: a cart is forgotten when nobody can reach it any more.
        let swept = edge::sweep::sweep(&desk.db, now).await.map_err(|error| error.to_string())?
            + crate::store::sweep(&desk.db, now).await.map_err(|error| error.to_string())?;
        tracing::info!(swept, "swept {swept} rows of visitors who left");
        Ok::<(), String>(())
    }
}
