//! The frame around every request: one order of checks for all of them.
//!
//! Host and address, size and time, method and kind, same origin, room, rate, visitor, policy; then the handler.
//! A public page that is in memory leaves before any of this: it costs nothing worth guarding.

mod public;
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
    AppError, Registry, Shop, Visitor,
    address::ClientAddress,
    cache::Lookup,
    error::{self, Failed},
    fields::{self, BodyKind, RawBody, RawFields},
    headers,
    overload::Admission,
    policy::{BodyShape, NonceKind, Role, Shape},
    registry::{ACTION_PATH, Found, Ready, Row},
    session::{self, Customer},
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
        match response.extensions_mut().remove::<headers::Own>() {
            Some(own) => headers::seal(response.headers_mut(), &own.0),
            None => headers::seal(response.headers_mut(), &self.security),
        }
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
            Ok(Found::Row(row, names)) => match self.read_body(&row, &mut parts, body).await {
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
        let path = parts.uri.path().to_owned();
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
            Err(AppError::SignInFirst) if row.shape() == Shape::Page => ask_to_sign_in(&path),
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
        if parts.method == Method::POST || !matches!(row.policy.nonce, NonceKind::None | NonceKind::OwnPage) {
            same_origin::check(&parts.headers, &self.shop.origin)?;
        }
        match &row.work {
            Ready::Public { draw, query } => {
                let (key, request) = public::ask(parts.uri.path(), names, query, fields);
                self.public(row, key, draw, request, &parts.headers, address).await
            }
            Ready::Handler(service) => {
                let _room = self.admission.enter(row.policy.priority).await?;
                let visitor = Visitor::from_headers(&parts.headers, address);
                if visitor.token.is_some() || !row.policy.strangers_uncounted {
                    self.shop.rate.pass(row.policy.rate, visitor.token.as_ref(), address).await?;
                }
                let renewed = self.check_role(row, &visitor, &mut parts).await?;
                let service = match self.check_nonce(row, fields, &visitor, &parts.headers) {
                    Ok(()) => service,
                    Err(refused) => row.expired.as_ref().ok_or(refused)?,
                };
                parts.extensions.insert(visitor);
                parts.extensions.insert(PathNames(Arc::new(names)));
                let request = Request::from_parts(parts, Body::empty());
                let mut response =
                    service.clone().oneshot(request).await.unwrap_or_else(|never| match never {});
                // A handler that gives a cookie of its own knows better.
                if let Some(cookie) = renewed.filter(|_| !response.headers().contains_key(header::SET_COOKIE))
                {
                    response.headers_mut().insert(header::SET_COOKIE, cookie);
                }
                Ok(response)
            }
        }
    }

    /// Who may call is found in the database, and handed to the handler with the request. A customer who is at work is
    /// remembered for longer: the cookie, when its life was renewed.
    async fn check_role(
        &self,
        row: &Row,
        visitor: &Visitor,
        parts: &mut Parts,
    ) -> Result<Option<HeaderValue>, AppError> {
        let now = self.shop.clock.now();
        let mut renewed = None;
        match row.policy.role {
            Role::Any => {}
            Role::Customer => {
                let found = session::customer(&self.shop.db, visitor, now).await?;
                let found = found.ok_or(AppError::SignInFirst)?;
                parts.extensions.insert(Customer(found.id));
                if let Some(token) = visitor.token.filter(|_| found.is_due) {
                    session::renew(&self.shop.db, &token, now).await?;
                    renewed = visitor.renewed_cookie();
                }
            }
            Role::Staff => {
                let found = session::staff_member(&self.shop.staff, visitor, now).await?;
                parts.extensions.insert(found.ok_or(AppError::NotFound)?);
            }
        }
        Ok(renewed)
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
            NonceKind::None | NonceKind::OwnPage => true,
            NonceKind::Page(nonce) => nonces.accepts_page(
                &given(nonce.field),
                nonce.action,
                fields.get(nonce.object).unwrap_or_default(),
                now,
            ),
            NonceKind::Session(nonce) => session_of(row, visitor).is_some_and(|token| {
                let object = fields.get(nonce.object).unwrap_or_default();
                nonces.accepts_session(&given(nonce.field), nonce.action, object, &token, now)
            }),
        };
        if accepted { Ok(()) } else { Err(AppError::StaleNonce) }
    }

    /// `None`: the request has no body of its own, its query speaks for it.
    async fn read_body(
        &self,
        row: &Row,
        parts: &mut Parts,
        body: Body,
    ) -> Result<Option<RawFields>, AppError> {
        if !row.policy.methods.contains(&parts.method) {
            return Err(AppError::Method(self.registry.allowed(row, parts.uri.path())));
        }
        if parts.method != Method::POST {
            return Ok(None);
        }
        if row.policy.body == BodyShape::Json {
            if !fields::is_json(&parts.headers) {
                return Err(AppError::BadRequest("JSON was expected"));
            }
            let bytes = read_bytes(body, row.policy.body_cap).await?;
            parts.extensions.insert(RawBody(bytes));
            return Ok(Some(RawFields::default()));
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

/// The session that a nonce is bound to: those who run the shop have one of their own.
fn session_of(row: &Row, visitor: &Visitor) -> Option<session::TokenHash> {
    if row.policy.role == Role::Staff { visitor.staff } else { visitor.token }
}

/// Sends a guest to the login, which leads back here.
fn ask_to_sign_in(path: &str) -> Response {
    let back = serde_urlencoded::to_string([("next", path)]).unwrap_or_default();
    axum::response::Redirect::to(&format!("{}?{back}", session::LOGIN_URL)).into_response()
}

/// The names a path pattern found, for handlers.
#[derive(Debug, Clone, Default)]
pub struct PathNames(pub Arc<std::collections::BTreeMap<String, String>>);

async fn read_bytes(body: Body, cap: usize) -> Result<Bytes, AppError> {
    Ok(Limited::new(body, cap).collect().await.map_err(|_| AppError::TooLarge)?.to_bytes())
}

async fn read_form(headers: &HeaderMap, body: Body, cap: usize) -> Result<RawFields, AppError> {
    let kind = fields::body_kind(headers).ok_or(AppError::BadRequest("a form was expected"))?;
    let bytes = read_bytes(body, cap).await?;
    match kind {
        BodyKind::Form => RawFields::parse(&bytes),
        BodyKind::Multipart(boundary) => RawFields::parse_multipart(bytes, &boundary).await,
    }
}
