//! Sends requests to the shop; a request gets a response or none.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper_util::{
    client::legacy::{Client as Hyper, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};

/// A browser would wait longer; the shop itself times out after fifteen seconds.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// Connections are kept alive and shared by all buyers, as by a reverse proxy.
#[derive(Clone)]
pub struct Client {
    hyper: Hyper<HttpConnector, Full<Bytes>>,
    host: Arc<str>,
}

#[derive(Debug)]
pub struct ShopResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl ShopResponse {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn location(&self) -> &str {
        self.headers.get(header::LOCATION).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// Client address, cookie and key of a request.
#[derive(Debug, Clone, Default)]
pub struct Sender {
    pub address: String,
    pub cookie: Option<String>,
    /// Idempotency key.
    pub key: Option<String>,
}

impl Client {
    pub fn new(host: String) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        connector.set_connect_timeout(Some(Duration::from_secs(2)));
        let hyper = Hyper::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            // Sooner than the server closes them: a request on a connection that is being closed is lost.
            .pool_idle_timeout(Duration::from_secs(4))
            .build(connector);
        Self { hyper, host: host.into() }
    }

    /// `None`: the connection broke, or there was no response in time. The request may have been executed or
    /// not.
    pub async fn send(
        &self,
        port: u16,
        path: &str,
        form: Option<String>,
        from: &Sender,
    ) -> Option<ShopResponse> {
        let method = if form.is_some() { Method::POST } else { Method::GET };
        let mut request = Request::builder()
            .method(method)
            .uri(format!("http://127.0.0.1:{port}{path}"))
            .header(header::HOST, &*self.host)
            .header("x-forwarded-for", &from.address)
            .header("sec-fetch-site", "same-origin")
            .header(header::REFERER, format!("http://{}/ar/product/faults/", self.host));
        if form.is_some() {
            request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        if let Some(cookie) = &from.cookie {
            request = request.header(header::COOKIE, cookie);
        }
        if let Some(key) = &from.key {
            request = request.header("idempotency-key", key);
        }
        let request = request.body(Full::new(Bytes::from(form.unwrap_or_default()))).ok()?;
        tokio::time::timeout(REQUEST_TIMEOUT, self.exchange(request)).await.ok().flatten()
    }

    /// Sends a request as it is, apart from the shop's `Host` header where it has none.
    pub async fn send_raw(&self, mut request: Request<Full<Bytes>>) -> Option<ShopResponse> {
        if !request.headers().contains_key(header::HOST)
            && let Ok(host) = HeaderValue::from_str(&self.host)
        {
            request.headers_mut().insert(header::HOST, host);
        }
        tokio::time::timeout(REQUEST_TIMEOUT, self.exchange(request)).await.ok().flatten()
    }

    pub fn host(&self) -> &str {
        &self.host
    }

    async fn exchange(&self, request: Request<Full<Bytes>>) -> Option<ShopResponse> {
        let response = self.hyper.request(request).await.ok()?;
        let (parts, body) = response.into_parts();
        let body = body.collect().await.ok()?.to_bytes();
        Some(ShopResponse { status: parts.status, headers: parts.headers, body })
    }

    /// Whether a server can execute writes: it refuses an unknown product only after it has queried the
    /// database. (`/readyz` also checks the disk, which is not tested here.) The error says what it answered.
    pub async fn probe(&self, port: u16) -> Result<(), String> {
        let sender = Sender { address: "10.255.255.255".to_owned(), ..Sender::default() };
        let form = Some("product_id=999999999".to_owned());
        let answer = self.send(port, "/ar/?wc-ajax=add_to_cart", form, &sender);
        let answer = tokio::time::timeout(Duration::from_secs(2), answer).await;
        match answer.ok().flatten() {
            Some(answer)
                if answer.status == StatusCode::OK && answer.body.starts_with(b"{\"error\":true") =>
            {
                Ok(())
            }
            Some(answer) => Err(answer.status.to_string()),
            None => Err("missing".to_owned()),
        }
    }

    /// Posts JSON to another service than the shop.
    pub async fn post_json(&self, url: &str, body: String) -> Option<Bytes> {
        let request = Request::post(url)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(body)))
            .ok()?;
        let answer = tokio::time::timeout(REQUEST_TIMEOUT, self.exchange(request)).await.ok().flatten()?;
        Some(answer.body)
    }
}
