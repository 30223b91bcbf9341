//! Background work: cleanup.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use mail::jobs::mailer;
use serde::{Deserialize, Serialize};

use crate::store;
pub use store::forget_edits;

/// Forgets the sessions and networks of comments that are older than 30 days, and old edits of pages and posts.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MaintainComments {}

impl TaskHandler for MaintainComments {
    const IDENTIFIER: &'static str = "content.maintain";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        let forgotten = store::forget_edits(&mailer.db, mailer.clock.now()).await;
        forgotten.map_err(|error| format!("{error:#}"))?;
        loop {
            match store::forget_networks(&mailer.db, mailer.clock.now()).await {
                Ok(0) => return Ok::<(), String>(()),
                Ok(_) => {}
                Err(error) => return Err(format!("{error:#}")),
            }
        }
    }
}
