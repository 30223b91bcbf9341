//! What the database says about itself, to a role of the shop.

use sqlx::PgExecutor;

use super::rules::{ArchiveFacts, RoleFacts, ServerFacts};

/// Reads the privileges of the role that is connected.
pub async fn role(db: impl PgExecutor<'_>) -> sqlx::Result<RoleFacts> {
    sqlx::query_as(
        "select role.rolname::text as name, role.rolsuper as is_superuser,
                exists (select from pg_class where relowner = role.oid and relname = 'orders') as owns_tables,
                coalesce(has_table_privilege(to_regclass('staff')::oid, 'select'), false) as reads_staff,
                coalesce(has_table_privilege(to_regclass('sessions')::oid, 'select'), false) as reads_visitors
         from pg_roles role where role.rolname = current_user",
    )
    .fetch_one(db)
    .await
}

pub async fn server(db: impl PgExecutor<'_>) -> sqlx::Result<ServerFacts> {
    sqlx::query_as(
        "select current_setting('server_version_num')::integer as version, current_setting('fsync') as fsync,
                current_setting('full_page_writes') as full_page_writes,
                current_setting('synchronous_commit') as synchronous_commit,
                current_setting('data_checksums') as data_checksums",
    )
    .fetch_one(db)
    .await
}

/// Reads whether the log of changes is copied away, which every backup to a point in time needs.
pub async fn archive(db: impl PgExecutor<'_>) -> sqlx::Result<ArchiveFacts> {
    sqlx::query_as(
        "select current_setting('archive_mode') as mode, last_archived_time as last_archived_at,
                last_failed_time as last_failed_at, clock_timestamp() as now
         from pg_stat_archiver",
    )
    .fetch_one(db)
    .await
}
