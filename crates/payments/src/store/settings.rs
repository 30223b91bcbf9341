//! Settings of methods without a provider. Reads `settings`, owned by the storefront.

use edge::settings_cache::Cached;
use sqlx::{PgPool, types::Json};

use crate::settings::PaymentMethodSettings;

impl Cached for PaymentMethodSettings {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let value: Option<Json<Self>> =
            sqlx::query_scalar("select value from settings where name = 'payment_methods'")
                .fetch_optional(db)
                .await?;
        Ok(value.map(|Json(settings)| settings).unwrap_or_default())
    }
}
