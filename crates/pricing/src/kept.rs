use edge::kept::Keep;
use sqlx::PgPool;

use crate::{Rules, store};

/// Pages are drawn with the rules as they were at the last purge of this tag.
impl Keep for Rules {
    const TAG: &'static str = "prices";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        store::rules(&mut *db.acquire().await?).await
    }
}
