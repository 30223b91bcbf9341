//! Rights of staff. A role is a set of them; each staff endpoint names the one that it needs.

use std::fmt;

/// What a member of staff may do. Roles store the names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Permission {
    OrdersRead,
    OrdersMove,
    OrdersEdit,
    OrdersRefund,
    /// Saying that money has arrived which no provider reports.
    OrdersPayments,
    OrdersExport,
    CustomersExport,
    CatalogRead,
    CatalogWrite,
    StockMove,
    PricesWrite,
    CustomersRead,
    InboxAct,
    ReviewsModerate,
    PrivacyAct,
    ContentWrite,
    GrowthWrite,
    ReportsRead,
    SettingsWrite,
    PaymentsSettings,
    TeamWrite,
    ImportRun,
    AuditRead,
    JobsAct,
}

impl Permission {
    pub const ALL: [Self; 24] = [
        Self::OrdersRead,
        Self::OrdersMove,
        Self::OrdersEdit,
        Self::OrdersRefund,
        Self::OrdersPayments,
        Self::OrdersExport,
        Self::CustomersExport,
        Self::CatalogRead,
        Self::CatalogWrite,
        Self::StockMove,
        Self::PricesWrite,
        Self::CustomersRead,
        Self::InboxAct,
        Self::ReviewsModerate,
        Self::PrivacyAct,
        Self::ContentWrite,
        Self::GrowthWrite,
        Self::ReportsRead,
        Self::SettingsWrite,
        Self::PaymentsSettings,
        Self::TeamWrite,
        Self::ImportRun,
        Self::AuditRead,
        Self::JobsAct,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::OrdersRead => "orders.read",
            Self::OrdersMove => "orders.move",
            Self::OrdersEdit => "orders.edit",
            Self::OrdersRefund => "orders.refund",
            Self::OrdersPayments => "orders.payments",
            Self::OrdersExport => "orders.export",
            Self::CustomersExport => "customers.export",
            Self::CatalogRead => "catalog.read",
            Self::CatalogWrite => "catalog.write",
            Self::StockMove => "stock.move",
            Self::PricesWrite => "prices.write",
            Self::CustomersRead => "customers.read",
            Self::InboxAct => "inbox.act",
            Self::ReviewsModerate => "reviews.moderate",
            Self::PrivacyAct => "privacy.act",
            Self::ContentWrite => "content.write",
            Self::GrowthWrite => "growth.write",
            Self::ReportsRead => "reports.read",
            Self::SettingsWrite => "settings.write",
            Self::PaymentsSettings => "payments.settings",
            Self::TeamWrite => "team.write",
            Self::ImportRun => "import.run",
            Self::AuditRead => "audit.read",
            Self::JobsAct => "jobs.act",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|permission| permission.name() == name)
    }

    const fn bit(self) -> u32 {
        1 << self as u32
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The rights of a role.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Permissions(u32);

impl Permissions {
    /// Unknown names grant nothing: a newer server may have stored them.
    pub fn from_names<S: AsRef<str>>(names: &[S]) -> Self {
        names.iter().filter_map(|name| Permission::parse(name.as_ref())).collect()
    }

    pub const fn contains(self, permission: Permission) -> bool {
        self.0 & permission.bit() != 0
    }

    /// The rights that both have.
    #[must_use]
    pub const fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub fn names(self) -> Vec<String> {
        let own = Permission::ALL.into_iter().filter(|permission| self.contains(*permission));
        own.map(|permission| permission.name().to_owned()).collect()
    }
}

impl FromIterator<Permission> for Permissions {
    fn from_iter<I: IntoIterator<Item = Permission>>(permissions: I) -> Self {
        Self(permissions.into_iter().fold(0, |bits, permission| bits | permission.bit()))
    }
}

/// What an endpoint for staff asks of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StaffAccess {
    /// The home page and signing out.
    AnyMember,
    With(Permission),
}

impl StaffAccess {
    pub const fn admits(self, permissions: Permissions) -> bool {
        match self {
            Self::AnyMember => true,
            Self::With(permission) => permissions.contains(permission),
        }
    }
}

impl fmt::Display for StaffAccess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AnyMember => f.write_str("any member"),
            Self::With(permission) => write!(f, "`{permission}`"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_permission_has_its_own_name_and_bit() {
        for (place, permission) in Permission::ALL.into_iter().enumerate() {
            assert_eq!(Permission::parse(permission.name()), Some(permission));
            assert_eq!(permission as usize, place, "{permission} is missing in ALL, or at another place");
            let alone = Permissions::from_iter([permission]);
            let held = Permission::ALL.into_iter().filter(|other| alone.contains(*other));
            assert_eq!(held.collect::<Vec<_>>(), [permission]);
        }
    }

    #[test]
    fn unknown_names_grant_nothing() {
        let permissions = Permissions::from_names(&["orders.read", "orders.*", "", "team"]);
        assert_eq!(permissions.names(), ["orders.read"]);
    }

    #[test]
    fn any_member_is_admitted_without_a_right() {
        let none = Permissions::default();
        assert!(StaffAccess::AnyMember.admits(none));
        assert!(!StaffAccess::With(Permission::OrdersRead).admits(none));
    }
}
