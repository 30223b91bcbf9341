//! Outbox maintenance: deletes finished emails, and marks emails whose sending process ended.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};

use crate::{Mailer, store};

#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SweepOutbox {}

impl TaskHandler for SweepOutbox {
    const IDENTIFIER: &'static str = "mail.sweep_outbox";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        let now = mailer.clock.now();
        let stale = store::mark_stale_unknown(&mailer.db, now).await.map_err(|error| error.to_string())?;
        if stale > 0 {
            metrics::counter!("matjar_emails_total", "outcome" => "unknown").increment(stale);
            tracing::warn!(stale, "emails marked unknown; their process ended while sending");
        }
        let dropped = store::drop_expired(&mailer.db, now).await.map_err(|error| error.to_string())?;
        if dropped > 0 {
            metrics::counter!("matjar_emails_total", "outcome" => "dropped").increment(dropped);
            tracing::warn!(dropped, "emails dropped; they waited too long");
        }
        while store::sweep(&mailer.db, now).await.map_err(|error| error.to_string())? > 0 {}
        Ok::<(), String>(())
    }
}

/// Returns the mailer that is registered with the worker.
pub fn mailer(context: &WorkerContext) -> Result<Mailer, String> {
    context.get_ext::<Mailer>().cloned().ok_or_else(|| "the worker has no Mailer extension".to_owned())
}
