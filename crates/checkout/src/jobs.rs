//! Background work: deletes expired drafts of refused forms.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use payments::PaymentContext;
use serde::{Deserialize, Serialize};

use crate::store::drafts;

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SweepDrafts {}

impl TaskHandler for SweepDrafts {
    const IDENTIFIER: &'static str = "checkout.sweep_drafts";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let context = context
            .get_ext::<PaymentContext>()
            .ok_or_else(|| "the worker has no PaymentContext".to_owned())?;
        sweep_drafts(context).await.map_err(|error| error.to_string())
    }
}

pub async fn sweep_drafts(context: &PaymentContext) -> sqlx::Result<()> {
    drafts::sweep(&context.db, context.clock.now()).await
}
