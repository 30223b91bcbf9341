//! Requests to the shop, and what is heard of them: an answer, or nothing.

use std::{sync::Arc, time::Duration};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper_util::{
    client::legacy::{Client as Hyper, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};

/// A browser would wait longer; the shop itself gives up after fifteen seconds.
const PATIENCE: Duration = Duration::from_secs(20);

/// Lines are kept open and shared by all buyers, as a proxy before the shop keeps them.
#[derive(Clone)]
pub struct Client {
    hyper: Hyper<HttpConnector, Full<Bytes>>,
    host: Arc<str>,
}

#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn location(&self) -> &str {
        self.headers.get(header::LOCATION).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

/// What a request says about its sender.
#[derive(Debug, Clone, Default)]
pub struct Sender {
    pub address: String,
    pub cookie: Option<String>,
    /// One for each thing that is to happen once.
    pub key: Option<String>,
}

impl Client {
    pub fn new(host: String) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_nodelay(true);
        connector.set_connect_timeout(Some(Duration::from_secs(2)));
        let hyper = Hyper::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(Duration::from_secs(10))
            .build(connector);
        Self { hyper, host: host.into() }
    }

    /// `None`: the line broke, or nothing came in time. Whether the request was worked on, nobody knows.
    pub async fn send(&self, port: u16, path: &str, form: Option<String>, from: &Sender) -> Option<Answer> {
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
        tokio::time::timeout(PATIENCE, self.exchange(request)).await.ok().flatten()
    }

    async fn exchange(&self, request: Request<Full<Bytes>>) -> Option<Answer> {
        let response = self.hyper.request(request).await.ok()?;
        let (parts, body) = response.into_parts();
        let body = body.collect().await.ok()?.to_bytes();
        Some(Answer { status: parts.status, headers: parts.headers, body })
    }

    /// Whether a server takes what changes something: a product that nobody has is refused only by one who could look
    /// into the database. (`/readyz` also speaks of disks, which are not what is tried here.)
    pub async fn probe(&self, port: u16) -> bool {
        let nobody = Sender { address: "10.255.255.255".to_owned(), ..Sender::default() };
        let form = Some("product_id=999999999".to_owned());
        let answer = self.send(port, "/ar/?wc-ajax=add_to_cart", form, &nobody);
        let answer = tokio::time::timeout(Duration::from_secs(2), answer).await;
        let refused =
            |answer: Answer| answer.status == StatusCode::OK && answer.body.starts_with(b"{\"error\":true");
        answer.ok().flatten().is_some_and(refused)
    }

    /// To somebody else than the shop, in JSON.
    pub async fn post_json(&self, url: &str, body: String) -> Option<Bytes> {
        let request = Request::post(url)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::new(Bytes::from(body)))
            .ok()?;
        let answer = tokio::time::timeout(PATIENCE, self.exchange(request)).await.ok().flatten()?;
        Some(answer.body)
    }
}
