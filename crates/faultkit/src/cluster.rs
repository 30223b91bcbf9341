//! PostgreSQL and Redis that belong to this kit alone, and how they are killed.
//!
//! `scripts/faults` makes them in a folder of their own and marks that folder; without the mark nothing is killed, so
//! that a run by mistake never touches a developer's data.

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

/// Written by `scripts/faults` into the folder whose services may be killed.
const MARK: &str = "only-for-faults";

/// Nobody's own disk is as small as this.
const MOST_TO_FILL: u64 = 1 << 30;

/// As the environment names them.
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
        ensure!(state.join(MARK).exists(), "{} is not for faults: run scripts/faults", state.display());
        let cluster = Self {
            services: PathBuf::from("scripts/services"),
            postmaster: path("MATJAR_PG_PIDFILE")?,
            redis_pid: path("MATJAR_REDIS_PIDFILE")?,
            state,
        };
        for file in [&cluster.postmaster, &cluster.redis_pid] {
            ensure!(file.starts_with(&cluster.state), "{} is another cluster's", file.display());
        }
        Ok(cluster)
    }

    pub fn logs(&self) -> PathBuf {
        self.state.join("log")
    }

    /// A database of this name, as one of the roles; over the socket.
    pub fn url(&self, role: &str, database: &str) -> anyhow::Result<String> {
        let name = format!("DATABASE_{role}URL");
        let url = std::env::var(&name).with_context(|| format!("{name} is not set"))?;
        let (base, query) = url.split_once('?').context("a database address without its socket")?;
        let (server, _) = base.rsplit_once('/').context("a database address without a name")?;
        Ok(format!("{server}/{database}?{query}"))
    }

    /// The same through a proxy on this port.
    pub fn url_by(&self, role: &str, database: &str, port: u16) -> anyhow::Result<String> {
        let options = PgConnectOptions::from_str(&self.url(role, database)?)?;
        let user = options.get_username();
        // The proxy ends at the socket, which asks for no password; the client wants to have one all the same.
        Ok(format!("postgres://{user}:unasked@127.0.0.1:{port}/{database}?sslmode=disable"))
    }

    /// The name of one of the roles.
    pub fn user(&self, role: &str) -> anyhow::Result<String> {
        let options = PgConnectOptions::from_str(&self.url(role, "postgres")?)?;
        Ok(options.get_username().to_owned())
    }

    pub fn database_socket(&self) -> anyhow::Result<PathBuf> {
        let options = PgConnectOptions::from_str(&self.url("ADMIN_", "postgres")?)?;
        let folder = options.get_socket().context("a database address without its socket")?;
        Ok(folder.join(format!(".s.PGSQL.{}", options.get_port())))
    }

    pub fn redis_address(&self) -> anyhow::Result<(String, String)> {
        let url = std::env::var("REDIS_URL").context("REDIS_URL is not set")?;
        let (login, rest) = url.rsplit_once('@').context("a Redis address without a user")?;
        let (place, _) = rest.split_once('/').context("a Redis address without a number")?;
        Ok((login.to_owned(), place.to_owned()))
    }

    pub async fn admin(&self) -> anyhow::Result<PgConnection> {
        let options = PgConnectOptions::from_str(&self.url("ADMIN_", "postgres")?)?;
        PgConnection::connect_with(&options).await.context("connecting as the administrator")
    }

    pub async fn run(&self, sql: String) -> anyhow::Result<()> {
        let shown = sql.clone();
        sqlx::query(AssertSqlSafe(sql)).execute(&mut self.admin().await?).await.context(shown)?;
        Ok(())
    }

    /// A new database, as `template` is.
    pub async fn create(&self, name: &str, template: Option<&str>) -> anyhow::Result<()> {
        let from = template.map(|template| format!(" template {template}")).unwrap_or_default();
        self.run(format!("drop database if exists {name} with (force)")).await?;
        self.run(format!("create database {name}{from} owner shop_migrate")).await
    }

    /// A database that comes back after a kill first makes every one of its files reach the disk. All at once is quicker,
    /// and no less safe.
    pub async fn hurry(&self) -> anyhow::Result<()> {
        self.run("alter system set recovery_init_sync_method = 'syncfs'".to_owned()).await?;
        self.run("select pg_reload_conf()".to_owned()).await
    }

    /// Looks and changes without asking roles. Survives the kills: a dead connection is replaced.
    pub fn pool(&self, database: &str) -> anyhow::Result<PgPool> {
        let options = PgConnectOptions::from_str(&self.url("ADMIN_", database)?)?;
        Ok(PgPoolOptions::new()
            .max_connections(4)
            .acquire_timeout(Duration::from_secs(20))
            .connect_lazy_with(options))
    }

    /// The whole server at once, as if its machine had lost power while the disk lived on.
    pub fn kill_database(&self) -> anyhow::Result<()> {
        let postmaster = read_pid(&self.postmaster)?;
        let children = children_of(postmaster);
        kill(postmaster)?;
        for child in children {
            // Some are gone by themselves in the meantime.
            let _ = kill(child);
        }
        Ok(())
    }

    /// From now on the log reaches the disk only where somebody waits for it. Ends with the database's next kill.
    pub async fn stop_wal_writer(&self) -> anyhow::Result<()> {
        let sql = "select pid from pg_stat_activity where backend_type = 'walwriter'";
        let pid: i32 = sqlx::query_scalar(sql).fetch_one(&mut self.admin().await?).await?;
        let pid = Pid::from_raw(pid).context("the log's writer has no process")?;
        kill_process(pid, Signal::STOP).context("stopping the log's writer")
    }

    pub fn kill_redis(&self) -> anyhow::Result<()> {
        kill(read_pid(&self.redis_pid)?)
    }

    /// Starts what does not run, in the way it was started first.
    pub async fn up(&self) -> anyhow::Result<()> {
        let done = Command::new(&self.services)
            .arg("up")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .output()
            .await
            .context("running scripts/services")?;
        ensure!(done.status.success(), "services do not start: {}", String::from_utf8_lossy(&done.stderr));
        Ok(())
    }

    /// Its log takes little room: the volume is small, and full only when it is filled.
    pub async fn keep_small(&self) -> anyhow::Result<()> {
        for setting in ["max_wal_size = '96MB'", "min_wal_size = '32MB'"] {
            self.run(format!("alter system set {setting}")).await?;
        }
        self.run("select pg_reload_conf()".to_owned()).await
    }

    fn ballast(&self) -> PathBuf {
        self.state.join("ballast")
    }

    /// To the last block of the cluster's volume, which must be a small one of its own.
    pub fn fill_disk(&self) -> anyhow::Result<()> {
        let volume = rustix::fs::statvfs(&self.state).context("looking at the volume")?;
        let size = volume.f_blocks * volume.f_frsize;
        ensure!(
            size <= MOST_TO_FILL,
            "{} is not a small volume: run scripts/faults full",
            self.state.display()
        );
        let mut file = File::create(self.ballast()).context("the ballast")?;
        for piece in [1 << 20, 1 << 12] {
            let piece = vec![0; piece];
            let wrong = loop {
                if let Err(error) = file.write_all(&piece) {
                    break error;
                }
            };
            ensure!(wrong.kind() == ErrorKind::StorageFull, "filling the disk: {wrong}");
        }
        Ok(())
    }

    pub fn free_disk(&self) -> anyhow::Result<()> {
        std::fs::remove_file(self.ballast()).context("freeing the disk")
    }

    /// Whether the database can write more than it has room for already.
    pub async fn has_room(&self, db: &PgPool) -> bool {
        let sql = "create table ballast as select repeat(md5(n::text), 40) from generate_series(1, 4000) n";
        let there = sqlx::query(sql).execute(db).await.is_ok();
        if there {
            // Its next filling begins anew.
            let _ = sqlx::query("drop table ballast").execute(db).await;
        }
        there
    }

    /// Makes the database begin new files of its log until there is no room for one, and it stops where it stands.
    pub async fn use_up_log(&self) -> bool {
        let Ok(mut line) = self.admin().await else { return true };
        let sql = "select pg_logical_emit_message(false, 'faults', 'full'), pg_switch_wal()";
        for _ in 0..16 {
            if sqlx::query(sql).execute(&mut line).await.is_err() {
                return true;
            }
        }
        false
    }

    /// Waits for a database that may come back by itself, and starts one that has given up.
    pub async fn back(&self) -> anyhow::Result<()> {
        for _ in 0..50 {
            if self.admin().await.is_ok() {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        self.up().await
    }

    /// Everything in Redis is gone at once, while it runs.
    pub async fn wipe_redis(&self) -> anyhow::Result<()> {
        let url = std::env::var("REDIS_ADMIN_URL").context("REDIS_ADMIN_URL is not set")?;
        let (login, rest) = url.rsplit_once('@').context("a Redis address without a user")?;
        let (_, password) = login.rsplit_once(':').context("a Redis address without a password")?;
        let (place, _) = rest.split_once('/').context("a Redis address without a number")?;
        let mut line = TcpStream::connect(place).await.context("connecting to Redis")?;
        line.write_all(format!("AUTH tests {password}\r\nFLUSHALL\r\nQUIT\r\n").as_bytes()).await?;
        let mut answer = String::new();
        line.read_to_string(&mut answer).await?;
        ensure!(answer.matches("+OK").count() == 3, "Redis was not wiped: {answer}");
        Ok(())
    }
}

fn read_pid(file: &Path) -> anyhow::Result<Pid> {
    let text = std::fs::read_to_string(file).with_context(|| format!("reading {}", file.display()))?;
    let pid = text.lines().next().and_then(|line| line.trim().parse().ok()).and_then(Pid::from_raw);
    pid.with_context(|| format!("{} holds no process id", file.display()))
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

/// The fourth field of `stat`, after a name that may hold anything.
fn parent_of(pid: i32) -> Option<i32> {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()
}

/// A port that nobody uses now. Below those that outgoing lines take by themselves: a server that is killed finds its
/// own again.
pub fn free_port() -> anyhow::Result<u16> {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    let first = 20_000 + u16::try_from(std::process::id() % 80).unwrap_or_default() * 100;
    for _ in 0..2_000 {
        let port = first + NEXT.fetch_add(1, Ordering::Relaxed);
        if std::net::TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return Ok(port);
        }
    }
    bail!("no port is free")
}
