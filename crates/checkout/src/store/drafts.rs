//! Forms that were refused, while their visitors are led back to them.

use chrono::{DateTime, TimeDelta, Utc};
use edge::session::TokenHash;
use sqlx::{PgExecutor, types::Json};

/// How long it waits. It holds a name and an address, so no longer than somebody needs to mend a form.
const LIFE: TimeDelta = TimeDelta::minutes(30);

pub type Pairs = Vec<(String, String)>;
/// The field that something is wrong with, where it is about one, and what is said.
pub type Said = Vec<(Option<String>, String)>;

pub struct Draft {
    pub id: String,
    pub fields: Pairs,
    pub faults: Said,
}

/// The last one of a page counts. False: there is no such session.
pub async fn keep(
    db: impl PgExecutor<'_>,
    session: &TokenHash,
    page: &str,
    draft: &Draft,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let kept = sqlx::query!(
        "insert into form_drafts (session, page, id, fields, faults, expires_at)
         select token_hash, $2, $3, $4, $5, $6 from sessions where token_hash = $1
         on conflict (session, page) do update
         set id = excluded.id, fields = excluded.fields, faults = excluded.faults, expires_at = excluded.expires_at",
        &session.0,
        page,
        draft.id,
        Json(&draft.fields) as _,
        Json(&draft.faults) as _,
        now + LIFE
    )
    .execute(db)
    .await?;
    Ok(kept.rows_affected() > 0)
}

pub async fn find(
    db: impl PgExecutor<'_>,
    session: &TokenHash,
    page: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Draft>> {
    let row = sqlx::query!(
        r#"select id, fields as "fields: Json<Pairs>", faults as "faults: Json<Said>"
           from form_drafts where session = $1 and page = $2 and expires_at > $3"#,
        &session.0,
        page,
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| Draft { id: row.id, fields: row.fields.0, faults: row.faults.0 }))
}

pub async fn forget(db: impl PgExecutor<'_>, session: &TokenHash, page: &str) -> sqlx::Result<()> {
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
