//! Pages for refusals and failures, rendered once for each kind and cached in memory.

use std::{collections::HashMap, sync::Arc};

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use memchr::memmem;
use tokio::sync::Mutex;

use crate::{AppError, Page, Shop};

/// Builds the page of an error; `None` where the static page must do, because rendering is what fails.
pub type BuildErrorPage = Arc<dyn Fn(&AppError) -> Option<(ErrorPageKind, Page)> + Send + Sync>;

/// Errors of one kind have the same page, except for its reference.
pub type ErrorPageKind = &'static str;

/// The placeholder in a rendered page that is replaced by the reference of a request.
pub const REFERENCE_SLOT: &str = "{{reference}}";

/// How long a page is used before it is rendered again.
const MAX_AGE: TimeDelta = TimeDelta::minutes(10);
/// How long a kind that could not be rendered has the static page, before it is tried again.
const RETRY_AFTER: TimeDelta = TimeDelta::seconds(5);

pub struct ErrorPages {
    shop: Shop,
    build: BuildErrorPage,
    /// Shown when no error page can be rendered.
    fallback: Bytes,
    rendered: Mutex<HashMap<ErrorPageKind, Rendered>>,
}

struct Rendered {
    /// `None`: it could not be rendered.
    html: Option<Bytes>,
    tags: Vec<String>,
    changes_at: Option<DateTime<Utc>>,
    /// The purge number before its data was read.
    position: u64,
    at: DateTime<Utc>,
}

pub struct ErrorPage {
    pub html: Bytes,
    pub is_fallback: bool,
}

impl ErrorPages {
    pub fn new(shop: Shop, build: BuildErrorPage, fallback: Bytes) -> Self {
        Self { shop, build, fallback, rendered: Mutex::default() }
    }

    pub async fn page(&self, error: &AppError, reference: &str) -> ErrorPage {
        let Some((kind, page)) = (self.build)(error) else { return self.fallback() };
        // Requests of one moment wait for the one that renders; the lock is held for one rendering at most.
        let mut rendered = self.rendered.lock().await;
        let now = self.shop.clock.now();
        if !rendered.get(kind).is_some_and(|rendered| self.is_fresh(rendered, now)) {
            let position = self.shop.cache.purges().position();
            let tags = page.tags.clone();
            let entry = match self.shop.render_for_cache(page).await {
                Ok((page, html)) => {
                    let Page { tags, changes_at, .. } = page;
                    Rendered { html: Some(html), tags, changes_at, position, at: now }
                }
                Err(_) => Rendered { html: None, tags, changes_at: None, position, at: now },
            };
            rendered.insert(kind, entry);
        }
        match rendered.get(kind).and_then(|rendered| rendered.html.clone()) {
            Some(html) => ErrorPage { html: with_reference(&html, reference), is_fallback: false },
            None => self.fallback(),
        }
    }

    fn fallback(&self) -> ErrorPage {
        ErrorPage { html: self.fallback.clone(), is_fallback: true }
    }

    fn is_fresh(&self, rendered: &Rendered, now: DateTime<Utc>) -> bool {
        let max_age = if rendered.html.is_some() { MAX_AGE } else { RETRY_AFTER };
        now - rendered.at < max_age
            && rendered.changes_at.is_none_or(|time| now < time)
            && !self.shop.cache.purges().changed_since(rendered.position, &rendered.tags)
    }
}

fn with_reference(html: &Bytes, reference: &str) -> Bytes {
    if memmem::find(html, REFERENCE_SLOT.as_bytes()).is_none() {
        return html.clone();
    }
    String::from_utf8_lossy(html).replace(REFERENCE_SLOT, reference).into()
}
