//! The list of all endpoints. An endpoint that is not listed cannot be reached, and one without a policy prevents the
//! server from starting.

use std::{any::type_name, collections::BTreeSet, convert::Infallible, fmt, sync::Arc};

use axum::{extract::Request, handler::Handler, response::Response};
use http::Method;
use tower::{ServiceExt, util::BoxCloneSyncService};

use crate::{
    AppError, AppState, PageRequest, Policy, PublicShop,
    audit::AuditWriter,
    idempotency::RequestKey,
    page::{Document, Page, RenderPage, RenderPublic},
    policy::{CacheClass, Idempotency, Shape},
    upload::Upload,
};

/// The address of an endpoint: a page, a form, or one of the three kinds of calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Location {
    /// A path pattern, such as `/ar/product/{slug}/`.
    Page(&'static str),
    /// The same path, when the query has this parameter.
    PageWith(&'static str, &'static str),
    /// A form posted to a path.
    Form(&'static str),
    /// `/ar/?wc-ajax=name`
    WcAjax(&'static str),
    /// `/ar/wp-admin/admin-ajax.php` with `action=name` in the body.
    Action(&'static str),
    /// The same address without `action`, with `name=1` in the body.
    ActionField(&'static str),
    /// A path below `/ar/wp-json/`.
    Rest(&'static str),
    /// One method of a path below `/ar/wp-json/`, where each method has its own endpoint.
    Api(Verb, &'static str),
}

/// The method of an [`Location::Api`] endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verb {
    /// Answers HEAD as well.
    Get,
    Post,
    Put,
    Delete,
}

impl Verb {
    pub const fn methods(self) -> &'static [Method] {
        match self {
            Self::Get => &[Method::GET, Method::HEAD],
            Self::Post => &[Method::POST],
            Self::Put => &[Method::PUT],
            Self::Delete => &[Method::DELETE],
        }
    }
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.methods()[0].as_str())
    }
}

impl Location {
    /// Returns the path pattern; `None` for calls that share a path.
    fn path(&self) -> Option<&'static str> {
        match self {
            Self::Page(path)
            | Self::PageWith(path, _)
            | Self::Form(path)
            | Self::Rest(path)
            | Self::Api(_, path) => Some(path),
            Self::WcAjax(_) | Self::Action(_) | Self::ActionField(_) => None,
        }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page(path) => write!(f, "page {path}"),
            Self::PageWith(path, parameter) => write!(f, "page {path}?{parameter}"),
            Self::Form(path) => write!(f, "form {path}"),
            Self::WcAjax(name) => write!(f, "wc-ajax {name}"),
            Self::Action(name) => write!(f, "action {name}"),
            Self::ActionField(name) => write!(f, "action with {name}"),
            Self::Rest(path) => write!(f, "rest {path}"),
            Self::Api(verb, path) => write!(f, "api {verb} {path}"),
        }
    }
}

pub type Service = BoxCloneSyncService<Request, Response, Infallible>;

/// How a request is handled after all checks have passed.
pub enum EndpointKind<C> {
    /// A page without visitor data: see [`crate::page`]. It sees only the listed query parameters.
    Public {
        render: RenderPublic,
        query: &'static [&'static str],
    },
    Handler(MakeService<C>),
}

pub(crate) type MakeService<C> = Box<dyn Fn(AppState<C>) -> Service + Send + Sync>;

/// An endpoint of an application whose capabilities have the contexts `C`.
pub struct Endpoint<C = ()> {
    location: Location,
    policy: Option<Policy>,
    kind: EndpointKind<C>,
    expired: Option<MakeService<C>>,
    /// The names of the handler's extractor types.
    extractors: &'static str,
}

impl<C: Clone + Send + Sync + 'static> Endpoint<C> {
    /// A handler with axum's extractors. The middleware has put the visitor, fields and client address into the
    /// request.
    pub fn handler<H, T>(location: Location, handler: H) -> Self
    where
        H: Handler<T, AppState<C>> + Sync,
        T: 'static,
    {
        Self {
            location,
            policy: None,
            kind: EndpointKind::Handler(service(handler)),
            expired: None,
            extractors: type_name::<T>(),
        }
    }

    /// Answers instead of the handler when the nonce is missing or wrong, so that the shopper's input is not lost. The
    /// endpoint's own handler never runs without a valid nonce.
    #[must_use]
    pub fn when_expired<H, T>(mut self, handler: H) -> Self
    where
        H: Handler<T, AppState<C>> + Sync,
        T: 'static,
    {
        self.expired = Some(service(handler));
        self
    }

    /// A public page. The signature of `render` gives it no access to the visitor.
    pub fn public<F, Fut>(path: &'static str, query: &'static [&'static str], render: F) -> Self
    where
        F: Fn(PublicShop, PageRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Page, AppError>> + Send + 'static,
    {
        let render: RenderPage = Arc::new(move |shop, request| Box::pin(render(shop, request)));
        Self {
            location: Location::Page(path),
            policy: None,
            kind: EndpointKind::Public { render: RenderPublic::Page(render), query },
            expired: None,
            extractors: "",
        }
    }

    /// A public answer of the API: like a public page, but finished by `build` itself. It sees only the listed query
    /// parameters; a list (`include[]=1&include[]=2`) is one parameter with its values joined by commas.
    pub fn public_api<F, Fut>(path: &'static str, query: &'static [&'static str], build: F) -> Self
    where
        F: Fn(PublicShop, PageRequest) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Result<Document, AppError>> + Send + 'static,
    {
        let build =
            Arc::new(move |shop, request| -> crate::page::DocumentFuture { Box::pin(build(shop, request)) });
        Self {
            location: Location::Api(Verb::Get, path),
            policy: None,
            kind: EndpointKind::Public { render: RenderPublic::Document(build), query },
            expired: None,
            extractors: "",
        }
    }

    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = Some(policy);
        self
    }

    /// Calls `inspect` with each request that reaches the handler: tests prove with it that a request was refused
    /// before. Public pages have no request to show.
    #[must_use]
    pub fn inspect<F>(mut self, inspect: F) -> Self
    where
        F: Fn(&Request) + Clone + Send + Sync + 'static,
    {
        self.kind = match self.kind {
            EndpointKind::Handler(make) => EndpointKind::Handler(Box::new(move |shop| {
                let inspect = inspect.clone();
                BoxCloneSyncService::new(make(shop).map_request(move |request: Request| {
                    inspect(&request);
                    request
                }))
            })),
            public => public,
        };
        self
    }

    pub fn location(&self) -> Location {
        self.location
    }

    pub fn declared(&self) -> Option<&Policy> {
        self.policy.as_ref()
    }

    /// Only for endpoints of a [`Registry`], which all have a policy.
    pub(crate) fn into_parts(self) -> (Location, Policy, EndpointKind<C>, Option<MakeService<C>>) {
        let policy = self.policy.expect("the registry checks that every endpoint has a policy");
        (self.location, policy, self.kind, self.expired)
    }
}

impl Endpoint {
    /// The same endpoint in an application with contexts.
    pub fn with_contexts<C: 'static>(self) -> Endpoint<C> {
        let Self { location, policy, kind, expired, extractors } = self;
        let kind = match kind {
            EndpointKind::Public { render, query } => EndpointKind::Public { render, query },
            EndpointKind::Handler(make) => EndpointKind::Handler(without_contexts(make)),
        };
        Endpoint { location, policy, kind, expired: expired.map(without_contexts), extractors }
    }
}

fn without_contexts<C: 'static>(make: MakeService<()>) -> MakeService<C> {
    Box::new(move |state: AppState<C>| make(AppState { shop: state.shop, contexts: () }))
}

fn service<H, T, C>(handler: H) -> MakeService<C>
where
    C: Clone + Send + Sync + 'static,
    H: Handler<T, AppState<C>> + Sync,
    T: 'static,
{
    Box::new(move |state| BoxCloneSyncService::new(handler.clone().with_state(state)))
}

/// All errors of a list of endpoints.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid endpoint registry:\n{}", .0.join("\n"))]
pub struct RegistryError(pub Vec<String>);

/// Endpoints whose locations and policies were checked.
pub struct Registry<C = ()>(Vec<Endpoint<C>>);

pub const CALL_PATH: &str = "/ar/";
pub const ACTION_PATH: &str = "/ar/wp-admin/admin-ajax.php";

impl<C: Clone + Send + Sync + 'static> Registry<C> {
    pub fn new(endpoints: Vec<Endpoint<C>>) -> Result<Self, RegistryError> {
        let mut conflicts = conflicts(&endpoints);
        let mut paths = matchit::Router::new();
        let unique: BTreeSet<&'static str> =
            endpoints.iter().filter_map(|endpoint| endpoint.location.path()).collect();
        for path in unique {
            if let Err(error) = paths.insert(path, ()) {
                conflicts.push(format!("{path}: {error}"));
            }
        }
        if conflicts.is_empty() { Ok(Self(endpoints)) } else { Err(RegistryError(conflicts)) }
    }

    pub fn into_endpoints(self) -> Vec<Endpoint<C>> {
        self.0
    }
}

fn conflicts<C>(endpoints: &[Endpoint<C>]) -> Vec<String> {
    let mut conflicts = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for endpoint in endpoints {
        let location = endpoint.location;
        if !seen.insert(location) {
            conflicts.push(format!("{location} is registered twice"));
        }
        let Some(policy) = &endpoint.policy else {
            conflicts.push(format!("{location} has no policy"));
            continue;
        };
        conflicts.extend(policy.conflicts().into_iter().map(|conflict| format!("{location}: {conflict}")));
        if let Location::Api(verb, _) = location
            && (policy.methods != verb.methods() || policy.shape != Shape::Api)
        {
            conflicts.push(format!("{location}: the policy has other methods or another shape"));
        }
        if policy.audit && !endpoint.extractors.contains(type_name::<AuditWriter>()) {
            conflicts.push(format!("{location}: declares audit, but its handler takes no AuditWriter"));
        }
        let takes_key = endpoint.extractors.contains(type_name::<RequestKey>());
        if (policy.idempotency == Idempotency::Key) != takes_key {
            conflicts.push(format!(
                "{location}: the idempotency `Key` and the extractor RequestKey need each other"
            ));
        }
        let takes_file = endpoint.extractors.contains(type_name::<Upload>());
        if policy.body.has_files() != takes_file {
            conflicts.push(format!("{location}: a body with files and the extractor Upload need each other"));
        }
        let is_public = matches!(endpoint.kind, EndpointKind::Public { .. });
        if is_public != (policy.cache == CacheClass::Public) {
            conflicts.push(format!("{location}: only pages rendered without a visitor are public"));
        }
    }
    conflicts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::policy::{NonceKind, Priority, RateClass};

    async fn answer() -> &'static str {
        "ok"
    }

    #[test]
    fn an_endpoint_without_a_policy_is_reported() {
        let endpoints: Vec<Endpoint> = vec![Endpoint::handler(Location::WcAjax("add_to_cart"), answer)];

        assert_eq!(conflicts(&endpoints), ["wc-ajax add_to_cart has no policy"]);
    }

    /// [D01]
    #[test]
    fn an_endpoint_for_staff_names_a_permission_or_any_member() {
        let conflict =
            "page /ar/wp-admin/x/: a staff endpoint must name a permission, and only a staff endpoint";
        let endpoint = |policy| -> Vec<Endpoint> {
            vec![Endpoint::handler(Location::Page("/ar/wp-admin/x/"), answer).policy(policy)]
        };
        let named = Policy::personal_page().for_staff(crate::Permission::OrdersRead);
        let nameless = Policy { access: None, ..named.clone() };
        assert!(Registry::new(endpoint(nameless.clone())).is_err());
        assert_eq!(conflicts(&endpoint(nameless)), [conflict]);
        let shoppers = Policy { access: named.access, ..Policy::personal_page() };
        assert_eq!(conflicts(&endpoint(shoppers)), [conflict]);
        for policy in [named, Policy::personal_page().for_any_member()] {
            assert!(conflicts(&endpoint(policy)).is_empty());
        }
    }

    #[test]
    fn a_link_that_writes_needs_a_session_nonce() {
        let policy = Policy::get_with_nonce(RateClass::CartWrite, Priority(2), NonceKind::None);

        assert_eq!(policy.idempotency, Idempotency::Natural);
        assert_eq!(policy.conflicts(), ["a GET that writes needs a session nonce"]);
    }

    async fn write_once(_: RequestKey) -> &'static str {
        "ok"
    }

    /// [SEC-L14] [RUST-9]
    #[test]
    fn a_declared_audit_needs_a_handler_that_writes_to_the_audit_log() {
        let policy = Policy { audit: true, ..Policy::form(RateClass::Account, Priority(2)).idempotent() };
        let endpoints: Vec<Endpoint> =
            vec![Endpoint::handler(Location::Form("/ar/my-account/"), answer).policy(policy)];

        assert_eq!(
            conflicts(&endpoints),
            ["form /ar/my-account/: declares audit, but its handler takes no AuditWriter"]
        );
    }

    /// [SEC-L14] [RUST-9]
    #[test]
    fn a_declared_idempotency_key_and_its_extractor_need_each_other() {
        let keyed = Policy::write_call(RateClass::CartWrite, Priority(2));
        let without_extractor: Vec<Endpoint> =
            vec![Endpoint::handler(Location::WcAjax("a"), answer).policy(keyed.clone())];
        let without_key: Vec<Endpoint> =
            vec![Endpoint::handler(Location::WcAjax("a"), write_once).policy(keyed.clone().idempotent())];
        for endpoints in [without_extractor, without_key] {
            assert_eq!(
                conflicts(&endpoints),
                ["wc-ajax a: the idempotency `Key` and the extractor RequestKey need each other"]
            );
        }
        let both: Vec<Endpoint> = vec![Endpoint::handler(Location::WcAjax("a"), write_once).policy(keyed)];
        assert!(conflicts(&both).is_empty());
    }

    async fn take_file(_: RequestKey, _: Upload) -> &'static str {
        "ok"
    }

    #[test]
    fn the_upload_body_and_its_extractor_need_each_other() {
        let policy = Policy::upload(Priority(4), 1_000);
        let without_extractor: Vec<Endpoint> =
            vec![Endpoint::handler(Location::Action("a"), write_once).policy(policy.clone())];
        let form = Policy::write_call(RateClass::Upload, Priority(4));
        let without_body: Vec<Endpoint> =
            vec![Endpoint::handler(Location::Action("a"), take_file).policy(form)];
        for endpoints in [without_extractor, without_body] {
            assert_eq!(
                conflicts(&endpoints),
                ["action a: a body with files and the extractor Upload need each other"]
            );
        }
        let both: Vec<Endpoint> = vec![Endpoint::handler(Location::Action("a"), take_file).policy(policy)];
        assert!(conflicts(&both).is_empty());
    }

    #[test]
    fn an_endpoint_of_the_api_has_the_method_of_its_address() {
        let endpoint = |verb, policy| {
            vec![Endpoint::handler(Location::Api(verb, "/ar/wp-json/a"), answer).policy(policy)]
        };
        let read = Policy::api_read(RateClass::Read, Priority(2));
        let same: Vec<Endpoint> = endpoint(Verb::Get, read.clone());
        assert!(conflicts(&same).is_empty());
        let page = Policy { shape: Shape::Page, ..read.clone() };
        for other in [endpoint(Verb::Post, read), endpoint(Verb::Get, page)] {
            let other: Vec<Endpoint> = other;
            assert_eq!(conflicts(&other).len(), 1, "{:?}", other[0].location());
        }
    }

    #[test]
    fn a_handler_that_sees_visitors_cannot_be_public() {
        let endpoints: Vec<Endpoint> =
            vec![Endpoint::handler(Location::Page("/ar/cart/"), answer).policy(Policy::public_page())];

        assert_eq!(
            conflicts(&endpoints),
            ["page /ar/cart/: only pages rendered without a visitor are public"]
        );
    }
}
