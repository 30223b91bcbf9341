//! The one list of everything that can be reached. What is not here does not exist, and what is here without a
//! policy keeps the server from starting.

use std::{
    collections::{BTreeMap, HashMap},
    convert::Infallible,
    fmt,
    sync::Arc,
    time::Duration,
};

use axum::{extract::Request, handler::Handler, response::Response};
use http::Method;
use tower::util::BoxCloneSyncService;

use crate::{
    AppError, PageRequest, Policy, PublicShop, Shop,
    page::{DrawPage, Page},
    policy::{CacheClass, Shape},
};

/// Where an endpoint is found. The three wire styles and plain pages all resolve through the same list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum At {
    /// A path pattern, such as `/ar/product/{slug}/`.
    Page(&'static str),
    /// The same path, when this parameter is given.
    PageWith(&'static str, &'static str),
    /// A form posted to a path.
    Form(&'static str),
    /// `/ar/?wc-ajax=name`
    WcAjax(&'static str),
    /// `/ar/wp-admin/admin-ajax.php` with `action=name` in the body.
    Action(&'static str),
    /// A path below `/ar/wp-json/`.
    Rest(&'static str),
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page(path) => write!(f, "page {path}"),
            Self::PageWith(path, parameter) => write!(f, "page {path}?{parameter}"),
            Self::Form(path) => write!(f, "form {path}"),
            Self::WcAjax(name) => write!(f, "wc-ajax {name}"),
            Self::Action(name) => write!(f, "action {name}"),
            Self::Rest(path) => write!(f, "rest {path}"),
        }
    }
}

pub type Service = BoxCloneSyncService<Request, Response, Infallible>;

/// What an endpoint does once it may.
pub enum Work {
    /// Drawn for everybody: see [`crate::page`]. Only the listed parameters exist for it.
    Public {
        draw: DrawPage,
        query: &'static [&'static str],
    },
    Handler(MakeService),
}

type MakeService = Box<dyn Fn(Shop) -> Service + Send + Sync>;

pub struct Endpoint {
    at: At,
    policy: Option<Policy>,
    work: Work,
    expired: Option<MakeService>,
}

impl Endpoint {
    /// A handler with axum's extractors; the frame has put visitor, fields and address into the request.
    pub fn handler<H, T>(at: At, handler: H) -> Self
    where
        H: Handler<T, Shop> + Sync,
        T: 'static,
    {
        Self { at, policy: None, work: Work::Handler(service(handler)), expired: None }
    }

    /// Answers in the place of the handler when the nonce is missing or wrong, so that a filled-in form is not lost. The
    /// handler itself is never reached without one.
    #[must_use]
    pub fn when_expired<H, T>(mut self, handler: H) -> Self
    where
        H: Handler<T, Shop> + Sync,
        T: 'static,
    {
        self.expired = Some(service(handler));
        self
    }

    /// A page for everybody. The function's own signature keeps visitors out of it.
    pub fn public<F, Fut>(path: &'static str, query: &'static [&'static str], draw: F) -> Self
    where
        F: Fn(PublicShop, PageRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Page, AppError>> + Send + 'static,
    {
        let draw: DrawPage = Arc::new(move |shop, request| Box::pin(draw(shop, request)));
        Self { at: At::Page(path), policy: None, work: Work::Public { draw, query }, expired: None }
    }

    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = Some(policy);
        self
    }

    pub fn at(&self) -> At {
        self.at
    }

    pub fn declared(&self) -> Option<&Policy> {
        self.policy.as_ref()
    }
}

fn service<H, T>(handler: H) -> MakeService
where
    H: Handler<T, Shop> + Sync,
    T: 'static,
{
    Box::new(move |shop| BoxCloneSyncService::new(handler.clone().with_state(shop)))
}

/// Everything that is wrong with a list of endpoints, told at once.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the endpoint registry is unsound:\n{}", .0.join("\n"))]
pub struct Unsound(pub Vec<String>);

/// An endpoint as the frame uses it.
pub struct Row {
    pub name: String,
    pub at: At,
    pub policy: Policy,
    pub work: Ready,
    pub expired: Option<Service>,
    pub requests: metrics::Counter,
    pub seconds: metrics::Histogram,
}

pub enum Ready {
    Public { draw: DrawPage, query: &'static [&'static str] },
    Handler(Service),
}

pub struct Registry {
    paths: matchit::Router<PathRows>,
    calls: HashMap<&'static str, Arc<Row>>,
    actions: HashMap<&'static str, Arc<Row>>,
}

#[derive(Default, Clone)]
struct PathRows {
    page: Option<Arc<Row>>,
    with: Vec<(&'static str, Arc<Row>)>,
    form: Option<Arc<Row>>,
}

impl PathRows {
    /// What may be asked of this path, by any of its endpoints.
    fn methods(&self) -> Vec<Method> {
        let rows = self.page.iter().chain(self.with.iter().map(|(_, row)| row)).chain(&self.form);
        let mut methods = Vec::new();
        for method in rows.flat_map(|row| row.policy.methods) {
            if !methods.contains(method) {
                methods.push(method.clone());
            }
        }
        methods
    }
}

pub enum Found {
    Row(Arc<Row>, BTreeMap<String, String>),
    /// `admin-ajax.php`: the body names the action.
    ActionInBody,
}

pub const CALL_PATH: &str = "/ar/";
pub const ACTION_PATH: &str = "/ar/wp-admin/admin-ajax.php";

impl Registry {
    pub fn build(endpoints: Vec<Endpoint>, shop: &Shop) -> Result<Self, Unsound> {
        let faults = faults(&endpoints);
        if !faults.is_empty() {
            return Err(Unsound(faults));
        }
        let mut calls = HashMap::new();
        let mut actions = HashMap::new();
        let mut by_path: BTreeMap<&'static str, PathRows> = BTreeMap::new();
        for endpoint in endpoints {
            let row = Arc::new(Row::new(endpoint, shop));
            match row.at {
                At::WcAjax(name) => drop(calls.insert(name, row)),
                At::Action(name) => drop(actions.insert(name, row)),
                At::Page(path) | At::Rest(path) => by_path.entry(path).or_default().page = Some(row),
                At::PageWith(path, parameter) => by_path.entry(path).or_default().with.push((parameter, row)),
                At::Form(path) => by_path.entry(path).or_default().form = Some(row),
            }
        }
        let mut paths = matchit::Router::new();
        let mut clashes = Vec::new();
        for (path, rows) in by_path {
            if let Err(error) = paths.insert(path, rows) {
                clashes.push(format!("{path}: {error}"));
            }
        }
        if clashes.is_empty() { Ok(Self { paths, calls, actions }) } else { Err(Unsound(clashes)) }
    }

    pub fn action(&self, name: &str) -> Option<Arc<Row>> {
        self.actions.get(name).cloned()
    }

    /// `has` says whether the query carries a parameter; `call` is the value of `wc-ajax`.
    pub fn find(
        &self,
        method: &Method,
        path: &str,
        call: Option<&str>,
        has: impl Fn(&str) -> bool,
    ) -> Result<Found, AppError> {
        if path == ACTION_PATH {
            return Ok(Found::ActionInBody);
        }
        if let Some(name) = call.filter(|_| path == CALL_PATH) {
            let row = self.calls.get(name).cloned().ok_or(AppError::BadRequest("unknown endpoint"))?;
            return Ok(Found::Row(row, BTreeMap::new()));
        }
        let found = self.paths.at(path).map_err(|_| AppError::NotFound)?;
        let parameters =
            found.params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
        let rows = found.value;
        let row = if method == Method::POST {
            rows.form.as_ref().or(rows.page.as_ref())
        } else {
            rows.with.iter().find(|(parameter, _)| has(parameter)).map(|(_, row)| row).or(rows.page.as_ref())
        };
        let row = row.cloned().ok_or_else(|| AppError::Method(rows.methods()))?;
        // The rest of a path would take a page's name without its last slash as well.
        if matches!(row.at, At::Page(pattern) if pattern.ends_with('}')) && !path.ends_with('/') {
            return Err(AppError::NotFound);
        }
        Ok(Found::Row(row, parameters))
    }

    /// What may be asked at an address whose endpoint refuses a method.
    pub fn allowed(&self, row: &Row, path: &str) -> Vec<Method> {
        match (row.at, self.paths.at(path)) {
            (At::WcAjax(_) | At::Action(_), _) | (_, Err(_)) => row.policy.methods.to_vec(),
            (_, Ok(found)) => found.value.methods(),
        }
    }

    /// Every endpoint with its policy, for the handbook and for generated refusal tests.
    pub fn rows(&self) -> Vec<Arc<Row>> {
        self.calls.values().chain(self.actions.values()).cloned().collect()
    }
}

impl Row {
    fn new(endpoint: Endpoint, shop: &Shop) -> Self {
        let name = endpoint.at.to_string();
        let work = match endpoint.work {
            Work::Public { draw, query } => Ready::Public { draw, query },
            Work::Handler(make) => Ready::Handler(make(shop.clone())),
        };
        Self {
            requests: metrics::counter!("matjar_requests_total", "endpoint" => name.clone()),
            seconds: metrics::histogram!("matjar_request_seconds", "endpoint" => name.clone()),
            policy: endpoint.policy.expect("checked before"),
            at: endpoint.at,
            name,
            work,
            expired: endpoint.expired.map(|make| make(shop.clone())),
        }
    }

    pub fn shape(&self) -> Shape {
        self.policy.shape
    }

    pub fn timeout(&self) -> Duration {
        self.policy.timeout
    }
}

fn faults(endpoints: &[Endpoint]) -> Vec<String> {
    let mut faults = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for endpoint in endpoints {
        let at = endpoint.at;
        if !seen.insert(at) {
            faults.push(format!("{at} is registered twice"));
        }
        let Some(policy) = &endpoint.policy else {
            faults.push(format!("{at} has no policy"));
            continue;
        };
        faults.extend(policy.faults().into_iter().map(|fault| format!("{at}: {fault}")));
        let is_public = matches!(endpoint.work, Work::Public { .. });
        if is_public != (policy.cache == CacheClass::Public) {
            faults.push(format!("{at}: only pages drawn without a visitor are public"));
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{Idempotency, NonceKind, Priority, RateClass};

    async fn answer() -> &'static str {
        "ok"
    }

    #[test]
    fn an_endpoint_without_a_policy_is_named() {
        let endpoints = vec![Endpoint::handler(At::WcAjax("add_to_cart"), answer)];

        assert_eq!(faults(&endpoints), ["wc-ajax add_to_cart has no policy"]);
    }

    #[test]
    fn a_link_that_writes_needs_a_session_nonce() {
        let policy = Policy::guarded_link(RateClass::CartWrite, Priority(2), NonceKind::None);

        assert_eq!(policy.idempotency, Idempotency::Natural);
        assert_eq!(policy.faults(), ["a GET that writes needs a session nonce"]);
    }

    #[test]
    fn a_handler_that_sees_visitors_cannot_be_public() {
        let endpoints = vec![Endpoint::handler(At::Page("/ar/cart/"), answer).policy(Policy::public_page())];

        assert_eq!(faults(&endpoints), ["page /ar/cart/: only pages drawn without a visitor are public"]);
    }
}
