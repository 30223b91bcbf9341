//! Builds the application from its configuration. Fails if an endpoint has no valid policy.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use anyhow::Context;
use bytes::Bytes;
use checkout::CheckoutContext;
use chrono::TimeDelta;
use content::{BlockSources, ContentOptions};
use edge::{
    AppError, Endpoint, Registry, Shop,
    api::ApiOrigins,
    cache::{PageCache, SharedPages},
    edge_purge::EdgePurger,
    error_pages::ErrorPages,
    held::HeldParts,
    middleware::host::Hosts,
    nonce::Nonces,
    passwords::Passwords,
    pipeline::Pipeline,
    pool_breaker::GuardedPool,
    public_page::PageOutcomes,
    purge::{PURGE_RETENTION, Purges},
    rate_limit::{RateLimiter, RateLimits},
    redis_client::RedisClient,
    registry::Location,
    renderer::Renderer,
    router::{MediaHost, RouterParts},
    settings_cache::SettingsCache,
    shop::{Pools, ShopState},
    supervise::supervise,
};
use enquiries::EnquiryOptions;
use http::HeaderMap;
use kernel::{Clock, Messages};
use media::MediaContext;
use moderation::QueueSources;
use orders::{OrderSettlement, jobs::OrderJobContext};
use payments::{
    PaymentContext,
    provider::{CircuitBreaker, Disconnected, Provider},
};
use sha2::{Digest, Sha256};
use sqlx::PgPool;
use tokio_util::task::AbortOnDropHandle;
use tower::util::BoxCloneSyncService;

use super::{
    config::Config, database, error_pages, layout::Layout, media::Media, read_pool::ReadPool, static_routes,
    uploads,
};
use crate::{health_page::RecentChecks, live::Live, pages};

/// The task that reads the purge log is restarted after this long without progress.
const PURGE_LOG_HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(15);

pub struct App {
    pub pipeline: Arc<Pipeline>,
    pub shop: Shop,
    pub contexts: Contexts,
    pub draining: Arc<AtomicBool>,
    /// Aborted when the app is dropped.
    _background_tasks: Vec<AbortOnDropHandle<()>>,
}

/// State of the capabilities whose handlers need more than the shop.
#[derive(Debug, Clone)]
pub struct Contexts {
    pub payments: PaymentContext,
    pub checkout: CheckoutContext,
    pub media: MediaContext,
    pub live: Live,
    pub checks: RecentChecks,
}

impl Contexts {
    fn new(config: &Config, clock: &Clock, pay: PgPool) -> anyhow::Result<Self> {
        let payments = payment_context(config, clock, pay)?;
        let express_url = Some(config.payment.pay_express_url.clone()).filter(|url| !url.is_empty());
        let checkout = CheckoutContext { payments: payments.clone(), express_url };
        let media = uploads::context(&config.uploads, clock, &config.secrets.nonce_session())?;
        Ok(Self { payments, checkout, media, live: Live::default(), checks: RecentChecks::default() })
    }
}

impl AsRef<PaymentContext> for Contexts {
    fn as_ref(&self) -> &PaymentContext {
        &self.payments
    }
}

impl AsRef<MediaContext> for Contexts {
    fn as_ref(&self) -> &MediaContext {
        &self.media
    }
}

impl AsRef<Live> for Contexts {
    fn as_ref(&self) -> &Live {
        &self.live
    }
}

impl AsRef<RecentChecks> for Contexts {
    fn as_ref(&self) -> &RecentChecks {
        &self.checks
    }
}

impl AsRef<CheckoutContext> for Contexts {
    fn as_ref(&self) -> &CheckoutContext {
        &self.checkout
    }
}

/// What staff moderate.
fn moderation_sources() -> QueueSources {
    QueueSources::new(vec![
        Arc::new(reviews::ReviewQueue),
        Arc::new(questions::QuestionQueue),
        Arc::new(content::CommentQueue),
    ])
}

/// Every endpoint of the shop.
pub fn endpoints() -> Vec<Endpoint<Contexts>> {
    let cart = cart::endpoints(pages::cross_sells());
    let pages = pages::endpoints()
        .into_iter()
        .chain(crate::site::endpoints())
        .chain(crate::search_words::endpoints())
        .chain(crate::finder::endpoints())
        .chain(crate::audit_page::endpoints())
        .chain(crate::health_page::endpoints())
        .chain(crate::staff_products::endpoints())
        .chain(crate::staff_settings::endpoints())
        .chain(crate::staff_stock::endpoints())
        .chain(crate::media_library::endpoints())
        .chain(cart)
        .chain(accounts::endpoints());
    let pages = pages.chain(questions::endpoints()).chain(barcodes::endpoints());
    let pages = pages.chain(affiliates::endpoints()).chain(followups::endpoints());
    let pages = pages.chain(attribution::endpoints()).chain(events::endpoints());
    let pages = pages.chain(stock_alerts::endpoints());
    let payments = payments::endpoints().into_iter().chain(orders::endpoints());
    let payments = payments.chain(media::endpoints()).chain(reviews::endpoints());
    let payments = payments.chain(moderation::endpoints(moderation_sources()));
    let mut endpoints: Vec<_> =
        pages.map(Endpoint::with_contexts).chain(checkout::endpoints()).chain(payments).collect();
    endpoints.extend(store_api::endpoints());
    endpoints.extend(crate::staff_products::upload_endpoints());
    endpoints.extend(crate::staff_settings::payment_endpoints());
    endpoints.extend(crate::media_library::upload_endpoints());
    endpoints.extend(crate::staff_home::endpoints());
    endpoints.extend(crate::live::endpoints());
    let sources = BlockSources { rows: pages::content_rows(), forms: enquiries::form_views() };
    endpoints.extend(enquiries::endpoints(&EnquiryOptions { sources: sources.clone() }));
    let content = ContentOptions { sources, reserved: reserved_slugs(&endpoints).into() };
    endpoints.extend(content::endpoints(&content).into_iter().map(Endpoint::with_contexts));
    endpoints
}

/// First parts of addresses below `/ar/` that no page or post may take: those of endpoints, and those outside the registry.
fn reserved_slugs(endpoints: &[Endpoint<Contexts>]) -> Vec<String> {
    const OTHERS: [&str; 14] = [
        "blog",
        "category",
        "tag",
        "author",
        "page",
        "feed",
        "comments",
        "wp-content",
        "wp-json",
        "wp-admin",
        "wp-includes",
        "media",
        "preview",
        edge::referral_path::VARIABLE,
    ];
    let paths = endpoints.iter().filter_map(|endpoint| match endpoint.location() {
        Location::Page(path)
        | Location::PageWith(path, _)
        | Location::Form(path)
        | Location::Rest(path)
        | Location::Api(_, path) => path.strip_prefix("/ar/")?.split('/').next(),
        Location::WcAjax(_) | Location::Action(_) | Location::ActionField(_) => None,
    });
    let slugs = paths.filter(|part| !part.is_empty() && !part.starts_with('{')).chain(OTHERS);
    let unique: std::collections::BTreeSet<&str> = slugs.collect();
    unique.into_iter().map(str::to_owned).collect()
}

impl App {
    /// Returns the mailer of the worker. It uses the worker's pool `db` and the renderers of this server.
    pub fn mailer(&self, config: &Config, db: PgPool) -> anyhow::Result<mail::Mailer> {
        Ok(mail::Mailer {
            db,
            clock: self.shop.clock.clone(),
            messages: self.shop.messages,
            renderer: self.shop.renderer.clone(),
            origin: self.shop.origin.clone(),
            smtp: Arc::new(config.mail.smtp().context("invalid mail server configuration")?),
            stopping: Default::default(),
        })
    }

    /// Returns the state of the worker's jobs about orders and payments. They use the worker's pool `db`.
    pub fn order_jobs(&self, config: &Config, db: PgPool) -> anyhow::Result<OrderJobContext> {
        let orders_to = config.payment.orders_to.as_deref().map(kernel::EmailAddress::parse).transpose()?;
        Ok(OrderJobContext { payments: self.contexts.payments.with_db(db), orders_to })
    }

    pub async fn build(
        config: &Config,
        clock: Clock,
        endpoints: Vec<Endpoint<Contexts>>,
    ) -> anyhow::Result<Self> {
        let errors = config.errors();
        anyhow::ensure!(errors.is_empty(), "invalid configuration:\n{}", errors.join("\n"));
        let pools = DatabasePools::open(config).await?;
        let redis = RedisPools::open(config)?;
        let purges = Purges::default();
        // Before the log is read: a shared cache may have missed what was purged while no server ran.
        let edges = edge_purgers(config, &purges)?;
        if let Err(error) = purges.catch_up(&pools.web.pool, PURGE_RETENTION).await {
            // The database may start later. Until then no page can be rendered from it.
            tracing::warn!(%error, "loading recent purges failed");
        }
        let state = shop_state(config, &clock, &pools, &redis, &purges)?;
        let contexts = Contexts::new(config, &clock, pools.pay.pool.clone())?;
        let web = pools.web.pool.clone();
        let shop = Shop::new(state, Pools { web: pools.web, staff: pools.staff, pay: pools.pay });
        let draining = Arc::new(AtomicBool::new(false));
        let registry = Registry::new(endpoints)?;
        let pipeline = build_pipeline(config, &shop, &contexts, registry, web.clone(), draining.clone())?;
        let tasks = follow_purges(purges, web, redis.counters).into_iter().chain(pools.replica_watch);
        let tasks = tasks.chain(edges);
        Ok(Self { pipeline, shop, contexts, draining, _background_tasks: tasks.collect() })
    }
}

struct DatabasePools {
    web: GuardedPool,
    /// A replica, or the primary while the replica is down.
    read: GuardedPool,
    /// The role of `read` on the primary; `None` without a replica.
    read_primary: Option<PgPool>,
    staff: GuardedPool,
    pay: GuardedPool,
    /// Switches `read`; `None` without a replica.
    replica_watch: Option<AbortOnDropHandle<()>>,
}

impl DatabasePools {
    async fn open(config: &Config) -> anyhow::Result<Self> {
        let database = &config.database;
        let web = database::guarded_pool(&database.database_url, database.pool_web, "matjar web")?;
        let read = database::guarded_pool(&database.database_read_url, database.pool_web, "matjar read")?;
        let read_pool = ReadPool::new(read, &database.database_url)?;
        let (read, read_primary) = (read_pool.pool.clone(), read_pool.primary.clone());
        let replica_watch = read_pool.watch().await;
        let staff = database::guarded_pool(&database.database_staff_url, 4, "matjar staff")?;
        let pay = payment_pool(config)?;
        Ok(Self { web, read, read_primary, staff, pay, replica_watch })
    }
}

struct RedisPools {
    /// Rate limits and purge messages.
    counters: RedisClient,
    /// Copies of pages. The same server unless another is configured.
    pages: RedisClient,
}

impl RedisPools {
    fn open(config: &Config) -> anyhow::Result<Self> {
        let shop = config.redis_shop();
        let open = |url: &str| RedisClient::new(url, &shop);
        let counters = open(&config.redis_url).context("invalid redis URL")?;
        let pages = match &config.redis_pages_url {
            Some(url) => open(url).context("invalid redis URL for pages")?,
            None => counters.clone(),
        };
        Ok(Self { counters, pages })
    }
}

/// The state that all handlers share, with its caches and the renderers.
fn shop_state(
    config: &Config,
    clock: &Clock,
    pools: &DatabasePools,
    redis: &RedisPools,
    purges: &Purges,
) -> anyhow::Result<ShopState> {
    let renderer = Renderer::start(
        config.renderers.source().context("creating the directory of the renderer sockets failed")?,
    );
    let messages = Messages::arabic();
    let layout = Layout {
        db: pools.read.pool.clone(),
        primary: pools.web.pool.clone(),
        read_primary: pools.read_primary.clone(),
        is_copy: config.is_copy,
        purges: purges.clone(),
        clock: clock.clone(),
        messages,
        renderer: renderer.clone(),
        tags: config.active_tags().view(),
        max_age: TimeDelta::from_std(config.page_ttl()).unwrap_or(TimeDelta::zero()),
        cached: Default::default(),
    };
    let cache = PageCache::new(
        purges.clone(),
        SharedPages::new(redis.pages.clone(), &config.secrets.nonce_page()),
        clock.clone(),
        build_id(config),
        config.page_ttl(),
        config.page_memory * 1024 * 1024,
        security_headers(config),
    )
    .with_edges(!config.active_edge_purge_urls().is_empty());
    let rate_limits = RateLimits::default().times(config.rate_factor);
    Ok(ShopState {
        // From the primary: a replica may not yet have the change that caused a purge.
        settings: SettingsCache::new(pools.web.pool.clone(), purges.clone()),
        held: HeldParts::new(config.page_ttl()),
        rate_limiter: RateLimiter::new(rate_limits, redis.counters.clone()),
        nonces: Nonces::new(config.secrets.nonce_page(), config.secrets.nonce_session()),
        passwords: Passwords::new(),
        layout: Arc::new(layout),
        read_db: pools.read.pool.clone(),
        read_primary: pools.read_primary.clone(),
        read_breaker: pools.read.breaker.clone(),
        redis: redis.counters.clone(),
        clock: clock.clone(),
        messages,
        renderer,
        cache,
        origin: config.public_origin.as_str().into(),
        api_origins: ApiOrigins(config.api_origins().into()),
        media_origin: config.uploads.media_origin.as_deref().map(Into::into),
        tags: Arc::new(config.active_tags().view()),
    })
}

fn build_pipeline(
    config: &Config,
    shop: &Shop,
    contexts: &Contexts,
    registry: Registry<Contexts>,
    db: PgPool,
    draining: Arc<AtomicBool>,
) -> anyhow::Result<Arc<Pipeline>> {
    let (origin, messages) = (shop.origin.clone(), shop.messages);
    let build_error_page = move |error: &AppError| error_pages::error_page(error, &origin, messages);
    let media = Media::in_folder(&config.media_dir)?;
    let published_files = media::public_routes(contexts.media.objects.clone());
    // Uploaded files are served by their own host, or by that of the shop. Pictures of products are named by their path: on
    // the shop's host it leads to the other one.
    let (media_host, published_files) = match config.uploads.media_host() {
        Some(host) => {
            let hosts = Hosts::new(vec![host.to_owned()]);
            let service = BoxCloneSyncService::new(published_files);
            (
                Some(MediaHost { hosts, service }),
                static_routes::to_media_host(config.uploads.media_origin.clone()),
            )
        }
        None => (None, published_files),
    };
    Ok(Pipeline::new(RouterParts {
        registry,
        trusted: config.trusted_proxies.clone(),
        hosts: Hosts::new(config.hosts()),
        error_pages: ErrorPages::new(shop.clone(), Arc::new(build_error_page), unavailable_page(config)),
        fallback: static_routes::service(config, media, published_files, db, shop.clock.clone(), draining),
        outcomes: PageOutcomes::default(),
        security: security_headers(config),
        media: media_host,
        shop: shop.clone(),
        contexts: contexts.clone(),
    }))
}

/// The security headers of every response.
fn security_headers(config: &Config) -> Arc<HeaderMap> {
    let mut headers = edge::headers::security(config.uploads.media_origin.as_deref().unwrap_or_default());
    edge::headers::allow_tags(&mut headers, &config.active_tags().origins());
    Arc::new(headers)
}

/// Keeps the purges up to date: from the log in the database, and sooner from messages in Redis.
fn follow_purges(purges: Purges, db: PgPool, redis: RedisClient) -> [AbortOnDropHandle<()>; 2] {
    let log = {
        let purges = purges.clone();
        supervise("purge log", PURGE_LOG_HEARTBEAT_TIMEOUT, move |beat| {
            purges.clone().follow_log(db.clone(), beat)
        })
    };
    // No heartbeat: the task waits for messages.
    let messages =
        supervise("purge messages", Duration::MAX, move |_| purges.clone().follow_redis(redis.clone()));
    [log, messages]
}

/// Purges each shared cache in front of the shop.
fn edge_purgers(config: &Config, purges: &Purges) -> anyhow::Result<Vec<AbortOnDropHandle<()>>> {
    let start = |url: &String| -> anyhow::Result<AbortOnDropHandle<()>> {
        let purger = EdgePurger::new(url, purges).context("MATJAR_EDGE_PURGE_URLS")?;
        // Survives a restart of the task, with the tags that wait.
        let purger = Arc::new(tokio::sync::Mutex::new(purger));
        Ok(supervise("edge purges", PURGE_LOG_HEARTBEAT_TIMEOUT, move |beat| {
            let purger = purger.clone();
            async move { purger.lock().await.run(beat).await }
        }))
    };
    config.active_edge_purge_urls().iter().map(start).collect()
}

/// Paying has a separate pool with a longer acquire timeout, so that it still gets connections when the main pool
/// is exhausted.
fn payment_pool(config: &Config) -> anyhow::Result<GuardedPool> {
    database::payment_pool(&config.database.database_url, config.payment.pool_pay, "matjar pay")
}

pub fn payment_context(config: &Config, clock: &Clock, db: PgPool) -> anyhow::Result<PaymentContext> {
    let provider = config.payment.provider().context("invalid payment provider configuration")?;
    #[cfg(feature = "seeded-bugs")]
    let provider = crate::seeded_bugs::TrustedEvents::new(provider);
    let provider: Provider = Arc::new(CircuitBreaker::new(provider));
    let provider: Provider = if config.is_copy { Arc::new(Disconnected::new(provider)) } else { provider };
    let setup = provider.browser();
    // For express checkout the browser also connects to the origin of the payment method's URL.
    let express = config.payment.pay_express_url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
    let connect = match express.as_str() {
        "" => setup.connect_origin.clone(),
        same if same == setup.connect_origin => same.to_owned(),
        other => format!("{} {other}", setup.connect_origin),
    };
    let headers = edge::headers::for_payment(&setup.script_origin, &connect)
        .context("invalid origin of the payment provider")?;
    Ok(PaymentContext::new(payments::context::PaymentContextInner {
        db,
        provider,
        clock: clock.clone(),
        timings: config.payment.timings(),
        headers,
        descriptor: config.payment.pay_descriptor.clone(),
        rate_factor: i64::from(config.rate_factor),
        alarm: Default::default(),
        identity: Default::default(),
        sink: Arc::new(OrderSettlement),
    }))
}

/// Identifies the build of the views. It is part of the names of shared pages, so that pages of another build are not
/// used.
fn build_id(config: &Config) -> String {
    let mut digest = Sha256::new();
    for file in ["renderer/app.mjs", "client/.vite/manifest.json", "client/.vite/sheets.json"] {
        // With remote renderers this server may not have these files.
        digest.update(std::fs::read(config.renderers.web_dir.join(file)).unwrap_or_default());
    }
    digest.update(env!("CARGO_PKG_VERSION"));
    hex::encode(&digest.finalize()[..8])
}

/// The static page that is shown when no page can be rendered.
fn unavailable_page(config: &Config) -> Bytes {
    let file = config.renderers.web_dir.join("client/503.html");
    std::fs::read(&file).map(Bytes::from).unwrap_or_else(|error| {
        tracing::error!(%error, file = %file.display(), "reading the static 503 page failed");
        Bytes::from_static("المتجر متوقف مؤقتًا".as_bytes())
    })
}
