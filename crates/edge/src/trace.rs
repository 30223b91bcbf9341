//! The span of a request or job, and the ids that are recorded on it once they are known.
//!
//! Spans are written to the log with each event and may be sent to a collector. They carry ids only: no personal data,
//! no card data, no keys of URLs.

use std::{
    fmt,
    sync::{Mutex, PoisonError},
};

use opentelemetry::trace::{SpanContext, SpanId, TraceContextExt, TraceFlags, TraceId, TraceState};
use serde::{Deserialize, Serialize};
use tracing::{Instrument, Span, Value};
use tracing_opentelemetry::OpenTelemetrySpanExt;

tokio::task_local! {
    static ROOT: Root;
}

struct Root {
    span: Span,
    /// A field is recorded once: an exported span would have the same attribute twice.
    recorded: Mutex<Vec<&'static str>>,
}

impl Root {
    fn record(&self, field: &'static str, value: &dyn Value) {
        let mut recorded = self.recorded.lock().unwrap_or_else(PoisonError::into_inner);
        if !recorded.contains(&field) {
            recorded.push(field);
            self.span.record(field, value);
        }
    }
}

/// Runs a request or a job in its span.
pub async fn in_root<F: Future>(span: Span, work: F) -> F::Output {
    let root = Root { span: span.clone(), recorded: Mutex::default() };
    ROOT.scope(root, work).instrument(span).await
}

/// Records a field on the current span and on the span of the request or job. A span that does not declare the field
/// ignores it. Each span must get a field once.
pub fn record(field: &'static str, value: impl Value) {
    let current = Span::current();
    let is_root = ROOT.try_with(|root| {
        root.record(field, &value);
        root.span.id() == current.id()
    });
    if !is_root.unwrap_or(false) {
        current.record(field, &value);
    }
}

/// Notes on the access log line of the request why it is refused. The first reason stays: it is the most precise one. It
/// may contain no personal data and nothing that a visitor typed.
pub fn refuse(reason: impl fmt::Display) {
    record("refusal", tracing::field::display(reason));
}

/// Identifies a span to another process, in the format of the job queue's library.
#[derive(Debug, Serialize, Deserialize)]
pub struct TraceContext {
    trace_id: String,
    span_id: String,
    flags: u8,
}

/// Returns the context of the current span, or `None` if traces are not exported.
pub fn current_context() -> Option<TraceContext> {
    let context = Span::current().context();
    let context = context.span().span_context().clone();
    context.is_valid().then(|| TraceContext {
        trace_id: context.trace_id().to_string(),
        span_id: context.span_id().to_string(),
        flags: context.trace_flags().to_u8(),
    })
}

impl TraceContext {
    /// Makes a new span a child of this one. Does nothing if traces are not exported.
    pub fn adopt(&self, span: &Span) {
        let ids = (TraceId::from_hex(&self.trace_id), SpanId::from_hex(&self.span_id));
        let (Ok(trace_id), Ok(span_id)) = ids else { return };
        let flags = TraceFlags::new(self.flags);
        let parent = SpanContext::new(trace_id, span_id, flags, true, TraceState::default());
        let _ = span.set_parent(opentelemetry::Context::new().with_remote_span_context(parent));
    }
}
