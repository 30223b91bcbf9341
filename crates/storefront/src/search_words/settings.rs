//! Settings of the shop owner.

use edge::settings_cache::Cached;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::store::find_setting;

/// The group `search` of the table `settings`.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SearchSettings {
    /// Products that were opened or ordered after the same query are shown earlier.
    pub rank_by_use: bool,
}

impl SearchSettings {
    pub const NAME: &'static str = "search";
}

impl Cached for SearchSettings {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        Ok(find_setting(db, Self::NAME).await?.unwrap_or_default())
    }
}
