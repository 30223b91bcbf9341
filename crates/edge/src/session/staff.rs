//! Staff sessions, with their own cookie and table.

use axum::{extract::FromRequestParts, http::request::Parts};
use chrono::{DateTime, TimeDelta, Utc};

use super::{NewToken, Visitor};
use crate::{
    AppError,
    permission::{Permission, Permissions},
};

/// Staff must sign in again after this long, or after [`IDLE_TIMEOUT`] without a request.
pub(super) const STAFF_SESSION_LIFETIME: TimeDelta = TimeDelta::hours(12);
const IDLE_TIMEOUT: TimeDelta = TimeDelta::minutes(30);

/// Whether the visitor has a live staff session. Without the cookie nothing is queried. The role `shop_web` cannot read
/// staff sessions, so a function of the database answers.
pub async fn is_staff(db: &sqlx::PgPool, visitor: &Visitor, now: DateTime<Utc>) -> sqlx::Result<bool> {
    let Some(token) = visitor.staff else { return Ok(false) };
    sqlx::query_scalar!(
        r#"select is_staff_session($1, $2, $3) as "is_staff!""#,
        &token.0,
        now,
        now - IDLE_TIMEOUT
    )
    .fetch_one(db)
    .await
}

/// A right that a role has in part only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RoleScope {
    /// Stock of the member's own stores.
    OwnStores,
    /// Customers as part of their orders.
    CustomersOfOrders,
    /// Texts and pictures of the catalogue.
    TextsAndPictures,
    /// The member's own acts in the audit log.
    OwnActs,
}

impl RoleScope {
    pub const ALL: [Self; 4] =
        [Self::OwnStores, Self::CustomersOfOrders, Self::TextsAndPictures, Self::OwnActs];

    pub const fn name(self) -> &'static str {
        match self {
            Self::OwnStores => "own-stores",
            Self::CustomersOfOrders => "customers-of-orders",
            Self::TextsAndPictures => "texts-and-pictures",
            Self::OwnActs => "own-acts",
        }
    }

    pub const fn permission(self) -> Permission {
        match self {
            Self::OwnStores => Permission::StockMove,
            Self::CustomersOfOrders => Permission::CustomersRead,
            Self::TextsAndPictures => Permission::CatalogWrite,
            Self::OwnActs => Permission::AuditRead,
        }
    }
}

/// A role: a row of `staff_roles`.
#[derive(Debug, Clone)]
pub struct StaffRole {
    pub name: String,
    pub title: String,
    pub permissions: Permissions,
    pub scopes: Vec<String>,
    /// The most that a member refunds at once, in minor units; `None` for any amount.
    pub refund_limit: Option<i64>,
    /// The most pieces of a product that a member moves in 24 hours; `None` for what the shop allows everybody.
    pub stock_limit: Option<i32>,
}

impl StaffRole {
    pub fn has_scope(&self, scope: RoleScope) -> bool {
        self.scopes.iter().any(|name| name == scope.name())
    }
}

/// A member of staff, with their rights.
#[derive(Debug, Clone)]
pub struct StaffMember {
    pub id: i64,
    pub name: String,
    pub role: StaffRole,
    pub stores: Vec<i16>,
}

impl StaffMember {
    pub fn may(&self, permission: Permission) -> bool {
        self.role.permissions.contains(permission)
    }

    /// Whether the member works in every store, and not only in their own.
    pub fn works_everywhere(&self) -> bool {
        !self.role.has_scope(RoleScope::OwnStores)
    }

    pub fn may_refund(&self, minor: i64) -> bool {
        self.may(Permission::OrdersRefund) && self.role.refund_limit.is_none_or(|limit| minor <= limit)
    }

    /// The name for the audit log. It contains the id, because names can change and are not unique.
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
            .ok_or_else(|| anyhow::anyhow!("endpoint policy has no staff role").into())
    }
}

/// Returns the member of a live staff session, and records the activity if it is one. Rights are read on every request, so that a
/// change applies at once. Reads the table `staff` of the accounts capability.
pub async fn find_staff_member(
    db: &sqlx::PgPool,
    visitor: &Visitor,
    now: DateTime<Utc>,
    is_activity: bool,
) -> sqlx::Result<Option<StaffMember>> {
    let Some(token) = visitor.staff else { return Ok(None) };
    let row = sqlx::query!(
        "update staff_sessions session set seen_at = case when $4 then $2 else session.seen_at end
         from staff member join staff_roles role on role.name = member.role
         where session.token_hash = $1 and session.expires_at > $2 and session.seen_at > $3
             and member.id = session.staff_id and member.is_active
         returning member.id, member.name, member.stores, role.name as role, role.title, role.permissions, role.scopes,
             role.refund_limit, role.stock_limit",
        &token.0,
        now,
        now - IDLE_TIMEOUT,
        is_activity
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| StaffMember {
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
    }))
}

/// Ends all sessions of a member of staff.
pub async fn end_all_staff(db: impl sqlx::PgExecutor<'_>, email_key: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "delete from staff_sessions where staff_id = (select id from staff where email_key = $1)",
        email_key
    )
    .execute(db)
    .await?;
    Ok(())
}

/// The same by id. Returns the number of sessions that were ended.
pub async fn end_sessions_of(db: impl sqlx::PgExecutor<'_>, staff_id: i64) -> sqlx::Result<u64> {
    let ended = sqlx::query!("delete from staff_sessions where staff_id = $1", staff_id).execute(db).await?;
    Ok(ended.rows_affected())
}

/// Creates the session of a member of staff who has just signed in.
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
        now + STAFF_SESSION_LIFETIME
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
