//! Settings of the shop owner.

use edge::settings_cache::Cached;
use moderation::signals::HoldPolicy;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::store;

/// The group `comments` of the table `settings`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CommentSettings {
    /// New comments are accepted, on posts that allow them.
    pub is_open: bool,
    /// Whose comments wait for staff. Signed-in customers count as verified.
    pub hold: HoldPolicy,
    /// The captcha flag. Without it a token is welcome and not required.
    pub captcha: bool,
    /// Comments of a page, whatever their threads look like.
    pub page_size: u32,
    /// Name of the shop in its answers; empty: the shop's own.
    pub shop_name: String,
}

impl Default for CommentSettings {
    fn default() -> Self {
        Self {
            is_open: true,
            hold: HoldPolicy::default(),
            captcha: false,
            page_size: 10,
            shop_name: String::new(),
        }
    }
}

impl CommentSettings {
    pub fn page_size(&self) -> i64 {
        i64::from(self.page_size.clamp(1, 100))
    }
}

impl Cached for CommentSettings {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let mut settings: Self = store::find_setting(db, "comments").await?.unwrap_or_default();
        if settings.shop_name.is_empty() {
            let shop: Option<ShopName> = store::find_setting(db, "shop").await?;
            settings.shop_name = shop.map(|shop| shop.name).unwrap_or_default();
        }
        Ok(settings)
    }
}

#[derive(Deserialize)]
struct ShopName {
    name: String,
}
