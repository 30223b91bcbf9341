use edge::settings_cache::Cached;
use sqlx::PgPool;

use crate::{Rules, store};

/// Pages are rendered with the rules as of the last purge of this tag.
impl Cached for Rules {
    const TAG: &'static str = "prices";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        store::load_rules(&mut *db.acquire().await?).await
    }
}
