//! Header and footer, rendered once and cached until the settings or the categories change.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use cart::view::SideCartView;
use chrono::{DateTime, TimeDelta, Utc};
use edge::{
    AppError,
    page::{LayoutShell, LayoutSource},
    purge::Purges,
    renderer::{RenderError, Renderer},
    view::{FooterColumn, LayoutView, LinkView, NavItem},
};
use kernel::{Clock, Messages, msg};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::{pages::category_url, store};

/// Shop details, set by the owner.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShopSettings {
    pub name: String,
    pub tagline: String,
    pub phone: String,
    pub store_notice: Option<String>,
}

impl Default for ShopSettings {
    fn default() -> Self {
        Self { name: "متجر".to_owned(), tagline: String::new(), phone: String::new(), store_notice: None }
    }
}

pub struct Layout {
    pub db: PgPool,
    pub purges: Purges,
    pub clock: Clock,
    pub messages: &'static Messages,
    pub renderer: Renderer,
    /// The layout is rendered again after this time even without a purge: the renderers may have been updated.
    pub max_age: TimeDelta,
    /// The full layout, and the slim one of pages that must not lead away.
    pub cached: [Mutex<Option<CachedLayout>>; 2],
}

#[derive(Clone)]
pub struct CachedLayout {
    position: u64,
    until: DateTime<Utc>,
    shell: Arc<LayoutShell>,
}

/// Shop details for the document, outside header and footer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShopFacts<'a> {
    shop_name: &'a str,
    home_url: &'a str,
    cart_url: &'a str,
}

impl LayoutSource for Layout {
    fn shell(
        &self,
        is_slim: bool,
    ) -> Pin<Box<dyn Future<Output = Result<Arc<LayoutShell>, AppError>> + Send + '_>> {
        let entry = &self.cached[usize::from(is_slim)];
        Box::pin(async move {
            let now = self.clock.now();
            let position = self.purges.position();
            let cached = entry.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let Some(cached) = &cached
                && now < cached.until
                && !self.purges.changed_since(
                    cached.position,
                    &["settings", "categories", reviews::service::PURGE_TAG].map(str::to_owned),
                )
            {
                return Ok(cached.shell.clone());
            }
            let shell = match self.render(is_slim).await {
                Ok(shell) => Arc::new(shell),
                // The database or the renderers are down: a stale layout is better than none.
                Err(error) => return cached.map(|cached| cached.shell).ok_or(error),
            };
            *entry.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(CachedLayout { position, until: now + self.max_age, shell: shell.clone() });
            Ok(shell)
        })
    }
}

impl Layout {
    async fn render(&self, is_slim: bool) -> Result<LayoutShell, AppError> {
        let view = LayoutView { is_slim, ..self.build_view().await? };
        let json = serde_json::to_string(&view).expect("a view serializes to JSON");
        let facts =
            ShopFacts { shop_name: &view.shop_name, home_url: &view.home_url, cart_url: &view.cart_url };
        let facts = serde_json::to_string(&facts).expect("facts serialize to JSON");
        let html = self.renderer.layout_shell(json).await?;
        Ok(LayoutShell::split(&html, facts).ok_or(RenderError::InvalidResponse)?)
    }

    async fn build_view(&self) -> sqlx::Result<LayoutView> {
        let shop: ShopSettings = store::find_setting(&self.db, "shop").await?.unwrap_or_default();
        let categories = catalog::service::categories(&self.db).await?;
        let link = |category: &catalog::Category| LinkView::new(&category.name, category_url(&category.path));
        let tops: Vec<_> = categories.iter().filter(|category| category.parent_id.is_none()).collect();
        let nav = tops.iter().map(|top| NavItem {
            label: top.name.clone(),
            url: category_url(&top.path),
            accent: false,
            children: categories
                .iter()
                .filter(|category| category.parent_id == Some(top.id))
                .map(link)
                .collect(),
        });
        let text = |key| self.messages.text(key);
        Ok(LayoutView {
            is_slim: false,
            nav: nav.collect(),
            footer: vec![
                FooterColumn {
                    title: text(msg::catalog::CATEGORIES),
                    links: tops.iter().map(|top| link(top)).collect(),
                },
                FooterColumn {
                    title: shop.name.clone(),
                    links: vec![
                        LinkView::new(text(msg::layout::HOME), "/ar/"),
                        LinkView::new(text(msg::catalog::ALL_PRODUCTS), "/ar/shop/"),
                        LinkView::new(text(msg::cart::TITLE), cart::view::CART_URL),
                    ],
                },
            ],
            shop_name: shop.name,
            tagline: shop.tagline,
            phone: shop.phone,
            store_notice: shop.store_notice,
            home_url: "/ar/".to_owned(),
            shop_url: "/ar/shop/".to_owned(),
            cart_url: cart::view::CART_URL.to_owned(),
            account_url: Some(accounts::view::ACCOUNT_URL.to_owned()),
            search_url: "/ar/".to_owned(),
            trust_badge: serde_json::to_value(reviews::service::trust_badge(&self.db).await?)
                .unwrap_or_default(),
            side_cart: serde_json::to_value(SideCartView::empty(
                store::find_setting(&self.db, "cart").await?.unwrap_or_default(),
            ))
            .unwrap_or_default(),
            year: self.clock.now().format("%Y").to_string(),
        })
    }
}
