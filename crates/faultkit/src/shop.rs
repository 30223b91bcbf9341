//! The whole shop for one run: a database of its own, servers, the provider, and a proxy on every line between them.

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
    dice::Dice,
    letters,
    pooler::Pooler,
    proxy::{Mood, Place, Proxy},
    renderers::Renderers,
    server::{Server, Start},
    stock,
};

/// What all runs of one start of the kit share.
pub struct Ground {
    pub cluster: Cluster,
    pub program: PathBuf,
    pub dice: Dice,
    renderers: Renderers,
    letters: std::net::SocketAddr,
    made: AtomicUsize,
}

const TEMPLATE: &str = "faults_template";

impl Ground {
    pub async fn new(program: PathBuf, dice: Dice) -> anyhow::Result<Self> {
        let cluster = Cluster::from_env()?;
        let renderers = Renderers::start(2).await?;
        let ground = Self {
            cluster,
            program,
            dice,
            renderers,
            letters: letters::open().await?,
            made: AtomicUsize::new(0),
        };
        ground.cluster.hurry().await?;
        ground.make_template().await?;
        Ok(ground)
    }

    /// Migrated once; every run has a copy of it.
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
        let db = self.cluster.pool(TEMPLATE)?;
        stock::furnish(&db).await?;
        db.close().await;
        Ok(())
    }
}

/// What a run may want otherwise.
#[derive(Clone)]
pub struct Options {
    pub servers: usize,
    /// Done to the fresh database before the first server starts.
    pub damage: Option<String>,
    /// A provider that another shop uses too; its own otherwise.
    pub sim: Option<Sim>,
    /// A mail server that is looked into; one that forgets everything otherwise.
    pub smtp_url: Option<String>,
    /// The program of a pooler to put before the database.
    pub pooler: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self { servers: 2, damage: None, sim: None, smtp_url: None, pooler: None }
    }
}

/// Seconds: how soon a silent payment is looked up, when one that nobody knows never was, how often books are compared.
/// The provider of the kit is late by less than the second, or by so much that the money must come back.
const PACE: [(&str, u32); 3] =
    [("MATJAR_PAY_SILENCE_SECONDS", 3), ("MATJAR_PAY_ABSENT_SECONDS", 8), ("MATJAR_PAY_COMPARE_SECONDS", 4)];

pub struct Shop {
    pub ground: Arc<Ground>,
    pub name: String,
    pub dice: Dice,
    pub db: PgPool,
    pub sim: Sim,
    pub client: Client,
    pub servers: Vec<Server>,
    pub to_database: Proxy,
    pub to_redis: Proxy,
    pub to_provider: Proxy,
    // Ends with the shop.
    _pooler: Option<Pooler>,
}

impl Shop {
    pub async fn open(ground: &Arc<Ground>, options: Options) -> anyhow::Result<Arc<Self>> {
        let number = ground.made.fetch_add(1, Ordering::Relaxed);
        let dice = ground.dice.part("shop", number);
        let (cluster, name) = (&ground.cluster, format!("faults_{number}"));
        cluster.create(&name, Some(TEMPLATE)).await?;
        let db = cluster.pool(&name)?;
        if let Some(damage) = &options.damage {
            sqlx::raw_sql(sqlx::AssertSqlSafe(damage.clone())).execute(&db).await.context("damaging")?;
        }
        let sim = match options.sim {
            Some(sim) => sim,
            None => {
                let settings = Settings { seed: dice.0, ..Settings::default() };
                Sim::open(([127, 0, 0, 1], 0).into(), settings).await?
            }
        };
        let pooler = match &options.pooler {
            Some(program) => Some(Pooler::start(program, cluster).await?),
            None => None,
        };
        let database = match &pooler {
            Some(pooler) => Place::Tcp(format!("127.0.0.1:{}", pooler.port)),
            None => Place::Socket(cluster.database_socket()?),
        };
        let (login, redis) = cluster.redis_address()?;
        let to_database = Proxy::open(database, dice.part("database", 0)).await?;
        let to_redis = Proxy::open(Place::Tcp(redis), dice.part("redis", 0)).await?;
        let to_provider = Proxy::open(Place::Tcp(sim.address.to_string()), dice.part("provider", 0)).await?;

        let mut env = BTreeMap::new();
        let mut put = |name: &str, value: String| env.insert(name.to_owned(), value);
        for role in ROLES {
            put(&format!("DATABASE_{role}URL"), cluster.url_by(role, &name, to_database.port)?);
        }
        put("REDIS_URL", format!("{login}@{}/0", to_redis.address()));
        let provider = format!("http://{}", to_provider.address());
        put("MATJAR_PAY_API_URL", format!("{provider}/xml/v1/request.api"));
        put("MATJAR_PAY_SCRIPT_URL", format!("{provider}/v1/Accept.js"));
        for (name, seconds) in PACE {
            put(name, seconds.to_string());
        }
        put("MATJAR_TRUSTED_PROXIES", "127.0.0.0/8".to_owned());
        // Buyers who hear nothing ask again more often than the shop would bear: limits are not what is tried here.
        put("MATJAR_RATE_FACTOR", "10".to_owned());
        put("MATJAR_RENDERER_ADDRS", ground.renderers.addresses());
        let smtp_url = options.smtp_url.unwrap_or_else(|| format!("smtp://{}", ground.letters));
        put("MATJAR_SMTP_URL", smtp_url);
        put("MATJAR_ORDERS_TO", "orders@example.com".to_owned());
        put("RUST_LOG", "warn".to_owned());
        // No balancer has to notice anything here.
        put("MATJAR_DRAIN_NOTICE_SECONDS", "0".to_owned());
        // One name for all servers of a shop, and another for each shop: it keeps them apart in Redis.
        let host = format!("{}.localhost", name.replace('_', "-"));
        put("MATJAR_PUBLIC_ORIGIN", format!("http://{host}"));

        let mut servers = Vec::new();
        for server in 0..options.servers {
            let log = cluster.logs().join(format!("{name}-{server}.log"));
            servers.push(Server::new(Start { program: ground.program.clone(), env: env.clone(), log })?);
        }
        let client = Client::new(host);
        let shop = Self {
            ground: ground.clone(),
            name,
            dice,
            db,
            sim,
            client,
            servers,
            to_database,
            to_redis,
            to_provider,
            _pooler: pooler,
        };
        for server in &shop.servers {
            server.start().await?;
        }
        shop.ready(Duration::from_secs(60)).await?;
        Ok(Arc::new(shop))
    }

    /// Every server. Says how long the slowest took.
    pub async fn ready(&self, patience: Duration) -> anyhow::Result<Duration> {
        let since = Instant::now();
        for server in &self.servers {
            server.ready(&self.client, patience).await?;
        }
        Ok(since.elapsed())
    }

    pub fn ports(&self) -> Vec<u16> {
        self.servers.iter().map(|server| server.port).collect()
    }

    /// Every line is in order again, and so is the provider.
    pub fn calm(&self) {
        for proxy in [&self.to_database, &self.to_redis, &self.to_provider] {
            proxy.set(Mood::default());
        }
        self.sim.set_rules(vec![crate::provider::declined_cards()]);
        self.sim.webhooks_to(None);
    }

    pub async fn close(&self) -> anyhow::Result<()> {
        for server in &self.servers {
            server.kill().await?;
        }
        self.db.close().await;
        // Whoever keeps the folder wants to look into it.
        if std::env::var_os("KEEP").is_some() {
            return Ok(());
        }
        self.ground.cluster.run(format!("drop database if exists {} with (force)", self.name)).await
    }
}
