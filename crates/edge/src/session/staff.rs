//! Those who run the shop: a cookie and a table of their own.

use axum::{extract::FromRequestParts, http::request::Parts};
use chrono::{DateTime, TimeDelta, Utc};

use super::{NewToken, Visitor};
use crate::AppError;

/// However busy, staff signs in again after this long, and sooner after a rest.
pub(super) const LIFE: TimeDelta = TimeDelta::hours(12);
const REST: TimeDelta = TimeDelta::minutes(30);

/// Whether the visitor is somebody of the shop. Nobody without that cookie costs a question.
pub async fn is_staff(db: &sqlx::PgPool, visitor: &Visitor, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let Some(token) = visitor.staff else { return Ok(false) };
    let found = sqlx::query_scalar!(
        r#"select true as "found!" from staff_sessions where token_hash = $1 and expires_at > $2 and seen_at > $3"#,
        &token.0,
        now,
        now - REST
    )
    .fetch_optional(db)
    .await?;
    Ok(found.is_some())
}

/// Somebody of the shop, and what they may do.
#[derive(Debug, Clone)]
pub struct StaffMember {
    pub id: i64,
    pub name: String,
    pub is_admin: bool,
    pub stores: Vec<i16>,
}

impl StaffMember {
    /// As the audit log names them: people may share a name, and change it.
    pub fn actor(&self) -> String {
        format!("staff {}", self.id)
    }
}

impl<S: Sync> FromRequestParts<S> for StaffMember {
    type Rejection = AppError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, AppError> {
        parts
            .extensions
            .get()
            .cloned()
            .ok_or_else(|| anyhow::anyhow!("this endpoint asks for no staff").into())
    }
}

/// Who of the shop is asking, and that they are at work: a session rests half an hour at most. Their rights are read anew
/// each time, so that taking them away works at once. Reads `staff`, which is the accounts'.
pub async fn staff_member(
    db: &sqlx::PgPool,
    visitor: &Visitor,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<StaffMember>> {
    let Some(token) = visitor.staff else { return Ok(None) };
    let row = sqlx::query!(
        "update staff_sessions session set seen_at = $2 from staff member
         where session.token_hash = $1 and session.expires_at > $2 and session.seen_at > $3
             and member.id = session.staff_id and member.is_active
         returning member.id, member.name, member.role, member.stores",
        &token.0,
        now,
        now - REST
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| StaffMember {
        id: row.id,
        name: row.name,
        is_admin: row.role == "admin",
        stores: row.stores,
    }))
}

/// Signs somebody of the shop out everywhere.
pub async fn end_all_staff(db: impl sqlx::PgExecutor<'_>, email_key: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from staff_sessions where staff_id = (select id from staff where email_key = $1)",
        email_key
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A session for somebody of the shop who has shown who they are.
pub async fn begin_staff(
    db: impl sqlx::PgExecutor<'_>,
    member: &StaffMember,
    now: DateTime<Utc>,
) -> sqlx::Result<NewToken> {
    let new = NewToken::random();
    sqlx::query!(
        "insert into staff_sessions (token_hash, staff_id, name, seen_at, expires_at) values ($1, $2, $3, $4, $5)",
        &new.hash.0,
        member.id,
        member.name,
        now,
        now + LIFE
    )
    .execute(db)
    .await?;
    Ok(new)
}

pub async fn end_staff(db: impl sqlx::PgExecutor<'_>, visitor: &Visitor) -> sqlx::Result<()> {
    let Some(token) = visitor.staff else { return Ok(()) };
    sqlx::query!("delete from staff_sessions where token_hash = $1", &token.0).execute(db).await?;
    Ok(())
}
