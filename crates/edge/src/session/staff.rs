//! Staff sessions, with their own cookie and table.
//!
//! A member with the right to change the team can look at the admin as a role sees it. The session's row says so, and the member
//! that a request finds has then what the role and their own role have in common; the pipeline refuses every write.

use axum::{extract::FromRequestParts, http::request::Parts};
use chrono::{DateTime, TimeDelta, Utc};

use super::{NewToken, Visitor};
use crate::{
    AppError, audit,
    permission::{Permission, Permissions},
};

/// Staff must sign in again after this long, or after [`IDLE_TIMEOUT`] without a request.
pub(super) const STAFF_SESSION_LIFETIME: TimeDelta = TimeDelta::hours(12);
const IDLE_TIMEOUT: TimeDelta = TimeDelta::minutes(30);
/// The view as a role ends by itself after this long.
const ROLE_VIEW_LIFETIME: TimeDelta = TimeDelta::hours(1);

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

    /// This role as a member with the role `own` may see it: only rights that both have, with the limits of both.
    #[must_use]
    fn within(mut self, own: &Self) -> Self {
        self.permissions = self.permissions.common(own.permissions);
        let others: Vec<_> =
            own.scopes.iter().filter(|scope| !self.scopes.contains(scope)).cloned().collect();
        self.scopes.extend(others);
        self.refund_limit = lower(self.refund_limit, own.refund_limit);
        self.stock_limit = lower(self.stock_limit, own.stock_limit);
        self
    }
}

/// The lower one of two limits, of which `None` limits nothing.
fn lower<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// A member of staff, with their rights.
#[derive(Debug, Clone)]
pub struct StaffMember {
    pub id: i64,
    pub name: String,
    /// The member's own role; while they look at the admin as another role, that one within their own.
    pub role: StaffRole,
    pub stores: Vec<i16>,
    /// The member looks at the admin as a role sees it and writes nothing.
    pub is_viewing: bool,
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
/// change applies at once. A view as a role whose time is over is ended here. Reads the tables `staff` and `staff_roles` of the
/// accounts capability, and `stores` of the barcodes capability: whoever works everywhere sees the role with every store.
pub async fn find_staff_member(
    db: &sqlx::PgPool,
    visitor: &Visitor,
    now: DateTime<Utc>,
    is_activity: bool,
) -> sqlx::Result<Option<StaffMember>> {
    let Some(token) = visitor.staff else { return Ok(None) };
    let row = sqlx::query!(
        r#"update staff_sessions session set seen_at = case when $4 then $2 else session.seen_at end
         from staff member join staff_roles own on own.name = member.role, staff_roles role
         where session.token_hash = $1 and session.expires_at > $2 and session.seen_at > $3
             and member.id = session.staff_id and member.is_active
             and role.name = coalesce(case when session.view_until > $2 then session.view_role end, own.name)
         returning member.id, member.name, role.name as role, role.title, role.permissions, role.scopes,
             role.refund_limit, role.stock_limit, own.name as own_role, own.title as own_title,
             own.permissions as own_permissions, own.scopes as own_scopes, own.refund_limit as own_refund_limit,
             own.stock_limit as own_stock_limit,
             case when $5 = any (role.scopes) and $5 <> all (own.scopes) then array(select id from stores order by id)
                  else member.stores end as "stores!",
             session.view_role is not null and session.view_until > $2 as "is_viewing!",
             session.view_role is not null and session.view_until <= $2 as "was_viewing!""#,
        &token.0,
        now,
        now - IDLE_TIMEOUT,
        is_activity,
        RoleScope::OwnStores.name()
    )
    .fetch_optional(db)
    .await?;
    let Some(row) = row else { return Ok(None) };
    if row.was_viewing {
        end_role_view(db, visitor, row.id, now).await?;
    }
    let role = StaffRole {
        name: row.role,
        title: row.title,
        permissions: Permissions::from_names(&row.permissions),
        scopes: row.scopes,
        refund_limit: row.refund_limit,
        stock_limit: row.stock_limit,
    };
    let own = StaffRole {
        name: row.own_role,
        title: row.own_title,
        permissions: Permissions::from_names(&row.own_permissions),
        scopes: row.own_scopes,
        refund_limit: row.own_refund_limit,
        stock_limit: row.own_stock_limit,
    };
    Ok(Some(StaffMember {
        id: row.id,
        name: row.name,
        role: if row.is_viewing { role.within(&own) } else { own },
        stores: row.stores,
        is_viewing: row.is_viewing,
    }))
}

/// Lets the visitor's session see the admin as a role does, from the next request on. Returns false if there is no such role, or if the
/// session has ended.
pub async fn begin_role_view(
    db: impl sqlx::PgExecutor<'_>,
    visitor: &Visitor,
    role: &str,
    now: DateTime<Utc>,
) -> sqlx::Result<bool> {
    let Some(token) = visitor.staff else { return Ok(false) };
    let begun = sqlx::query!(
        "update staff_sessions set view_role = role.name, view_until = $3 from staff_roles role
         where token_hash = $1 and role.name = $2",
        &token.0,
        role,
        now + ROLE_VIEW_LIFETIME
    )
    .execute(db)
    .await?;
    Ok(begun.rows_affected() == 1)
}

/// Ends the view as a role of the visitor's session, and records it for the member. Without one it does nothing: of two requests that
/// find its time over, one records the end.
pub async fn end_role_view(
    db: &sqlx::PgPool,
    visitor: &Visitor,
    member: i64,
    now: DateTime<Utc>,
) -> sqlx::Result<()> {
    let Some(token) = visitor.staff else { return Ok(()) };
    let mut tx = db.begin().await?;
    let ended = sqlx::query_scalar!(
        r#"update staff_sessions session set view_role = null, view_until = null
           from (select token_hash, view_role from staff_sessions where token_hash = $1 for update) was
           where session.token_hash = was.token_hash and was.view_role is not null
           returning was.view_role as "role!""#,
        &token.0
    )
    .fetch_optional(&mut *tx)
    .await?;
    if let Some(role) = ended {
        let member = format!("staff {member}");
        audit::record_change(&mut *tx, now, &member, "staff-view-end", &member, Some(&role), None).await?;
    }
    tx.commit().await
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

#[cfg(test)]
mod tests {
    use super::*;

    fn role(permissions: &[Permission], scopes: &[&str], refund_limit: Option<i64>) -> StaffRole {
        StaffRole {
            name: "own".to_owned(),
            title: "دور".to_owned(),
            permissions: permissions.iter().copied().collect(),
            scopes: scopes.iter().map(|scope| (*scope).to_owned()).collect(),
            refund_limit,
            stock_limit: None,
        }
    }

    #[test]
    fn a_role_is_seen_within_the_own_one() {
        use Permission::{OrdersRead, OrdersRefund, StockMove, TeamWrite};
        let own = role(&[OrdersRead, OrdersRefund, TeamWrite], &["own-acts"], Some(5_000));
        let seen = role(&[OrdersRead, OrdersRefund, StockMove], &["own-stores"], None).within(&own);
        assert_eq!(seen.permissions.names(), ["orders.read", "orders.refund"]);
        assert_eq!(seen.scopes, ["own-stores", "own-acts"]);
        assert_eq!(seen.refund_limit, Some(5_000));
        let seen = role(&[OrdersRefund], &["own-acts"], Some(700)).within(&own);
        assert_eq!((seen.scopes.len(), seen.refund_limit, seen.stock_limit), (1, Some(700), None));
    }
}
