//! The team: members with their roles, the roles themselves, and invitations.

use chrono::{DateTime, TimeDelta, Utc};
use edge::{
    permission::Permissions,
    session::{self, StaffMember, StaffRole},
};
use sha2::{Digest, Sha256};
use sqlx::{PgConnection, PgExecutor, PgPool};

/// How long an invitation is open.
pub const INVITATION_LIFE: TimeDelta = TimeDelta::days(3);
/// Invitations are deleted this long after their end.
const INVITATION_RETENTION: TimeDelta = TimeDelta::days(90);
/// The right whose holders are owners: at least one active member has it.
const OWNER_RIGHT: &str = "team.write";

/// A role, and whether it may be changed.
#[derive(Debug, Clone)]
pub struct TeamRole {
    pub role: StaffRole,
    pub is_delivered: bool,
}

/// Returns the roles, those that are delivered first.
pub async fn list_roles(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<TeamRole>> {
    let rows = sqlx::query!(
        "select name, title, permissions, scopes, refund_limit, stock_limit, is_delivered from staff_roles
         order by not is_delivered, position"
    )
    .fetch_all(db)
    .await?;
    let roles = rows.into_iter().map(|row| TeamRole {
        role: StaffRole {
            name: row.name,
            title: row.title,
            permissions: Permissions::from_names(&row.permissions),
            scopes: row.scopes,
            refund_limit: row.refund_limit,
            stock_limit: row.stock_limit,
        },
        is_delivered: row.is_delivered,
    });
    Ok(roles.collect())
}

/// An active member, as the team page lists them.
#[derive(Debug, Clone)]
pub struct TeamMember {
    pub id: i64,
    pub email: String,
    pub name: String,
    pub role: String,
    pub stores: Vec<i16>,
    /// `None` if the member has no session.
    pub seen_at: Option<DateTime<Utc>>,
}

pub async fn list_team(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<Vec<TeamMember>> {
    sqlx::query_as!(
        TeamMember,
        "select member.id, member.email_key as email, member.name, member.role, member.stores,
             (select max(session.seen_at) from staff_sessions session
              where session.staff_id = member.id and session.expires_at > $1) as seen_at
         from staff member where member.is_active order by member.id",
        now
    )
    .fetch_all(db)
    .await
}

/// Lets one change of the team happen after the other, until the transaction ends: two owners who stop each other at the
/// same moment leave one.
pub async fn lock_team(db: impl PgExecutor<'_>) -> sqlx::Result<()> {
    sqlx::query!(r#"select pg_advisory_xact_lock(7310070) as "done: ()""#).execute(db).await?;
    Ok(())
}

/// Whether an active member is an owner.
pub async fn has_owner(db: impl PgExecutor<'_>) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"select exists (
               select from staff member join staff_roles role on role.name = member.role
               where member.is_active and $1 = any (role.permissions)) as "exists!""#,
        OWNER_RIGHT
    )
    .fetch_one(db)
    .await
}

/// Returns false if there is no such active member or no such role.
pub async fn set_role(db: impl PgExecutor<'_>, id: i64, role: &str) -> sqlx::Result<bool> {
    let changed = sqlx::query!(
        "update staff set role = $2 where id = $1 and is_active and exists (select from staff_roles where name = $2)",
        id,
        role
    )
    .execute(db)
    .await?;
    Ok(changed.rows_affected() == 1)
}

/// Deactivates a member and ends all sessions of theirs. The row stays, because the audit log refers to it.
pub async fn stop_member(db: &mut PgConnection, id: i64) -> sqlx::Result<bool> {
    let stopped = sqlx::query!("update staff set is_active = false where id = $1 and is_active", id)
        .execute(&mut *db)
        .await?;
    session::end_sessions_of(db, id).await?;
    Ok(stopped.rows_affected() == 1)
}

/// Adds a role with the rights and limits of another. Returns false if there is no such role.
pub async fn copy_role(db: impl PgExecutor<'_>, from: &str, name: &str, title: &str) -> sqlx::Result<bool> {
    let added = sqlx::query!(
        "insert into staff_roles (name, title, permissions, scopes, refund_limit, stock_limit)
         select $2, $3, permissions, scopes, refund_limit, stock_limit from staff_roles where name = $1",
        from,
        name,
        title
    )
    .execute(db)
    .await?;
    Ok(added.rows_affected() == 1)
}

/// Replaces title, rights and limits of a role that was copied. Returns false if it is delivered, or does not exist.
pub async fn save_role(db: impl PgExecutor<'_>, role: &StaffRole) -> sqlx::Result<bool> {
    let saved = sqlx::query!(
        "update staff_roles set title = $2, permissions = $3, scopes = $4, refund_limit = $5, stock_limit = $6
         where name = $1 and not is_delivered",
        role.name,
        role.title,
        &role.permissions.names(),
        &role.scopes,
        role.refund_limit,
        role.stock_limit
    )
    .execute(db)
    .await?;
    Ok(saved.rows_affected() == 1)
}

/// Removes a role that was copied. Returns false if it is delivered, or if members or invitations have it.
pub async fn remove_role(db: impl PgExecutor<'_>, name: &str) -> sqlx::Result<bool> {
    let removed = sqlx::query!(
        "delete from staff_roles where name = $1 and not is_delivered
             and not exists (select from staff where role = $1)
             and not exists (select from staff_invitations where role = $1)",
        name
    )
    .execute(db)
    .await?;
    Ok(removed.rows_affected() == 1)
}

/// Whom an owner invites.
#[derive(Debug, Clone)]
pub struct NewInvitation<'a> {
    pub email_key: &'a str,
    pub name: &'a str,
    pub role: &'a str,
    pub stores: &'a [i16],
}

/// Opens an invitation and ends an older one of the same address. Returns `None` if the address has an active member, or
/// if there is no such role.
pub async fn invite(
    db: &mut PgConnection,
    new: &NewInvitation<'_>,
    by: &StaffMember,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    sqlx::query!(
        "update staff_invitations set ended_at = $2 where email_key = $1 and ended_at is null",
        new.email_key,
        now
    )
    .execute(&mut *db)
    .await?;
    let secret: [u8; 20] = rand::random();
    sqlx::query_scalar!(
        "insert into staff_invitations
             (email_key, name, role, stores, invited_by, totp_secret, created_at, expires_at)
         select $1, $2, role.name, $4, $5, $6, $7, $8 from staff_roles role
         where role.name = $3 and not exists (select from staff where email_key = $1 and is_active)
         returning id",
        new.email_key,
        new.name,
        new.role,
        new.stores,
        by.id,
        &secret,
        now,
        now + INVITATION_LIFE
    )
    .fetch_optional(db)
    .await
}

#[derive(Debug, Clone)]
pub struct Invitation {
    pub id: i64,
    pub email: String,
    pub name: String,
    pub role: String,
    pub stores: Vec<i16>,
    pub totp_secret: Vec<u8>,
    pub expires_at: DateTime<Utc>,
}

pub async fn list_invitations(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<Vec<Invitation>> {
    sqlx::query_as!(
        Invitation,
        "select id, email_key as email, name, role, stores, totp_secret, expires_at from staff_invitations
         where ended_at is null and expires_at > $1 order by id",
        now
    )
    .fetch_all(db)
    .await
}

/// Returns false if the invitation has ended already.
pub async fn end_invitation(db: impl PgExecutor<'_>, id: i64, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let ended = sqlx::query!(
        "update staff_invitations set ended_at = $2 where id = $1 and ended_at is null and expires_at > $2",
        id,
        now
    )
    .execute(db)
    .await?;
    Ok(ended.rows_affected() == 1)
}

/// Ends the open invitations of those who are owners no more: nobody comes back by an own invitation. Returns how many.
pub async fn end_orphaned_invitations(db: impl PgExecutor<'_>, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let ended = sqlx::query!(
        "update staff_invitations set ended_at = $1 where ended_at is null and not exists (
             select from staff member join staff_roles role on role.name = member.role
             where member.id = invited_by and member.is_active and $2 = any (role.permissions))",
        now,
        OWNER_RIGHT
    )
    .execute(db)
    .await?;
    Ok(ended.rows_affected())
}

fn hash(key: &str) -> Vec<u8> {
    Sha256::digest(format!("staff-invitation:{key}")).to_vec()
}

/// What the email of an invitation needs.
#[derive(Debug, Clone)]
pub struct InvitationEmail {
    pub email: String,
    pub name: String,
}

/// Creates the key of an open invitation, for the email that is about to be sent. Only its hash is stored.
pub async fn create_invitation_key(
    db: &PgPool,
    id: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<(String, InvitationEmail)>> {
    let key = hex::encode(rand::random::<[u8; 16]>());
    let found = sqlx::query_as!(
        InvitationEmail,
        "update staff_invitations set key_hash = $2 where id = $1 and ended_at is null and expires_at > $3
         returning email_key as email, name",
        id,
        &hash(&key),
        now
    )
    .fetch_optional(db)
    .await?;
    Ok(found.map(|email| (key, email)))
}

/// Returns an open invitation by the key of its link. Used, expired, withdrawn and unknown keys are alike.
pub async fn find_invitation(
    db: impl PgExecutor<'_>,
    key: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<Invitation>> {
    sqlx::query_as!(
        Invitation,
        "select id, email_key as email, name, role, stores, totp_secret, expires_at from staff_invitations
         where key_hash = $1 and ended_at is null and expires_at > $2",
        &hash(key),
        now
    )
    .fetch_optional(db)
    .await
}

/// What the page of an invitation shows.
#[derive(Debug, Clone)]
pub struct OpenInvitation {
    pub email: String,
    pub totp_secret: Vec<u8>,
}

/// The same for the web server, whose role cannot read invitations.
pub async fn open_invitation(
    db: impl PgExecutor<'_>,
    key: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<OpenInvitation>> {
    sqlx::query_as!(
        OpenInvitation,
        r#"select email as "email!", totp_secret as "totp_secret!" from open_staff_invitation($1, $2)"#,
        &hash(key),
        now
    )
    .fetch_optional(db)
    .await
}

/// Ends the invitation and adds its person to the team; a former member returns. `step` is the time step of the code that
/// proved the secret, which cannot be used again. Returns `None` if the invitation has ended, or if the address is that
/// of an active member.
pub async fn join(
    db: &mut PgConnection,
    invitation: &Invitation,
    password_hash: &str,
    step: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<Option<i64>> {
    if !end_invitation(&mut *db, invitation.id, now).await? {
        return Ok(None);
    }
    sqlx::query_scalar!(
        "insert into staff (email_key, name, role, stores, password_hash, totp_secret, totp_step)
         values ($1, $2, $3, $4, $5, $6, $7)
         on conflict (email_key) do update set name = excluded.name, role = excluded.role, stores = excluded.stores,
             password_hash = excluded.password_hash, totp_secret = excluded.totp_secret,
             totp_step = excluded.totp_step, is_active = true
         where not staff.is_active
         returning id",
        invitation.email,
        invitation.name,
        invitation.role,
        &invitation.stores,
        password_hash,
        invitation.totp_secret,
        step
    )
    .fetch_optional(db)
    .await
}

/// Deletes old invitations: they name people who may never have joined.
pub async fn sweep_invitations(db: &PgPool, now: DateTime<Utc>) -> sqlx::Result<u64> {
    let swept = sqlx::query!(
        "delete from staff_invitations where id in (
             select id from staff_invitations where expires_at < $1 limit 1000)",
        now - INVITATION_RETENTION
    )
    .execute(db)
    .await?;
    Ok(swept.rows_affected())
}
