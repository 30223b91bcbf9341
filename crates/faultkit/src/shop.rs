//! A complete shop for one run: its own database, servers, a provider, and a proxy on each connection between
//! them.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use anyhow::{Context, ensure};
use paysim::{Settings, Sim};
use sqlx::PgPool;
use tokio::process::Command;

use crate::{
    client::Client,
    cluster::{Cluster, ROLES},
    null_smtp, people,
    pooler::Pooler,
    proxy::{LineFaults, Proxy, Upstream},
    renderers::Renderers,
    rng::Seed,
    server::{Server, Start},
    stock,
};

/// What all runs of one invocation share.
pub struct Environment {
    pub cluster: Cluster,
    pub program: PathBuf,
    /// A server with seeded bugs and a clock that can be moved.
    pub bugs_program: Option<PathBuf>,
    pub seed: Seed,
    renderers: Renderers,
    smtp_address: std::net::SocketAddr,
    shops_created: AtomicUsize,
}

const TEMPLATE: &str = "faults_template";

impl Environment {
    pub async fn new(program: PathBuf, bugs_program: Option<PathBuf>, seed: Seed) -> anyhow::Result<Self> {
        let cluster = Cluster::from_env()?;
        let renderers = Renderers::start(2).await?;
        let environment = Self {
            cluster,
            program,
            bugs_program,
            seed,
            renderers,
            smtp_address: null_smtp::open().await?,
            shops_created: AtomicUsize::new(0),
        };
        environment.cluster.speed_up_recovery().await?;
        environment.make_template().await?;
        Ok(environment)
    }

    /// Migrates a template database once; each run gets a copy.
    async fn make_template(&self) -> anyhow::Result<()> {
        self.cluster.create(TEMPLATE, None).await?;
        let done = Command::new(&self.program)
            .arg("migrate")
            .env("DATABASE_MIGRATE_URL", self.cluster.url("MIGRATE_", TEMPLATE)?)
            .env("RUST_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .status()
            .await
            .context("migrating")?;
        ensure!(done.success(), "the migration failed");
        people::add_staff(self, TEMPLATE).await?;
        let db = self.cluster.pool(TEMPLATE)?;
        stock::insert_fixtures(&db).await?;
        db.close().await;
        Ok(())
    }
}

/// Options of a run.
#[derive(Clone)]
pub struct Options {
    pub servers: usize,
    /// SQL that is run on the new database before the first server starts.
    pub damage: Option<String>,
    /// A provider shared with another shop; `None`: a new one.
    pub sim: Option<Sim>,
    /// A mail server that records emails; `None`: one that discards them.
    pub smtp_url: Option<String>,
    /// Path of a pooler to put in front of the database.
    pub pooler: Option<PathBuf>,
    /// Uses the server with seeded bugs.
    pub with_bugs: bool,
    /// Further settings of the servers; they replace those of the kit.
    pub env: Vec<(&'static str, String)>,
    /// The processor that the servers are bound to, if any.
    pub processor: Option<usize>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            servers: 2,
            damage: None,
            sim: None,
            smtp_url: None,
            pooler: None,
            with_bugs: false,
            env: Vec::new(),
            processor: None,
        }
    }
}

/// In seconds: when an unanswered payment is looked up, when one that the provider does not know counts as
/// never made, and the interval of reconciliation. The kit's provider is late by less than the second value, or
/// by so much that the payment must be undone.
const PAYMENT_TIMINGS: [(&str, u32); 3] =
    [("MATJAR_PAY_LOOKUP_SECONDS", 3), ("MATJAR_PAY_ABSENT_SECONDS", 8), ("MATJAR_PAY_RECONCILE_SECONDS", 4)];

pub struct Shop {
    pub environment: Arc<Environment>,
    pub name: String,
    pub seed: Seed,
    pub db: PgPool,
    pub sim: Sim,
    pub client: Client,
    pub servers: Vec<Server>,
    pub to_database: Proxy,
    pub to_redis: Proxy,
    pub to_provider: Proxy,
    /// Settings of the servers.
    env: BTreeMap<String, String>,
    // Stops with the shop.
    _pooler: Option<Pooler>,
}

impl Shop {
    pub async fn open(environment: &Arc<Environment>, options: Options) -> anyhow::Result<Arc<Self>> {
        let number = environment.shops_created.fetch_add(1, Ordering::Relaxed);
        let seed = environment.seed.child("shop", number);
        let (cluster, name) = (&environment.cluster, format!("faults_{number}"));
        cluster.create(&name, Some(TEMPLATE)).await?;
        let db = cluster.pool(&name)?;
        if let Some(damage) = &options.damage {
            sqlx::raw_sql(sqlx::AssertSqlSafe(damage.clone()))
                .execute(&db)
                .await
                .context("damaging the database")?;
        }
        let sim = match options.sim {
            Some(sim) => sim,
            None => {
                let settings = Settings { seed: seed.0, ..Settings::default() };
                Sim::open(([127, 0, 0, 1], 0).into(), settings).await?
            }
        };
        let pooler = match &options.pooler {
            Some(program) => Some(Pooler::start(program, cluster).await?),
            None => None,
        };
        let database = match &pooler {
            Some(pooler) => Upstream::Tcp(format!("127.0.0.1:{}", pooler.port)),
            None => Upstream::Socket(cluster.database_socket()?),
        };
        let (login, redis) = cluster.redis_address()?;
        let to_database = Proxy::open(database, seed.child("database", 0)).await?;
        let to_redis = Proxy::open(Upstream::Tcp(redis), seed.child("redis", 0)).await?;
        let to_provider =
            Proxy::open(Upstream::Tcp(sim.address.to_string()), seed.child("provider", 0)).await?;

        let mut env = BTreeMap::new();
        let mut set = |name: &str, value: String| env.insert(name.to_owned(), value);
        for role in ROLES {
            set(&format!("DATABASE_{role}URL"), cluster.url_through_proxy(role, &name, to_database.port)?);
        }
        set("REDIS_URL", format!("{login}@{}/0", to_redis.address()));
        let provider = format!("http://{}", to_provider.address());
        set("MATJAR_PAY_API_URL", format!("{provider}/xml/v1/request.api"));
        set("MATJAR_PAY_SCRIPT_URL", format!("{provider}/v1/Accept.js"));
        for (name, seconds) in PAYMENT_TIMINGS {
            set(name, seconds.to_string());
        }
        set("MATJAR_TRUSTED_PROXIES", "127.0.0.0/8".to_owned());
        // Buyers without a response retry more often than the rate limits allow; limits are not under test
        // here.
        set("MATJAR_RATE_FACTOR", "10".to_owned());
        set("MATJAR_RENDERER_ADDRS", environment.renderers.addresses());
        let smtp_url = options.smtp_url.unwrap_or_else(|| format!("smtp://{}", environment.smtp_address));
        set("MATJAR_SMTP_URL", smtp_url);
        set("MATJAR_ORDERS_TO", "orders@example.com".to_owned());
        set("RUST_LOG", "warn".to_owned());
        // There is no load balancer that has to notice the shutdown.
        set("MATJAR_DRAIN_NOTICE_SECONDS", "0".to_owned());
        // One host name per shop, shared by its servers: it separates shops in Redis.
        let host = format!("{}.localhost", name.replace('_', "-"));
        set("MATJAR_PUBLIC_ORIGIN", format!("http://{host}"));
        for (name, value) in options.env {
            set(name, value);
        }

        let program = match options.with_bugs {
            true => environment
                .bugs_program
                .clone()
                .context("MATJAR_BUGS_SERVER is not set: run scripts/faults")?,
            false => environment.program.clone(),
        };
        let mut servers = Vec::new();
        for server in 0..options.servers {
            let log = cluster.logs().join(format!("{name}-{server}.log"));
            let (program, env) = (program.clone(), env.clone());
            servers.push(Server::new(Start { program, processor: options.processor, env, log })?);
        }
        let client = Client::new(host);
        let shop = Self {
            environment: environment.clone(),
            name,
            seed,
            db,
            sim,
            client,
            servers,
            to_database,
            to_redis,
            to_provider,
            env,
            _pooler: pooler,
        };
        for server in &shop.servers {
            server.start().await?;
        }
        shop.ready(Duration::from_secs(60)).await?;
        Ok(Arc::new(shop))
    }

    /// Waits for every server. Returns how long that took.
    pub async fn ready(&self, timeout: Duration) -> anyhow::Result<Duration> {
        let since = Instant::now();
        for server in &self.servers {
            server.ready(&self.client, timeout).await?;
        }
        Ok(since.elapsed())
    }

    /// How the media process of this shop is started.
    pub fn media_start(&self) -> Start {
        Start {
            program: self.environment.program.clone(),
            processor: None,
            env: self.env.clone(),
            log: self.environment.cluster.logs().join(format!("{}-media.log", self.name)),
        }
    }

    pub fn ports(&self) -> Vec<u16> {
        self.servers.iter().map(|server| server.port).collect()
    }

    /// Removes all faults of the proxies and the provider, except for the card that is always declined.
    pub fn clear_faults(&self) {
        for proxy in [&self.to_database, &self.to_redis, &self.to_provider] {
            proxy.set_faults(LineFaults::default());
        }
        self.sim.set_rules(vec![crate::provider::declined_cards()]);
        self.sim.set_webhooks(None);
    }

    pub async fn close(&self) -> anyhow::Result<()> {
        for server in &self.servers {
            server.kill().await?;
        }
        self.db.close().await;
        // Keep the database for inspection.
        if std::env::var_os("KEEP").is_some() {
            return Ok(());
        }
        self.environment.cluster.run(format!("drop database if exists {} with (force)", self.name)).await
    }
}
