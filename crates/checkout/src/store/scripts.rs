//! The accepted scripts of payment pages.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sqlx::{PgExecutor, PgPool};

use crate::service::scripts::Script;

/// The hashes of the accepted scripts, by URL.
pub async fn accepted_scripts(db: impl PgExecutor<'_>) -> sqlx::Result<BTreeMap<String, String>> {
    let rows = sqlx::query!("select url, sha256 from script_inventory").fetch_all(db).await?;
    Ok(rows.into_iter().map(|row| (row.url, row.sha256)).collect())
}

/// Replaces the inventory.
pub async fn replace_scripts(db: &PgPool, scripts: &[Script], now: DateTime<Utc>) -> sqlx::Result<()> {
    let mut tx = db.begin().await?;
    sqlx::query!("delete from script_inventory").execute(&mut *tx).await?;
    for script in scripts {
        sqlx::query!(
            "insert into script_inventory (url, owner, reason, sha256, accepted_at) values ($1, $2, $3, $4, $5)",
            script.url,
            script.owner,
            script.reason,
            script.sha256,
            now
        )
        .execute(&mut *tx)
        .await?;
    }
    tx.commit().await
}
