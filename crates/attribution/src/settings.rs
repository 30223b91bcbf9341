//! Settings of the shop owner.

use edge::{settings_cache::Cached, view::ConsentMode};
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::store;

/// The group `attribution` of the table `settings`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct AttributionSettings {
    pub consent: ConsentMode,
    /// Product pages report their views to the payment plugin's call.
    pub payment_beacon: bool,
}

impl Cached for AttributionSettings {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        store::settings(db).await
    }
}
