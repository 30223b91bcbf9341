//! Answers requests: fresh public pages from memory, everything else through the router.

use std::{net::IpAddr, sync::Arc};

use axum::{Router, body::Body, response::Response};
use http::{HeaderMap, Method};
use hyper::body::Incoming;
use tower::ServiceExt;

use crate::{
    Shop,
    api::ApiOrigins,
    cache::Lookup,
    headers,
    middleware::{client_ip::Peer, host::Hosts, recent_write},
    public_page::{self, PageOutcomes},
    referral_path,
    router::{self, RouterParts},
};

pub struct Pipeline {
    shop: Shop,
    hosts: Hosts,
    outcomes: PageOutcomes,
    router: Router,
    /// The security headers of every response.
    security: Arc<HeaderMap>,
    /// The host of uploaded files, if it is another one.
    media: Option<(Hosts, Router)>,
}

impl Pipeline {
    pub fn new<C: Clone + Send + Sync + 'static>(mut parts: RouterParts<C>) -> Arc<Self> {
        let security = parts.security.clone();
        let media = parts
            .media
            .take()
            .map(|media| (media.hosts, router::build_media(media.service, security.clone())));
        Arc::new(Self {
            shop: parts.shop.clone(),
            hosts: parts.hosts.clone(),
            outcomes: parts.outcomes.clone(),
            media,
            security,
            router: router::build(parts),
        })
    }

    pub async fn handle(self: Arc<Self>, request: http::Request<Incoming>, peer: IpAddr) -> Response {
        let request = referral_path::remove(request);
        let origins = &self.shop.api_origins;
        if !origins.concern(request.uri().path()) {
            return self.respond(request, peer).await;
        }
        let allowed = origins.allowed(request.uri().path(), request.headers());
        let mut response = match allowed.as_ref().filter(|_| request.method() == Method::OPTIONS) {
            Some(_) => {
                let mut response = ApiOrigins::preflight();
                headers::apply(response.headers_mut(), &self.security);
                response
            }
            None => self.respond(request, peer).await,
        };
        ApiOrigins::allow(response.headers_mut(), allowed);
        response
    }

    async fn respond(&self, request: http::Request<Incoming>, peer: IpAddr) -> Response {
        if let Some(response) = self.cached_page(request.method(), request.uri(), request.headers()) {
            return response;
        }
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(Peer(peer));
        let media = self.media.as_ref().filter(|(hosts, _)| hosts.contains_host_of(request.headers()));
        let router = media.map_or(&self.router, |(_, router)| router);
        router.clone().oneshot(request).await.unwrap_or_else(|never| match never {})
    }

    /// A fresh public page costs one look-up. It is the same for every visitor, so no check applies to it but the host.
    fn cached_page(&self, method: &Method, uri: &http::Uri, headers: &HeaderMap) -> Option<Response> {
        if method != Method::GET || !self.hosts.contains_host_of(headers) {
            return None;
        }
        if recent_write::has_just_written(headers) {
            // The purge log is read first.
            return None;
        }
        let cache = &self.shop.cache;
        let found = match uri.query() {
            None => cache.look_up(uri.path(), self.shop.clock.now()),
            Some(_) => {
                let key = cache.find_spelling(uri.path_and_query()?.as_str())?;
                cache.look_up(&key, self.shop.clock.now())
            }
        };
        match found {
            Lookup::Fresh(page) => {
                self.outcomes.hits.increment(1);
                Some(public_page::send(&self.shop, &page, headers))
            }
            _ => None,
        }
    }
}
