//! Who sells, for invoices, and pages that orders link to. Reads `settings`, owned by the storefront.

use edge::settings_cache::Cached;
use serde::Deserialize;
use sqlx::{PgPool, types::Json};

/// The group `shop` of the table `settings`. Everything but the name may be missing.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ShopIdentity {
    pub name: String,
    pub address: String,
    /// With its label, as the law of the shop's country wants it.
    pub tax_number: String,
    pub email: String,
    pub phone: String,
}

impl Cached for ShopIdentity {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let value: Option<Json<Self>> =
            sqlx::query_scalar("select value from settings where name = 'shop'").fetch_optional(db).await?;
        Ok(value.map(|Json(identity)| identity).unwrap_or_default())
    }
}

/// The group `pages` of the table `settings`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct OrderLinks {
    /// Path of the page with the form for returns; empty: the shop has none.
    pub returns: String,
}

impl OrderLinks {
    /// Only paths of this shop are linked to.
    pub fn returns(&self) -> Option<String> {
        Some(self.returns.clone()).filter(|path| path.starts_with("/ar/"))
    }
}

impl Cached for OrderLinks {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let value: Option<Json<Self>> =
            sqlx::query_scalar("select value from settings where name = 'pages'").fetch_optional(db).await?;
        Ok(value.map(|Json(links)| links).unwrap_or_default())
    }
}
