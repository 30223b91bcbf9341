//! Templates in versions.

use chrono::{DateTime, Utc};
use sqlx::{PgConnection, PgExecutor};

use crate::rules::{Cause, Template};

#[derive(Debug, Clone)]
pub struct StoredTemplate {
    pub number: i32,
    pub subject: String,
    pub body: String,
    pub button: String,
    pub saved_at: DateTime<Utc>,
}

impl StoredTemplate {
    pub fn template(&self) -> Template {
        Template { subject: self.subject.clone(), body: self.body.clone(), button: self.button.clone() }
    }
}

/// The version in use; `None` if the template was never edited.
pub async fn newest_template(db: impl PgExecutor<'_>, cause: Cause) -> sqlx::Result<Option<StoredTemplate>> {
    sqlx::query_as!(
        StoredTemplate,
        "select number, subject, body, button, saved_at from followup_templates
         where cause = $1 order by number desc limit 1",
        cause.name()
    )
    .fetch_optional(db)
    .await
}

pub async fn find_template(
    db: impl PgExecutor<'_>,
    cause: Cause,
    number: i32,
) -> sqlx::Result<Option<StoredTemplate>> {
    sqlx::query_as!(
        StoredTemplate,
        "select number, subject, body, button, saved_at from followup_templates
         where cause = $1 and number = $2",
        cause.name(),
        number
    )
    .fetch_optional(db)
    .await
}

/// Newest first.
pub async fn list_templates(
    db: impl PgExecutor<'_>,
    cause: Cause,
    limit: i64,
) -> sqlx::Result<Vec<StoredTemplate>> {
    sqlx::query_as!(
        StoredTemplate,
        "select number, subject, body, button, saved_at from followup_templates
         where cause = $1 order by number desc limit $2",
        cause.name(),
        limit
    )
    .fetch_all(db)
    .await
}

/// Adds a version and returns its number; `None` if the newest version is not `base` any more, because another member of
/// staff has saved meanwhile.
pub async fn add_template(
    db: &mut PgConnection,
    cause: Cause,
    template: &Template,
    base: i32,
    saved_by: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i32>> {
    let Some(number) = base.checked_add(1) else { return Ok(None) };
    sqlx::query_scalar!(
        "insert into followup_templates (cause, number, subject, body, button, saved_by, saved_at)
         select $1, $2, $3, $4, $5, $6, $7
         where $8 = (select coalesce(max(number), 0) from followup_templates where cause = $1)
         on conflict (cause, number) do nothing returning number",
        cause.name(),
        number,
        template.subject,
        template.body,
        template.button,
        saved_by,
        now,
        base
    )
    .fetch_optional(db)
    .await
}
