//! PgBouncer in transaction mode in front of the database: each transaction may run on another connection.

use std::{path::Path, process::Stdio, time::Duration};

use anyhow::{Context, bail};
use tokio::{
    net::TcpStream,
    process::{Child, Command},
};

use crate::cluster::{Cluster, ROLES, free_port};

pub struct Pooler {
    pub port: u16,
    _process: Child,
}

impl Pooler {
    pub async fn start(program: &Path, cluster: &Cluster) -> anyhow::Result<Self> {
        let port = free_port()?;
        let socket = cluster.database_socket()?;
        let folder = socket.parent().context("the socket has no directory")?;
        let server =
            socket.extension().and_then(|port| port.to_str()).context("the socket name has no port")?;
        let mut users = String::new();
        for role in ROLES {
            users += &format!("\"{}\" \"\"\n", cluster.user(role)?);
        }
        // Fewer connections than clients, so that connections are really shared.
        let config = format!(
            "[databases]\n* = host={} port={server}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n\
             unix_socket_dir =\nauth_type = trust\nauth_file = {users}\npool_mode = transaction\n\
             max_prepared_statements = 500\nignore_startup_parameters = extra_float_digits\n\
             max_client_conn = 1000\ndefault_pool_size = 6\n",
            folder.display(),
            users = cluster.logs().join("pooler-users.txt").display(),
        );
        std::fs::write(cluster.logs().join("pooler-users.txt"), users)
            .context("writing the pooler's users")?;
        let file = cluster.logs().join(format!("pooler-{port}.ini"));
        std::fs::write(&file, config).context("writing the pooler's settings")?;
        let log = std::fs::File::create(cluster.logs().join(format!("pooler-{port}.log")))?;
        let mut command = Command::new(program);
        // PgBouncer refuses to run as root.
        if rustix::process::geteuid().is_root() {
            command.args(["-u", "postgres"]);
        }
        let process = command
            .arg(&file)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("starting {}", program.display()))?;
        for _ in 0..100 {
            if TcpStream::connect(("127.0.0.1", port)).await.is_ok() {
                return Ok(Self { port, _process: process });
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        bail!("the pooler did not start")
    }
}
