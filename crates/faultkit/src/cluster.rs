//! The kit's own PostgreSQL and Redis, and how they are killed.
//!
//! `scripts/faults` creates them in a separate directory and puts a marker file into it. Without the marker
//! nothing is killed, so that an accidental run never touches a developer's data.

use std::{
    fs::File,
    io::{ErrorKind, Write},
    path::{Path, PathBuf},
    process::Stdio,
    str::FromStr,
    sync::atomic::{AtomicU16, Ordering},
    time::Duration,
};

use anyhow::{Context, bail, ensure};
use rustix::process::{Pid, Signal, kill_process};
use sqlx::{
    AssertSqlSafe, Connection, PgConnection, PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    process::Command,
};

/// Created by `scripts/faults` in the directory whose services may be killed.
const MARKER_FILE: &str = "only-for-faults";

/// How often a start of the services, and a wipe of Redis, is tried.
const UP_TRIES: usize = 3;
const WIPE_TRIES: usize = 20;

/// A safeguard against filling a developer's disk: those are larger.
const MAX_VOLUME_BYTES: u64 = 1 << 30;

/// Infixes of the `DATABASE_…URL` variables.
pub const ROLES: [&str; 7] = ["", "READ_", "STAFF_", "WORKER_", "MEDIA_", "MIGRATE_", "ADMIN_"];

pub struct Cluster {
    state: PathBuf,
    services: PathBuf,
    postmaster: PathBuf,
    redis_pid: PathBuf,
}

impl Cluster {
    pub fn from_env() -> anyhow::Result<Self> {
        let path = |name: &str| {
            let value = std::env::var_os(name);
            value.map(PathBuf::from).with_context(|| format!("{name} is not set: run scripts/faults"))
        };
        let state = path("MATJAR_STATE")?;
        ensure!(
            state.join(MARKER_FILE).exists(),
            "{} has no marker file: run scripts/faults",
            state.display()
        );
        let cluster = Self {
            services: PathBuf::from("scripts/services"),
            postmaster: path("MATJAR_PG_PIDFILE")?,
            redis_pid: path("MATJAR_REDIS_PIDFILE")?,
            state,
        };
        for file in [&cluster.postmaster, &cluster.redis_pid] {
            ensure!(file.starts_with(&cluster.state), "{} belongs to another cluster", file.display());
        }
        Ok(cluster)
    }

    pub fn logs(&self) -> PathBuf {
        self.state.join("log")
    }

    /// URL of a database for one of the roles, over the socket.
    pub fn url(&self, role: &str, database: &str) -> anyhow::Result<String> {
        let name = format!("DATABASE_{role}URL");
        let url = std::env::var(&name).with_context(|| format!("{name} is not set"))?;
        let (base, query) = url.split_once('?').context("database URL without a socket")?;
        let (server, _) = base.rsplit_once('/').context("database URL without a name")?;
        Ok(format!("{server}/{database}?{query}"))
    }

    /// The same through a proxy on this port.
    pub fn url_through_proxy(&self, role: &str, database: &str, port: u16) -> anyhow::Result<String> {
        let options = PgConnectOptions::from_str(&self.url(role, database)?)?;
        let user = options.get_username();
        // The proxy connects to the socket, which needs no password; but the client requires one.
        Ok(format!("postgres://{user}:unasked@127.0.0.1:{port}/{database}?sslmode=disable"))
    }

    /// User name of one of the roles.
    pub fn user(&self, role: &str) -> anyhow::Result<String> {
        let options = PgConnectOptions::from_str(&self.url(role, "postgres")?)?;
        Ok(options.get_username().to_owned())
    }

    pub fn database_socket(&self) -> anyhow::Result<PathBuf> {
        let options = PgConnectOptions::from_str(&self.url("ADMIN_", "postgres")?)?;
        let folder = options.get_socket().context("database URL without a socket")?;
        Ok(folder.join(format!(".s.PGSQL.{}", options.get_port())))
    }

    pub fn redis_address(&self) -> anyhow::Result<(String, String)> {
        let url = std::env::var("REDIS_URL").context("REDIS_URL is not set")?;
        let (login, rest) = url.rsplit_once('@').context("Redis URL without a user")?;
        let (address, _) = rest.split_once('/').context("Redis URL without a database number")?;
        Ok((login.to_owned(), address.to_owned()))
    }

    pub async fn admin(&self) -> anyhow::Result<PgConnection> {
        let options = PgConnectOptions::from_str(&self.url("ADMIN_", "postgres")?)?;
        PgConnection::connect_with(&options).await.context("connecting as administrator")
    }

    pub async fn run(&self, sql: String) -> anyhow::Result<()> {
        let shown = sql.clone();
        sqlx::query(AssertSqlSafe(sql)).execute(&mut self.admin().await?).await.context(shown)?;
        Ok(())
    }

    /// Creates a database, as a copy of `template` if there is one.
    pub async fn create(&self, name: &str, template: Option<&str>) -> anyhow::Result<()> {
        let from = template.map(|template| format!(" template {template}")).unwrap_or_default();
        self.run(format!("drop database if exists {name} with (force)")).await?;
        self.run(format!("create database {name}{from} owner shop_migrate")).await?;
        // Hundreds of buyers share the machine's cores with the database: with the 300 ms of a real shop the kit would
        // measure the machine.
        self.run(format!("alter role shop_read in database {name} set statement_timeout = '2s'")).await
    }

    /// After a kill, PostgreSQL syncs every data file before recovery. `syncfs` does the same faster.
    pub async fn speed_up_recovery(&self) -> anyhow::Result<()> {
        self.run("alter system set recovery_init_sync_method = 'syncfs'".to_owned()).await?;
        self.run("select pg_reload_conf()".to_owned()).await
    }

    /// A pool with the administrator role, which bypasses the shop's roles. It survives kills: broken
    /// connections are replaced.
    pub fn pool(&self, database: &str) -> anyhow::Result<PgPool> {
        let options = PgConnectOptions::from_str(&self.url("ADMIN_", database)?)?;
        Ok(PgPoolOptions::new()
            .max_connections(4)
            .acquire_timeout(Duration::from_secs(20))
            .connect_lazy_with(options))
    }

    /// Kills all processes of the server at once, as in a power failure, with an intact disk.
    pub fn kill_database(&self) -> anyhow::Result<()> {
        let postmaster = read_pid(&self.postmaster)?;
        let children = children_of(postmaster);
        kill(postmaster)?;
        for child in children {
            // Some have already exited.
            let _ = kill(child);
        }
        Ok(())
    }

    /// Pauses the WAL writer: from now on only synchronous commits flush the WAL. Ends with the next kill of
    /// the database.
    pub async fn stop_wal_writer(&self) -> anyhow::Result<()> {
        let sql = "select pid from pg_stat_activity where backend_type = 'walwriter'";
        let pid: i32 = sqlx::query_scalar(sql).fetch_one(&mut self.admin().await?).await?;
        let pid = Pid::from_raw(pid).context("the WAL writer has no process")?;
        kill_process(pid, Signal::STOP).context("pausing the WAL writer")
    }

    pub fn kill_redis(&self) -> anyhow::Result<()> {
        kill(read_pid(&self.redis_pid)?)
    }

    /// Starts the services that are not running, as they were started first.
    pub async fn up(&self) -> anyhow::Result<()> {
        let mut failures = Vec::new();
        // Under load the start of a service may take longer than the script waits for it.
        for _ in 0..UP_TRIES {
            let done = Command::new(&self.services)
                .arg("up")
                .stdin(Stdio::null())
                .output()
                .await
                .context("running scripts/services")?;
            if done.status.success() {
                return Ok(());
            }
            let [status, said] = [&done.stdout, &done.stderr].map(|text| String::from_utf8_lossy(text));
            failures.push(format!("{}: {said}{status}", done.status));
        }
        bail!("services did not start: {}", failures.join("\n"))
    }

    /// Limits the WAL, because the volume is small and must be full only when the kit fills it.
    pub async fn limit_wal_size(&self) -> anyhow::Result<()> {
        for setting in ["max_wal_size = '96MB'", "min_wal_size = '32MB'"] {
            self.run(format!("alter system set {setting}")).await?;
        }
        self.run("select pg_reload_conf()".to_owned()).await
    }

    fn ballast(&self) -> PathBuf {
        self.state.join("ballast")
    }

    /// Fills the cluster's volume to the last block. It must be a separate small volume.
    pub fn fill_disk(&self) -> anyhow::Result<()> {
        let volume = rustix::fs::statvfs(&self.state).context("statvfs of the volume")?;
        let size = volume.f_blocks * volume.f_frsize;
        ensure!(
            size <= MAX_VOLUME_BYTES,
            "{} is not a small volume: run scripts/faults full",
            self.state.display()
        );
        let mut file = File::create(self.ballast()).context("creating the ballast file")?;
        for piece in [1 << 20, 1 << 12] {
            let piece = vec![0; piece];
            let error = loop {
                if let Err(error) = file.write_all(&piece) {
                    break error;
                }
            };
            ensure!(error.kind() == ErrorKind::StorageFull, "filling the disk: {error}");
        }
        Ok(())
    }

    pub fn free_disk(&self) -> anyhow::Result<()> {
        std::fs::remove_file(self.ballast()).context("freeing the disk")
    }

    /// Whether the database can still allocate new space.
    pub async fn has_free_space(&self, db: &PgPool) -> bool {
        let sql = "create table ballast as select repeat(md5(n::text), 40) from generate_series(1, 4000) n";
        let has_space = sqlx::query(sql).execute(db).await.is_ok();
        if has_space {
            // So that the next check allocates again.
            let _ = sqlx::query("drop table ballast").execute(db).await;
        }
        has_space
    }

    /// Makes the database switch WAL files until there is no space for another one and it stops. Returns
    /// whether it stopped.
    pub async fn exhaust_wal(&self) -> bool {
        let Ok(mut connection) = self.admin().await else { return true };
        let sql = "select pg_logical_emit_message(false, 'faults', 'full'), pg_switch_wal()";
        for _ in 0..16 {
            if sqlx::query(sql).execute(&mut connection).await.is_err() {
                return true;
            }
        }
        false
    }

    /// Waits for the database to recover by itself, and starts it if it does not.
    pub async fn wait_until_up(&self) -> anyhow::Result<()> {
        for _ in 0..50 {
            if self.admin().await.is_ok() {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        self.up().await
    }

    /// Deletes all data in Redis while it runs. Repeats it for a Redis that has just been started or is busy.
    pub async fn wipe_redis(&self) -> anyhow::Result<()> {
        let mut wiped = self.flush_redis().await;
        for _ in 0..WIPE_TRIES {
            if wiped.is_ok() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(250)).await;
            wiped = self.flush_redis().await;
        }
        wiped
    }

    /// Everything in Redis that has a simple value, by name.
    pub async fn redis_entries(&self) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
        let url = std::env::var("REDIS_ADMIN_URL").context("REDIS_ADMIN_URL is not set")?;
        let client = redis::Client::open(url).context("Redis URL")?;
        let mut connection =
            client.get_multiplexed_async_connection().await.context("connecting to Redis")?;
        let names: Vec<String> = redis::cmd("KEYS").arg("*").query_async(&mut connection).await?;
        let mut entries = Vec::new();
        for name in names {
            let value: Option<Vec<u8>> = redis::cmd("GET").arg(&name).query_async(&mut connection).await?;
            // It may have expired meanwhile.
            entries.extend(value.map(|value| (name, value)));
        }
        Ok(entries)
    }

    async fn flush_redis(&self) -> anyhow::Result<()> {
        let url = std::env::var("REDIS_ADMIN_URL").context("REDIS_ADMIN_URL is not set")?;
        let (login, rest) = url.rsplit_once('@').context("Redis URL without a user")?;
        let (_, password) = login.rsplit_once(':').context("Redis URL without a password")?;
        let (address, _) = rest.split_once('/').context("Redis URL without a database number")?;
        let mut connection = TcpStream::connect(address).await.context("connecting to Redis")?;
        connection.write_all(format!("AUTH tests {password}\r\nFLUSHALL\r\nQUIT\r\n").as_bytes()).await?;
        let mut answer = String::new();
        let read = connection.read_to_string(&mut answer);
        tokio::time::timeout(Duration::from_secs(5), read).await.context("Redis does not answer")??;
        ensure!(answer.matches("+OK").count() == 3, "Redis was not wiped: {answer}");
        Ok(())
    }
}

fn read_pid(file: &Path) -> anyhow::Result<Pid> {
    let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    let pid = text.lines().next().and_then(|line| line.trim().parse().ok()).and_then(Pid::from_raw);
    pid.with_context(|| format!("{} contains no process id", file.display()))
}

fn kill(pid: Pid) -> anyhow::Result<()> {
    kill_process(pid, Signal::KILL).with_context(|| format!("killing {pid:?}"))
}

fn children_of(parent: Pid) -> Vec<Pid> {
    let wanted = parent.as_raw_nonzero().get();
    let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
    let pids = entries.filter_map(|entry| entry.ok()?.file_name().to_str()?.parse::<i32>().ok());
    pids.filter(|pid| parent_of(*pid) == Some(wanted)).filter_map(Pid::from_raw).collect()
}

/// The fourth field of `stat`, after the process name, which may contain anything.
fn parent_of(pid: i32) -> Option<i32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// A free port below the ephemeral range, so that a killed server gets the same port again.
pub fn free_port() -> anyhow::Result<u16> {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 20_000 + u16::try_from(std::process::id() % 80).unwrap_or_default() * 100;
    for _ in 0..2_000 {
        let port = first + NEXT.fetch_add(1, Ordering::Relaxed);
        if std::net::TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return Ok(port);
        }
    }
    bail!("no free port")
}
