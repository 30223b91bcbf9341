//! Pools and migrations.

use std::{str::FromStr, time::Duration};

use anyhow::Context;
use graphile_worker::WorkerOptions;
use sqlx::{
    PgPool,
    migrate::Migrator,
    postgres::{PgConnectOptions, PgPoolOptions},
};

static MIGRATIONS: Migrator = sqlx::migrate!("../../migrations");

/// What one acquire may take before the shopper is told to come back.
const PATIENCE: Duration = Duration::from_millis(250);

/// Paying is worth waiting for.
const PATIENCE_TO_PAY: Duration = Duration::from_secs(1);

pub fn pool(url: &str, connections: u32, name: &str) -> anyhow::Result<PgPool> {
    pool_with(url, connections, name, PATIENCE)
}

pub fn patient_pool(url: &str, connections: u32, name: &str) -> anyhow::Result<PgPool> {
    pool_with(url, connections, name, PATIENCE_TO_PAY)
}

fn pool_with(url: &str, connections: u32, name: &str, patience: Duration) -> anyhow::Result<PgPool> {
    let options = PgConnectOptions::from_str(url)
        .context("the database address")?
        // No further options: a pooler refuses connections that bring settings. Roles have theirs (scripts/roles.sql).
        .application_name(name);
    Ok(PgPoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(patience)
        // A connection is known to be good because it was good a moment ago; asking would be a round trip each time.
        .test_before_acquire(false)
        .connect_lazy_with(options))
}

/// Brings the schema up to this build: the job queue first, because our own grants name its tables.
pub async fn migrate(url: &str) -> anyhow::Result<()> {
    let options = PgConnectOptions::from_str(url).context("the database address")?;
    let pool = PgPoolOptions::new().max_connections(2).connect_with(options).await.context("connecting")?;
    WorkerOptions::default()
        .schema(edge::jobs::SCHEMA)
        .pg_pool(pool.clone())
        .init()
        .await
        .context("the job queue's schema")?;
    MIGRATIONS.run(&pool).await.context("the shop's schema")?;
    pool.close().await;
    Ok(())
}

/// Whether the database is reachable and has the schema of this build, and how far its clock is from ours.
pub async fn inspect(db: &PgPool, now: chrono::DateTime<chrono::Utc>) -> anyhow::Result<chrono::TimeDelta> {
    let row = sqlx::query!(
        r#"select clock_timestamp() as "now!", (select max(version) from schema_versions) as version"#
    )
    .fetch_one(db)
    .await?;
    let wanted = MIGRATIONS.iter().map(|step| step.version).max();
    // A newer schema is fine: migrations are safe while the previous release still runs.
    anyhow::ensure!(row.version >= wanted, "schema {:?} instead of {wanted:?}", row.version);
    Ok((row.now - now).abs())
}
