//! The state that handlers share.

use std::{ops::Deref, sync::Arc};

use axum::{
    extract::FromRef,
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use http::{HeaderValue, header};
use kernel::{Clock, Messages};
use sqlx::PgPool;

use crate::{
    AppError,
    api::ApiOrigins,
    cache::PageCache,
    held::{self, HeldParts},
    nonce::Nonces,
    page::{LayoutSource, Page, PublicShop},
    passwords::Passwords,
    policy::{DatabaseRole, Policy, Priority, Role},
    pool_breaker::{GuardedPool, PoolBreaker},
    purge::OVERLAP,
    rate_limit::RateLimiter,
    redis_client::RedisClient,
    renderer::{RenderError, Renderer},
    settings_cache::SettingsCache,
    view::{AdminLayoutView, TagsView},
};

/// Application state, with the database as one endpoint's policy says: a handler cannot reach another role's pool.
#[derive(Clone)]
pub struct Shop {
    inner: Arc<Inner>,
    /// The primary as `shop_web` or `shop_staff`, or what `shop_read` reads from.
    pub db: PgPool,
    /// Of the pool `db`.
    breaker: PoolBreaker,
    /// The endpoint is for staff: its pages are in the admin's layout.
    is_admin: bool,
}

struct Inner {
    state: ShopState,
    pools: Pools,
}

/// Connections of the roles that write.
pub struct Pools {
    pub web: GuardedPool,
    pub staff: GuardedPool,
    /// The role of `web`, for payments: they get connections when all those of `web` are taken.
    pub pay: GuardedPool,
}

pub struct ShopState {
    /// A replica or the primary, as the role that cannot see visitors.
    pub read_db: PgPool,
    /// The same role on the primary; `None` without a replica.
    pub read_primary: Option<PgPool>,
    /// Of the pool `read_db`.
    pub read_breaker: PoolBreaker,
    pub redis: RedisClient,
    pub clock: Clock,
    pub messages: &'static Messages,
    pub renderer: Renderer,
    pub nonces: Nonces,
    pub passwords: Passwords,
    pub rate_limiter: RateLimiter,
    pub cache: PageCache,
    pub settings: SettingsCache,
    pub held: HeldParts,
    pub layout: Arc<dyn LayoutSource>,
    pub origin: Arc<str>,
    /// Origins of other front ends, which may use the API without cookies.
    pub api_origins: ApiOrigins,
    /// The host of visitors' pictures and videos; `None`: this shop's own.
    pub media_origin: Option<Arc<str>>,
    /// Scripts of other services, for pages without a payment form.
    pub tags: Arc<TagsView>,
}

/// The page of a response whose body is not rendered yet.
#[derive(Clone)]
pub(crate) struct AdminPage(pub Arc<Page>);

/// State of all handlers: the shop, and the contexts of the application's capabilities, which this crate does not know. A
/// capability implements `FromRef<AppState<C>>` for its own context, for each `C` that contains one.
#[derive(Clone)]
pub struct AppState<C = ()> {
    pub shop: Shop,
    pub contexts: C,
}

impl<C> FromRef<AppState<C>> for Shop {
    fn from_ref(state: &AppState<C>) -> Self {
        state.shop.clone()
    }
}

impl Deref for Shop {
    type Target = ShopState;

    fn deref(&self) -> &ShopState {
        &self.inner.state
    }
}

impl Shop {
    /// With the database as `shop_web`.
    pub fn new(state: ShopState, pools: Pools) -> Self {
        let GuardedPool { pool: db, breaker } = pools.web.clone();
        Self { inner: Arc::new(Inner { state, pools }), db, breaker, is_admin: false }
    }

    /// With the database as `shop_staff`: for what members of staff have scheduled.
    #[must_use]
    pub fn for_staff(&self) -> Self {
        let GuardedPool { pool: db, breaker } = self.inner.pools.staff.clone();
        Self { inner: self.inner.clone(), db, breaker, is_admin: false }
    }

    pub(crate) fn for_policy(&self, policy: &Policy) -> Self {
        let pools = &self.inner.pools;
        let GuardedPool { pool: db, breaker } = match policy.database {
            DatabaseRole::Read => {
                GuardedPool { pool: self.read_db.clone(), breaker: self.read_breaker.clone() }
            }
            DatabaseRole::Web if policy.priority <= Priority::PAYMENT => pools.pay.clone(),
            DatabaseRole::Web => pools.web.clone(),
            DatabaseRole::Staff => pools.staff.clone(),
        };
        Self { inner: self.inner.clone(), db, breaker, is_admin: policy.role == Role::Staff }
    }

    /// Learns now what others have purged, from the log on the primary.
    pub(crate) async fn read_purge_log(&self) -> sqlx::Result<()> {
        self.cache.purges().catch_up(&self.inner.pools.web.pool, OVERLAP).await
    }

    pub(crate) fn breaker(&self) -> &PoolBreaker {
        &self.breaker
    }

    /// The part of the shop that a public page may know.
    pub fn public(&self) -> PublicShop {
        PublicShop {
            db: self.read_db.clone(),
            clock: self.clock.clone(),
            messages: self.messages,
            origin: self.origin.clone(),
            media_origin: self.media_origin.clone(),
            nonces: self.nonces.for_pages(),
            settings: self.settings.clone(),
        }
    }

    /// The finished document.
    pub async fn render(&self, page: &Page) -> Result<Bytes, AppError> {
        let shell = self.layout.shell(page.is_slim).await?;
        let document = self.document(page, page.to_json(&shell.shop)).await?;
        Ok(shell.wrap(&document).ok_or(RenderError::InvalidResponse)?)
    }

    /// The finished document of a page that will be cached, and the page with everything that its layout depends on.
    pub(crate) async fn render_for_cache(&self, page: Page) -> Result<(Page, Bytes), AppError> {
        let shell = self.layout.shell(page.is_slim).await?;
        let page = page.inside(&shell);
        let html = self.render(&page).await?;
        Ok((page, html))
    }

    /// The finished document of a page for staff.
    pub(crate) async fn render_in_admin(
        &self,
        page: &Page,
        layout: &AdminLayoutView,
    ) -> Result<Bytes, AppError> {
        let shell = self.layout.shell(true).await?;
        Ok(self.document(page, page.to_json_in_admin(&shell.shop, layout)).await?)
    }

    /// What a renderer makes of the page, `json`, with the parts that this server holds.
    async fn document(&self, page: &Page, json: String) -> Result<Bytes, RenderError> {
        let renderer = &self.renderer;
        let parts = self.held.markup(&page.held, move |missing| renderer.regions(missing));
        let (document, parts) = tokio::join!(renderer.page(json), parts);
        held::fill(document?, &page.held, &parts?)
    }

    /// A page for one visitor, never cached. A page for staff is rendered by [`crate::middleware::admin_page`], which
    /// knows the member and the address.
    pub async fn personal_response(&self, page: &Page) -> Result<Response, AppError> {
        let mut response = page.status.into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        if self.is_admin && !page.is_preview {
            response.extensions_mut().insert(AdminPage(Arc::new(page.clone())));
        } else {
            *response.body_mut() = self.render(page).await?.into();
        }
        Ok(response)
    }
}
