//! Builds an axum router from the registry: each endpoint behind the middleware of its policy.

use std::{
    collections::{BTreeMap, HashMap},
    convert::Infallible,
    ops::Deref,
    sync::{Arc, OnceLock},
};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    handler::Handler,
    middleware::{from_fn, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::any,
};
use http::{HeaderMap, Method, StatusCode, request::Parts};
use ipnet::IpNet;
use tower::{ServiceBuilder, ServiceExt, util::BoxCloneSyncService};
use tower_http::{
    catch_panic::CatchPanicLayer,
    request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer},
    timeout::TimeoutLayer,
};

use crate::{
    AppError, AppState, Policy, Shop,
    address::ClientAddress,
    api,
    error_pages::ErrorPages,
    fields::{self, BodyKind, RawFields},
    middleware::{
        admin_page, admission, body, catch_panic, client_ip, client_ip::TrustedProxies, compression,
        error_page, headers as security_headers, host, host::Hosts, metrics, nonce, rate_limit, recent_write,
        request_target, role, same_origin, trace, upload as upload_admission,
    },
    overload::Admission,
    policy::RateClass,
    public_page::{self, PageOutcomes},
    registry::{ACTION_PATH, CALL_PATH, Endpoint, EndpointKind, Location, Registry, Service, Verb},
    upload::{LiveBody, Opened, UploadGate, UploadTimings},
};

/// Answers for addresses outside the registry, such as static files and probes.
pub type Fallback = BoxCloneSyncService<Request, Response, Infallible>;

pub struct RouterParts<C = ()> {
    pub shop: Shop,
    /// State of the capabilities' handlers.
    pub contexts: C,
    pub registry: Registry<C>,
    pub trusted: Vec<IpNet>,
    pub hosts: Hosts,
    pub error_pages: ErrorPages,
    pub fallback: Fallback,
    pub outcomes: PageOutcomes,
    /// The security headers of every response.
    pub security: Arc<HeaderMap>,
    /// Another host, with uploaded files only.
    pub media: Option<MediaHost>,
}

/// A host that serves uploaded files and nothing else: no page, no call and no cookie.
pub struct MediaHost {
    pub hosts: Hosts,
    pub service: Fallback,
}

/// What the middleware of one endpoint knows.
#[derive(Clone)]
pub struct EndpointContext(Arc<EndpointState>);

pub struct EndpointState {
    pub name: String,
    pub policy: Policy,
    pub shop: Shop,
    pub admission: Admission,
    /// Answers in place of the handler when the nonce is missing or wrong.
    pub expired: Option<Service>,
    pub requests: ::metrics::Counter,
    pub seconds: ::metrics::Histogram,
    /// Responses with a status of 500 or above.
    pub failures: ::metrics::Counter,
}

/// The endpoint of a request, empty until the router has found it. The middleware around all routes puts it into the
/// request and reads it afterwards, also when the handler panics.
#[derive(Clone, Default)]
pub struct MatchedEndpoint(Arc<OnceLock<EndpointContext>>);

impl MatchedEndpoint {
    pub fn set(&self, endpoint: EndpointContext) {
        // A request matches one endpoint.
        let _ = self.0.set(endpoint);
    }

    pub fn get(&self) -> Option<&EndpointContext> {
        self.0.get()
    }
}

impl Deref for EndpointContext {
    type Target = EndpointState;

    fn deref(&self) -> &EndpointState {
        &self.0
    }
}

/// The largest form that names an action.
const MAX_ACTION_BYTES: usize = 64 * 1024;

pub fn build<C: Clone + Send + Sync + 'static>(parts: RouterParts<C>) -> Router {
    let RouterParts {
        shop,
        contexts,
        registry,
        trusted,
        hosts,
        error_pages,
        fallback,
        outcomes,
        security,
        ..
    } = parts;
    let gates = Gates { admission: Admission::default(), uploads: UploadGate::default() };
    let mut by_path: BTreeMap<&'static str, PathRoutes> = BTreeMap::new();
    let mut calls = HashMap::new();
    let mut actions = HashMap::new();
    let mut by_field = Vec::new();
    for endpoint in registry.into_endpoints() {
        let location = endpoint.location();
        let state = AppState { shop: shop.clone(), contexts: contexts.clone() };
        let route = Arc::new(Route::new(endpoint, state, &gates, &outcomes));
        match location {
            Location::WcAjax(name) => drop(calls.insert(name, route)),
            Location::Action(name) => drop(actions.insert(name, route)),
            Location::ActionField(name) => by_field.push((name, route)),
            Location::Page(path) | Location::Rest(path) => {
                by_path.entry(path).or_default().page = Some(route)
            }
            Location::PageWith(path, name) => {
                by_path.entry(path).or_default().with_parameter.push((name, route))
            }
            Location::Api(verb, path) => by_path.entry(path).or_default().api.push((verb, route)),
            Location::Form(path) => by_path.entry(path).or_default().form = Some(route),
        }
    }
    by_path.entry(CALL_PATH).or_default().calls = calls;
    let fallback = Unregistered { fallback, shop: shop.clone() };
    let mut router = Router::new();
    for (path, mut routes) in by_path {
        routes.requires_slash = path.ends_with('}') && routes.api.is_empty();
        routes.fallback = Some(fallback.clone());
        router = router.route(path, any(dispatch).with_state(Arc::new(routes)));
    }
    let actions = Arc::new(Actions { routes: actions, by_field, shop });
    let proxies = TrustedProxies::new(trusted);
    router
        .route(ACTION_PATH, any(dispatch_action).with_state(actions))
        .fallback_service(BoxCloneSyncService::new(unregistered.with_state(fallback)))
        .layer(
            ServiceBuilder::new()
                .layer(from_fn_with_state(security, security_headers::apply))
                .layer(from_fn_with_state(proxies.clone(), client_ip::drop_foreign_request_id))
                .layer(SetRequestIdLayer::x_request_id(MakeRequestUuid))
                .layer(PropagateRequestIdLayer::x_request_id())
                .layer(from_fn(trace::request))
                .layer(from_fn_with_state(Arc::new(error_pages), error_page::respond))
                .layer(CatchPanicLayer::custom(catch_panic::respond))
                .layer(from_fn_with_state(hosts, host::check))
                .layer(from_fn_with_state(proxies, client_ip::find))
                .layer(from_fn(request_target::check)),
        )
}

/// Bounds of the requests that are handled at once, shared by all endpoints.
struct Gates {
    admission: Admission,
    uploads: UploadGate,
}

/// The routes of the host of uploaded files.
pub(crate) fn build_media(service: Fallback, security: Arc<HeaderMap>) -> Router {
    Router::new().fallback_service(service).layer(
        ServiceBuilder::new()
            .layer(from_fn_with_state(security, security_headers::apply))
            .layer(CatchPanicLayer::new())
            .layer(from_fn(request_target::check)),
    )
}

/// An endpoint with its middleware.
struct Route {
    methods: &'static [Method],
    policy: Policy,
    service: Service,
}

impl Route {
    fn new<C: Clone + Send + Sync + 'static>(
        endpoint: Endpoint<C>,
        state: AppState<C>,
        gates: &Gates,
        outcomes: &PageOutcomes,
    ) -> Self {
        let (location, policy, kind, expired) = endpoint.into_parts();
        let name = location.to_string();
        let state = AppState { shop: state.shop.for_policy(&policy), ..state };
        let context = EndpointContext(Arc::new(EndpointState {
            requests: ::metrics::counter!("matjar_requests_total", "endpoint" => name.clone()),
            seconds: ::metrics::histogram!("matjar_request_seconds", "endpoint" => name.clone()),
            failures: ::metrics::counter!("matjar_request_failures_total", "endpoint" => name.clone()),
            shop: state.shop.clone(),
            admission: gates.admission.clone(),
            expired: expired.map(|make| make(state.clone())),
            name,
            policy,
        }));
        let policy = context.policy.clone();
        let timeout = TimeoutLayer::with_status_code(StatusCode::GATEWAY_TIMEOUT, context.policy.timeout);
        let outer = ServiceBuilder::new()
            .layer(from_fn_with_state(context.clone(), metrics::record))
            .layer(from_fn_with_state(context.clone(), same_origin::require));
        let service = match kind {
            EndpointKind::Public { render, query } => {
                let page = public_page::PublicPage::new(context.clone(), render, query, outcomes.clone());
                let handler = public_page::respond.with_state(page);
                BoxCloneSyncService::new(outer.layer(timeout).service(handler))
            }
            EndpointKind::Handler(make) if policy.body.has_files() => {
                let uploads = (context.clone(), gates.uploads.clone());
                let inner = ServiceBuilder::new()
                    .layer(from_fn_with_state(context.clone(), rate_limit::check))
                    .layer(from_fn_with_state(context.clone(), body::read))
                    .layer(timeout)
                    .layer(from_fn_with_state(uploads, upload_admission::enter))
                    .layer(from_fn_with_state(context.clone(), role::check))
                    .layer(from_fn_with_state(context.clone(), admin_page::render))
                    .layer(from_fn_with_state(context.clone(), nonce::check))
                    .layer(from_fn_with_state(context, recent_write::mark))
                    .service(make(state));
                BoxCloneSyncService::new(outer.service(inner))
            }
            EndpointKind::Handler(make) => {
                let inner = ServiceBuilder::new()
                    .layer(from_fn(compression::choose_encoding))
                    .layer(compression::layer())
                    .layer(from_fn_with_state(context.clone(), rate_limit::check))
                    .layer(from_fn_with_state(context.clone(), body::read))
                    .layer(timeout)
                    .layer(from_fn_with_state(context.clone(), admission::enter))
                    .layer(from_fn_with_state(context.clone(), role::check))
                    .layer(from_fn_with_state(context.clone(), admin_page::render))
                    .layer(from_fn_with_state(context.clone(), nonce::check))
                    .layer(from_fn_with_state(context, recent_write::mark))
                    .service(make(state));
                BoxCloneSyncService::new(outer.service(inner))
            }
        };
        Self { methods: policy.methods, policy, service }
    }

    async fn call(&self, request: Request) -> Response {
        self.service.clone().oneshot(request).await.unwrap_or_else(|never| match never {})
    }
}

/// The endpoints of one path.
#[derive(Default, Clone)]
struct PathRoutes {
    page: Option<Arc<Route>>,
    with_parameter: Vec<(&'static str, Arc<Route>)>,
    form: Option<Arc<Route>>,
    /// By method.
    api: Vec<(Verb, Arc<Route>)>,
    /// By the value of `wc-ajax`.
    calls: HashMap<&'static str, Arc<Route>>,
    /// A pattern that takes the rest of a path also matches the address without its last slash, which is no page.
    requires_slash: bool,
    fallback: Option<Unregistered>,
}

impl PathRoutes {
    fn find(&self, method: &Method, query: &RawFields) -> Result<&Arc<Route>, AppError> {
        if let Some(name) = query.get("wc-ajax").filter(|_| !self.calls.is_empty()) {
            let route = self.calls.get(name).ok_or(AppError::BadRequest("unknown endpoint"))?;
            let allowed = || AppError::MethodNotAllowed(route.methods.to_vec());
            return if route.methods.contains(method) { Ok(route) } else { Err(allowed()) };
        }
        let of_api = self.api.iter().find(|(verb, _)| verb.methods().contains(method));
        let route = if let Some((_, route)) = of_api {
            Some(route)
        } else if *method == Method::POST {
            self.form.as_ref().or(self.page.as_ref())
        } else {
            let given = self.with_parameter.iter().find(|(name, _)| query.get(name).is_some());
            given.map(|(_, route)| route).or(self.page.as_ref())
        };
        let route = route.filter(|route| route.methods.contains(method));
        route.ok_or_else(|| AppError::MethodNotAllowed(self.methods()))
    }

    fn methods(&self) -> Vec<Method> {
        let api = self.api.iter().map(|(_, route)| route);
        let routes = self.page.iter().chain(self.with_parameter.iter().map(|(_, route)| route));
        let routes = routes.chain(&self.form).chain(api);
        let mut methods = Vec::new();
        for method in routes.flat_map(|route| route.methods) {
            if !methods.contains(method) {
                methods.push(method.clone());
            }
        }
        methods
    }
}

/// Answers a path with the endpoint that its method, parameters and `wc-ajax` name.
async fn dispatch(State(routes): State<Arc<PathRoutes>>, request: Request) -> Result<Response, AppError> {
    if let Some(fallback) = routes.fallback.as_ref().filter(|_| routes.requires_slash)
        && !request.uri().path().ends_with('/')
    {
        return fallback.call(request).await;
    }
    let query = RawFields::parse(request.uri().query().unwrap_or_default().as_bytes())?;
    let route = routes.find(request.method(), &query)?.clone();
    Ok(route.call(request).await)
}

struct Actions {
    routes: HashMap<&'static str, Arc<Route>>,
    /// Of forms without `action`, by the field that they have instead.
    by_field: Vec<(&'static str, Arc<Route>)>,
    shop: Shop,
}

impl Actions {
    fn find(&self, fields: &RawFields) -> Result<&Arc<Route>, AppError> {
        let route = match fields.get("action") {
            Some(action) => self.routes.get(action),
            None => {
                let mut given = self.by_field.iter().filter(|(name, _)| fields.get(name) == Some("1"));
                given.next().map(|(_, route)| route)
            }
        };
        route.ok_or(AppError::BadRequest("unknown action"))
    }

    /// The action of a form without a file.
    fn find_form(&self, fields: &RawFields) -> Result<&Arc<Route>, AppError> {
        let route = self.find(fields)?;
        if route.policy.body.has_files() {
            return Err(AppError::BadRequest("file expected"));
        }
        Ok(route)
    }
}

/// Answers `admin-ajax.php` with the endpoint that `action` in the form names. The class of the action is known only
/// from its body, so the address is counted once more before the body is read.
async fn dispatch_action(
    State(actions): State<Arc<Actions>>,
    request: Request,
) -> Result<Response, AppError> {
    if *request.method() != Method::POST {
        return Err(AppError::BadRequest("an action must be posted"));
    }
    same_origin::check(request.headers(), &actions.shop.origin)?;
    let address = ClientAddress::of(request.extensions())?;
    actions.shop.rate_limiter.check(RateClass::Action, None, address).await?;
    let (mut parts, body) = request.into_parts();
    if let Some(BodyKind::Multipart(boundary)) = fields::body_kind(&parts.headers) {
        return dispatch_multipart(&actions, parts, body, &boundary).await;
    }
    let body = body::form(&mut parts, body, MAX_ACTION_BYTES).await?;
    let fields = parts.extensions.get::<RawFields>().cloned().unwrap_or_default();
    Ok(actions.find_form(&fields)?.call(Request::from_parts(parts, body)).await)
}

/// An action whose form has several parts. A file is read by the handler, after all checks; what is left of the body
/// after a refusal is read and dropped.
async fn dispatch_multipart(
    actions: &Actions,
    mut parts: Parts,
    body: Body,
    boundary: &str,
) -> Result<Response, AppError> {
    let body = LiveBody::new(body, UploadTimings::default());
    let file = match body::open(&body, boundary).await? {
        Opened::Form(_) if body.bytes_read() > MAX_ACTION_BYTES => return Err(AppError::TooLarge),
        Opened::Form(fields) => {
            let route = actions.find_form(&fields)?;
            let form = body::put_form(&mut parts, fields)?;
            return Ok(route.call(Request::from_parts(parts, form)).await);
        }
        Opened::File(file) => file,
    };
    let route = actions.find(&file.fields)?;
    file.put(&mut parts, &body, &route.policy)?;
    let response = route.call(Request::from_parts(parts, Body::empty())).await;
    body.drain_in_background(route.policy.max_body_bytes);
    Ok(response)
}

/// Addresses outside the registry.
#[derive(Clone)]
struct Unregistered {
    fallback: Fallback,
    shop: Shop,
}

impl Unregistered {
    /// Addresses that do not exist are counted: guessing them is not free.
    async fn call(&self, request: Request) -> Result<Response, AppError> {
        let address = ClientAddress::of(request.extensions())?;
        // No file is below these addresses, and none is redirected to one with a slash.
        let path = request.uri().path();
        let is_call = path.starts_with(ACTION_PATH) || path.starts_with(api::BASE_PATH);
        let response = if is_call {
            StatusCode::NOT_FOUND.into_response()
        } else {
            self.fallback.clone().oneshot(request).await.unwrap_or_else(|never| match never {})
        };
        if response.status() != StatusCode::NOT_FOUND {
            return Ok(response);
        }
        self.shop.rate_limiter.check(RateClass::Read, None, address).await?;
        Err(AppError::NotFound)
    }
}

async fn unregistered(
    State(unregistered): State<Unregistered>,
    request: Request,
) -> Result<Response, AppError> {
    unregistered.call(request).await
}
