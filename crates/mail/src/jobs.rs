//! Work done later: forgetting letters that are done, and noticing those that were left in hand.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};

use crate::{Postman, store};

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SweepLetters {}

impl TaskHandler for SweepLetters {
    const IDENTIFIER: &'static str = "mail.sweep_letters";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let postman = postman(&context)?;
        let now = postman.clock.now();
        let lost = store::give_up_old(&postman.db, now).await.map_err(|error| error.to_string())?;
        if lost > 0 {
            metrics::counter!("matjar_letters_total", "fate" => "unknown").increment(lost);
            tracing::warn!(lost, "{lost} letters were in hand when their process ended");
        }
        let dropped = store::drop_old(&postman.db, now).await.map_err(|error| error.to_string())?;
        if dropped > 0 {
            metrics::counter!("matjar_letters_total", "fate" => "dropped").increment(dropped);
            tracing::warn!(dropped, "{dropped} letters waited too long");
        }
        while store::sweep(&postman.db, now).await.map_err(|error| error.to_string())? > 0 {}
        Ok::<(), String>(())
    }
}

/// The postman that the worker was started with.
pub fn postman(context: &WorkerContext) -> Result<Postman, String> {
    context.get_ext::<Postman>().cloned().ok_or_else(|| "the worker was started without a postman".to_owned())
}
