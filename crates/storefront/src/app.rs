//! Puts the shop together. What comes out either answers every endpoint under its policy, or did not start.

use std::{
    sync::{Arc, atomic::AtomicBool},
    time::Duration,
};

use anyhow::Context;
use bytes::Bytes;
use checkout::Till;
use chrono::TimeDelta;
use edge::{
    Endpoint, Registry, Shop,
    cache::{PageCache, SharedPages},
    frame::{Frame, FrameParts},
    kept::Kept,
    nonce::Nonces,
    passwords::Passwords,
    purge::{Purges, REMEMBERED},
    rate::{RateGate, RateLimits},
    redis_link::RedisLink,
    renderer::Renderer,
    shop::Parts,
    supervise::supervise,
};
use kernel::{Clock, Messages};
use payments::provider::{Guarded, PaymentProvider};
use sha2::{Digest, Sha256};
use tokio_util::task::AbortOnDropHandle;

use crate::{
    beside, config::Config, database, layout::Layout, media::Media, messages, pages, read_pool::ReadPool,
};

/// How long the purge log may go unread before its reader is replaced.
const LOG_SILENCE: Duration = Duration::from_secs(15);

pub struct App {
    pub frame: Arc<Frame>,
    pub shop: Shop,
    pub draining: Arc<AtomicBool>,
    /// Ended with the app.
    _followers: Vec<AbortOnDropHandle<()>>,
}

/// Every endpoint of the shop.
pub fn endpoints() -> Vec<Endpoint> {
    let cart = cart::endpoints(pages::suggestions());
    let own = pages::endpoints().into_iter().chain(cart);
    own.chain(accounts::endpoints()).chain(checkout::endpoints()).collect()
}

impl App {
    /// Sends letters for the worker, whose connections it uses, with the renderers of this server.
    pub fn postman(&self, config: &Config, db: sqlx::PgPool) -> anyhow::Result<mail::Postman> {
        Ok(mail::Postman {
            db,
            clock: self.shop.clock.clone(),
            messages: self.shop.messages,
            renderer: self.shop.renderer.clone(),
            origin: self.shop.origin.clone(),
            smtp: Arc::new(config.mail.smtp().context("the mail server")?),
            stopping: Default::default(),
        })
    }

    pub async fn build(config: &Config, clock: Clock, endpoints: Vec<Endpoint>) -> anyhow::Result<Self> {
        let faults = config.faults();
        anyhow::ensure!(faults.is_empty(), "the configuration is unsound:\n{}", faults.join("\n"));
        let db = database::pool(&config.database.database_url, config.database.pool_web, "matjar web")?;
        let read =
            database::pool(&config.database.database_read_url, config.database.pool_web, "matjar read")?;
        let guarded = ReadPool::new(read, &config.database.database_url)?;
        let read = guarded.pool.clone();
        let replica = guarded.watch().await;
        let staff = database::pool(&config.database.database_staff_url, 4, "matjar staff")?;
        let redis = RedisLink::new(&config.redis_url, &config.public_origin).context("the redis address")?;
        let pages = match &config.redis_pages_url {
            Some(url) => RedisLink::new(url, &config.public_origin).context("the redis address for pages")?,
            None => redis.clone(),
        };
        let purges = Purges::default();
        if let Err(error) = purges.catch_up(&db, REMEMBERED).await {
            // The database may come later; until then nothing is drawn that could be trusted wrongly.
            tracing::warn!(%error, "recent purges are not known yet");
        }
        let renderer = Renderer::start(config.renderers.setup().context("the renderers' sockets")?);
        let build = build_id(config);
        let messages = Messages::arabic();
        let layout = Layout {
            db: read.clone(),
            purges: purges.clone(),
            clock: clock.clone(),
            messages,
            renderer: renderer.clone(),
            life: TimeDelta::from_std(config.page_life()).unwrap_or(TimeDelta::zero()),
            kept: Default::default(),
        };
        let mut others = http::Extensions::new();
        others.insert(till(config, &clock)?);
        let cache = PageCache::new(
            purges.clone(),
            SharedPages::new(pages, &config.secrets.nonce_page()),
            clock.clone(),
            build,
            config.page_life(),
            config.page_memory * 1024 * 1024,
        );
        let origin: Arc<str> = config.public_origin.as_str().into();
        let shop = Shop::new(Parts {
            // From the primary: a replica may not know yet what was purged.
            kept: Kept::new(db.clone(), purges.clone()),
            rate: RateGate::new(RateLimits::default().times(config.rate_factor), redis.clone()),
            nonces: Nonces::new(config.secrets.nonce_page(), config.secrets.nonce_session()),
            passwords: Passwords::new(),
            layout: Arc::new(layout),
            db: db.clone(),
            read,
            staff,
            redis: redis.clone(),
            clock: clock.clone(),
            messages,
            renderer,
            cache,
            origin: origin.clone(),
            others,
        });
        let registry = Registry::build(endpoints, &shop)?;
        let draining = Arc::new(AtomicBool::new(false));
        let frame = Frame::new(FrameParts {
            registry,
            trusted: config.trusted_proxies.clone(),
            hosts: config.hosts(),
            explain: Arc::new(move |error, reference| messages::explain(error, reference, &origin, messages)),
            unavailable: unavailable_page(config),
            beside: beside::service(
                config,
                Media::in_folder(&config.media_dir)?,
                db.clone(),
                clock,
                draining.clone(),
            ),
            shop: shop.clone(),
        });
        let followers = [
            Some({
                let purges = purges.clone();
                supervise("purge log", LOG_SILENCE, move |beat| purges.clone().follow_log(db.clone(), beat))
            }),
            // It waits for messages, for as long as there are none.
            Some(supervise("purge messages", Duration::MAX, move |_| {
                purges.clone().follow_redis(redis.clone())
            })),
            replica,
        ];
        let followers = followers.into_iter().flatten().collect();
        Ok(Self { frame, shop, draining, _followers: followers })
    }
}

/// Where money is taken, with connections of its own and more patience for one.
pub fn till(config: &Config, clock: &Clock) -> anyhow::Result<Till> {
    let provider = config.payment.provider().context("the provider of payments")?;
    let setup = provider.browser();
    // A browser asks the express means' own address whether it has it.
    let express = config.payment.pay_express_url.splitn(4, '/').take(3).collect::<Vec<_>>().join("/");
    let connect = match express.as_str() {
        "" => setup.connect_origin.clone(),
        same if same == setup.connect_origin => same.to_owned(),
        other => format!("{} {other}", setup.connect_origin),
    };
    let headers =
        edge::headers::for_payment(&setup.script_origin, &connect).context("the provider's origins")?;
    let orders_to = config.payment.orders_to.as_deref().map(kernel::EmailAddress::parse).transpose()?;
    Ok(Till::new(checkout::till::Parts {
        db: database::patient_pool(&config.database.database_url, config.payment.pool_pay, "matjar pay")?,
        provider: Arc::new(Guarded::new(provider)),
        clock: clock.clone(),
        pace: config.payment.pace(),
        headers,
        descriptor: config.payment.pay_descriptor.clone(),
        express_url: Some(config.payment.pay_express_url.clone()).filter(|url| !url.is_empty()),
        orders_to,
        factor: i64::from(config.rate_factor),
        alarm: Default::default(),
        identity: Default::default(),
    }))
}

/// Names the build of the views: pages drawn by another one are not ours.
fn build_id(config: &Config) -> String {
    let mut digest = Sha256::new();
    for file in ["renderer/app.mjs", "client/.vite/manifest.json", "client/.vite/sheets.json"] {
        // Renderers that run elsewhere may be the only ones who have these files.
        digest.update(std::fs::read(config.renderers.web_dir.join(file)).unwrap_or_default());
    }
    digest.update(env!("CARGO_PKG_VERSION"));
    hex::encode(&digest.finalize()[..8])
}

/// Shown when no page can be drawn.
fn unavailable_page(config: &Config) -> Bytes {
    let file = config.renderers.web_dir.join("client/503.html");
    std::fs::read(&file).map(Bytes::from).unwrap_or_else(|error| {
        tracing::error!(%error, file = %file.display(), "the static 503 page is missing");
        Bytes::from_static("المتجر متوقف مؤقتًا".as_bytes())
    })
}
