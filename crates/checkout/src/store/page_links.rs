//! Pages that the checkout links to. Reads `settings`, owned by the storefront.

use edge::settings_cache::Cached;
use serde::Deserialize;
use sqlx::{PgPool, types::Json};

/// The group `pages` of the table `settings`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct PageLinks {
    /// Path of the terms; empty: the shop has none.
    pub terms: String,
}

impl Cached for PageLinks {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let value: Option<Json<Self>> =
            sqlx::query_scalar("select value from settings where name = 'pages'").fetch_optional(db).await?;
        Ok(value.map(|Json(links)| links).unwrap_or_default())
    }
}
