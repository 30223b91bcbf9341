//! Deletes old actions, and finds what will soon be sold out.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::Clock;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::{service, store};

/// State of this job, registered with the worker.
#[derive(Clone)]
pub struct BarcodeJobContext {
    pub db: PgPool,
    pub clock: Clock,
}

impl std::fmt::Debug for BarcodeJobContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("BarcodeJobContext")
    }
}

/// Deletes actions that can no longer be undone. What they did to the stock stays in its ledger.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SweepActions {}

impl TaskHandler for SweepActions {
    const IDENTIFIER: &'static str = "barcodes.sweep_actions";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let context = context.get_ext::<BarcodeJobContext>().cloned();
        let context = context.ok_or_else(|| "the worker has no BarcodeJobContext".to_owned())?;
        sweep_actions(&context).await.map(drop).map_err(|error| error.to_string())
    }
}

/// Returns the number of deleted actions.
pub async fn sweep_actions(context: &BarcodeJobContext) -> sqlx::Result<u64> {
    let retention = store::settings(&context.db).await?.action_retention();
    let before = context.clock.now() - retention;
    let mut swept = 0;
    loop {
        match store::delete_actions_before(&context.db, before).await? {
            0 => return Ok(swept),
            deleted => swept += deleted,
        }
    }
}

/// Finds goods that will soon be sold out. Those that just became few are found at once, by the database.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct FindAttention {}

impl TaskHandler for FindAttention {
    const IDENTIFIER: &'static str = "barcodes.find_attention";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let context = context.get_ext::<BarcodeJobContext>().cloned();
        let context = context.ok_or_else(|| "the worker has no BarcodeJobContext".to_owned())?;
        let found = service::refresh_attention(&context.db, context.clock.now()).await;
        found.map(drop).map_err(|error| error.to_string())
    }
}
