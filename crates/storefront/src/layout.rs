//! Header and footer, made once and kept until the settings or the categories change.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use edge::{
    AppError,
    page::LayoutSource,
    purge::Purges,
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
    pub kept: Mutex<Option<(u64, Arc<str>)>>,
}

impl LayoutSource for Layout {
    fn layout(&self) -> Pin<Box<dyn Future<Output = Result<Arc<str>, AppError>> + Send + '_>> {
        Box::pin(async move {
            let position = self.purges.position();
            let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).clone();
            if let Some((made_at, layout)) = &kept
                && !self.purges.changed_since(*made_at, &["settings".to_owned(), "categories".to_owned()])
            {
                return Ok(layout.clone());
            }
            let made = match self.make().await {
                Ok(view) => Arc::<str>::from(serde_json::to_string(&view).expect("a view is plain data")),
                // The database is gone: yesterday's header is better than none.
                Err(error) => return kept.map(|(_, layout)| layout).ok_or_else(|| error.into()),
            };
            *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some((position, made.clone()));
            Ok(made)
        })
    }
}

impl Layout {
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
            // Drawn once there is an account area to lead to.
            account_url: None,
            search_url: "/ar/shop/".to_owned(),
            year: self.clock.now().format("%Y").to_string(),
        })
    }
}
