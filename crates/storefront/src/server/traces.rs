//! Sends traces to an OpenTelemetry collector, as protobuf over HTTP (OTLP). Off unless a collector is configured.
//!
//! A collector that is slow or down never slows the server. Spans that end go into a bounded queue, and a separate
//! thread sends them in batches; spans that do not fit into the queue are dropped.
//!
//! Only the spans of the shop's own crates are sent, without the log events in them: their fields are ids and names that
//! the shop chose, while events and the spans of libraries may contain other data. A `traceparent` header in a request
//! is ignored, so strangers can neither force sampling nor attach requests to traces of theirs.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anyhow::Context;
use async_trait::async_trait;
use bytes::Bytes;
use http::{Request, Response};
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};
use opentelemetry::{KeyValue, trace::TracerProvider};
use opentelemetry_http::{HttpClient, HttpError};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::{
    Resource,
    trace::{Sampler, SdkTracerProvider},
};
use tokio::runtime::Handle;
use tracing::{Level, Metadata, Subscriber, level_filters::LevelFilter};
use tracing_subscriber::{Layer, filter::FilterFn, registry::LookupSpan};

use super::config::TraceConfig;

/// Time limit for sending one batch.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(5);

/// How long a stopping server waits for the last batch.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);

/// The response of a collector is empty or names the number of rejected spans.
const MAX_RESPONSE_BYTES: usize = 64 << 10;

/// The crates whose spans are sent.
const TRACED_CRATES: [&str; 12] = [
    "accounts",
    "bundles",
    "cart",
    "catalog",
    "checkout",
    "edge",
    "mail",
    "orders",
    "payments",
    "pricing",
    "search",
    "storefront",
];

pub struct TraceExporter {
    provider: SdkTracerProvider,
}

impl TraceExporter {
    /// Returns `None` if no collector is configured. Must be called in the runtime that will send the traces.
    pub fn start(config: &TraceConfig) -> anyhow::Result<Option<Self>> {
        let Some(url) = config.url().map_err(anyhow::Error::msg)? else { return Ok(None) };
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(CollectorClient::new(Handle::current()))
            .with_endpoint(url.to_string())
            .with_timeout(EXPORT_TIMEOUT)
            .build()
            .context("trace exporter")?;
        let resource = Resource::builder()
            .with_service_name(config.service_name.clone())
            .with_attributes([
                KeyValue::new("service.version", env!("CARGO_PKG_VERSION")),
                KeyValue::new("service.instance.id", uuid::Uuid::new_v4().to_string()),
            ])
            .build();
        // A job has the same decision as the request that enqueued it.
        let sampler = Sampler::ParentBased(Box::new(Sampler::TraceIdRatioBased(config.trace_ratio)));
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource)
            .with_sampler(sampler)
            .build();
        Ok(Some(Self { provider }))
    }

    /// The layer that turns spans into spans of a trace.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'span> LookupSpan<'span>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.provider.tracer("matjar"))
            .with_location(false)
            .with_threads(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_filter(FilterFn::new(is_sent).with_max_level_hint(LevelFilter::INFO))
    }

    /// Sends the remaining spans, for [`FLUSH_TIMEOUT`] at most.
    pub async fn flush(self) {
        let flush = tokio::task::spawn_blocking(move || self.provider.shutdown_with_timeout(FLUSH_TIMEOUT));
        if let Ok(Err(error)) = flush.await {
            tracing::warn!(%error, "sending the last traces failed");
        }
    }
}

fn is_sent(metadata: &Metadata<'_>) -> bool {
    let crate_name = metadata.target().split("::").next().unwrap_or_default();
    metadata.is_span() && *metadata.level() <= Level::INFO && TRACED_CRATES.contains(&crate_name)
}

type HyperClient = Client<HttpsConnector<HttpConnector>, Full<Bytes>>;

/// Sends requests on the server's runtime: the thread that exports batches has none, which the exporter's own
/// asynchronous clients need.
#[derive(Debug)]
struct CollectorClient {
    client: HyperClient,
    runtime: Handle,
    is_failing: Arc<AtomicBool>,
}

impl CollectorClient {
    fn new(runtime: Handle) -> Self {
        let connector =
            HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1().build();
        let client = Client::builder(TokioExecutor::new()).build(connector);
        Self { client, runtime, is_failing: Arc::default() }
    }

    /// Counts each batch, and logs when the collector starts or stops failing.
    fn report(&self, error: Option<&str>) {
        let outcome = if error.is_none() { "sent" } else { "failed" };
        metrics::counter!("matjar_trace_batches_total", "outcome" => outcome).increment(1);
        let was_failing = self.is_failing.swap(error.is_some(), Ordering::Relaxed);
        match error {
            Some(error) if !was_failing => {
                tracing::warn!(
                    error,
                    "sending traces failed; they are dropped until the collector accepts them"
                );
            }
            None if was_failing => tracing::info!("the collector accepts traces again"),
            _ => {}
        }
    }
}

#[async_trait]
impl HttpClient for CollectorClient {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let sending = send(self.client.clone(), request);
        let sent =
            match self.runtime.spawn(async { tokio::time::timeout(EXPORT_TIMEOUT, sending).await }).await {
                Ok(Ok(sent)) => sent,
                Ok(Err(elapsed)) => Err(elapsed.into()),
                Err(stopped) => Err(stopped.into()),
            };
        match &sent {
            Ok(response) if response.status().is_success() => self.report(None),
            Ok(response) => self.report(Some(response.status().as_str())),
            Err(error) => self.report(Some(&error.to_string())),
        }
        sent
    }
}

async fn send(client: HyperClient, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
    let (head, body) = client.request(request.map(Full::new)).await?.into_parts();
    let body = Limited::new(body, MAX_RESPONSE_BYTES).collect().await?.to_bytes();
    Ok(Response::from_parts(head, body))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Args {
        #[command(flatten)]
        traces: TraceConfig,
    }

    fn config(endpoint: &str) -> TraceConfig {
        TraceConfig { otlp_endpoint: endpoint.to_owned(), ..TraceConfig::off() }
    }

    #[test]
    fn traces_are_off_by_default() {
        let args = Args::try_parse_from(["matjar"]).expect("no argument is needed");
        assert_eq!(args.traces.url(), Ok(None));
        assert!(TraceExporter::start(&args.traces).expect("valid").is_none());
    }

    #[test]
    fn the_path_of_traces_is_added_to_the_address_of_the_collector() {
        for endpoint in ["http://127.0.0.1:4318", "http://127.0.0.1:4318/"] {
            let url = config(endpoint).url().expect("valid").expect("on");
            assert_eq!(url.to_string(), "http://127.0.0.1:4318/v1/traces");
        }
        let behind_a_path = config("https://collector.example/otlp").url().expect("valid").expect("on");
        assert_eq!(behind_a_path.to_string(), "https://collector.example/otlp/v1/traces");
        for invalid in ["collector:4318", "grpc://collector:4317", "not an address"] {
            assert!(config(invalid).url().is_err(), "{invalid}");
        }
    }
}
