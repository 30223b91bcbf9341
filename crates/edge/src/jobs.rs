//! Background jobs: enqueued in the transaction that causes them, run in a span of their own.

use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use serde::{Deserialize, Serialize};
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
