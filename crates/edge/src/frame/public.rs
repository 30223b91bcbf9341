//! Public pages: from memory, from the shared store, drawn once, or the last good copy.

use std::sync::Arc;

use axum::{
    body::Body,
    response::{IntoResponse, Response},
};
use http::{HeaderMap, HeaderValue, StatusCode, header};

use super::Frame;
use crate::{
    AppError, PageRequest,
    address::ClientAddress,
    cache::{Drawn, Lookup, StoredPage},
    compress::Accepted,
    error::Failed,
    fields::RawFields,
    page::DrawPage,
    registry::Row,
};

impl Frame {
    pub(super) async fn public(
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
                (
                    AppError::Render(_) | AppError::Unexpected(_) | AppError::Busy | AppError::Database(_),
                    Some(page),
                ) => {
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

    pub(super) fn send(&self, page: &Arc<StoredPage>, headers: &HeaderMap) -> Response {
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
}

/// No page depends on more.
const MOST_PARAMETERS: usize = 12;

/// The key of the page that is asked for, and all it may depend on.
pub(super) fn ask(
    path: &str,
    names: std::collections::BTreeMap<String, String>,
    allowed: &'static [&'static str],
    query: &RawFields,
) -> (Arc<str>, PageRequest) {
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
    let suffix: String = given.iter().map(|(name, value)| format!("\n{name}={value}")).collect();
    let decoded = names.into_iter().map(|(name, value)| {
        let value = percent_encoding::percent_decode_str(&value).decode_utf8_lossy().into_owned();
        (name, value)
    });
    (format!("{path}{suffix}").into(), PageRequest::new(decoded.collect(), given))
}

fn matches_etag(given: &HeaderValue, etag: &HeaderValue) -> bool {
    let (Ok(given), Ok(etag)) = (given.to_str(), etag.to_str()) else { return false };
    given.split(',').any(|one| one.trim() == etag || one.trim() == etag.trim_start_matches("W/"))
}
