//! Pools and migrations.

use std::{str::FromStr, time::Duration};

use anyhow::Context;
use edge::pool_breaker::GuardedPool;
use graphile_worker::WorkerOptions;
use sqlx::{
    PgPool,
    migrate::Migrator,
    postgres::{PgConnectOptions, PgPoolOptions},
};

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");

/// How long a request waits for a connection before it is refused.
const ACQUIRE_TIMEOUT: Duration = Duration::from_millis(250);

/// Longer for payments, so that they are refused less often.
const PAYMENT_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(1);

/// A pool for requests.
pub fn guarded_pool(url: &str, connections: u32, name: &str) -> anyhow::Result<GuardedPool> {
    pool_with(url, connections, name, ACQUIRE_TIMEOUT)
}

/// A pool for the worker and for commands, which have few users.
pub fn pool(url: &str, connections: u32, name: &str) -> anyhow::Result<PgPool> {
    Ok(guarded_pool(url, connections, name)?.pool)
}

pub fn payment_pool(url: &str, connections: u32, name: &str) -> anyhow::Result<GuardedPool> {
    pool_with(url, connections, name, PAYMENT_ACQUIRE_TIMEOUT)
}

fn pool_with(
    url: &str,
    connections: u32,
    name: &str,
    acquire_timeout: Duration,
) -> anyhow::Result<GuardedPool> {
    let options = PgConnectOptions::from_str(url)
        .context("invalid database URL")?
        // No further options: a connection pooler rejects startup settings. The roles have them (scripts/roles.sql).
        .application_name(name);
    let pool = PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(acquire_timeout)
        // The test would cost a round trip per acquire.
        .test_before_acquire(false);
    Ok(GuardedPool::connect_lazy(pool, options))
}

/// Migrates the schema to this build: the job queue first, because the shop's grants refer to its tables.
pub async fn migrate(url: &str) -> anyhow::Result<()> {
    let options = PgConnectOptions::from_str(url).context("invalid database URL")?;
    let pool = PgPoolOptions::new().max_connections(2).connect_with(options).await.context("connecting")?;
    WorkerOptions::default()
        .schema(edge::jobs::SCHEMA)
        .pg_pool(pool.clone())
        .init()
        .await
        .context("migrating the job queue")?;
    MIGRATIONS.run(&pool).await.context("migrating the shop's schema")?;
    pool.close().await;
    Ok(())
}

/// Checks that the database is reachable, has at least the schema of this build, and holds amounts of this currency.
/// Returns the difference between its clock and `now`.
pub async fn inspect(db: &PgPool, now: chrono::DateTime<chrono::Utc>) -> anyhow::Result<chrono::TimeDelta> {
    let row = sqlx::query!(
        r#"select clock_timestamp() as "now!", (select max(version) from schema_versions) as version,
                  (select currency from orders order by id desc limit 1) as currency"#
    )
    .fetch_one(db)
    .await?;
    let required = MIGRATIONS.iter().map(|migration| migration.version).max();
    // A newer schema is fine: migrations are safe while the previous release still runs.
    anyhow::ensure!(row.version >= required, "schema version {:?}, required {required:?}", row.version);
    let currency = kernel::Currency::shop().code;
    let last = row.currency.unwrap_or_else(|| currency.to_owned());
    anyhow::ensure!(last == currency, "the last order is in {last}, and MATJAR_CURRENCY is {currency}");
    Ok((row.now - now).abs())
}
