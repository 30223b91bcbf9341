//! Settings of the shop owner.

use chrono::TimeDelta;
use edge::settings_cache::Cached;
use kernel::Money;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::{rules::Rate, store};

/// The group `affiliates` of the table `settings`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AffiliateSettings {
    /// Customers may request to join. Staff add affiliates at any time.
    pub is_open: bool,
    /// Rate of affiliates and products without their own, in hundredths of a percent.
    pub rate_bp: i32,
    /// The last link counts instead of the first.
    pub credit_last: bool,
    /// Lifetime of the cookies in days.
    pub expiration: u32,
    /// `Domain` of the cookies; empty: the host of the page.
    pub cookie_domain: String,
    /// Visits that are counted for one network on one day.
    pub visits_per_address: u32,
    /// Visits that are counted for one session on one day.
    pub visits_per_session: u32,
    /// Days before a credit can be paid, so that most refunds happen before.
    pub hold_days: u32,
    /// The smallest payout, in cents.
    pub min_payout_minor: i64,
}

impl Default for AffiliateSettings {
    fn default() -> Self {
        Self {
            is_open: true,
            rate_bp: 1_000,
            credit_last: false,
            expiration: 30,
            cookie_domain: String::new(),
            visits_per_address: 30,
            visits_per_session: 3,
            hold_days: 14,
            min_payout_minor: 1,
        }
    }
}

impl AffiliateSettings {
    pub fn rate(&self) -> Rate {
        Rate::from_basis_points(self.rate_bp)
    }

    /// Age of the oldest visit that an order may name.
    pub fn lifetime(&self) -> TimeDelta {
        // Visits are deleted after 30 days.
        TimeDelta::days(i64::from(self.expiration.clamp(1, 30)))
    }

    pub fn hold(&self) -> TimeDelta {
        TimeDelta::days(i64::from(self.hold_days.min(365)))
    }

    pub fn min_payout(&self) -> Money {
        Money::from_minor(self.min_payout_minor.max(1))
    }
}

impl Cached for AffiliateSettings {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        store::settings(db).await
    }
}
