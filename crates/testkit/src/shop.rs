//! A shop for one test.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use anyhow::Context;
use edge::{Endpoint, Shop, renderer::Place};
use kernel::Clock;
use paysim::{Settings, Sim};
use sqlx::{PgPool, postgres::PgPoolOptions};
use storefront::{
    app::{self, App},
    config::{Config, DatabaseConfig, LetterConfig, PaymentConfig, RendererConfig, SecretConfig},
    serve,
};
use tokio::{net::TcpListener, sync::oneshot};

use crate::{Shopper, database::TestDatabase, renderers};

/// What a test may want otherwise.
pub struct Options {
    pub clock: Clock,
    pub redis_url: Option<String>,
    pub redis_pages_url: Option<String>,
    /// Spawn this many renderers of its own instead of sharing.
    pub own_renderers: Option<usize>,
    pub rate_factor: u32,
    /// Percent of free disk below which it is unready. The disk of a test machine is nobody's business but its own.
    pub disk_least: u64,
    pub page_seconds: u64,
    /// Connections of the server.
    pub pool_web: u32,
    /// Where the replica listens, if it is not the one database.
    pub replica: Option<SocketAddr>,
    pub extra_endpoints: Vec<Endpoint>,
    /// How soon a payment without an answer is looked up, and how late one that nobody knows never was; in seconds.
    pub pay_seconds: (i64, i64),
    /// How old an account must be to keep a new payment method, in seconds. A shop of its own accord says ten minutes.
    pub young_seconds: i64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            clock: Clock::real(),
            redis_url: None,
            redis_pages_url: None,
            own_renderers: None,
            rate_factor: 1,
            disk_least: 0,
            page_seconds: 600,
            pool_web: 12,
            replica: None,
            extra_endpoints: Vec::new(),
            pay_seconds: (30, 90),
            young_seconds: 0,
        }
    }
}

pub struct TestShop {
    /// As the administrator: tests look and change without asking roles.
    pub db: PgPool,
    instances: Vec<Instance>,
    config: Config,
    clock: Clock,
    /// The provider of payments, as this shop knows it.
    pub sim: Sim,
    // Last: dropped after the pools that use it.
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
        // A name of its own keeps it apart from every other shop in the same Redis.
        let origin = format!("http://{}.localhost", database.name.replace('_', "-"));
        let own = options.own_renderers;
        let sim = Sim::open(([127, 0, 0, 1], 0).into(), Settings::default()).await?;
        let mut payment = PaymentConfig::simulated(&sim.url());
        (payment.pay_silence_seconds, payment.pay_absent_seconds) = options.pay_seconds;
        payment.pay_young_seconds = options.young_seconds;
        payment.orders_to = Some("orders@example.com".to_owned());
        let config = Config {
            listen: ([127, 0, 0, 1], 0).into(),
            metrics_listen: None,
            public_origin: origin,
            extra_hosts: Vec::new(),
            trusted_proxies: vec!["127.0.0.0/8".parse()?],
            database: DatabaseConfig {
                database_url: database.url("")?,
                database_read_url: at(&database.url("READ_")?, options.replica),
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
                renderers: own.unwrap_or(2),
                renderer_addrs: own.map_or_else(renderers::shared, |_| Vec::<Place>::new()),
                node: renderers::node(),
            },
            mail: LetterConfig {
                // Nobody listens there: a test that wants letters opens a mailbox.
                smtp_url: "smtp://127.0.0.1:9".to_owned(),
                mail_from: "دكان النخلة <shop@example.com>".to_owned(),
                mail_seconds: 2,
            },
            payment,
            secrets: SecretConfig::new(&secret(), &secret()),
            media_dir: renderers::root().join("seeds/media"),
            disk_least: options.disk_least,
            page_seconds: options.page_seconds,
            page_memory: 64,
            rate_factor: options.rate_factor,
            drain_notice_seconds: 0,
        };
        let endpoints = app::endpoints().into_iter().chain(options.extra_endpoints).collect();
        let first = Instance::start(&config, options.clock.clone(), endpoints).await?;
        let db = PgPoolOptions::new().max_connections(4).connect(&database.url("ADMIN_")?).await?;
        Ok(Self { db, instances: vec![first], config, clock: options.clock, sim, database })
    }

    /// A second server of the same shop. Its number is handed to [`TestShop::shopper_at`].
    pub async fn open_another(&mut self) -> usize {
        let another = Instance::start(&self.config, self.clock.clone(), app::endpoints())
            .await
            .expect("another server starts");
        self.instances.push(another);
        self.instances.len() - 1
    }

    /// Ends the first server and starts it anew: memory gone, Redis and database as they were.
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

    pub fn database(&self) -> &TestDatabase {
        &self.database
    }
}

impl Instance {
    async fn start(config: &Config, clock: Clock, endpoints: Vec<Endpoint>) -> anyhow::Result<Self> {
        let app = App::build(config, clock, endpoints).await?;
        anyhow::ensure!(
            app.shop.renderer.ready(Duration::from_secs(20)).await,
            "the renderers did not start"
        );
        let listener = TcpListener::bind(config.listen).await?;
        let address = listener.local_addr()?;
        let (stop, stopped) = oneshot::channel();
        tokio::spawn(serve::serve(
            listener,
            app.frame.clone(),
            app.draining.clone(),
            Duration::ZERO,
            async {
                let _ = stopped.await;
            },
        ));
        Ok(Self { app, address, _stop: stop })
    }
}

/// The same database, asked for elsewhere. Parameters may name a socket, and go.
fn at(url: &str, place: Option<SocketAddr>) -> String {
    let parts = url.rsplit_once('@').and_then(|(who, rest)| Some((who, rest.split_once('/')?.1)));
    match (place, parts) {
        (Some(place), Some((who, name))) => {
            format!("{who}@{place}/{}", name.split('?').next().unwrap_or_default())
        }
        _ => url.to_owned(),
    }
}

fn secret() -> String {
    hex::encode(rand::random::<[u8; 32]>())
}
