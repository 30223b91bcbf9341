//! Bulk jobs and their rows.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgExecutor, types::Json};

use super::rules::BulkChanges;

/// As the column `state` has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, sqlx::Type)]
#[sqlx(type_name = "text", rename_all = "lowercase")]
pub enum JobState {
    Planning,
    Planned,
    /// For a second person.
    Waiting,
    Running,
    Done,
    Stopped,
    /// Left without a change.
    Dropped,
}

impl JobState {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Planning => "planning",
            Self::Planned => "planned",
            Self::Waiting => "waiting",
            Self::Running => "running",
            Self::Done => "done",
            Self::Stopped => "stopped",
            Self::Dropped => "dropped",
        }
    }
}

#[derive(Debug, Clone)]
pub struct BulkJob {
    pub id: i64,
    pub title: String,
    pub changes: BulkChanges,
    pub undoes: Option<i64>,
    pub state: JobState,
    pub created_by: i64,
    pub created_at: DateTime<Utc>,
    pub requested_at: Option<DateTime<Utc>>,
    pub approved_by: Option<i64>,
    pub ended_at: Option<DateTime<Utc>>,
    pub note: String,
}

struct JobRow {
    id: i64,
    title: String,
    changes: Json<BulkChanges>,
    undoes: Option<i64>,
    state: JobState,
    created_by: i64,
    created_at: DateTime<Utc>,
    requested_at: Option<DateTime<Utc>>,
    approved_by: Option<i64>,
    ended_at: Option<DateTime<Utc>>,
    note: String,
}

impl From<JobRow> for BulkJob {
    fn from(row: JobRow) -> Self {
        Self {
            id: row.id,
            title: row.title,
            changes: row.changes.0,
            undoes: row.undoes,
            state: row.state,
            created_by: row.created_by,
            created_at: row.created_at,
            requested_at: row.requested_at,
            approved_by: row.approved_by,
            ended_at: row.ended_at,
            note: row.note,
        }
    }
}

pub async fn find(db: impl PgExecutor<'_>, id: i64) -> sqlx::Result<Option<BulkJob>> {
    let row = sqlx::query_as!(
        JobRow,
        r#"select id, title, changes as "changes: Json<BulkChanges>", undoes, state as "state: JobState", created_by,
                  created_at, requested_at, approved_by, ended_at, note
           from bulk_jobs where id = $1"#,
        id
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(BulkJob::from))
}

/// Steps of a job, and what staff do with it, come one after the other.
pub async fn lock(db: &mut PgConnection, id: i64) -> sqlx::Result<Option<BulkJob>> {
    sqlx::query!("select id from bulk_jobs where id = $1 for update", id).fetch_optional(&mut *db).await?;
    find(db, id).await
}

/// The newest jobs.
pub async fn list(db: impl PgExecutor<'_>, limit: i64) -> sqlx::Result<Vec<BulkJob>> {
    let rows = sqlx::query_as!(
        JobRow,
        r#"select id, title, changes as "changes: Json<BulkChanges>", undoes, state as "state: JobState", created_by,
                  created_at, requested_at, approved_by, ended_at, note
           from bulk_jobs where state <> 'dropped' order by id desc limit $1"#,
        limit
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(BulkJob::from).collect())
}

pub async fn insert(
    db: impl PgExecutor<'_>,
    title: &str,
    changes: &BulkChanges,
    member: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<i64> {
    sqlx::query_scalar!(
        "insert into bulk_jobs (title, changes, state, created_by, created_at)
         values ($1, $2, 'planning', $3, $4) returning id",
        title,
        Json(changes) as _,
        member,
        now
    )
    .fetch_one(db)
    .await
}

/// A job that takes another one back, ready to run or to be agreed to. `None`: there is one already.
pub async fn insert_undo(
    db: &mut PgConnection,
    of: &BulkJob,
    state: JobState,
    member: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    let id = sqlx::query_scalar!(
        "insert into bulk_jobs (title, changes, undoes, state, created_by, created_at, requested_at, started_at)
         values ($1, $2, $3, $4::text, $5, $6::timestamptz,
                 case when $4::text = 'waiting' then $6::timestamptz end,
                 case when $4::text = 'running' then $6::timestamptz end)
         on conflict (undoes) where undoes is not null and state <> 'dropped' do nothing returning id",
        of.title,
        Json(&of.changes) as _,
        of.id,
        state as JobState,
        member,
        now
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(id) = id else { return Ok(None) };
    sqlx::query!(
        "insert into bulk_results (job_id, position, thing, thing_id, product_id, version, state, before, after)
         select $1, position, thing, thing_id, product_id, new_version, 'ready', after, before
         from bulk_results where job_id = $2 and state = 'done'",
        id,
        of.id
    )
    .execute(db)
    .await?;
    Ok(Some(id))
}

/// The job that takes one back, if there is one. Without a second person's consent there is none.
pub async fn find_undo(db: impl PgExecutor<'_>, job: i64) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar!("select id from bulk_jobs where undoes = $1 and state <> 'dropped'", job)
        .fetch_optional(db)
        .await
}

/// Moves a locked job on. `note`: why it ended.
pub async fn set_state(
    db: impl PgExecutor<'_>,
    job: i64,
    state: JobState,
    note: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    sqlx::query!(
        "update bulk_jobs set state = $2::text, note = $3,
             requested_at = case when $2::text = 'waiting' then $4::timestamptz else requested_at end,
             started_at = case when $2::text = 'running' then coalesce(started_at, $4::timestamptz) else started_at end,
             ended_at = case when $2::text in ('done', 'stopped', 'dropped') then $4::timestamptz end
         where id = $1",
        job,
        state as JobState,
        note,
        now
    )
    .execute(db)
    .await?;
    Ok(())
}

pub async fn set_approved(db: impl PgExecutor<'_>, job: i64, member: i64) -> sqlx::Result<()> {
    sqlx::query!("update bulk_jobs set approved_by = $2 where id = $1", job, member).execute(db).await?;
    Ok(())
}

/// The rights of the member who began a job; nothing: they left.
pub async fn rights(
    db: impl PgExecutor<'_>,
    member: i64,
) -> sqlx::Result<Option<(Vec<String>, Vec<String>)>> {
    let row = sqlx::query!(
        r#"select permissions as "permissions!", scopes as "scopes!" from staff_rights($1)"#,
        member
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| (row.permissions, row.scopes)))
}

/// Deletes jobs that ended before `oldest`, and those before `unstarted` that were only looked at.
pub async fn forget(
    db: impl PgExecutor<'_>,
    oldest: DateTime<Utc>,
    unstarted: DateTime<Utc>,
) -> sqlx::Result<u64> {
    let deleted = sqlx::query!(
        "delete from bulk_jobs where ended_at < $1
             or (state in ('planning', 'planned', 'waiting', 'dropped') and created_at < $2)",
        oldest,
        unstarted
    )
    .execute(db)
    .await?;
    Ok(deleted.rows_affected())
}
