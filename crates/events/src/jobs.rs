//! Sends deliveries, and deletes old events.

use std::time::Duration;

use anyhow::Context;
use chrono::TimeDelta;
use edge::{
    outbound::{self, FetchConfig, allowed_url},
    supervise::Heartbeat,
};
use futures_util::future::join_all;
use graphile_worker::{IntoTaskHandlerResult, TaskHandler, WorkerContext};
use kernel::{Clock, text};
use reqwest::{Client, header};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgPool;

use crate::{
    rules::{MAX_ATTEMPTS, is_lost, pause_after},
    service::{ID_HEADER, KIND_HEADER, SIGNATURE_HEADER, TIMESTAMP_HEADER, signature},
    store::{self, DueDelivery},
};

const SEND_TIMEOUT: Duration = Duration::from_secs(10);
/// Longer than sending one batch takes.
const LEASE: TimeDelta = TimeDelta::minutes(5);
const BATCH: i64 = 20;
const INTERVAL: Duration = Duration::from_secs(2);
const MAX_ERROR_CHARS: usize = 300;
/// Events are listed and counted for this long.
const EVENT_RETENTION: TimeDelta = TimeDelta::days(90);

/// State of the task that sends deliveries.
#[derive(Clone)]
pub struct EventJobContext {
    pub db: PgPool,
    pub clock: Clock,
    pub outbound: FetchConfig,
}

impl std::fmt::Debug for EventJobContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("EventJobContext")
    }
}

/// Sends due deliveries until the server stops.
pub async fn run(context: EventJobContext, heartbeat: Heartbeat) {
    loop {
        heartbeat.beat();
        match deliver_due(&context).await {
            Ok(0) => {}
            // More may be due.
            Ok(_) => continue,
            Err(error) => tracing::warn!(error = format!("{error:#}"), "sending events failed"),
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

/// Sends one batch of due deliveries. Returns how many were tried.
pub async fn deliver_due(context: &EventJobContext) -> anyhow::Result<usize> {
    let now = context.clock.now();
    let due = store::claim_due(&context.db, now, LEASE, BATCH).await.context("claiming deliveries")?;
    if due.is_empty() {
        return Ok(0);
    }
    let client = outbound::client(&context.outbound, SEND_TIMEOUT)?;
    // At once, so that an endpoint that does not answer delays no other.
    let sent = due.iter().map(|delivery| {
        let client = &client;
        async move { record(context, delivery, send(context, client, delivery).await).await }
    });
    for recorded in join_all(sent).await {
        recorded.context("recording a delivery")?;
    }
    Ok(due.len())
}

/// The status of a failed delivery, if there was an answer, and the reason.
struct Failure {
    status: Option<i32>,
    error: String,
}

async fn send(context: &EventJobContext, client: &Client, delivery: &DueDelivery) -> Result<i32, Failure> {
    let failure = |error: String| Failure { status: None, error };
    // The address was checked when it was saved; the rules may be stricter now.
    let url = allowed_url(&delivery.url).ok_or_else(|| failure("the address is not allowed".to_owned()))?;
    let body = json!({
        "id": delivery.event_id,
        "event": delivery.kind,
        "occurredAt": delivery.occurred_at,
        "data": delivery.payload,
    })
    .to_string();
    let timestamp = context.clock.now().timestamp();
    let request = client
        .post(url)
        .header(header::CONTENT_TYPE, "application/json")
        .header(ID_HEADER, delivery.event_id.to_string())
        .header(KIND_HEADER, &delivery.kind)
        .header(TIMESTAMP_HEADER, timestamp.to_string())
        .header(SIGNATURE_HEADER, signature(&delivery.secret, timestamp, body.as_bytes()))
        .body(body);
    let answer = request.send().await.map_err(|error| failure(causes(&error)))?;
    let status = i32::from(answer.status().as_u16());
    if answer.status().is_success() {
        Ok(status)
    } else {
        Err(Failure { status: Some(status), error: String::new() })
    }
}

/// The whole chain, without the address: it may contain a token.
fn causes(error: &reqwest::Error) -> String {
    let mut text = String::new();
    let mut cause = std::error::Error::source(error);
    while let Some(one) = cause {
        text = format!("{text}{}{one}", if text.is_empty() { "" } else { ": " });
        cause = one.source();
    }
    if text.is_empty() { "the request failed".to_owned() } else { text }
}

async fn record(
    context: &EventJobContext,
    delivery: &DueDelivery,
    outcome: Result<i32, Failure>,
) -> sqlx::Result<()> {
    let now = context.clock.now();
    let mut tx = context.db.begin().await?;
    match outcome {
        Ok(status) => {
            metrics::counter!("matjar_events_total", "outcome" => "delivered").increment(1);
            store::mark_delivered(&mut *tx, delivery, status, now).await?;
            store::mark_working(&mut *tx, delivery.endpoint_id).await?;
        }
        Err(Failure { status, error }) => {
            metrics::counter!("matjar_events_total", "outcome" => "failed").increment(1);
            let is_last = delivery.attempts >= MAX_ATTEMPTS;
            let next = (!is_last).then(|| now + pause_after(delivery.attempts, rand::random()));
            let error = text::clean(&error, MAX_ERROR_CHARS);
            store::mark_failed(&mut *tx, delivery, status, &error, next).await?;
            let since = store::mark_failing(&mut *tx, delivery.endpoint_id, now).await?;
            if is_lost(since, now) && store::disable(&mut *tx, delivery.endpoint_id).await? {
                tracing::warn!(
                    endpoint = delivery.endpoint_id,
                    "event endpoint disabled after a long failure"
                );
            }
            tracing::info!(endpoint = delivery.endpoint_id, status, error, "event not delivered");
        }
    }
    tx.commit().await
}

/// State of the cleanup, registered with the worker.
#[derive(Clone)]
pub struct SweepContext {
    pub db: PgPool,
    pub clock: Clock,
}

impl std::fmt::Debug for SweepContext {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SweepContext")
    }
}

/// Deletes old events and their deliveries.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct SweepEvents {}

impl TaskHandler for SweepEvents {
    const IDENTIFIER: &'static str = "events.sweep";

    async fn run(self, context: WorkerContext) -> impl IntoTaskHandlerResult {
        let context = context.get_ext::<SweepContext>().cloned();
        let context = context.ok_or_else(|| "the worker has no SweepContext".to_owned())?;
        sweep(&context).await.map(drop).map_err(|error| error.to_string())
    }
}

pub async fn sweep(context: &SweepContext) -> sqlx::Result<u64> {
    store::delete_old(&context.db, context.clock.now() - EVENT_RETENTION).await
}
