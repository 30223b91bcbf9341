//! The settings of the causes, and their figures.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgExecutor;

use crate::rules::Cause;

#[derive(Debug, Clone, Copy)]
pub struct CauseSettings {
    pub cause: Cause,
    pub is_on: bool,
    pub list: Option<i64>,
    pub delay_hours: i32,
}

impl CauseSettings {
    pub fn delay(&self) -> TimeDelta {
        TimeDelta::hours(self.delay_hours.into())
    }
}

/// All causes, in the order of the staff page.
pub async fn causes(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<CauseSettings>> {
    let rows = sqlx::query!("select cause, is_on, list_id, delay_hours from followup_causes order by cause")
        .fetch_all(db)
        .await?;
    let settings = rows.into_iter().filter_map(|row| {
        let cause = Cause::parse(&row.cause)?;
        Some(CauseSettings { cause, is_on: row.is_on, list: row.list_id, delay_hours: row.delay_hours })
    });
    Ok(settings.collect())
}

pub async fn cause(db: impl PgExecutor<'_>, cause: Cause) -> sqlx::Result<Option<CauseSettings>> {
    let row = sqlx::query!(
        "select is_on, list_id, delay_hours from followup_causes where cause = $1",
        cause.name()
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| CauseSettings {
        cause,
        is_on: row.is_on,
        list: row.list_id,
        delay_hours: row.delay_hours,
    }))
}

pub async fn set_cause(db: impl PgExecutor<'_>, settings: &CauseSettings) -> sqlx::Result<()> {
    sqlx::query!(
        "update followup_causes set is_on = $2, list_id = $3, delay_hours = $4 where cause = $1",
        settings.cause.name(),
        settings.is_on,
        settings.list,
        settings.delay_hours
    )
    .execute(db)
    .await?;
    Ok(())
}

/// How many follow-ups of a cause are in a state, for a reason.
#[derive(Debug, Clone)]
pub struct Figures {
    pub cause: String,
    pub state: String,
    pub reason: Option<String>,
    pub count: i64,
}

/// Open ones, and those that were finished since a time.
pub async fn figures(db: impl PgExecutor<'_>, since: DateTime<Utc>) -> sqlx::Result<Vec<Figures>> {
    sqlx::query_as!(
        Figures,
        r#"select cause, state, reason, count(*) as "count!" from followups
           where finished_at is null or finished_at >= $1 group by cause, state, reason"#,
        since
    )
    .fetch_all(db)
    .await
}

/// Id and name of the subscription lists. Reads a table of `accounts`.
pub async fn list_lists(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<(i64, String)>> {
    let rows =
        sqlx::query!("select id, name from subscription_lists order by position, id").fetch_all(db).await?;
    Ok(rows.into_iter().map(|row| (row.id, row.name)).collect())
}
