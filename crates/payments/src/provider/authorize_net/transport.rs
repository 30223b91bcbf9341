//! HTTP transport. Distinguishes requests that were never sent from those whose outcome is unknown.

use std::{
    error::Error,
    io,
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use http::{Request, Uri, header::CONTENT_TYPE};
use http_body_util::{BodyExt, Full, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use tokio::time::timeout;
use tower::Service;

use crate::provider::ProviderError;

/// More than twice the size of a list of a thousand payments.
const MAX_RESPONSE_BYTES: usize = 2 << 20;

/// Shorter than the provider's own idle timeout, so that a request rarely meets a connection that is being closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(15);

pub struct Transport {
    client: Client<Connector, Full<bytes::Bytes>>,
    url: Uri,
}

impl Transport {
    pub fn new(url: Uri, connect: Duration) -> Self {
        let mut plain = HttpConnector::new();
        plain.enforce_http(false);
        plain.set_nodelay(true);
        let secure = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http();
        let connector = Connector { inner: secure.enable_http1().wrap_connector(plain), limit: connect };
        let client = Client::builder(TokioExecutor::new())
            .pool_idle_timeout(IDLE_TIMEOUT)
            .pool_timer(TokioTimer::new())
            .build(connector);
        Self { client, url }
    }

    /// Posts a request. A failure to connect is `Unreachable`, because nothing was sent; any later failure is
    /// `Unknown`. Errors never contain a body.
    pub async fn post(&self, body: Vec<u8>, limit: Duration) -> Result<bytes::Bytes, ProviderError> {
        let mut request = Request::new(Full::from(body));
        *request.method_mut() = http::Method::POST;
        *request.uri_mut() = self.url.clone();
        let json = http::HeaderValue::from_static("application/json; charset=utf-8");
        request.headers_mut().insert(CONTENT_TYPE, json);
        let unknown = |what: &str| ProviderError::Unknown(what.to_owned());
        timeout(limit, self.exchange(request)).await.unwrap_or_else(|_| Err(unknown("response timed out")))
    }

    async fn exchange(&self, request: Request<Full<bytes::Bytes>>) -> Result<bytes::Bytes, ProviderError> {
        let response = self.client.request(request).await.map_err(|error| match error.is_connect() {
            true => ProviderError::Unreachable(root_cause(&error)),
            false => ProviderError::Unknown(root_cause(&error)),
        })?;
        let status = response.status();
        if !status.is_success() {
            return Err(ProviderError::Unknown(format!("status {}", status.as_u16())));
        }
        let body = Limited::new(response.into_body(), MAX_RESPONSE_BYTES).collect().await;
        body.map(http_body_util::Collected::to_bytes)
            .map_err(|error| ProviderError::Unknown(root_cause(&*error)))
    }
}

/// Returns the text of the innermost error; the outer ones carry no information.
fn root_cause(error: &(dyn Error + 'static)) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

/// Adds a time limit to connecting, including the DNS lookup and the TLS handshake.
#[derive(Clone)]
struct Connector {
    inner: HttpsConnector<HttpConnector>,
    limit: Duration,
}

impl Service<Uri> for Connector {
    type Response = <HttpsConnector<HttpConnector> as Service<Uri>>::Response;
    type Error = Box<dyn Error + Send + Sync>;
    type Future = Pin<Box<dyn Future<Output = Result<Self::Response, Self::Error>> + Send>>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Self::Error>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, url: Uri) -> Self::Future {
        let connecting = timeout(self.limit, self.inner.call(url));
        Box::pin(async move {
            connecting.await.unwrap_or_else(|_| {
                Err(io::Error::new(io::ErrorKind::TimedOut, "connection timed out").into())
            })
        })
    }
}
