//! Answers a public page: from memory, from the shared copies, rendered once, or the last good copy.

use std::{collections::BTreeMap, sync::Arc, time::Instant};

use axum::{
    body::Body,
    extract::{RawPathParams, Request, State},
    response::Response,
};
use chrono::{DateTime, Utc};
use http::{HeaderMap, HeaderValue, StatusCode, header, uri::PathAndQuery};
use percent_encoding::{AsciiSet, CONTROLS, percent_decode_str, utf8_percent_encode};
use tracing::Instrument;

use crate::{
    AppError, PageRequest, Shop,
    address::ClientAddress,
    cache::{Lookup, NOT_SHARED, RenderedPage, StoredPage},
    compress::AcceptedEncodings,
    error::ErrorExtension,
    fields::RawFields,
    middleware::recent_write,
    page::{PublicShop, RenderPublic},
    router::EndpointContext,
};

/// Counters of where public pages came from.
#[derive(Clone)]
pub struct PageOutcomes {
    pub hits: metrics::Counter,
    misses: metrics::Counter,
    stale: metrics::Counter,
}

impl Default for PageOutcomes {
    fn default() -> Self {
        let outcome = |name: &'static str| metrics::counter!("matjar_page_cache_total", "outcome" => name);
        Self { hits: outcome("hit"), misses: outcome("miss"), stale: outcome("stale") }
    }
}

/// A public endpoint.
#[derive(Clone)]
pub struct PublicPage(Arc<Inner>);

struct Inner {
    endpoint: EndpointContext,
    render: RenderPublic,
    /// The parameters that the page may depend on.
    query: &'static [&'static str],
    outcomes: PageOutcomes,
}

impl PublicPage {
    pub fn new(
        endpoint: EndpointContext,
        render: RenderPublic,
        query: &'static [&'static str],
        outcomes: PageOutcomes,
    ) -> Self {
        Self(Arc::new(Inner { endpoint, render, query, outcomes }))
    }
}

pub async fn respond(
    State(page): State<PublicPage>,
    params: RawPathParams,
    request: Request,
) -> Result<Response, AppError> {
    let address = ClientAddress::of(request.extensions())?;
    let fields = RawFields::parse(request.uri().query().unwrap_or_default().as_bytes())?;
    let params = params.iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    let (key, wanted) = match page.0.render {
        RenderPublic::Page(_) => page_request(request.uri().path(), params, page.0.query, &fields),
        RenderPublic::Document(_) => {
            let lists = join_lists(&fields)?;
            api_request(request.uri().path(), params, page.0.query, &lists)
        }
    };
    if request.uri().query().is_some() {
        let address = request.uri().path_and_query().map(PathAndQuery::as_str).unwrap_or_default();
        page.0.endpoint.shop.cache.remember_spelling(address, &key);
    }
    page.answer(key, wanted, request.headers(), address).await
}

impl PublicPage {
    async fn answer(
        &self,
        key: Arc<str>,
        request: PageRequest,
        headers: &HeaderMap,
        address: ClientAddress,
    ) -> Result<Response, AppError> {
        let Inner { endpoint, outcomes, .. } = &*self.0;
        let shop = &endpoint.shop;
        let has_just_written = recent_write::has_just_written(headers);
        if has_just_written {
            // Costs a query, so it is counted.
            shop.rate_limiter.check(endpoint.policy.rate, None, address).await?;
            if let Err(error) = shop.read_purge_log().await {
                tracing::warn!(%error, "reading the purge log for a visitor who has just written failed");
            }
        }
        let old = match shop.cache.look_up(&key, shop.clock.now()) {
            Lookup::Fresh(page) => {
                outcomes.hits.increment(1);
                return Ok(send(shop, &page, headers));
            }
            Lookup::Stale(page) => {
                outcomes.stale.increment(1);
                self.refresh(key, request);
                return Ok(send(shop, &page, headers));
            }
            Lookup::Miss(old) => old,
        };
        outcomes.misses.increment(1);
        // Only a page that must be rendered is counted and admitted. The count and the look-up of a shared copy travel
        // to Redis together.
        let _permit = endpoint.admission.enter(endpoint.policy.priority).await?;
        let counted = shop.rate_limiter.check(endpoint.policy.rate, None, address);
        let (counted, shared) = tokio::join!(counted, shop.cache.fetch_shared(&key));
        counted?;
        if let Some(page) = shared {
            return Ok(send(shop, &page, headers));
        }
        // In front of the pool, not of Redis: a shared copy needs no database.
        let rendered = match shop.breaker().admit(Instant::now()) {
            Ok(()) => match shop.cache.render_once(&key, self.render(request.clone())).await {
                // Another request had begun it before this visitor's change.
                Ok(page) if has_just_written && page.is_purged(shop.cache.purges()) => {
                    shop.cache.render_once(&key, self.render(request)).await
                }
                rendered => rendered,
            },
            Err(busy) => Err(Arc::new(busy)),
        };
        match rendered {
            Ok(page) => Ok(send(shop, &page, headers)),
            Err(error) => match (&*error, old) {
                // The last good copy is shown while rendering fails, but not when the page no longer exists.
                (
                    AppError::Render(_) | AppError::Unexpected(_) | AppError::Busy | AppError::Database(_),
                    Some(page),
                ) => {
                    error.log(&endpoint.name, "stale copy shown");
                    outcomes.stale.increment(1);
                    let mut response = send(shop, &page, headers);
                    // It is outdated, and no purge will follow that makes a shared cache forget it.
                    response.headers_mut().insert(header::CACHE_CONTROL, NOT_SHARED);
                    Ok(response)
                }
                _ => {
                    let mut response = Response::new(Body::empty());
                    *response.status_mut() = error.status();
                    response.extensions_mut().insert(ErrorExtension(error));
                    Ok(response)
                }
            },
        }
    }

    /// Renders a stale page anew in the background.
    fn refresh(&self, key: Arc<str>, request: PageRequest) {
        let page = self.clone();
        let work = async move {
            let endpoint = &page.0.endpoint;
            if endpoint.shop.cache.fetch_shared(&key).await.is_some() {
                return;
            }
            if let Err(error) = endpoint.shop.cache.render_once(&key, page.render(request)).await {
                error.log(&endpoint.name, "refresh in the background");
            }
        };
        tokio::spawn(work.in_current_span());
    }

    /// A replica may not have the change that has purged a page: such a page is read once more, from the primary. `None`:
    /// the page was not purged recently, or was read from the primary.
    fn public_on_primary(&self, rendered_at: DateTime<Utc>, tags: &[String]) -> Option<PublicShop> {
        let shop = &self.0.endpoint.shop;
        let primary = shop.read_primary.clone()?;
        let is_recent = shop.cache.purges().changed_after(rendered_at, tags);
        is_recent.then(|| PublicShop { db: primary, ..shop.public() })
    }

    async fn render(&self, request: PageRequest) -> Result<RenderedPage, AppError> {
        let shop = &self.0.endpoint.shop;
        let position = shop.cache.purges().position();
        let rendered_at = shop.clock.now();
        let note_timeout = |error: &AppError| {
            if error.is_pool_timeout() {
                shop.breaker().timed_out(Instant::now());
            }
        };
        // A new product or page purges one of these.
        let lists = ["catalog", "content-search"].map(str::to_owned);
        match &self.0.render {
            RenderPublic::Page(render) => {
                let page = match render(shop.public(), request.clone()).await.inspect_err(note_timeout) {
                    // What was published a moment ago may not be in the replica.
                    Err(AppError::NotFound) => {
                        let primary =
                            self.public_on_primary(rendered_at, &lists).ok_or(AppError::NotFound)?;
                        render(primary, request.clone()).await?
                    }
                    found => found?,
                };
                let page = match self.public_on_primary(rendered_at, &page.tags) {
                    Some(primary) => or_finished(render(primary, request).await, page)?,
                    None => page,
                };
                let (page, html) = shop.render_for_cache(page).await?;
                Ok(RenderedPage {
                    html,
                    headers: Vec::new(),
                    status: page.status,
                    tags: page.tags,
                    changes_at: page.changes_at,
                    rendered_at,
                    position,
                })
            }
            RenderPublic::Document(build) => {
                let document = match build(shop.public(), request.clone()).await.inspect_err(note_timeout) {
                    Err(AppError::NotFound) => {
                        let primary =
                            self.public_on_primary(rendered_at, &lists).ok_or(AppError::NotFound)?;
                        build(primary, request.clone()).await?
                    }
                    found => found?,
                };
                let document = match self.public_on_primary(rendered_at, &document.tags) {
                    Some(primary) => or_finished(build(primary, request).await, document)?,
                    None => document,
                };
                let own = [(header::CONTENT_TYPE.as_str(), document.content_type.to_owned())];
                let headers = own.into_iter().chain(document.headers);
                Ok(RenderedPage {
                    html: document.body,
                    headers: headers.map(|(name, value)| (name.to_owned(), value)).collect(),
                    status: StatusCode::OK,
                    tags: document.tags,
                    changes_at: document.changes_at,
                    rendered_at,
                    position,
                })
            }
        }
    }
}

/// What was read from the primary or, if that is down, what is `finished`: a page of a replica that may lag behind is better
/// than none, and expires soon.
fn or_finished<T>(read: Result<T, AppError>, finished: T) -> Result<T, AppError> {
    match read {
        Err(AppError::Database(_) | AppError::Busy) => Ok(finished),
        read => read,
    }
}

/// Sends a stored page in the best encoding that the client accepts, or 304 when the client has it.
pub fn send(shop: &Shop, page: &Arc<StoredPage>, headers: &HeaderMap) -> Response {
    let mut response = Response::new(Body::empty());
    *response.headers_mut() = page.headers(shop.clock.now());
    if headers.get(header::IF_NONE_MATCH).is_some_and(|given| matches_etag(given, &page.etag)) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return response;
    }
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    let (body, encoding) = page.body(AcceptedEncodings::from_header(accepted));
    if let Some(name) = encoding {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(name));
    }
    *response.status_mut() = page.status;
    *response.body_mut() = Body::from(body);
    response
}

/// No page depends on more parameters.
const MAX_PARAMETERS: usize = 12;

/// Answers of the API depend on more: a filter by several attributes has three parameters each.
const MAX_API_PARAMETERS: usize = 40;
/// A list of a hundred ids.
const MAX_API_CHARACTERS: usize = 1_000;

/// Returns the cache key of a page and everything that the page may depend on.
fn page_request(
    path: &str,
    params: BTreeMap<String, String>,
    allowed: &'static [&'static str],
    query: &RawFields,
) -> (Arc<str>, PageRequest) {
    bounded_request(path, params, allowed, query, MAX_PARAMETERS, 100)
}

fn api_request(
    path: &str,
    params: BTreeMap<String, String>,
    allowed: &'static [&'static str],
    query: &RawFields,
) -> (Arc<str>, PageRequest) {
    bounded_request(path, params, allowed, query, MAX_API_PARAMETERS, MAX_API_CHARACTERS)
}

/// Joins the values of lists: `include[]=1&include[]=2` and `include[0]=1&include[1]=2` become `include=1,2`.
fn join_lists(query: &RawFields) -> Result<RawFields, AppError> {
    let mut joined: Vec<(String, String)> = Vec::with_capacity(query.0.len());
    for (name, value) in query.0.iter() {
        let end = name.strip_suffix(']').and_then(|name| name.rsplit_once('['));
        let list = end.filter(|(_, index)| index.bytes().all(|byte| byte.is_ascii_digit()));
        let Some((list, _)) = list else {
            joined.push((name.clone(), value.clone()));
            continue;
        };
        match joined.iter_mut().find(|(name, _)| name == list) {
            Some((_, values)) => {
                values.push(',');
                values.push_str(value);
            }
            None => joined.push((list.to_owned(), value.clone())),
        }
    }
    RawFields::new(joined)
}

fn bounded_request(
    path: &str,
    params: BTreeMap<String, String>,
    allowed: &'static [&'static str],
    query: &RawFields,
    max_parameters: usize,
    max_characters: usize,
) -> (Arc<str>, PageRequest) {
    let is_allowed = |name: &str| {
        // `filter_*` allows every name that begins with it: the shop's owner names the attributes.
        allowed.iter().any(|one| match one.strip_suffix('*') {
            Some(start) => name.strip_prefix(start).is_some_and(|rest| !rest.is_empty() && name.len() <= 60),
            None => *one == name,
        })
    };
    let given: BTreeMap<String, String> = query
        .0
        .iter()
        .filter(|(name, value)| !value.is_empty() && is_allowed(name))
        .map(|(name, value)| (name.clone(), kernel::text::clean(value, max_characters)))
        .take(max_parameters)
        .collect();
    (cache_key(path, &given), PageRequest::new(params, given))
}

/// One key for every spelling of an address. Lengths keep a value from imitating a further parameter.
fn cache_key(path: &str, query: &BTreeMap<String, String>) -> Arc<str> {
    let mut key = normalize_path(path);
    for (name, value) in query {
        key.push_str(&format!("\n{}:{name}{}:{value}", name.len(), value.len()));
    }
    key.into()
}

/// What browsers encode in a path. A slash is encoded only inside a segment.
const SEGMENT: &AsciiSet = &CONTROLS
    .add(b' ')
    .add(b'"')
    .add(b'#')
    .add(b'<')
    .add(b'>')
    .add(b'?')
    .add(b'`')
    .add(b'{')
    .add(b'}')
    .add(b'/')
    .add(b'%');

fn normalize_path(path: &str) -> String {
    let segments = path.split('/').map(|segment| {
        let decoded = percent_decode_str(segment).decode_utf8_lossy();
        utf8_percent_encode(&decoded, SEGMENT).to_string()
    });
    segments.collect::<Vec<_>>().join("/")
}

fn matches_etag(given: &HeaderValue, etag: &HeaderValue) -> bool {
    let (Ok(given), Ok(etag)) = (given.to_str(), etag.to_str()) else { return false };
    given.split(',').any(|one| one.trim() == etag || one.trim() == etag.trim_start_matches("W/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [SEC-M9]
    #[test]
    fn spellings_of_one_path_have_one_key() {
        let key = |path| cache_key(path, &BTreeMap::new());
        let canonical = key("/ar/product/%D8%A8%D9%86-2/");
        assert_eq!(&*canonical, "/ar/product/%D8%A8%D9%86-2/", "the spelling of browsers is the key");
        assert_eq!(key("/ar/product/%d8%a8%d9%86-2/"), canonical);
        assert_eq!(key("/ar/product/%D8%A8%D9%86%2D2/"), canonical);
        assert_eq!(key("/ar/product/بن-2/"), canonical);
        assert_ne!(key("/ar/a%2Fb/"), key("/ar/a/b/"));
        assert_ne!(key("/ar/a%252Fb/"), key("/ar/a%2Fb/"));
    }

    #[test]
    fn lists_have_one_spelling() {
        let joined = |text: &str| join_lists(&RawFields::parse(text.as_bytes()).expect("a query"));
        let value = |text: &str, name: &str| joined(text).expect("lists").get(name).map(str::to_owned);
        assert_eq!(value("include[]=1&include[]=2", "include").as_deref(), Some("1,2"));
        assert_eq!(value("include[0]=1&x=9&include[1]=2", "include").as_deref(), Some("1,2"));
        let slug = "attributes[0][slug]";
        assert_eq!(value("attributes[0][slug][]=a&attributes[0][slug][]=b", slug).as_deref(), Some("a,b"));
        assert_eq!(value("attributes[0][slug]=a", slug).as_deref(), Some("a"));
        assert!(joined("include[]=1&include=2").is_err(), "two lists of one name");
    }

    /// [SEC-M9]
    #[test]
    fn a_value_cannot_imitate_a_parameter() {
        let key = |pairs: &[(&str, &str)]| {
            cache_key("/ar/shop/", &pairs.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect())
        };
        assert_ne!(key(&[("a", "x\n1:b1:y")]), key(&[("a", "x"), ("b", "y")]));
        assert_ne!(key(&[("a", "1:b")]), key(&[("a1:b", "")]));
    }
}
