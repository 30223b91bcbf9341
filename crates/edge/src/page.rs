//! Public pages. The code that builds one receives a [`PublicShop`] and a [`PageRequest`], neither of which identifies
//! a visitor: they contain no cookie, and their database role cannot read visitors' tables.

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
    nonce::PageNonces,
    session::StaffMember,
    settings_cache::SettingsCache,
    view::{AdminLayoutView, PageHead, View, is_page},
};

/// Application state that public pages may use.
#[derive(Clone)]
pub struct PublicShop {
    pub db: PgPool,
    pub clock: Clock,
    pub messages: &'static Messages,
    /// Scheme and host, for canonical URLs.
    pub origin: Arc<str>,
    /// The host of visitors' pictures and videos; `None`: this shop's own.
    pub media_origin: Option<Arc<str>>,
    pub nonces: PageNonces,
    pub settings: SettingsCache,
}

/// Everything that a public page may depend on: the parameters of its path, and the query parameters that its endpoint
/// lists.
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

    /// The allowed query parameters that the request has.
    pub fn queries(&self) -> impl Iterator<Item = (&str, &str)> {
        self.query.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

/// A page before it is rendered.
#[derive(Debug, Clone)]
pub struct Page {
    pub component: &'static str,
    pub head: PageHead,
    pub props: String,
    pub status: StatusCode,
    /// The cache tags of the data of the page: a purge of any of them makes the page outdated.
    pub tags: Vec<String>,
    /// The next time at which the page changes without a purge.
    pub changes_at: Option<DateTime<Utc>>,
    /// Rendered with the slim layout: see [`crate::view::LayoutView`].
    pub is_slim: bool,
    /// Staff see it in the layout of the shop, as visitors will.
    pub is_preview: bool,
    /// Rendered apart from the page: see [`Page::hold`].
    pub(crate) held: Vec<crate::held::HeldPart>,
}

impl Page {
    pub fn new<V: View>(head: PageHead, view: &V) -> Self {
        const { assert!(is_page(V::COMPONENT), "the component of a page must end in `Page`") };
        Self {
            component: V::COMPONENT,
            head,
            props: serde_json::to_string(view).expect("views serialize to JSON"),
            status: StatusCode::OK,
            tags: vec!["settings".to_owned()],
            changes_at: None,
            is_slim: false,
            is_preview: false,
            held: Vec::new(),
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
    pub fn changing_at(mut self, time: Option<DateTime<Utc>>) -> Self {
        self.changes_at = time;
        self
    }

    /// Uses the slim layout, without links that lead away from the page.
    #[must_use]
    pub fn slim(mut self) -> Self {
        self.is_slim = true;
        self
    }

    /// Uses the layout of the shop on an endpoint for staff too.
    #[must_use]
    pub fn preview(mut self) -> Self {
        self.is_preview = true;
        self
    }

    /// A cached page depends on the layout around it as well.
    #[must_use]
    pub fn inside(self, shell: &LayoutShell) -> Self {
        let changes_at = [self.changes_at, shell.changes_at].into_iter().flatten().min();
        self.tagged(shell.tags.iter().cloned()).changing_at(changes_at)
    }

    #[must_use]
    pub fn with_status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    /// Returns the request to a renderer. `shop` is JSON already.
    pub fn to_json(&self, shop: &str) -> String {
        #[derive(Serialize)]
        struct Request<'a> {
            component: &'a str,
            head: &'a PageHead,
        }
        let mut text = serde_json::to_string(&Request { component: self.component, head: &self.head })
            .expect("a page head serializes to JSON");
        text.pop();
        text.reserve(shop.len() + self.props.len() + 32);
        text.push_str(",\"shop\":");
        text.push_str(shop);
        text.push_str(",\"props\":");
        text.push_str(&self.props);
        text.push('}');
        text
    }

    /// The same with the admin's layout around the page.
    pub(crate) fn to_json_in_admin(&self, shop: &str, layout: &AdminLayoutView) -> String {
        let mut text = self.to_json(shop);
        text.pop();
        text.push_str(",\"adminLayout\":");
        text.push_str(&serde_json::to_string(layout).expect("a view serializes to JSON"));
        text.push('}');
        text
    }
}

/// A finished public answer that no renderer is needed for: JSON.
#[derive(Debug, Clone)]
pub struct Document {
    pub body: Bytes,
    pub content_type: &'static str,
    /// Further headers, such as the number of pages of a list. They must be the same for every visitor.
    pub headers: Vec<(&'static str, String)>,
    pub tags: Vec<String>,
    pub changes_at: Option<DateTime<Utc>>,
}

impl Document {
    pub fn json(value: &impl Serialize) -> Self {
        Self {
            body: serde_json::to_vec(value).expect("answers serialize to JSON").into(),
            content_type: "application/json; charset=utf-8",
            headers: Vec::new(),
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
    pub fn changing_at(mut self, time: Option<DateTime<Utc>>) -> Self {
        self.changes_at = [self.changes_at, time].into_iter().flatten().min();
        self
    }

    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: String) -> Self {
        self.headers.push((name, value));
        self
    }
}

/// How a public endpoint answers.
#[derive(Clone)]
pub enum RenderPublic {
    Page(RenderPage),
    Document(BuildDocument),
}

pub type DocumentFuture = Pin<Box<dyn Future<Output = Result<Document, AppError>> + Send>>;
pub type BuildDocument = Arc<dyn Fn(PublicShop, PageRequest) -> DocumentFuture + Send + Sync>;

pub type PageFuture = Pin<Box<dyn Future<Output = Result<Page, AppError>> + Send>>;
pub type RenderPage = Arc<dyn Fn(PublicShop, PageRequest) -> PageFuture + Send + Sync>;

/// The rendered header and footer. Every page is inserted between them.
#[derive(Debug)]
pub struct LayoutShell {
    pub top: Bytes,
    pub bottom: Bytes,
    /// The `shop` of the request to render a page, as JSON.
    pub shop: String,
    /// The cache tags of the data of the layout: every page inside it has them too.
    pub tags: Vec<String>,
    /// The next time at which the layout changes without a purge.
    pub changes_at: Option<DateTime<Utc>>,
}

/// Marks the position of the page in the layout shell. Text cannot imitate the tag, because text is escaped.
const PAGE_SLOT: &[u8] = b"<page-slot></page-slot>";
/// Marks the positions of the header and the footer in a rendered document.
const BODY_SLOT: &[u8] = b"<body-slot></body-slot>";

impl LayoutShell {
    /// `html`: the rendered layout. Returns `None` if it has no slot for the page.
    pub fn split(html: &Bytes, shop: String) -> Option<Self> {
        let slot = memmem::find(html, PAGE_SLOT)?;
        let bottom = html.slice(slot + PAGE_SLOT.len()..);
        Some(Self { top: html.slice(..slot), bottom, shop, tags: Vec::new(), changes_at: None })
    }

    #[must_use]
    pub fn tagged(self, tags: impl IntoIterator<Item = String>) -> Self {
        Self { tags: tags.into_iter().collect(), ..self }
    }

    #[must_use]
    pub fn changing_at(self, time: Option<DateTime<Utc>>) -> Self {
        Self { changes_at: time, ..self }
    }

    /// Inserts the header and footer into a rendered document. Returns `None` if the document does not have both slots.
    pub fn wrap(&self, document: &[u8]) -> Option<Bytes> {
        let first = memmem::find(document, BODY_SLOT)?;
        let last = memmem::rfind(document, BODY_SLOT).filter(|last| *last > first)?;
        let mut whole = Vec::with_capacity(self.top.len() + document.len() + self.bottom.len());
        whole.extend_from_slice(&document[..first]);
        whole.extend_from_slice(&self.top);
        whole.extend_from_slice(&document[first + BODY_SLOT.len()..last]);
        whole.extend_from_slice(&self.bottom);
        whole.extend_from_slice(&document[last + BODY_SLOT.len()..]);
        Some(whole.into())
    }
}

/// Provides the layout shell. Implemented by the storefront, because the layout uses data of several capabilities.
pub trait LayoutSource: Send + Sync {
    fn shell(
        &self,
        is_slim: bool,
    ) -> Pin<Box<dyn Future<Output = Result<Arc<LayoutShell>, AppError>> + Send + '_>>;

    /// The layout of the admin's page at `path`, for one member of staff. `sign` makes the nonce of a form of the layout, by its
    /// action.
    fn admin_layout(
        &self,
        member: &StaffMember,
        path: &str,
        sign: &dyn Fn(&'static str) -> String,
    ) -> AdminLayoutView;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_put_into_the_slot_and_only_there() {
        let html = Bytes::from_static(b"<header/><page-slot></page-slot><footer/>");
        let shell = LayoutShell::split(&html, "{}".to_owned()).expect("has a page slot");
        let document = b"<body><body-slot></body-slot>page<body-slot></body-slot></body>";
        let whole = shell.wrap(document).expect("has both body slots");
        assert_eq!(whole, "<body><header/>page<footer/></body>");
        assert!(shell.wrap(b"<body><body-slot></body-slot></body>").is_none());
        assert!(LayoutShell::split(&Bytes::from_static(b"<header/>"), String::new()).is_none());
    }
}
