//! Refused forms, stored until their visitors are redirected back to them.

use chrono::{DateTime, TimeDelta, Utc};
use edge::session::TokenHash;
use sqlx::{PgExecutor, types::Json};

/// How long a refused form is stored. It contains a name and an address, so only as long as correcting it takes.
pub const LIFE: TimeDelta = TimeDelta::minutes(30);

pub type Pairs = Vec<(String, String)>;
/// The field of each error, if it belongs to one, and its text.
pub type DraftErrors = Vec<(Option<String>, String)>;

pub struct Draft {
    pub id: String,
    pub fields: Pairs,
    pub errors: DraftErrors,
}

/// Saves the draft, replacing an earlier one of the same page. Returns false if there is no such session.
pub async fn save(
    db: impl PgExecutor<'_>,
    session: &TokenHash,
    page: &str,
    draft: &Draft,
    expires_at: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let saved = sqlx::query!(
        "insert into form_drafts (session, page, id, fields, errors, expires_at)
         select token_hash, $2, $3, $4, $5, $6 from sessions where token_hash = $1
         on conflict (session, page) do update
         set id = excluded.id, fields = excluded.fields, errors = excluded.errors, expires_at = excluded.expires_at",
        &session.0,
        page,
        draft.id,
        Json(&draft.fields) as _,
        Json(&draft.errors) as _,
        expires_at
    )
    .execute(db)
    .await?;
    Ok(saved.rows_affected() > 0)
}

pub async fn find(
    db: impl PgExecutor<'_>,
    session: &TokenHash,
    page: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Draft>> {
    let row = sqlx::query!(
        r#"select id, fields as "fields: Json<Pairs>", errors as "errors: Json<DraftErrors>"
           from form_drafts where session = $1 and page = $2 and expires_at > $3"#,
        &session.0,
        page,
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Draft { id: row.id, fields: row.fields.0, errors: row.errors.0 }))
}

pub async fn delete(db: impl PgExecutor<'_>, session: &TokenHash, page: &str) -> sqlx::Result<()> {
    sqlx::query!("delete from form_drafts where session = $1 and page = $2", &session.0, page)
        .execute(db)
        .await?;
    Ok(())
}

pub async fn sweep(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from form_drafts where (session, page) in (
             select session, page from form_drafts where expires_at < $1 limit 1000)",
        now
    )
    .execute(db)
    .await?;
    Ok(())
}
