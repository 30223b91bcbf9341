//! Deletes what is old enough, and reports how long staff let enquiries wait.

use chrono::TimeDelta;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use mail::{Mailer, jobs::mailer};
use serde::{Deserialize, Serialize};

use crate::{service::inbox, store};

/// How long an enquiry and its files are stored.
pub const RETENTION: TimeDelta = TimeDelta::days(180);
/// How long the sender's session and network are stored: limits and signals look back no further.
const NETWORK_RETENTION: TimeDelta = TimeDelta::days(30);

/// Longer than `media` stores files that belong to nothing.
const UNSENT_RETENTION: TimeDelta = TimeDelta::hours(48);

/// Deletes enquiries after [`RETENTION`]. Their files are deleted by the next cleanup of `media`.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct MaintainEnquiries {}

impl TaskHandler for MaintainEnquiries {
    const IDENTIFIER: &'static str = "enquiries.maintain";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let mailer = mailer(&context)?;
        maintain(&mailer).await.map_err(|error| format!("{error:#}"))
    }
}

async fn maintain(mailer: &Mailer) -> anyhow::Result<()> {
    let (db, now) = (&mailer.db, mailer.clock.now());
    let mut deleted = 0;
    loop {
        let mut tx = db.begin().await?;
        let ids = store::list_expired(&mut *tx, now - RETENTION).await?;
        if ids.is_empty() {
            break;
        }
        deleted += inbox::remove(&mut tx, &ids, now).await?;
        tx.commit().await?;
    }
    if deleted > 0 {
        tracing::info!(deleted, "old enquiries deleted");
    }
    metrics::counter!("matjar_enquiries_expired_total").increment(deleted);
    while store::forget_networks(db, now - NETWORK_RETENTION).await? > 0 {}
    while store::sweep_waiting(db, now).await? > 0 {}
    while store::sweep_unsent_files(db, now - UNSENT_RETENTION).await? > 0 {}
    let figures = store::inbox_figures(db).await?;
    let seconds = figures.oldest.map_or(0, |oldest| (now - oldest).num_seconds().max(0));
    #[expect(clippy::cast_precision_loss, reason = "gauges")]
    {
        metrics::gauge!("matjar_enquiries_oldest_open_seconds").set(seconds as f64);
        metrics::gauge!("matjar_enquiries_open").set(figures.open as f64);
    }
    Ok(())
}
