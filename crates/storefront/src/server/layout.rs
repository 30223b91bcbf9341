//! Header and footer, rendered once and cached until the settings, the categories, a menu or a notice change.

use std::{
    future::Future,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use attribution::AttributionSettings;
use cart::view::SideCartView;
use chrono::{DateTime, TimeDelta, Utc};
use edge::{
    AppError,
    page::{LayoutShell, LayoutSource},
    purge::Purges,
    renderer::{RenderError, Renderer},
    session::StaffMember,
    view::{
        AdminLayoutView, ComingSoonView, ConsentMode, FooterColumn, LayoutView, LinkView, MeasurementView,
        NavItem, NewsletterView, StoreNoticeView, TagsView,
    },
};
use kernel::{Clock, Messages, msg};
use payments::{rules::card::Brand, service::form::brand_name};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::{
    pages::category_url,
    server::admin_menu,
    site::{
        BANNER_STATE_URL, DISMISS_URL,
        rules::{Menu, MenuItem, NoticeKind, layout_tags},
        store::Site,
    },
    store,
};

/// Shop details, set by the owner.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ShopSettings {
    pub name: String,
    pub tagline: String,
    pub phone: String,
    /// See [`edge::ShopZone`].
    #[serde(default)]
    pub time_zone: String,
    #[serde(default)]
    pub email: String,
    /// The number that the shop answers on WhatsApp, as it is shown.
    #[serde(default)]
    pub whatsapp: String,
    /// When the shop answers, in words.
    #[serde(default)]
    pub hours: String,
    /// The page on which the shop can be asked.
    #[serde(default)]
    pub contact_url: String,
    /// What the empty search box proposes.
    #[serde(default)]
    pub popular_searches: Vec<String>,
}

impl Default for ShopSettings {
    fn default() -> Self {
        Self {
            name: "متجر".to_owned(),
            tagline: String::new(),
            phone: String::new(),
            time_zone: String::new(),
            email: String::new(),
            whatsapp: String::new(),
            hours: String::new(),
            contact_url: String::new(),
            popular_searches: Vec::new(),
        }
    }
}

/// Cache tags of the layout's other data. Pages do not have the tag of the reviews: their summary may be older.
const SHOP_TAGS: [&str; 2] = ["settings", "categories"];

pub struct Layout {
    pub db: PgPool,
    /// Menus and notices come from the primary: a replica may not yet have the change that caused a purge.
    pub primary: PgPool,
    /// The primary with the role of `db`; `None` without a replica.
    pub read_primary: Option<PgPool>,
    /// Shown to staff: this is a copy of the shop.
    pub is_copy: bool,
    pub purges: Purges,
    pub clock: Clock,
    pub messages: &'static Messages,
    pub renderer: Renderer,
    /// Scripts of other services, for pages without a payment form.
    pub tags: TagsView,
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
                && !self.purges.changed_since(cached.position, &cached.shell.tags)
                && !self.purges.changed_since(cached.position, &[reviews::service::PURGE_TAG.to_owned()])
            {
                return Ok(cached.shell.clone());
            }
            let shell = match self.render(is_slim, now).await {
                Ok(shell) => Arc::new(shell),
                // The database or the renderers are down: a stale layout is better than none.
                Err(error) => return cached.map(|cached| cached.shell).ok_or(error),
            };
            let until = shell.changes_at.into_iter().fold(now + self.max_age, DateTime::min);
            *entry.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(CachedLayout { position, until, shell: shell.clone() });
            Ok(shell)
        })
    }

    fn admin_layout(
        &self,
        member: &StaffMember,
        path: &str,
        sign: &dyn Fn(&'static str) -> String,
    ) -> AdminLayoutView {
        let role_band = accounts::service::role_band(member, sign);
        AdminLayoutView { role_band, ..admin_menu::layout(self.messages, member, path, self.is_copy) }
    }
}

impl Layout {
    async fn render(&self, is_slim: bool, now: DateTime<Utc>) -> Result<LayoutShell, AppError> {
        let site = match Site::load(&self.primary, now).await {
            Ok(site) => site,
            Err(_) => Site::load(&self.db, now).await?,
        };
        // A replica may not have the change that has purged the layout.
        let view = match &self.read_primary {
            Some(primary) => match self.build_view(primary, &site).await {
                Ok(view) => view,
                Err(_) => self.build_view(&self.db, &site).await?,
            },
            None => self.build_view(&self.db, &site).await?,
        };
        let mut view = LayoutView { is_slim, ..view };
        if is_slim {
            // Payment forms have this layout.
            view.measurement.tags = None;
        }
        let json = serde_json::to_string(&view).expect("a view serializes to JSON");
        let facts =
            ShopFacts { shop_name: &view.shop_name, home_url: &view.home_url, cart_url: &view.cart_url };
        let facts = serde_json::to_string(&facts).expect("facts serialize to JSON");
        let html = self.renderer.layout_shell(json).await?;
        let shell = LayoutShell::split(&html, facts).ok_or(RenderError::InvalidResponse)?;
        let tags = SHOP_TAGS.map(str::to_owned).into_iter().chain(layout_tags(is_slim));
        Ok(shell.tagged(tags).changing_at(site.changes_at))
    }

    async fn build_view(&self, db: &PgPool, site: &Site) -> sqlx::Result<LayoutView> {
        let shop: ShopSettings = store::find_setting(db, "shop").await?.unwrap_or_default();
        let categories = catalog::service::categories(db).await?;
        let link = |category: &catalog::Category| LinkView::new(&category.name, category_url(&category.path));
        let tops: Vec<_> = categories.iter().filter(|category| category.parent_id.is_none()).collect();
        let from_categories = || {
            let item = |top: &&catalog::Category| NavItem {
                label: top.name.clone(),
                url: category_url(&top.path),
                accent: false,
                description: String::new(),
                children: categories
                    .iter()
                    .filter(|category| category.parent_id == Some(top.id))
                    .map(link)
                    .collect(),
            };
            tops.iter().map(item).collect()
        };
        let text = |key| self.messages.text(key);
        let default_footer = || {
            vec![
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
            ]
        };
        let nav: Vec<_> = match site.menu(Menu::Main) {
            [] => from_categories(),
            items => items.iter().map(nav_item).collect(),
        };
        let measurement = self.measurement(db).await?;
        // A visitor who had to choose can choose again.
        let consent_link = (measurement.consent == ConsentMode::Ask)
            .then(|| LinkView::new(text(msg::attribution::CONSENT_TITLE), &*measurement.consent_url));
        let (columns, links): (Vec<_>, Vec<_>) =
            site.menu(Menu::Footer).iter().partition(|item| !item.children.is_empty());
        Ok(LayoutView {
            is_slim: false,
            mobile_nav: match site.menu(Menu::Mobile) {
                [] => nav.clone(),
                items => items.iter().map(nav_item).collect(),
            },
            nav,
            footer: match columns.as_slice() {
                [] => default_footer(),
                columns => columns.iter().map(|item| footer_column(item)).collect(),
            },
            newsletter: accounts::service::newsletter(db).await?.map(|list| NewsletterView {
                action: accounts::view::NEWSLETTER_URL.to_owned(),
                title: list.name,
                text: list.description,
            }),
            footer_links: links
                .iter()
                .map(|item| LinkView::new(&item.label, &item.url))
                .chain(consent_link)
                .collect(),
            store_notice: site
                .notice(NoticeKind::Store)
                .map(|notice| StoreNoticeView { id: notice.id.to_string(), text: notice.text.clone() }),
            coming_soon: site.notice(NoticeKind::ComingSoon).map(|notice| ComingSoonView {
                text: notice.text.clone(),
                state_url: BANNER_STATE_URL.to_owned(),
                rest_url: DISMISS_URL.to_owned(),
            }),
            shop_name: shop.name,
            tagline: shop.tagline,
            phone: shop.phone,
            email: shop.email,
            whatsapp: shop.whatsapp,
            hours: shop.hours,
            popular_searches: shop.popular_searches,
            service_links: site
                .menu(Menu::Service)
                .iter()
                .map(|item| LinkView::new(&item.label, &item.url))
                .collect(),
            card_brands: Brand::ENABLED.map(|brand| text(brand_name(brand))).to_vec(),
            home_url: "/ar/".to_owned(),
            shop_url: "/ar/shop/".to_owned(),
            cart_url: cart::view::CART_URL.to_owned(),
            account_url: Some(accounts::view::ACCOUNT_URL.to_owned()),
            search_url: "/ar/".to_owned(),
            trust_badge: serde_json::to_value(reviews::service::trust_badge(db).await?).unwrap_or_default(),
            side_cart: serde_json::to_value(SideCartView::empty(
                store::find_setting(db, "cart").await?.unwrap_or_default(),
            ))
            .unwrap_or_default(),
            measurement,
            year: self.clock.now().format("%Y").to_string(),
        })
    }
}

impl Layout {
    async fn measurement(&self, db: &PgPool) -> sqlx::Result<MeasurementView> {
        let settings: AttributionSettings = store::find_setting(db, "attribution").await?.unwrap_or_default();
        Ok(MeasurementView {
            consent: settings.consent,
            consent_url: attribution::service::CONSENT_URL.to_owned(),
            landing_url: attribution::service::LANDING_URL.to_owned(),
            checkout_url: cart::view::CHECKOUT_URL.to_owned(),
            tags: (!self.tags.is_empty()).then(|| self.tags.clone()),
        })
    }
}

fn nav_item(item: &MenuItem) -> NavItem {
    NavItem {
        label: item.label.clone(),
        url: item.url.clone(),
        accent: item.accent,
        description: item.description.clone(),
        children: links_of(item),
    }
}

fn footer_column(item: &MenuItem) -> FooterColumn {
    FooterColumn { title: item.label.clone(), links: links_of(item) }
}

fn links_of(item: &MenuItem) -> Vec<LinkView> {
    item.children.iter().map(|child| LinkView::new(&child.label, &child.url)).collect()
}
