//! Pages for everybody. The code that draws one is handed a [`PublicShop`] and a [`PageRequest`], and neither
//! can name a visitor: there is no cookie in them, and their database role cannot read visitors' tables.

use std::{collections::BTreeMap, future::Future, pin::Pin, sync::Arc};

use bytes::Bytes;
use chrono::{DateTime, Utc};
use http::StatusCode;
use kernel::{Clock, Messages};
use memchr::memmem;
use serde::Serialize;
use sqlx::PgPool;

use crate::{
    AppError,
    kept::Kept,
    nonce::PageNonces,
    view::{PageHead, View, is_page},
};

/// The shop as a public page may know it.
#[derive(Clone)]
pub struct PublicShop {
    pub db: PgPool,
    pub clock: Clock,
    pub messages: &'static Messages,
    /// Scheme and host, for canonical addresses.
    pub origin: Arc<str>,
    pub nonces: PageNonces,
    pub kept: Kept,
}

/// What a public page may depend on: the names in its path and the listed parameters, nothing else.
#[derive(Debug, Clone, Default)]
pub struct PageRequest {
    path: BTreeMap<String, String>,
    query: BTreeMap<String, String>,
}

impl PageRequest {
    pub fn new(path: BTreeMap<String, String>, query: BTreeMap<String, String>) -> Self {
        Self { path, query }
    }

    pub fn path(&self, name: &str) -> &str {
        self.path.get(name).map_or("", String::as_str)
    }

    pub fn query(&self, name: &str) -> Option<&str> {
        self.query.get(name).map(String::as_str)
    }

    /// All parameters that were allowed and given.
    pub fn queries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.query.iter().map(|(name, value)| (name.as_str(), value.as_str()))
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
    /// Between logo and footer alone.
    pub is_slim: bool,
}

impl Page {
    pub fn new<V: View>(head: PageHead, view: &V) -> Self {
        const { assert!(is_page(V::COMPONENT), "the component of a page must end in `Page`") };
        Self {
            component: V::COMPONENT,
            head,
            props: serde_json::to_string(view).expect("a view is plain data"),
            status: StatusCode::OK,
            tags: vec!["settings".to_owned()],
            changes_at: None,
            is_slim: false,
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

    /// Nothing around it leads away.
    #[must_use]
    pub fn slim(mut self) -> Self {
        self.is_slim = true;
        self
    }

    #[must_use]
    pub fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// What a renderer is sent. `shop` is JSON already.
    pub fn to_json(&self, shop: &str) -> String {
        #[derive(Serialize)]
        struct Request<'a> {
            component: &'a str,
            head: &'a PageHead,
        }
        let mut text = serde_json::to_string(&Request { component: self.component, head: &self.head })
            .expect("a head is plain data");
        text.pop();
        text.reserve(shop.len() + self.props.len() + 32);
        text.push_str(",\"shop\":");
        text.push_str(shop);
        text.push_str(",\"props\":");
        text.push_str(&self.props);
        text.push('}');
        text
    }
}

pub type PageFuture = Pin<Box<dyn Future<Output = Result<Page, AppError>> + Send>>;
pub type DrawPage = Arc<dyn Fn(PublicShop, PageRequest) -> PageFuture + Send + Sync>;

/// Header and footer as they were last drawn: every page is put between these two.
#[derive(Debug)]
pub struct Surround {
    pub top: Bytes,
    pub bottom: Bytes,
    /// What a page's own document says of the shop, as JSON.
    pub shop: String,
}

/// Where the drawn frame has its gap for the page; a name that no text can forge, because text is escaped.
const FRAME_GAP: &[u8] = b"<page-slot></page-slot>";
/// What stands before and after the page in a drawn document.
const PAGE_MARK: &[u8] = b"<body-slot></body-slot>";

impl Surround {
    /// `frame`: drawn by a renderer, with its gap.
    pub fn cut(frame: &Bytes, shop: String) -> Option<Self> {
        let at = memmem::find(frame, FRAME_GAP)?;
        Some(Self { top: frame.slice(..at), bottom: frame.slice(at + FRAME_GAP.len()..), shop })
    }

    /// `document`: drawn by a renderer, with its two marks.
    pub fn around(&self, document: &[u8]) -> Option<Bytes> {
        let first = memmem::find(document, PAGE_MARK)?;
        let last = memmem::rfind(document, PAGE_MARK).filter(|last| *last > first)?;
        let mut whole = Vec::with_capacity(self.top.len() + document.len() + self.bottom.len());
        whole.extend_from_slice(&document[..first]);
        whole.extend_from_slice(&self.top);
        whole.extend_from_slice(&document[first + PAGE_MARK.len()..last]);
        whole.extend_from_slice(&self.bottom);
        whole.extend_from_slice(&document[last + PAGE_MARK.len()..]);
        Some(whole.into())
    }
}

/// Draws what surrounds every page. Made by the storefront, which knows the whole shop.
pub trait LayoutSource: Send + Sync {
    fn surround(
        &self,
        is_slim: bool,
    ) -> Pin<Box<dyn Future<Output = Result<Arc<Surround>, AppError>> + Send + '_>>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_put_into_the_gap_and_only_there() {
        let frame = Bytes::from_static(b"<header/><page-slot></page-slot><footer/>");
        let surround = Surround::cut(&frame, "{}".to_owned()).expect("it has a gap");
        let document = b"<body><body-slot></body-slot>page<body-slot></body-slot></body>";
        let whole = surround.around(document).expect("it has both marks");
        assert_eq!(whole, "<body><header/>page<footer/></body>");
        assert!(surround.around(b"<body><body-slot></body-slot></body>").is_none());
        assert!(Surround::cut(&Bytes::from_static(b"<header/>"), String::new()).is_none());
    }
}
