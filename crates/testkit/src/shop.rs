//! A shop for one test.

use std::{net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use anyhow::Context;
use edge::{Endpoint, Shop, renderer::RendererAddress};
use kernel::Clock;
use paysim::{Settings, Sim};
use sqlx::{PgPool, postgres::PgPoolOptions};
use storefront::server::{
    app::{self, App, Contexts},
    config::{Config, DatabaseConfig, EmailConfig, PaymentConfig, RendererConfig, SecretConfig, TraceConfig},
    serve,
    tag_config::TagConfig,
    upload_config::UploadConfig,
};
use tokio::{net::TcpListener, sync::oneshot};

use crate::{Shopper, database::TestDatabase, renderers};

pub type Inspect = Arc<dyn Fn(&http::Request<axum::body::Body>) + Send + Sync>;

/// Settings that a test can override.
pub struct Options {
    pub clock: Clock,
    pub redis_url: Option<String>,
    pub redis_pages_url: Option<String>,
    /// Number of renderers to start for this shop instead of sharing.
    pub own_renderers: Option<usize>,
    pub rate_factor: u32,
    /// Percent of free disk below which the server is unready; 0 by default, so that a full disk does not fail tests.
    pub min_free_disk: u64,
    pub page_seconds: u64,
    /// Connections of the web pool.
    pub pool_web: u32,
    /// Address of the replica; without it, reads use the primary.
    pub replica: Option<SocketAddr>,
    pub extra_endpoints: Vec<Endpoint>,
    /// Called with each request that reaches the handler of an endpoint.
    pub inspect_handlers: Option<Inspect>,
    /// Seconds after which a payment without a response is looked up, and after which a payment that the provider does
    /// not know is considered absent.
    pub payment_timing_seconds: (i64, i64),
    /// Minimum age of an account for saving a payment method, in seconds. The default of a real shop is ten minutes.
    pub min_account_age_seconds: i64,
    /// Where uploads are, and how they are processed; by default a folder for temporary files, and nowhere.
    pub uploads: Option<UploadConfig>,
    /// Scripts of other services; none by default.
    pub tags: TagConfig,
    /// Origins of other front ends; none by default.
    pub store_api_origins: Vec<String>,
    /// Shared caches that the shop purges; none by default.
    pub edge_purge_urls: Vec<String>,
    /// The shop is a restored copy.
    pub is_copy: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            clock: Clock::real(),
            redis_url: None,
            redis_pages_url: None,
            own_renderers: None,
            rate_factor: 1,
            min_free_disk: 0,
            page_seconds: 600,
            pool_web: 12,
            replica: None,
            extra_endpoints: Vec::new(),
            inspect_handlers: None,
            payment_timing_seconds: (30, 90),
            min_account_age_seconds: 0,
            uploads: None,
            tags: TagConfig::default(),
            store_api_origins: Vec::new(),
            edge_purge_urls: Vec::new(),
            is_copy: false,
        }
    }
}

pub struct TestShop {
    /// Connected as the administrator, so that tests can read and change everything.
    pub db: PgPool,
    instances: Vec<Instance>,
    config: Config,
    clock: Clock,
    /// The simulated payment provider of this shop.
    pub sim: Sim,
    uploads_folder: PathBuf,
    // Last field: dropped after the pools that use it.
    database: Arc<TestDatabase>,
}

struct Instance {
    app: App,
    address: SocketAddr,
    _stop: oneshot::Sender<()>,
}

impl TestShop {
    pub async fn open() -> Self {
        Self::open_with(Options::default()).await
    }

    pub async fn open_with(options: Options) -> Self {
        Self::try_open(options).await.expect("the test shop opens")
    }

    pub async fn try_open(options: Options) -> anyhow::Result<Self> {
        let database = Arc::new(TestDatabase::clone_template().await?);
        // A unique origin separates this shop from all others in the same Redis.
        let origin = format!("http://{}.localhost", database.name.replace('_', "-"));
        let own_renderers = options.own_renderers;
        let sim = Sim::open(([127, 0, 0, 1], 0).into(), Settings::default()).await?;
        let mut payment = PaymentConfig::simulated(&sim.url());
        (payment.pay_lookup_seconds, payment.pay_absent_seconds) = options.payment_timing_seconds;
        payment.pay_min_account_age_seconds = options.min_account_age_seconds;
        payment.orders_to = Some("orders@example.com".to_owned());
        let uploads_folder = std::env::temp_dir().join(format!("matjar-uploads-{}", database.name));
        let config = Config {
            listen: ([127, 0, 0, 1], 0).into(),
            metrics_listen: None,
            public_origin: origin,
            extra_hosts: Vec::new(),
            store_api_origins: options.store_api_origins,
            trusted_proxies: vec!["127.0.0.0/8".parse()?],
            max_connections: 4_096,
            max_connections_per_address: 256,
            database: DatabaseConfig {
                database_url: database.url("")?,
                database_read_url: with_address(&database.url("READ_")?, options.replica),
                database_staff_url: database.url("STAFF_")?,
                database_worker_url: database.url("WORKER_")?,
                pool_web: options.pool_web,
            },
            redis_url: match options.redis_url {
                Some(url) => url,
                None => std::env::var("REDIS_URL").context("REDIS_URL: run tests through `make test`")?,
            },
            redis_pages_url: options.redis_pages_url,
            renderers: RendererConfig {
                web_dir: renderers::web_dir(),
                previous_assets: None,
                renderers: own_renderers.unwrap_or(2),
                renderer_addrs: own_renderers
                    .map_or_else(renderers::shared, |_| Vec::<RendererAddress>::new()),
                node: renderers::node(),
            },
            mail: EmailConfig {
                // No server listens on this port: a test that needs emails opens a mailbox.
                smtp_url: "smtp://127.0.0.1:9".to_owned(),
                mail_from: "دكان النخلة <shop@example.com>".to_owned(),
                mail_seconds: 2,
            },
            payment,
            secrets: SecretConfig::new(&secret(), &secret()),
            uploads: options.uploads.unwrap_or_else(|| UploadConfig {
                upload_min_free_disk: options.min_free_disk,
                ..UploadConfig::in_folder(&uploads_folder)
            }),
            tags: options.tags,
            media_dir: renderers::root().join("seeds/media"),
            min_free_disk: options.min_free_disk,
            page_seconds: options.page_seconds,
            page_memory: 64,
            edge_purge_urls: options.edge_purge_urls,
            is_copy: options.is_copy,
            rate_factor: options.rate_factor,
            drain_notice_seconds: 0,
            traces: TraceConfig::off(),
        };
        let extra = options.extra_endpoints.into_iter().map(Endpoint::with_contexts);
        let endpoints = app::endpoints().into_iter().chain(extra);
        let endpoints = match options.inspect_handlers {
            Some(inspect) => endpoints
                .map(|endpoint| {
                    let inspect = inspect.clone();
                    endpoint.inspect(move |request| inspect(request))
                })
                .collect(),
            None => endpoints.collect(),
        };
        let first = Instance::start(&config, options.clock.clone(), endpoints).await?;
        let db = PgPoolOptions::new().max_connections(4).connect(&database.url("ADMIN_")?).await?;
        Ok(Self { db, instances: vec![first], config, clock: options.clock, sim, uploads_folder, database })
    }

    /// Starts another server of the same shop. Returns its index for [`TestShop::shopper_at`].
    pub async fn open_another(&mut self) -> usize {
        let another = Instance::start(&self.config, self.clock.clone(), app::endpoints())
            .await
            .expect("another server starts");
        self.instances.push(another);
        self.instances.len() - 1
    }

    /// Stops all servers and starts a new one: memory is lost, Redis and database are not.
    pub async fn restart(&mut self) {
        self.instances.clear();
        self.open_another().await;
    }

    pub fn app(&self) -> &App {
        &self.instances[0].app
    }

    pub fn shop(&self) -> &Shop {
        &self.instances[0].app.shop
    }

    pub fn config(&self) -> &Config {
        &self.config
    }

    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    pub fn shopper(&self) -> Shopper {
        self.shopper_at(0)
    }

    pub fn shopper_at(&self, instance: usize) -> Shopper {
        Shopper::new(self.instances[instance].address, &self.config.public_origin)
    }

    /// The address of the first server.
    pub fn address(&self) -> SocketAddr {
        self.instances[0].address
    }

    pub fn database(&self) -> &TestDatabase {
        &self.database
    }
}

impl Drop for TestShop {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.uploads_folder);
    }
}

impl Instance {
    async fn start(
        config: &Config,
        clock: Clock,
        endpoints: Vec<Endpoint<Contexts>>,
    ) -> anyhow::Result<Self> {
        let app = App::build(config, clock, endpoints).await?;
        anyhow::ensure!(
            app.shop.renderer.ready(Duration::from_secs(20)).await,
            "the renderers did not start"
        );
        let listener = TcpListener::bind(config.listen).await?;
        let address = listener.local_addr()?;
        let (stop, stopped) = oneshot::channel();
        let live = app.contexts.live.clone();
        tokio::spawn(serve::serve(
            listener,
            app.pipeline.clone(),
            config.connection_limits(),
            app.draining.clone(),
            Duration::ZERO,
            async move {
                let _ = stopped.await;
                live.stop();
            },
        ));
        Ok(Self { app, address, _stop: stop })
    }
}

/// Replaces the address in a database URL. Removes the parameters, because they may name a socket.
fn with_address(url: &str, address: Option<SocketAddr>) -> String {
    let parts = url.rsplit_once('@').and_then(|(user, rest)| Some((user, rest.split_once('/')?.1)));
    match (address, parts) {
        (Some(address), Some((user, name))) => {
            format!("{user}@{address}/{}", name.split('?').next().unwrap_or_default())
        }
        _ => url.to_owned(),
    }
}

fn secret() -> String {
    hex::encode(rand::random::<[u8; 32]>())
}
