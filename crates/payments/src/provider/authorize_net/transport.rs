//! How requests get there, and above all: whether they did.

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

/// A thousand payments are less than half of it.
const MOST_BYTES: usize = 2 << 20;

/// Shorter than the provider keeps its end open, so that a request is seldom sent into a line that is being closed.
const IDLE: Duration = Duration::from_secs(15);

pub struct Transport {
    client: Client<Connector, Full<bytes::Bytes>>,
    address: Uri,
}

impl Transport {
    pub fn new(address: Uri, connect: Duration) -> Self {
        let mut plain = HttpConnector::new();
        plain.enforce_http(false);
        plain.set_nodelay(true);
        let secure = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http();
        let connector = Connector { inner: secure.enable_http1().wrap_connector(plain), limit: connect };
        let client = Client::builder(TokioExecutor::new())
            .pool_idle_timeout(IDLE)
            .pool_timer(TokioTimer::new())
            .build(connector);
        Self { client, address }
    }

    /// Until there is a connection nothing was sent; from then on nobody knows. Neither tells what was in a body.
    pub async fn post(&self, body: Vec<u8>, limit: Duration) -> Result<bytes::Bytes, ProviderError> {
        let mut request = Request::new(Full::from(body));
        *request.method_mut() = http::Method::POST;
        *request.uri_mut() = self.address.clone();
        let json = http::HeaderValue::from_static("application/json; charset=utf-8");
        request.headers_mut().insert(CONTENT_TYPE, json);
        let unknown = |what: &str| ProviderError::Unknown(what.to_owned());
        timeout(limit, self.exchange(request)).await.unwrap_or_else(|_| Err(unknown("no answer in time")))
    }

    async fn exchange(&self, request: Request<Full<bytes::Bytes>>) -> Result<bytes::Bytes, ProviderError> {
        let answer = self.client.request(request).await.map_err(|error| match error.is_connect() {
            true => ProviderError::Unreachable(root(&error)),
            false => ProviderError::Unknown(root(&error)),
        })?;
        let status = answer.status();
        if !status.is_success() {
            return Err(ProviderError::Unknown(format!("status {}", status.as_u16())));
        }
        let body = Limited::new(answer.into_body(), MOST_BYTES).collect().await;
        body.map(http_body_util::Collected::to_bytes).map_err(|error| ProviderError::Unknown(root(&*error)))
    }
}

/// What lies under it: the outer errors only say that there is one.
fn root(error: &(dyn Error + 'static)) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}

/// Gives up on a connection in time, looking up its name and shaking hands included.
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

    fn call(&mut self, address: Uri) -> Self::Future {
        let connecting = timeout(self.limit, self.inner.call(address));
        Box::pin(async move {
            connecting.await.unwrap_or_else(|_| {
                Err(io::Error::new(io::ErrorKind::TimedOut, "no connection in time").into())
            })
        })
    }
}
