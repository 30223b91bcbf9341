//! Pages for everybody. The code that draws one is handed a [`PublicShop`] and a [`PageRequest`], and neither
//! can name a visitor: there is no cookie in them, and their database role cannot read visitors' tables.

use std::{collections::BTreeMap, future::Future, pin::Pin, sync::Arc};

use chrono::{DateTime, Utc};
use http::StatusCode;
use kernel::{Clock, Messages};
use serde::Serialize;
use sqlx::PgPool;

use crate::{
    AppError,
    view::{PageHead, View},
};

/// The shop as a public page may know it.
#[derive(Clone)]
pub struct PublicShop {
    pub db: PgPool,
    pub clock: Clock,
    pub messages: &'static Messages,
    /// Scheme and host, for canonical addresses.
    pub origin: Arc<str>,
}

/// What a public page may depend on: the names in its path and the listed parameters, nothing else.
#[derive(Debug, Clone, Default)]
pub struct PageRequest {
    path: BTreeMap<String, String>,
    query: BTreeMap<&'static str, String>,
}

impl PageRequest {
    pub fn new(path: BTreeMap<String, String>, query: BTreeMap<&'static str, String>) -> Self {
        Self { path, query }
    }

    pub fn path(&self, name: &str) -> &str {
        self.path.get(name).map_or("", String::as_str)
    }

    pub fn query(&self, name: &str) -> Option<&str> {
        self.query.get(name).map(String::as_str)
    }
}

/// A page before it is drawn.
#[derive(Debug, Clone)]
pub struct Page {
    pub component: &'static str,
    pub head: PageHead,
    pub props: String,
    pub status: StatusCode,
    /// What it was made from: a change of any of these makes it untrue.
    pub tags: Vec<String>,
    /// The next moment at which it would look different by itself.
    pub changes_at: Option<DateTime<Utc>>,
}

impl Page {
    pub fn new<V: View>(head: PageHead, view: &V) -> Self {
        Self {
            component: V::COMPONENT,
            head,
            props: serde_json::to_string(view).expect("a view is plain data"),
            status: StatusCode::OK,
            tags: vec!["settings".to_owned()],
            changes_at: None,
        }
    }

    #[must_use]
    pub fn tagged(mut self, tags: impl IntoIterator<Item = String>) -> Self {
        self.tags.extend(tags);
        self.tags.sort_unstable();
        self.tags.dedup();
        self
    }

    #[must_use]
    pub fn changing_at(mut self, moment: Option<DateTime<Utc>>) -> Self {
        self.changes_at = moment;
        self
    }

    #[must_use]
    pub fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// What a renderer is sent.
    pub fn to_json(&self, layout: &str) -> String {
        #[derive(Serialize)]
        struct Request<'a> {
            component: &'a str,
            head: &'a PageHead,
        }
        let mut text = serde_json::to_string(&Request { component: self.component, head: &self.head })
            .expect("a head is plain data");
        text.pop();
        text.reserve(layout.len() + self.props.len() + 32);
        text.push_str(",\"layout\":");
        text.push_str(layout);
        text.push_str(",\"props\":");
        text.push_str(&self.props);
        text.push('}');
        text
    }
}

pub type PageFuture = Pin<Box<dyn Future<Output = Result<Page, AppError>> + Send>>;
pub type DrawPage = Arc<dyn Fn(PublicShop, PageRequest) -> PageFuture + Send + Sync>;

/// Header and footer, as JSON text ready for a renderer. Made by the storefront, which knows the whole shop.
pub trait LayoutSource: Send + Sync {
    fn layout(&self) -> Pin<Box<dyn Future<Output = Result<Arc<str>, AppError>> + Send + '_>>;
}
