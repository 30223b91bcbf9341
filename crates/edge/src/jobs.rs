//! Background jobs: enqueued in the transaction that causes them, run in a span of their own.

use graphile_worker::{
    IntoTaskHandlerResult, JobComplete, JobFail, TaskHandler, WorkerContext, WorkerOptions,
};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;
use tracing::{Span, field::Empty};

use crate::trace::{self, TraceContext};

/// The database schema of the job queue.
pub const SCHEMA: &str = "graphile_worker";

/// The field of a job's payload with the trace that the job belongs to.
const TRACE_FIELD: &str = "_trace";

/// Enqueues a job. Replaces a job with the same key that has not started yet. The job's span becomes a child of the
/// current one.
pub async fn enqueue<J: TaskHandler + serde::Serialize>(
    db: impl sqlx::PgExecutor<'_>,
    job: &J,
    key: Option<&str>,
) -> anyhow::Result<()> {
    let mut payload = serde_json::to_value(job)?;
    if let (Some(trace), Some(fields)) = (trace::current_context(), payload.as_object_mut()) {
        fields.insert(TRACE_FIELD.to_owned(), serde_json::to_value(trace)?);
    }
    sqlx::query("select enqueue_job($1, $2, $3)")
        .bind(J::IDENTIFIER)
        .bind(payload)
        .bind(key)
        .execute(db)
        .await?;
    Ok(())
}

/// Lets a worker go on with the next job as long as one is ready. By itself it takes one job for each signal, and of the
/// signals of a burst it remembers few: the rest of a burst, or of a backlog after a downtime, would wait for the poll
/// interval, two jobs at a time.
pub fn continue_while_ready(options: WorkerOptions, db: &PgPool) -> WorkerOptions {
    let [done, failed] = std::array::from_fn(|_| db.clone());
    options
        .on(JobComplete, move |_| signal_ready(done.clone()))
        .on(JobFail, move |_| signal_ready(failed.clone()))
}

/// Sends the signal of the queue to all workers if a job is ready.
async fn signal_ready(db: PgPool) {
    let signalled = sqlx::query(
        "select pg_notify('jobs:insert', '{}') from (
             select from graphile_worker._private_jobs where is_available and run_at <= now()
             order by priority, run_at limit 1) ready",
    )
    .execute(&db)
    .await;
    if let Err(error) = signalled {
        tracing::debug!(%error, "no signal for the next job; it is found by polling");
    }
}

/// A job that runs in a span with its name, id and attempt number. Every job is registered with the worker in this form.
#[derive(Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Traced<J>(J);

impl<J: TaskHandler> TaskHandler for Traced<J> {
    const IDENTIFIER: &'static str = J::IDENTIFIER;

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let span = job_span(J::IDENTIFIER, &context);
        trace::in_root(span, async move {
            let result = self.0.run(context).await.into_task_handler_result();
            if result.is_err() {
                Span::current().record("otel.status_code", "error");
            }
            result
        })
        .await
    }
}

fn job_span(name: &'static str, context: &WorkerContext) -> Span {
    let span = tracing::info_span!(
        "job",
        otel.kind = "consumer",
        otel.status_code = Empty,
        job.name = name,
        job.id = context.job().id(),
        job.attempt = context.job().attempts(),
        order = Empty,
        attempt = Empty
    );
    let parent = context.payload().get(TRACE_FIELD).and_then(|parent| TraceContext::deserialize(parent).ok());
    if let Some(parent) = parent {
        parent.adopt(&span);
    }
    span
}
