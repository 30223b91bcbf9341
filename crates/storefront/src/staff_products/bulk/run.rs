//! The steps of a bulk job: first the preview of each row, then its change. A step is a short transaction, in which the job is
//! locked; whoever comes after it goes on where it ended.

use catalog::{
    rules::edit::Refused,
    service::{edit, listing},
};
use chrono::{DateTime, Days, Utc};
use edge::{AppError, Permission, audit::AuditWriter, changes::Patch, permission::Permissions};
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::Clock;
use serde::{Deserialize, Serialize};
use sqlx::{Connection as _, PgConnection, PgPool};

use super::{
    items::{self, OpenItem, Outcomes},
    preview::{Preview, preview},
    reasons,
    store::{self, BulkJob, JobState},
};
use crate::{
    server::jobs::job_context,
    staff_products::{
        save::may_write_with,
        write::{self, Outcome, Writer, Written},
    },
};

/// Rows of a step.
const STEP: i64 = 100;
/// Steps before other jobs of the worker have their turn.
const STEPS_PER_RUN: usize = 20;
/// How long jobs are kept after their end, and those that nobody started.
const RETENTION: Days = Days::new(90);
const UNSTARTED_RETENTION: Days = Days::new(7);

/// Goes on with a bulk job.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct RunBulkJob {
    pub job: i64,
}

impl TaskHandler for RunBulkJob {
    const IDENTIFIER: &'static str = "storefront.run_bulk_job";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let job_context = job_context(&context)?;
        let done = run(&job_context.db, &job_context.clock, self.job).await;
        done.map_err(|error| format!("{error:#}"))
    }
}

/// Enqueues a job's steps, in the transaction that gives it something to do.
pub async fn enqueue(db: impl sqlx::PgExecutor<'_>, job: i64) -> anyhow::Result<()> {
    edge::jobs::enqueue(db, &RunBulkJob { job }, Some(&format!("bulk {job}"))).await
}

/// Does a few steps, and enqueues the next ones.
pub async fn run(db: &PgPool, clock: &Clock, job: i64) -> anyhow::Result<()> {
    for _ in 0..STEPS_PER_RUN {
        if !step(db, clock, job).await? {
            return Ok(());
        }
    }
    enqueue(db, job).await
}

/// Deletes jobs that are no longer needed for their report and their undo.
pub async fn forget_old(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    store::forget(db, now - RETENTION, now - UNSTARTED_RETENTION).await
}

/// One transaction of a job. False: nothing is left to do.
pub async fn step(db: &PgPool, clock: &Clock, job: i64) -> anyhow::Result<bool> {
    let now = clock.now();
    let mut tx = db.begin().await?;
    let Some(job) = store::lock(&mut tx, job).await? else { return Ok(false) };
    let is_left = match job.state {
        JobState::Planning => plan(&mut tx, &job, now).await?,
        JobState::Running => change(&mut tx, &job, now).await?,
        _ => return Ok(false),
    };
    tx.commit().await?;
    Ok(is_left)
}

/// Makes the preview of the next rows.
async fn plan(db: &mut PgConnection, job: &BulkJob, now: DateTime<Utc>) -> Result<bool, AppError> {
    let items = items::list_open(&mut *db, job.id, "new", STEP).await?;
    if items.is_empty() {
        store::set_state(&mut *db, job.id, JobState::Planned, "", now).await?;
        return Ok(false);
    }
    let mut outcomes = Outcomes::default();
    let nothing = Patch::default();
    for item in &items {
        match preview(&mut *db, item, &job.changes).await? {
            Preview::Ready { before, after } => {
                outcomes.push(item, "ready", (&before, &after), String::new(), 0);
            }
            Preview::Same => outcomes.push(item, "same", (&nothing, &nothing), String::new(), 0),
            Preview::Gone => outcomes.push(item, "gone", (&nothing, &nothing), String::new(), 0),
            Preview::Changed => outcomes.push(item, "changed", (&nothing, &nothing), String::new(), 0),
            Preview::Refused { before, after, reason } => {
                outcomes.push(item, "refused", (&before, &after), reasons::store(reason), 0);
            }
        }
    }
    outcomes.save(&mut *db, job.id).await?;
    Ok(true)
}

/// Changes the next rows. What somebody changed since the preview is left alone.
async fn change(db: &mut PgConnection, job: &BulkJob, now: DateTime<Utc>) -> Result<bool, AppError> {
    if !may_run(&mut *db, job).await? {
        store::set_state(&mut *db, job.id, JobState::Stopped, "rights", now).await?;
        return Ok(false);
    }
    let items = items::list_open(&mut *db, job.id, "ready", STEP).await?;
    if items.is_empty() {
        store::set_state(&mut *db, job.id, JobState::Done, "", now).await?;
        return Ok(false);
    }
    let products: Vec<i64> = items.iter().map(|item| item.product_id).collect();
    // In the order in which other jobs lock them.
    listing::lock_products(&mut *db, &products).await?;
    let writer = Writer { actor: format!("staff {}", job.created_by), now };
    let mut written = Vec::new();
    let mut outcomes = Outcomes::default();
    for item in &items {
        let values = (&item.before, &item.after);
        match change_row(&mut *db, &writer, item, job.undoes.is_some()).await? {
            Row::Done(one) => {
                outcomes.push(item, "done", values, String::new(), one.version);
                written.push(one);
            }
            Row::Same => outcomes.push(item, "same", values, String::new(), 0),
            Row::Gone => outcomes.push(item, "gone", values, String::new(), 0),
            Row::Changed => outcomes.push(item, "changed", values, String::new(), 0),
            Row::Refused(reason) => outcomes.push(item, "refused", values, reasons::store(reason), 0),
            Row::Failed => outcomes.push(item, "failed", values, String::new(), 0),
        }
    }
    outcomes.save(&mut *db, job.id).await?;
    let audit = AuditWriter::of_job(writer.actor.clone(), now);
    // Other servers read the purges from the log.
    write::finish(&mut *db, &audit, now, &written).await?;
    Ok(true)
}

/// Whether the member who began the job may still do it.
async fn may_run(db: &mut PgConnection, job: &BulkJob) -> Result<bool, AppError> {
    let Some((permissions, scopes)) = store::rights(db, job.created_by).await? else { return Ok(false) };
    let rights = Permissions::from_names(&permissions);
    let may_write = |field| may_write_with(rights, &scopes, field);
    Ok(rights.contains(Permission::CatalogWrite) && job.changes.fields().into_iter().all(may_write))
}

enum Row {
    Done(Written),
    Same,
    Gone,
    Changed,
    Refused(Refused),
    /// The database refused it.
    Failed,
}

/// A row in a savepoint: what the database refuses must not take the other rows along.
async fn change_row(
    db: &mut PgConnection,
    writer: &Writer,
    item: &OpenItem,
    is_undo: bool,
) -> Result<Row, AppError> {
    let mut savepoint = db.begin().await?;
    match write_row(&mut savepoint, writer, item, is_undo).await {
        Ok(row @ Row::Done(_)) => {
            savepoint.commit().await?;
            Ok(row)
        }
        // A change may be refused after a part of it was written.
        Ok(row) => {
            savepoint.rollback().await?;
            Ok(row)
        }
        Err(error) if is_of_row(&error) => {
            tracing::error!(%error, thing = item.thing_id, "a row of a bulk job failed");
            savepoint.rollback().await?;
            Ok(Row::Failed)
        }
        Err(error) => Err(error),
    }
}

/// Whether only this row is wrong: it broke a constraint, or what it needs is gone. After any other error the step is repeated.
fn is_of_row(error: &AppError) -> bool {
    match error {
        AppError::NotFound | AppError::BadRequest(_) => true,
        AppError::Unexpected(error) => error
            .downcast_ref::<sqlx::Error>()
            .and_then(sqlx::Error::as_database_error)
            .and_then(|error| error.code())
            .is_some_and(|code| code.starts_with("23")),
        _ => false,
    }
}

async fn write_row(
    db: &mut PgConnection,
    writer: &Writer,
    item: &OpenItem,
    is_undo: bool,
) -> Result<Row, AppError> {
    let undoes = is_undo.then_some(item.version);
    let Some(product) = edit::find_product(&mut *db, item.product_id, true).await? else {
        return Ok(Row::Gone);
    };
    if item.thing == "product" {
        let stored = Patch::of(&product.fields).map_err(anyhow::Error::from)?;
        if product.version != item.version || item.after.values_in(&stored) != item.before {
            return Ok(Row::Changed);
        }
        return Ok(writer.product(&mut *db, &product, &item.after, undoes).await?.into());
    }
    let Some(variation) = edit::find_variation(&mut *db, item.thing_id).await? else { return Ok(Row::Gone) };
    let stored = Patch::of(&variation.fields).map_err(anyhow::Error::from)?;
    if variation.version != item.version || item.after.values_in(&stored) != item.before {
        return Ok(Row::Changed);
    }
    Ok(writer.variation(&mut *db, &product, &variation, &item.after, undoes).await?.into())
}

impl<T> From<Outcome<T>> for Row {
    fn from(outcome: Outcome<T>) -> Self {
        match outcome {
            Outcome::Written(written) => Self::Done(written),
            Outcome::Unchanged => Self::Same,
            Outcome::Refused { refused, .. } => refused.first().copied().map_or(Self::Failed, Self::Refused),
        }
    }
}
