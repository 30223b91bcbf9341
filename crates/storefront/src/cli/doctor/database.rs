//! PostgreSQL: reachable as each role, with the right privileges, schema, clock, durability and backups.

use std::{str::FromStr, time::Duration};

use sqlx::{
    PgPool,
    postgres::{PgConnectOptions, PgPoolOptions},
};

use super::{
    FurtherDatabases,
    rules::{self, Finding, Role},
    store,
};
use crate::server::{config::Config, database};

/// Longer than a request waits: the check wants the reason of a failure.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

pub async fn check(config: &Config, further: &FurtherDatabases) -> Vec<Finding> {
    let given = &config.database;
    let roles = [
        (Role::Web, "DATABASE_URL", Some(&given.database_url)),
        (Role::Read, "DATABASE_READ_URL", Some(&given.database_read_url)),
        (Role::Staff, "DATABASE_STAFF_URL", Some(&given.database_staff_url)),
        (Role::Worker, "DATABASE_WORKER_URL", Some(&given.database_worker_url)),
        (Role::Media, "DATABASE_MEDIA_URL", further.database_media_url.as_ref()),
        (Role::Migrate, "DATABASE_MIGRATE_URL", further.database_migrate_url.as_ref()),
    ];
    let mut findings = Vec::new();
    for (role, variable, url) in roles {
        let Some(url) = url else { continue };
        let db = match connect(url).await {
            Ok(db) => db,
            Err(error) => {
                findings.push(rules::unreachable(role, variable, &error));
                continue;
            }
        };
        match store::role(&db).await {
            Ok(facts) => findings.push(rules::role(role, variable, &facts)),
            Err(error) => findings.push(rules::unreachable(role, variable, &error.to_string())),
        }
        match role {
            Role::Web => findings.extend(state(&db).await),
            Role::Staff => findings.push(owner(&db).await),
            _ => {}
        }
        db.close().await;
    }
    findings
}

async fn connect(url: &str) -> Result<PgPool, String> {
    let options = PgConnectOptions::from_str(url).map_err(|error| format!("not an address: {error}"))?;
    let pool = PgPoolOptions::new().max_connections(1).acquire_timeout(CONNECT_TIMEOUT);
    pool.connect_with(options.application_name("matjar doctor")).await.map_err(|error| error.to_string())
}

/// What the primary says: schema, clock, durability, backups.
async fn state(db: &PgPool) -> Vec<Finding> {
    let mut findings = match database::inspect(db, chrono::Utc::now()).await {
        Ok(difference) => vec![rules::schema(Ok(())), rules::clock(difference)],
        Err(error) => vec![rules::schema(Err(format!("{error:#}")))],
    };
    match store::server(db).await {
        Ok(facts) => findings.extend(rules::durability(&facts)),
        Err(error) => findings.push(rules::unknown("durability", &error)),
    }
    match store::archive(db).await {
        Ok(facts) => findings.push(rules::backups(&facts)),
        Err(error) => findings.push(rules::unknown("backups", &error)),
    }
    findings
}

async fn owner(db: &PgPool) -> Finding {
    match accounts::service::list_staff(db).await {
        Ok(staff) => rules::owner(staff.iter().filter(|one| one.role == accounts::service::OWNER).count()),
        Err(error) => rules::unknown("owner", &error),
    }
}
