//! The frame around every request: one order of checks for all of them.
//!
//! Host and address, size and time, method and kind, same origin, room, rate, visitor, policy; then the handler.
//! A public page that is in memory leaves before any of this: it costs nothing worth guarding.

mod same_origin;

use std::{convert::Infallible, net::IpAddr, sync::Arc, time::Instant};

use axum::{
    body::Body,
    extract::Request,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, StatusCode, header, request::Parts};
use http_body_util::{BodyExt, Limited};
use hyper::body::Incoming;
use ipnet::IpNet;
use tower::ServiceExt;

use crate::{
    AppError, PageRequest, Registry, Shop, Visitor,
    address::ClientAddress,
    cache::{Drawn, Lookup, StoredPage},
    compress::Accepted,
    error::{self, Failed},
    fields::{self, RawFields},
    headers,
    overload::Admission,
    page::DrawPage,
    policy::{NonceKind, Shape},
    registry::{ACTION_PATH, Found, Ready, Row},
};

/// Answers for addresses outside the registry (static files, probes), tried after it.
pub type Beside = tower::util::BoxCloneSyncService<Request, Response, Infallible>;

/// Draws the page that says why there is no page.
pub type Explain = Arc<dyn Fn(&AppError, &str) -> Option<crate::Page> + Send + Sync>;

pub struct Frame {
    shop: Shop,
    registry: Registry,
    admission: Admission,
    trusted: Vec<IpNet>,
    hosts: Vec<String>,
    explain: Explain,
    /// Shown when even the explaining page cannot be drawn.
    unavailable: Bytes,
    beside: Beside,
    security: HeaderMap,
    hits: metrics::Counter,
    misses: metrics::Counter,
    stale: metrics::Counter,
}

pub struct FrameParts {
    pub shop: Shop,
    pub registry: Registry,
    pub trusted: Vec<IpNet>,
    pub hosts: Vec<String>,
    pub explain: Explain,
    pub unavailable: Bytes,
    pub beside: Beside,
}

impl Frame {
    pub fn new(parts: FrameParts) -> Arc<Self> {
        let outcome = |name: &'static str| metrics::counter!("matjar_page_cache_total", "outcome" => name);
        Arc::new(Self {
            shop: parts.shop,
            registry: parts.registry,
            admission: Admission::default(),
            trusted: parts.trusted,
            hosts: parts.hosts,
            explain: parts.explain,
            unavailable: parts.unavailable,
            beside: parts.beside,
            security: headers::security(),
            hits: outcome("hit"),
            misses: outcome("miss"),
            stale: outcome("stale"),
        })
    }

    pub fn shop(&self) -> &Shop {
        &self.shop
    }

    pub async fn answer(self: Arc<Self>, request: http::Request<Incoming>, peer: IpAddr) -> Response {
        if let Some(response) = self.answer_from_memory(request.method(), request.uri(), request.headers()) {
            return response;
        }
        let mut response = self.through_the_checks(request.map(Body::new), peer).await;
        headers::seal(response.headers_mut(), &self.security);
        response
    }

    /// The warm page: one look-up and out. Only public pages are ever in this memory.
    fn answer_from_memory(&self, method: &Method, uri: &http::Uri, headers: &HeaderMap) -> Option<Response> {
        if method != Method::GET || uri.query().is_some() || !self.knows_host(headers) {
            return None;
        }
        match self.shop.cache.look(uri.path(), self.shop.clock.now()) {
            Lookup::Fresh(page) => {
                self.hits.increment(1);
                Some(self.send(&page, headers))
            }
            _ => None,
        }
    }

    fn knows_host(&self, headers: &HeaderMap) -> bool {
        // Two of them would let a proxy and us each believe another one.
        let mut given = headers.get_all(header::HOST).iter();
        let (Some(host), None) = (given.next(), given.next()) else { return false };
        self.hosts.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(host.as_bytes()))
    }

    async fn through_the_checks(self: &Arc<Self>, request: Request, peer: IpAddr) -> Response {
        let started = Instant::now();
        if !self.knows_host(request.headers()) {
            return StatusCode::MISDIRECTED_REQUEST.into_response();
        }
        let (mut parts, body) = request.into_parts();
        let address = ClientAddress::of(peer, &parts.headers, &self.trusted);
        let query = match RawFields::parse(parts.uri.query().unwrap_or_default().as_bytes()) {
            Ok(query) => query,
            Err(error) => return self.refuse(&error, Shape::Page, "query").await,
        };
        let found = self
            .registry
            .find(&parts.method, parts.uri.path(), query.get("wc-ajax"), |name| query.get(name).is_some());
        let (row, names, fields) = match found {
            Ok(Found::Row(row, names)) => match self.read_body(&row, &parts, body).await {
                Ok(fields) => (row, names, fields),
                Err(error) => return self.refuse(&error, row.shape(), &row.name).await,
            },
            Ok(Found::ActionInBody) => match self.find_action(&parts, body).await {
                Ok((row, fields)) => (row, Default::default(), fields),
                Err(error) => return self.refuse(&error, Shape::Json, "action").await,
            },
            Err(AppError::NotFound) => return self.answer_beside(Request::from_parts(parts, body)).await,
            Err(error) => {
                let shape = if query.get("wc-ajax").is_some() { Shape::Json } else { Shape::Page };
                return self.refuse(&error, shape, "unknown").await;
            }
        };
        row.requests.increment(1);
        let fields = fields.unwrap_or(query);
        parts.extensions.insert(address);
        parts.extensions.insert(fields.clone());
        let work = self.admit_and_run(&row, parts, names, &fields, address);
        let answer = match tokio::time::timeout(row.timeout(), work).await {
            Ok(answer) => answer,
            Err(_) => Err(AppError::TooSlow),
        };
        row.seconds.record(started.elapsed());
        match answer {
            Ok(response) => match response.extensions().get::<Failed>().cloned() {
                Some(Failed(error)) => self.refuse(&error, row.shape(), &row.name).await,
                None => response,
            },
            Err(error) => self.refuse(&error, row.shape(), &row.name).await,
        }
    }

    async fn admit_and_run(
        self: &Arc<Self>,
        row: &Arc<Row>,
        mut parts: Parts,
        names: std::collections::BTreeMap<String, String>,
        fields: &RawFields,
        address: ClientAddress,
    ) -> Result<Response, AppError> {
        if parts.method == Method::POST || !matches!(row.policy.nonce, NonceKind::None) {
            same_origin::check(&parts.headers, &self.shop.origin)?;
        }
        match &row.work {
            Ready::Public { draw, query } => {
                let request = public_request(names, query, fields);
                let key = public_key(parts.uri.path(), &request.1);
                self.public(row, key, draw, request.0, &parts.headers, address).await
            }
            Ready::Handler(service) => {
                let _room = self.admission.enter(row.policy.priority).await?;
                let visitor = Visitor::from_headers(&parts.headers);
                self.shop.rate.pass(row.policy.rate, visitor.token.as_ref(), address).await?;
                self.check_nonce(row, fields, &visitor, &parts.headers)?;
                parts.extensions.insert(visitor);
                parts.extensions.insert(PathNames(Arc::new(names)));
                let request = Request::from_parts(parts, Body::empty());
                Ok(service.clone().oneshot(request).await.unwrap_or_else(|never| match never {}))
            }
        }
    }

    fn check_nonce(
        &self,
        row: &Row,
        fields: &RawFields,
        visitor: &Visitor,
        headers: &HeaderMap,
    ) -> Result<(), AppError> {
        let now = self.shop.clock.now();
        let nonces = &self.shop.nonces;
        let given = |field: &str| match headers.get(field).filter(|_| field.starts_with("x-")) {
            Some(value) => value.to_str().unwrap_or_default().to_owned(),
            None => fields.get(field).unwrap_or_default().to_owned(),
        };
        let accepted = match row.policy.nonce {
            NonceKind::None => true,
            NonceKind::Page(nonce) => nonces.accepts_page(
                &given(nonce.field),
                nonce.action,
                fields.get(nonce.object).unwrap_or_default(),
                now,
            ),
            NonceKind::Session(nonce) => visitor.token.is_some_and(|token| {
                let object = fields.get(nonce.object).unwrap_or_default();
                nonces.accepts_session(&given(nonce.field), nonce.action, object, &token, now)
            }),
        };
        if accepted { Ok(()) } else { Err(AppError::StaleNonce) }
    }

    async fn public(
        self: &Arc<Self>,
        row: &Arc<Row>,
        key: Arc<str>,
        draw: &DrawPage,
        request: PageRequest,
        headers: &HeaderMap,
        address: ClientAddress,
    ) -> Result<Response, AppError> {
        let now = self.shop.clock.now();
        let old = match self.shop.cache.look(&key, now) {
            Lookup::Fresh(page) => {
                self.hits.increment(1);
                return Ok(self.send(&page, headers));
            }
            Lookup::Aged(page) => {
                self.stale.increment(1);
                self.refresh(row.clone(), key, draw.clone(), request);
                return Ok(self.send(&page, headers));
            }
            Lookup::Gone(old) => old,
        };
        self.misses.increment(1);
        // Only a page that must be drawn costs anything, so only those are counted and admitted. The count and the
        // look for a shared copy travel to Redis together.
        let _room = self.admission.enter(row.policy.priority).await?;
        let counted = self.shop.rate.pass(row.policy.rate, None, address);
        let (counted, shared) = tokio::join!(counted, self.shop.cache.fetch_shared(&key));
        counted?;
        if let Some(page) = shared {
            return Ok(self.send(&page, headers));
        }
        match self.shop.cache.draw_once(&key, self.draw(draw, request)).await {
            Ok(page) => Ok(self.send(&page, headers)),
            Err(error) => match (&*error, old) {
                // A last good copy is better than an apology, but not than the truth that it is gone.
                (AppError::Render(_) | AppError::Unexpected(_) | AppError::Busy, Some(page)) => {
                    error.log(&row.name, "stale copy shown");
                    self.stale.increment(1);
                    Ok(self.send(&page, headers))
                }
                _ => {
                    let mut response = StatusCode::INTERNAL_SERVER_ERROR.into_response();
                    response.extensions_mut().insert(Failed(error));
                    Ok(response)
                }
            },
        }
    }

    fn refresh(self: &Arc<Self>, row: Arc<Row>, key: Arc<str>, draw: DrawPage, request: PageRequest) {
        let frame = self.clone();
        tokio::spawn(async move {
            if frame.shop.cache.fetch_shared(&key).await.is_some() {
                return;
            }
            if let Err(error) = frame.shop.cache.draw_once(&key, frame.draw(&draw, request)).await {
                error.log(&row.name, "refresh in the background");
            }
        });
    }

    async fn draw(&self, draw: &DrawPage, request: PageRequest) -> Result<Drawn, AppError> {
        let position = self.shop.cache.purges().position();
        let drawn_at = self.shop.clock.now();
        let page = draw(self.shop.public(), request).await?;
        let html = self.shop.draw(&page).await?;
        Ok(Drawn {
            html,
            status: page.status,
            tags: page.tags,
            changes_at: page.changes_at,
            drawn_at,
            position,
        })
    }

    fn send(&self, page: &Arc<StoredPage>, headers: &HeaderMap) -> Response {
        let mut response = Response::new(Body::empty());
        *response.headers_mut() = page.headers(self.shop.clock.now());
        if headers.get(header::IF_NONE_MATCH).is_some_and(|given| matches_etag(given, &page.etag)) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
        let (body, encoding) = page.body(Accepted::of(accepted));
        if let Some(name) = encoding {
            response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
        }
        *response.status_mut() = page.status;
        *response.body_mut() = Body::from(body);
        response
    }

    /// `None`: the request has no body of its own, its query speaks for it.
    async fn read_body(&self, row: &Row, parts: &Parts, body: Body) -> Result<Option<RawFields>, AppError> {
        if !row.policy.methods.contains(&parts.method) {
            return Err(AppError::Method);
        }
        if parts.method != Method::POST {
            return Ok(None);
        }
        read_form(&parts.headers, body, row.policy.body_cap).await.map(Some)
    }

    async fn find_action(
        &self,
        parts: &Parts,
        body: Body,
    ) -> Result<(Arc<Row>, Option<RawFields>), AppError> {
        if parts.method != Method::POST {
            return Err(AppError::BadRequest("an action is posted"));
        }
        let fields = read_form(&parts.headers, body, 64 * 1024).await?;
        let action = fields.get("action").unwrap_or_default();
        let row = self.registry.action(action).ok_or(AppError::BadRequest("unknown action"))?;
        Ok((row, Some(fields)))
    }

    async fn answer_beside(&self, request: Request) -> Response {
        if request.uri().path().starts_with(ACTION_PATH) {
            return self.refuse(&AppError::NotFound, Shape::Page, "beside").await;
        }
        let response = self.beside.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
        if response.status() == StatusCode::NOT_FOUND {
            return self.refuse(&AppError::NotFound, Shape::Page, "beside").await;
        }
        response
    }

    /// Logs once and answers in the endpoint's own shape.
    async fn refuse(&self, error: &AppError, shape: Shape, endpoint: &str) -> Response {
        let reference = format!("{:08x}", rand::random::<u32>());
        error.log(endpoint, &reference);
        let mut response = error::plain(error, shape);
        if shape == Shape::Json {
            return response;
        }
        let drawn = match (self.explain)(error, &reference) {
            Some(page) => self.shop.draw(&page).await.ok(),
            None => None,
        };
        let body = drawn.unwrap_or_else(|| {
            *response.status_mut() = if error.status().is_server_error() {
                StatusCode::SERVICE_UNAVAILABLE
            } else {
                error.status()
            };
            self.unavailable.clone()
        });
        response
            .headers_mut()
            .insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        *response.body_mut() = Body::from(body);
        response
    }
}

/// The names a path pattern found, for handlers.
#[derive(Debug, Clone, Default)]
pub struct PathNames(pub Arc<std::collections::BTreeMap<String, String>>);

async fn read_form(headers: &HeaderMap, body: Body, cap: usize) -> Result<RawFields, AppError> {
    if !fields::is_form(headers) {
        return Err(AppError::BadRequest("a form was expected"));
    }
    let bytes = Limited::new(body, cap).collect().await.map_err(|_| AppError::TooLarge)?.to_bytes();
    RawFields::parse(&bytes)
}

/// No page depends on more.
const MOST_PARAMETERS: usize = 12;

/// What the page may depend on, and the part of its key that comes from the query.
fn public_request(
    names: std::collections::BTreeMap<String, String>,
    allowed: &'static [&'static str],
    query: &RawFields,
) -> (PageRequest, String) {
    let is_allowed = |name: &str| {
        // `filter_*` allows every name that begins so: attributes are the shop's, not ours.
        allowed.iter().any(|one| match one.strip_suffix('*') {
            Some(start) => name.strip_prefix(start).is_some_and(|rest| !rest.is_empty() && name.len() <= 60),
            None => *one == name,
        })
    };
    let given: std::collections::BTreeMap<String, String> = query
        .0
        .iter()
        .filter(|(name, value)| !value.is_empty() && is_allowed(name))
        .map(|(name, value)| (name.clone(), kernel::text::clean(value, 100)))
        .take(MOST_PARAMETERS)
        .collect();
    let suffix = given.iter().map(|(name, value)| format!("\n{name}={value}")).collect();
    let decoded = names.into_iter().map(|(name, value)| {
        let value = percent_encoding::percent_decode_str(&value).decode_utf8_lossy().into_owned();
        (name, value)
    });
    (PageRequest::new(decoded.collect(), given), suffix)
}

fn public_key(path: &str, suffix: &str) -> Arc<str> {
    format!("{path}{suffix}").into()
}

fn matches_etag(given: &HeaderValue, etag: &HeaderValue) -> bool {
    let (Ok(given), Ok(etag)) = (given.to_str(), etag.to_str()) else { return false };
    given.split(',').any(|one| one.trim() == etag || one.trim() == etag.trim_start_matches("W/"))
}
