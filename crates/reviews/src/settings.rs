//! Settings of the shop owner.

use edge::settings_cache::Cached;
use moderation::signals::HoldPolicy;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::{store, view::ReviewsMode};

/// The group `reviews` of the table `settings`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ReviewSettings {
    /// New reviews are accepted.
    pub is_open: bool,
    /// A chosen rating reloads the page, and the classic form follows the list.
    pub is_classic: bool,
    pub rating_required: bool,
    pub hold: HoldPolicy,
    /// The captcha flag. Without it a token is welcome and not required.
    pub captcha: bool,
    /// Label of the terms that a writer accepts; `None`: no terms.
    pub terms: Option<String>,
    pub page_size: u32,
    pub shows_badge: bool,
    /// Name of the shop in its replies; empty: the shop's own.
    pub shop_name: String,
}

impl Default for ReviewSettings {
    fn default() -> Self {
        Self {
            is_open: true,
            is_classic: false,
            rating_required: true,
            hold: HoldPolicy::default(),
            captcha: false,
            terms: None,
            page_size: 7,
            shows_badge: true,
            shop_name: String::new(),
        }
    }
}

impl ReviewSettings {
    pub fn mode(&self) -> ReviewsMode {
        if self.is_classic { ReviewsMode::Classic } else { ReviewsMode::Async }
    }

    pub fn page_size(&self) -> i64 {
        i64::from(self.page_size.clamp(1, 50))
    }
}

impl Cached for ReviewSettings {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let mut settings = store::settings(db).await?;
        if settings.shop_name.is_empty() {
            settings.shop_name = store::shop_name(db).await?.unwrap_or_default();
        }
        Ok(settings)
    }
}
