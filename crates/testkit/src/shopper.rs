//! An HTTP client that acts like a browser: it stores cookies, posts forms as same-origin, and follows no redirects.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Duration,
};

use bytes::Bytes;
use cookie::Cookie;
use http::{HeaderMap, Method, Request, StatusCode, header};
use http_body_util::{BodyExt, Full};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use tokio::{io::AsyncWriteExt, net::TcpStream};

#[derive(Clone)]
pub struct Shopper {
    client: Client<HttpConnector, Full<Bytes>>,
    server: SocketAddr,
    host: String,
    /// Client address, random per shopper and sent as a trusted proxy would.
    address: String,
    /// By name.
    cookies: Arc<Mutex<BTreeMap<String, String>>>,
}

#[derive(Debug)]
pub struct TestResponse {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Bytes,
}

impl TestResponse {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the text without tags, including text for screen readers only.
    pub fn visible_text(&self) -> String {
        visible_text(&self.text())
    }

    pub fn json(&self) -> serde_json::Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|error| panic!("{error} in {}", self.text()))
    }

    /// Returns the HTML of a region, or the props of an island, from the fragments of a cart response.
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

/// Returns the hidden fields of the form that posts to `action`.
pub fn hidden_fields(html: &str, action: &str) -> Vec<(String, String)> {
    let attribute = |tag: &str, name: &str| {
        let marker = format!(" {name}=\"");
        let start = tag.find(&marker)? + marker.len();
        let value = tag[start..].split('"').next().unwrap_or_default();
        let escapes = [("&quot;", "\""), ("&#x27;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
        Some(escapes.iter().fold(value.to_owned(), |text, (escape, sign)| text.replace(escape, sign)))
    };
    let mut forms = html.split("<form").skip(1).map(|form| form.split("</form").next().unwrap_or_default());
    let form = forms
        .find(|form| {
            attribute(form.split('>').next().unwrap_or_default(), "action").as_deref() == Some(action)
        })
        .unwrap_or_else(|| panic!("no form posts to {action} in {}", visible_text(html)));
    let inputs = form.split("<input").skip(1).map(|input| input.split('>').next().unwrap_or_default());
    let hidden = inputs.filter(|input| input.contains("type=\"hidden\""));
    hidden
        .filter_map(|input| Some((attribute(input, "name")?, attribute(input, "value").unwrap_or_default())))
        .collect()
}

/// A file of a multipart form.
#[derive(Debug, Clone, Copy)]
pub struct UploadFile<'a> {
    /// Name of the form's field.
    pub field: &'a str,
    pub name: &'a str,
    /// Declared type; none is sent if it is empty.
    pub kind: &'a str,
    pub bytes: &'a [u8],
}

pub const BOUNDARY: &str = "----matjar-boundary-5f1d0c";

/// A multipart form: the fields, then the file.
pub fn multipart(fields: &[(&str, &str)], file: &UploadFile<'_>) -> Bytes {
    let mut body = Vec::new();
    for (name, value) in fields {
        body.extend(
            format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
                .bytes(),
        );
    }
    // As browsers write it.
    let name = file.name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A");
    let UploadFile { field, kind, bytes, .. } = file;
    body.extend(
        format!("--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"{field}\"; filename=\"{name}\"\r\n")
            .bytes(),
    );
    if !kind.is_empty() {
        body.extend(format!("content-type: {kind}\r\n").bytes());
    }
    body.extend(b"\r\n");
    body.extend(*bytes);
    body.extend(format!("\r\n--{BOUNDARY}--\r\n").bytes());
    body.into()
}

pub fn visible_text(html: &str) -> String {
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
            client: Client::builder(TokioExecutor::new())
                // Less than the idle limit of the server, which may close a connection that is just being reused.
                .pool_idle_timeout(Duration::from_secs(5))
                .pool_timer(TokioTimer::new())
                .build_http(),
            server,
            host: origin.split_once("://").map_or(origin, |(_, host)| host).to_owned(),
            address: format!("10.{a}.{b}.{c}"),
            cookies: Arc::default(),
        }
    }

    /// Returns the same shopper, connected to the server of `other`.
    #[must_use]
    pub fn on_server_of(&self, other: &Self) -> Self {
        Self { server: other.server, ..self.clone() }
    }

    /// Opens a connection and sends `text` as it is. `{host}` and `{address}` in it are filled in.
    pub async fn open_connection(&self, text: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.server).await.expect("the server accepts connections");
        let text = text.replace("{host}", &self.host).replace("{address}", &self.address);
        stream.write_all(text.as_bytes()).await.expect("the server reads");
        stream
    }

    /// Returns all cookies as the value of a `Cookie` header.
    pub fn cookie(&self) -> Option<String> {
        let cookies = self.cookies.lock().expect("the lock is not poisoned");
        let pairs: Vec<_> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        (!pairs.is_empty()).then(|| pairs.join("; "))
    }

    /// Replaces all cookies.
    pub fn set_cookie(&self, cookie: Option<String>) {
        let mut cookies = self.cookies.lock().expect("the lock is not poisoned");
        cookies.clear();
        let parsed = cookie.iter().flat_map(Cookie::split_parse).flatten();
        cookies.extend(parsed.map(|cookie| (cookie.name().to_owned(), cookie.value().to_owned())));
    }

    /// Applies a `Set-Cookie` header.
    fn store_cookie(&self, line: &str) {
        let cookie = Cookie::parse(line).expect("a valid cookie");
        let mut cookies = self.cookies.lock().expect("the lock is not poisoned");
        if cookie.max_age().is_some_and(|age| age.is_zero()) {
            cookies.remove(cookie.name());
        } else {
            cookies.insert(cookie.name().to_owned(), cookie.value().to_owned());
        }
    }

    /// Opens a page, fills in its form that posts to `action`, and sends it as a browser would.
    pub async fn submit(&self, page: &str, action: &str, fields: &[(&str, &str)]) -> TestResponse {
        let html = self.get(page).await.text();
        let hidden = hidden_fields(&html, action);
        let hidden = hidden.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let all: Vec<_> = hidden.chain(fields.iter().copied()).collect();
        self.post(action, &all).await
    }

    pub async fn get(&self, path: &str) -> TestResponse {
        self.send(Method::GET, path, None, &[]).await
    }

    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> TestResponse {
        self.send(Method::GET, path, None, headers).await
    }

    /// Posts a form, as a page of the shop does.
    pub async fn post(&self, path: &str, fields: &[(&str, &str)]) -> TestResponse {
        self.post_with(path, fields, &[("sec-fetch-site", "same-origin")]).await
    }

    pub async fn post_with(
        &self,
        path: &str,
        fields: &[(&str, &str)],
        headers: &[(&str, &str)],
    ) -> TestResponse {
        let body = serde_urlencoded::to_string(fields).expect("fields encode");
        self.send(Method::POST, path, Some(body), headers).await
    }

    pub async fn call(&self, name: &str, fields: &[(&str, &str)]) -> TestResponse {
        self.post(&format!("/ar/?wc-ajax={name}"), fields).await
    }

    /// Call 1: adds a product to the cart.
    pub async fn add(&self, product: &str, quantity: &str) -> TestResponse {
        self.call("add_to_cart", &[("product_id", product), ("quantity", quantity)]).await
    }

    /// Uploads a file to the action endpoint, as a page of the shop does: text fields first, then the file.
    pub async fn upload(&self, action: &str, fields: &[(&str, &str)], file: &UploadFile<'_>) -> TestResponse {
        let fields: Vec<_> = std::iter::once(("action", action)).chain(fields.iter().copied()).collect();
        let body = multipart(&fields, file);
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let headers = [("sec-fetch-site", "same-origin"), ("content-type", kind.as_str())];
        self.send_bytes(Method::POST, "/ar/wp-admin/admin-ajax.php", Some(body), &headers).await
    }

    pub async fn send(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
        headers: &[(&str, &str)],
    ) -> TestResponse {
        self.send_bytes(method, path, body.map(Bytes::from), headers).await
    }

    pub async fn send_bytes(
        &self,
        method: Method,
        path: &str,
        body: Option<Bytes>,
        headers: &[(&str, &str)],
    ) -> TestResponse {
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
        let request = request.body(Full::new(body.unwrap_or_default())).expect("a valid request");
        let response = self.client.request(request).await.expect("the server responds");
        let (parts, body) = response.into_parts();
        for line in parts.headers.get_all(header::SET_COOKIE) {
            self.store_cookie(line.to_str().expect("readable cookie"));
        }
        let body = body.collect().await.expect("a complete body").to_bytes();
        TestResponse { status: parts.status, headers: parts.headers, body }
    }
}
