//! A browser of one person: an address, cookies, and a person who tries again.

use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};

use bytes::Bytes;
use http::{HeaderName, HeaderValue, Method, Request, header};
use http_body_util::Full;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::{
    client::{Client, ShopResponse},
    form::{self, Fields},
    people::PASSWORD,
    shop::Shop,
    stock::Product,
};

pub const ACCOUNT: &str = "/ar/my-account/";
pub const FRAGMENTS: &str = "/ar/?wc-ajax=xoo_wsc_refresh_fragments";

/// How long one request is repeated.
const TIMEOUT: Duration = Duration::from_secs(30);

#[derive(Clone)]
pub struct Browser {
    client: Client,
    ports: Vec<u16>,
    requests: usize,
    pub address: String,
    pub cookies: BTreeMap<String, String>,
}

/// A request before the browser adds its own headers.
#[derive(Debug, Clone, Default)]
pub struct Visit {
    pub method: Option<Method>,
    pub path: String,
    pub headers: Vec<(String, String)>,
    pub form: Option<String>,
    /// Sent instead of the browser's cookies.
    pub cookie: Option<String>,
}

impl Visit {
    pub fn to(path: impl Into<String>) -> Self {
        Self { path: path.into(), ..Self::default() }
    }

    pub fn post(path: impl Into<String>, fields: &Fields) -> Self {
        Self { form: Some(form::encode(fields)), ..Self::to(path) }
    }

    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }
}

impl Browser {
    pub fn new(shop: &Shop, number: usize) -> Self {
        let [_, a, b, c] = u32::try_from(number).unwrap_or_default().to_be_bytes();
        Self {
            client: shop.client.clone(),
            ports: shop.ports(),
            requests: number,
            address: format!("10.{a}.{b}.{c}"),
            cookies: BTreeMap::new(),
        }
    }

    pub fn cookie(&self) -> String {
        let pair = |(name, value): (&String, &String)| format!("{name}={value}");
        self.cookies.iter().map(pair).collect::<Vec<_>>().join("; ")
    }

    /// The hash under which the shop stores the session.
    pub fn token_hash(&self) -> Option<Vec<u8>> {
        self.cookies.get("__Host-sid").map(|token| Sha256::digest(token).to_vec())
    }

    /// The next request goes to the server after the next.
    pub fn skip_server(&mut self) {
        self.requests += 1;
    }

    /// Sends a request once, to the servers in turn. `None`: no response, or the request is not valid HTTP.
    pub async fn send(&mut self, visit: &Visit) -> Option<ShopResponse> {
        let port = self.ports[self.requests % self.ports.len()];
        self.requests += 1;
        let method = match (&visit.method, &visit.form) {
            (Some(method), _) => method.clone(),
            (None, Some(_)) => Method::POST,
            (None, None) => Method::GET,
        };
        let mut request = Request::builder()
            .method(method)
            .uri(format!("http://127.0.0.1:{port}{}", visit.path))
            .body(Full::new(Bytes::from(visit.form.clone().unwrap_or_default())))
            .ok()?;
        let headers = request.headers_mut();
        headers.insert("x-forwarded-for", HeaderValue::from_str(&self.address).ok()?);
        headers.insert("sec-fetch-site", HeaderValue::from_static("same-origin"));
        if visit.form.is_some() {
            let form = HeaderValue::from_static("application/x-www-form-urlencoded");
            headers.insert(header::CONTENT_TYPE, form);
        }
        let cookie = visit.cookie.clone().unwrap_or_else(|| self.cookie());
        if !cookie.is_empty() {
            headers.insert(header::COOKIE, HeaderValue::from_str(&cookie).ok()?);
        }
        for (name, value) in &visit.headers {
            let name = HeaderName::try_from(name).ok()?;
            headers.insert(name, HeaderValue::from_str(value).ok()?);
        }
        let answer = self.client.send_raw(request).await?;
        if visit.cookie.is_none() {
            self.store_cookies(&answer);
        }
        Some(answer)
    }

    fn store_cookies(&mut self, answer: &ShopResponse) {
        for line in answer.headers.get_all(header::SET_COOKIE) {
            let pair = line.to_str().ok().and_then(|line| line.split(';').next()?.split_once('='));
            match pair {
                Some((name, "")) => drop(self.cookies.remove(name)),
                Some((name, value)) => drop(self.cookies.insert(name.to_owned(), value.to_owned())),
                None => {}
            }
        }
    }

    /// Repeats a request that is refused for now or gets no response.
    pub async fn visit(&mut self, visit: &Visit) -> Option<ShopResponse> {
        let until = Instant::now() + TIMEOUT;
        loop {
            let answer = self.send(visit).await;
            match answer {
                Some(answer) if !matches!(answer.status.as_u16(), 429 | 502..) => return Some(answer),
                _ if Instant::now() > until => return None,
                _ => tokio::time::sleep(Duration::from_millis(250)).await,
            }
        }
    }

    pub async fn open(&mut self, path: &str) -> Option<String> {
        self.visit(&Visit::to(path)).await.map(|answer| answer.text())
    }

    /// Adds to the cart. Returns whether that was acknowledged.
    pub async fn add(&mut self, product: &Product, pieces: i64, key: &str) -> bool {
        let fields = vec![
            ("product_id".to_owned(), product.id.to_string()),
            ("quantity".to_owned(), pieces.to_string()),
        ];
        let visit = Visit::post("/ar/?wc-ajax=add_to_cart", &fields).header("idempotency-key", key);
        let Some(answer) = self.visit(&visit).await else { return false };
        let body: Value = serde_json::from_slice(&answer.body).unwrap_or_default();
        body.get("cart_hash").is_some()
    }

    /// The cart's regions, as every page requests them.
    pub async fn fragments(&mut self) -> Option<String> {
        self.visit(&Visit::post(FRAGMENTS, &Vec::new())).await.map(|answer| answer.text())
    }

    /// The sign-in form, filled in.
    pub async fn login_form(&mut self, user: &str) -> Option<Visit> {
        let page = self.open(ACCOUNT).await?;
        let mut fields = form::hidden(&page, ACCOUNT)?;
        for (name, value) in [("username", user), ("password", PASSWORD), ("rememberme", "1")] {
            form::set(&mut fields, name, value);
        }
        Some(Visit::post(ACCOUNT, &fields))
    }

    /// Signs in. Returns whether that succeeded.
    pub async fn log_in(&mut self, user: &str) -> bool {
        let Some(form) = self.login_form(user).await else { return false };
        self.visit(&form).await.is_some_and(|answer| answer.status.is_redirection())
    }

    pub async fn log_out(&mut self) -> Option<bool> {
        let page = self.open(ACCOUNT).await?;
        let path = "/ar/my-account/customer-logout/";
        let fields = form::hidden(&page, path)?;
        let answer = self.visit(&Visit::post(path, &fields)).await?;
        Some(answer.status.is_redirection())
    }
}
