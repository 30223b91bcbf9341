//! A browser without a screen: keeps its cookie, says where it comes from, follows nothing by itself.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use bytes::Bytes;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::TokioExecutor,
};

#[derive(Clone)]
pub struct Shopper {
    client: Client<HttpConnector, Full<Bytes>>,
    server: SocketAddr,
    host: String,
    /// Each has an address of its own, through the trusted-proxy setting.
    address: String,
    /// By name.
    cookies: Arc<Mutex<BTreeMap<String, String>>>,
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

    /// The text without its tags: what stands on the page, and what is read aloud.
    pub fn words(&self) -> String {
        words(&self.text())
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error} in {}", self.text()))
    }

    /// The newest drawing of a region, or the props of an island, among the fragments of a cart's answer.
    pub fn fragment(&self, region: &str) -> Option<String> {
        let fragments = self.json()["fragments"].clone();
        let key = format!("[data-region=\"{region}\"]");
        let html = fragments.get(&key).or_else(|| fragments.get(format!("{key} > script")))?;
        html.as_str().map(str::to_owned)
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("readable header"))
    }

    pub fn location(&self) -> &str {
        self.header("location")
    }
}

/// Names and values that a form of a page carries along.
pub fn hidden_fields(html: &str, action: &str) -> Vec<(String, String)> {
    let of = |tag: &str, name: &str| {
        let marker = format!(" {name}=\"");
        let at = tag.find(&marker)? + marker.len();
        Some(tag[at..].split('"').next().unwrap_or_default().replace("&amp;", "&"))
    };
    let mut forms = html.split("<form").skip(1).map(|form| form.split("</form").next().unwrap_or_default());
    let form = forms
        .find(|form| of(form.split('>').next().unwrap_or_default(), "action").as_deref() == Some(action))
        .unwrap_or_else(|| panic!("no form posts to {action} in {}", words(html)));
    let inputs = form.split("<input").skip(1).map(|input| input.split('>').next().unwrap_or_default());
    let hidden = inputs.filter(|input| input.contains("type=\"hidden\""));
    hidden.filter_map(|input| Some((of(input, "name")?, of(input, "value").unwrap_or_default()))).collect()
}

pub fn words(html: &str) -> String {
    let mut inside = false;
    html.chars()
        .filter(|c| {
            let was_inside = inside;
            inside = match c {
                '<' => true,
                '>' => false,
                _ => inside,
            };
            !was_inside && !inside
        })
        .collect()
}

impl Shopper {
    pub fn new(server: SocketAddr, origin: &str) -> Self {
        let [a, b, c] = rand::random::<[u8; 3]>();
        Self {
            client: Client::builder(TokioExecutor::new()).build_http(),
            server,
            host: origin.split_once("://").map_or(origin, |(_, host)| host).to_owned(),
            address: format!("10.{a}.{b}.{c}"),
            cookies: Arc::default(),
        }
    }

    /// The same person at another server of the shop.
    #[must_use]
    pub fn at(&self, other: &Self) -> Self {
        Self { server: other.server, ..self.clone() }
    }

    /// All cookies, as the browser sends them.
    pub fn cookie(&self) -> Option<String> {
        let cookies = self.cookies.lock().expect("no test panics in here");
        let pairs: Vec<_> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }

    /// These cookies and no others.
    pub fn set_cookie(&self, cookie: Option<String>) {
        let mut cookies = self.cookies.lock().expect("no test panics in here");
        cookies.clear();
        let pairs = cookie.iter().flat_map(|line| line.split("; ")).filter_map(|pair| pair.split_once('='));
        cookies.extend(pairs.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    /// What a browser does with a `Set-Cookie` line.
    fn keep(&self, line: &str) {
        let Some((name, value)) = line.split(';').next().and_then(|pair| pair.split_once('=')) else {
            return;
        };
        let mut cookies = self.cookies.lock().expect("no test panics in here");
        if line.contains("Max-Age=0") {
            cookies.remove(name);
        } else {
            cookies.insert(name.to_owned(), value.to_owned());
        }
    }

    /// Opens a page, fills in the form of it that posts to `action`, and sends it as a browser would.
    pub async fn submit(&self, page: &str, action: &str, fields: &[(&str, &str)]) -> Answer {
        let html = self.get(page).await.text();
        let hidden = hidden_fields(&html, action);
        let hidden = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let all: Vec<_> = hidden.chain(fields.iter().copied()).collect();
        self.post(action, &all).await
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send(Method::GET, path, None, &[]).await
    }

    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send(Method::GET, path, None, headers).await
    }

    /// A form, as a page of the shop posts it.
    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> Answer {
        self.post_with(path, fields, &[("sec-fetch-site", "same-origin")]).await
    }

    pub async fn post_with(&self, path: &str, fields: &[(&str, &str)], headers: &[(&str, &str)]) -> Answer {
        let body = serde_urlencoded::to_string(fields).expect("fields encode");
        self.send(Method::POST, path, Some(body), headers).await
    }

    pub async fn call(&self, name: &str, fields: &[(&str, &str)]) -> Answer {
        self.post(&format!("/ar/?wc-ajax={name}"), fields).await
    }

    /// Call 1.
    pub async fn add(&self, product: &str, quantity: &str) -> Answer {
        self.call("add_to_cart", &[("product_id", product), ("quantity", quantity)]).await
    }

    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
        headers: &[(&str, &str)],
    ) -> Answer {
        let mut request = Request::builder()
            .method(method)
            .uri(format!("http://{}{path}", self.server))
            .header(header::HOST, &self.host)
            .header("x-forwarded-for", &self.address);
        if body.is_some() && headers.iter().all(|(name, _)| *name != "content-type") {
            request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        if let Some(cookie) = self.cookie() {
            request = request.header(header::COOKIE, cookie);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request =
            request.body(Full::new(Bytes::from(body.unwrap_or_default()))).expect("a valid request");
        let response = self.client.request(request).await.expect("the server answers");
        let (parts, body) = response.into_parts();
        for given in parts.headers.get_all(header::SET_COOKIE) {
            self.keep(given.to_str().expect("readable cookie"));
        }
        let body = body.collect().await.expect("a whole body").to_bytes();
        Answer { status: parts.status, headers: parts.headers, body }
    }
}
