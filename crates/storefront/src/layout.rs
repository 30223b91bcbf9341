//! Header and footer, drawn once and kept until the settings or the categories change.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use cart::view::SideCartView;
use chrono::{DateTime, TimeDelta, Utc};
use edge::{
    AppError,
    page::{LayoutSource, Surround},
    purge::Purges,
    renderer::{RenderError, Renderer},
    view::{FooterColumn, LayoutView, LinkView, NavItem},
};
use kernel::{Clock, Messages, msg};
use serde::{Deserialize, Serialize};
use sqlx::{PgExecutor, PgPool, types::Json};

use crate::pages::category_url;

/// The shop's own words, as the owner keeps them.
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

/// One named group of settings.
pub async fn setting<T: serde::de::DeserializeOwned + Send + Unpin + 'static>(
    db: impl PgExecutor<'_>,
    name: &str,
) -> sqlx::Result<Option<T>> {
    let value: Option<Json<T>> = sqlx::query_scalar("select value from settings where name = $1")
        .bind(name)
        .fetch_optional(db)
        .await?;
    Ok(value.map(|Json(value)| value))
}

pub struct Layout {
    pub db: PgPool,
    pub purges: Purges,
    pub clock: Clock,
    pub messages: &'static Messages,
    pub renderer: Renderer,
    /// However quiet the shop, what was drawn is drawn again after this long: renderers may have been renewed.
    pub life: TimeDelta,
    /// As most pages have it, and as those have it that must not lead away.
    pub kept: [Mutex<Option<Kept>>; 2],
}

#[derive(Clone)]
pub struct Kept {
    position: u64,
    until: DateTime<Utc>,
    surround: Arc<Surround>,
}

/// What a document says of its shop outside of header and footer.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ShopFacts<'a> {
    shop_name: &'a str,
    home_url: &'a str,
    cart_url: &'a str,
}

impl LayoutSource for Layout {
    fn surround(
        &self,
        is_slim: bool,
    ) -> Pin<Box<dyn Future<Output = Result<Arc<Surround>, AppError>> + Send + '_>> {
        let place = &self.kept[usize::from(is_slim)];
        Box::pin(async move {
            let now = self.clock.now();
            let position = self.purges.position();
            let kept = place.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let Some(kept) = &kept
                && now < kept.until
                && !self
                    .purges
                    .changed_since(kept.position, &["settings".to_owned(), "categories".to_owned()])
            {
                return Ok(kept.surround.clone());
            }
            let surround = match self.draw(is_slim).await {
                Ok(surround) => Arc::new(surround),
                // The database or the renderers are gone: yesterday's header is better than none.
                Err(error) => return kept.map(|kept| kept.surround).ok_or(error),
            };
            *place.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(Kept { position, until: now + self.life, surround: surround.clone() });
            Ok(surround)
        })
    }
}

impl Layout {
    async fn draw(&self, is_slim: bool) -> Result<Surround, AppError> {
        let view = LayoutView { is_slim, ..self.make().await? };
        let json = serde_json::to_string(&view).expect("a view is plain data");
        let facts =
            ShopFacts { shop_name: &view.shop_name, home_url: &view.home_url, cart_url: &view.cart_url };
        let facts = serde_json::to_string(&facts).expect("facts are plain data");
        let frame = self.renderer.frame(json).await?;
        Ok(Surround::cut(&frame, facts).ok_or(RenderError::Nonsense)?)
    }

    async fn make(&self) -> sqlx::Result<LayoutView> {
        let shop: ShopSettings = setting(&self.db, "shop").await?.unwrap_or_default();
        let categories = catalog::store::categories(&self.db).await?;
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
            side_cart: serde_json::to_value(SideCartView::empty(
                setting(&self.db, "cart").await?.unwrap_or_default(),
            ))
            .unwrap_or_default(),
            year: self.clock.now().format("%Y").to_string(),
        })
    }
}
