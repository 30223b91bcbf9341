//! Staff accounts. Only the staff database role can read and write them.

use chrono::{DateTime, Utc};
use edge::{
    permission::Permissions,
    session::{StaffMember, StaffRole},
};
use kernel::EmailAddress;
use sqlx::{PgConnection, PgExecutor};

#[derive(Debug, Clone)]
pub struct StaffRow {
    pub password_hash: String,
    pub totp_secret: Vec<u8>,
    pub member: StaffMember,
}

pub async fn find_staff_by_email(db: impl PgExecutor<'_>, email: &str) -> sqlx::Result<Option<StaffRow>> {
    let row = sqlx::query!(
        "select member.id, member.name, member.stores, member.password_hash, member.totp_secret, role.name as role,
             role.title, role.permissions, role.scopes, role.refund_limit, role.stock_limit
         from staff member join staff_roles role on role.name = member.role
         where member.email_key = $1 and member.is_active",
        email.to_lowercase()
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| StaffRow {
        password_hash: row.password_hash,
        totp_secret: row.totp_secret,
        member: StaffMember {
            id: row.id,
            name: row.name,
            role: StaffRole {
                name: row.role,
                title: row.title,
                permissions: Permissions::from_names(&row.permissions),
                scopes: row.scopes,
                refund_limit: row.refund_limit,
                stock_limit: row.stock_limit,
            },
            stores: row.stores,
            is_viewing: false,
        },
    }))
}

/// Marks the code of a time step as used. Returns false if it or a later one was used before.
pub async fn use_code(db: impl PgExecutor<'_>, id: i64, step: i64) -> sqlx::Result<bool> {
    let used = sqlx::query!("update staff set totp_step = $2 where id = $1 and totp_step < $2", id, step)
        .execute(db)
        .await?;
    Ok(used.rows_affected() == 1)
}

/// The role that has every right, and that the first member gets.
pub const OWNER: &str = "owner";

/// Name and role of a staff member to add or update.
#[derive(Debug, Clone)]
pub struct NewStaff {
    pub name: String,
    /// The name of a row of `staff_roles`.
    pub role: String,
    pub stores: Vec<i16>,
}

/// Adds a staff member, or replaces the role, password and TOTP secret of an existing one. Ends their sessions.
pub async fn add_staff(
    db: &mut PgConnection,
    email: &EmailAddress,
    member: &NewStaff,
    password_hash: &str,
    totp_secret: &[u8],
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let id = sqlx::query_scalar!(
        "insert into staff (email_key, name, role, stores, password_hash, totp_secret) values ($1, $2, $3, $4, $5, $6)
         on conflict (email_key) do update set name = excluded.name, role = excluded.role, stores = excluded.stores,
             password_hash = excluded.password_hash, totp_secret = excluded.totp_secret, is_active = true
         returning id",
        email.key(),
        member.name,
        member.role,
        &member.stores,
        password_hash,
        totp_secret
    )
    .fetch_one(&mut *db)
    .await?;
    edge::session::end_all_staff(&mut *db, &email.key()).await?;
    edge::audit::record(db, now, "shell", "staff-added", &format!("staff {id}")).await
}

/// Deactivates a staff member and ends their sessions. The row stays, because the audit log refers to it.
/// Returns false if the address has no active staff member.
pub async fn remove_staff(
    db: &mut PgConnection,
    email: &EmailAddress,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let removed = sqlx::query_scalar!(
        "update staff set is_active = false where email_key = $1 and is_active returning id",
        email.key()
    )
    .fetch_optional(&mut *db)
    .await?;
    let Some(id) = removed else { return Ok(false) };
    edge::session::end_all_staff(&mut *db, &email.key()).await?;
    super::end_orphaned_invitations(&mut *db, now).await?;
    edge::audit::record(db, now, "shell", "staff-removed", &format!("staff {id}")).await?;
    Ok(true)
}

/// A staff member and the email address to sign in with.
#[derive(Debug, Clone)]
pub struct StaffAccount {
    pub id: i64,
    pub email: String,
    pub name: String,
    pub role: String,
    pub stores: Vec<i16>,
}

/// Returns the active staff members.
pub async fn list_staff(db: impl PgExecutor<'_>) -> sqlx::Result<Vec<StaffAccount>> {
    sqlx::query_as!(
        StaffAccount,
        "select id, email_key as email, name, role, stores from staff where is_active order by id"
    )
    .fetch_all(db)
    .await
}
