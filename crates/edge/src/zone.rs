//! The shop's time zone.

use std::ops::Deref;

use kernel::Zone;
use sqlx::PgPool;

use crate::settings_cache::Cached;

/// `timeZone` of the group `shop` in the table `settings`: an IANA name such as `Asia/Riyadh`. Without one, or with an
/// unknown name, it is UTC.
#[derive(Debug, Default)]
pub struct ShopZone(Zone);

impl Deref for ShopZone {
    type Target = Zone;

    fn deref(&self) -> &Zone {
        &self.0
    }
}

impl Cached for ShopZone {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let name = sqlx::query_scalar!("select value ->> 'timeZone' from settings where name = 'shop'")
            .fetch_optional(db)
            .await?
            .flatten();
        Ok(Self(name.and_then(|name| Zone::find(&name)).unwrap_or_default()))
    }
}
