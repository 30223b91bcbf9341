//! Reads and changes by the functions of the migration `0091_shop_health`: staff have no rights on the tables behind them.

use chrono::{DateTime, Utc};
use sqlx::PgExecutor;

#[derive(Debug)]
pub struct Figures {
    pub unknown_payments: i64,
    pub oldest_unknown: Option<DateTime<Utc>>,
    pub discrepancies: i64,
    pub held: i64,
    pub overdue_holds: i64,
    pub mail_waiting: i64,
    pub mail_oldest: Option<DateTime<Utc>>,
    pub mail_sent: i64,
    pub mail_refused: i64,
    pub jobs_waiting: i64,
    pub jobs_oldest: Option<DateTime<Utc>>,
    pub jobs_stopped: i64,
    pub database_now: DateTime<Utc>,
}

pub async fn figures(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<Figures> {
    sqlx::query_as!(
        Figures,
        r#"select unknown_payments as "unknown_payments!", oldest_unknown, discrepancies as "discrepancies!",
               held as "held!", overdue_holds as "overdue_holds!", mail_waiting as "mail_waiting!", mail_oldest,
               mail_sent as "mail_sent!", mail_refused as "mail_refused!", jobs_waiting as "jobs_waiting!",
               jobs_oldest, jobs_stopped as "jobs_stopped!", clock_timestamp() as "database_now!"
           from shop_health($1)"#,
        now
    )
    .fetch_one(db)
    .await
}

#[derive(Debug)]
pub struct Job {
    pub id: i64,
    pub task: String,
    pub attempts: i16,
    pub max_attempts: i16,
    pub run_at: DateTime<Utc>,
    pub is_running: bool,
    pub is_stopped: bool,
    pub last_error: String,
}

pub async fn list_jobs(db: impl PgExecutor<'_>, limit: i64) -> sqlx::Result<Vec<Job>> {
    sqlx::query_as!(
        Job,
        r#"select id as "id!", task as "task!", attempts as "attempts!", max_attempts as "max_attempts!",
               run_at as "run_at!", is_running as "is_running!", is_stopped as "is_stopped!",
               last_error as "last_error!"
           from list_jobs($1)"#,
        limit
    )
    .fetch_all(db)
    .await
}

/// The task of the job; `None` if it cannot be retried.
pub async fn retry_job(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select retry_job($1)", id).fetch_one(db).await
}

/// The task of the job; `None` if it cannot be stopped.
pub async fn stop_job(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!("select stop_job($1)", id).fetch_one(db).await
}
