//! One database per test, cloned from a template that is migrated once.

use std::str::FromStr;

use anyhow::Context;
use sha2::{Digest, Sha256};
use sqlx::{Connection, PgConnection, postgres::PgConnectOptions};

/// Advisory-lock id; any constant that all test processes share.
const TEMPLATE_LOCK: i64 = 7_310_001;

pub struct TestDatabase {
    pub name: String,
}

impl TestDatabase {
    pub async fn clone_template() -> anyhow::Result<Self> {
        let mut admin = admin().await?;
        let template = template(&mut admin).await?;
        let name = format!("test_{}", hex::encode(rand::random::<[u8; 6]>()));
        let sql = format!("create database {name} template {template} owner shop_migrate");
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut admin).await.context("cloning the template")?;
        // Privileges on the database itself are not copied from the template.
        let sql = format!("revoke temporary on database {name} from public");
        sqlx::query(sqlx::AssertSqlSafe(sql))
            .execute(&mut admin)
            .await
            .context("revoking temporary tables")?;
        Ok(Self { name })
    }

    /// Returns the URL of this database for a role, given as the prefix in `DATABASE_…URL`.
    pub fn url(&self, role: &str) -> anyhow::Result<String> {
        let url = std::env::var(format!("DATABASE_{role}URL")).context("run tests through `make test`")?;
        with_name(&url, &self.name)
    }
}

impl Drop for TestDatabase {
    /// Runs in its own thread: a test that panics has no runtime left to wait in.
    fn drop(&mut self) {
        let name = self.name.clone();
        let dropped = std::thread::spawn(move || -> anyhow::Result<()> {
            tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
                let sql = format!("drop database if exists {name} with (force)");
                sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut admin().await?).await?;
                Ok(())
            })
        });
        if !matches!(dropped.join(), Ok(Ok(()))) {
            eprintln!("database {} was not dropped", self.name);
        }
    }
}

async fn admin() -> anyhow::Result<PgConnection> {
    let url =
        std::env::var("DATABASE_ADMIN_URL").context("DATABASE_ADMIN_URL: run tests through `make test`")?;
    PgConnection::connect_with(&PgConnectOptions::from_str(&url)?)
        .await
        .context("connecting as the test admin")
}

fn with_name(url: &str, name: &str) -> anyhow::Result<String> {
    let (base, query) = url.split_once('?').map_or((url, ""), |(base, query)| (base, query));
    let slash = base.rfind('/').context("the database URL has no database name")?;
    let query = if query.is_empty() { String::new() } else { format!("?{query}") };
    Ok(format!("{}/{name}{query}", &base[..slash]))
}

/// Returns the name of the template, which the first test creates. The name contains a hash of the migrations, so that
/// a changed migration leads to a new template.
async fn template(admin: &mut PgConnection) -> anyhow::Result<String> {
    let name = format!("matjar_template_{}", fingerprint()?);
    sqlx::query("select pg_advisory_lock($1)").bind(TEMPLATE_LOCK).execute(&mut *admin).await?;
    let created = create_template(admin, &name).await;
    sqlx::query("select pg_advisory_unlock($1)").bind(TEMPLATE_LOCK).execute(&mut *admin).await?;
    created.map(|()| name)
}

async fn create_template(admin: &mut PgConnection, name: &str) -> anyhow::Result<()> {
    let exists: bool =
        sqlx::query_scalar("select exists (select from pg_database where datname = $1 and datistemplate)")
            .bind(name)
            .fetch_one(&mut *admin)
            .await?;
    if exists {
        return Ok(());
    }
    for sql in
        [format!("drop database if exists {name}"), format!("create database {name} owner shop_migrate")]
    {
        sqlx::query(sqlx::AssertSqlSafe(sql)).execute(&mut *admin).await?;
    }
    let url = with_name(&std::env::var("DATABASE_MIGRATE_URL").context("DATABASE_MIGRATE_URL")?, name)?;
    storefront::server::database::migrate(&url).await?;
    // Marked last, so that an incomplete template is created again.
    sqlx::query(sqlx::AssertSqlSafe(format!("alter database {name} is_template true")))
        .execute(admin)
        .await?;
    Ok(())
}

fn fingerprint() -> anyhow::Result<String> {
    let folder = crate::renderers::root().join("migrations");
    let mut files: Vec<_> = std::fs::read_dir(folder)?.collect::<Result<_, _>>()?;
    files.sort_by_key(std::fs::DirEntry::file_name);
    let mut digest = Sha256::new();
    for file in files {
        digest.update(std::fs::read(file.path())?);
    }
    Ok(hex::encode(&digest.finalize()[..6]))
}
