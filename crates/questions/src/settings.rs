//! Settings of the shop owner.

use edge::settings_cache::Cached;
use moderation::signals::HoldPolicy;
use serde::{Deserialize, Serialize};
use sqlx::PgPool;

use crate::store;

/// The group `questions` of the table `settings`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct QuestionSettings {
    /// New questions and answers are accepted.
    pub is_open: bool,
    /// `unverified`: all but those of customers with a completed order.
    pub hold: HoldPolicy,
    /// A proof of work is required. Without this setting it is welcome, and a guest without it is held.
    pub captcha: bool,
    /// Label of the terms that a writer accepts; `None`: no terms.
    pub terms: Option<String>,
    pub page_size: u32,
    /// The asker gets an email when the question is answered.
    pub answer_emails: bool,
    /// Subscription list of that email: customers who do not subscribe to it get none. `None`: it belongs to no list.
    pub answer_list: Option<i64>,
    /// Name of the shop in its answers; empty: the shop's own.
    pub shop_name: String,
}

impl Default for QuestionSettings {
    fn default() -> Self {
        Self {
            is_open: true,
            hold: HoldPolicy::default(),
            captcha: false,
            terms: None,
            page_size: 3,
            answer_emails: true,
            answer_list: None,
            shop_name: String::new(),
        }
    }
}

impl QuestionSettings {
    pub fn page_size(&self) -> i64 {
        i64::from(self.page_size.clamp(1, 50))
    }
}

impl Cached for QuestionSettings {
    const TAG: &'static str = "settings";

    async fn read(db: &PgPool) -> sqlx::Result<Self> {
        let mut settings = store::settings(db).await?;
        if settings.shop_name.is_empty() {
            settings.shop_name = store::shop_name(db).await?.unwrap_or_default();
        }
        Ok(settings)
    }
}
