//! Links by which others read a version that is not public.

use chrono::{DateTime, TimeDelta, Utc};
use edge::{AppError, Shop, audit::AuditWriter};

use super::nonces;
use crate::{store, urls};

/// How long a link to a preview works.
const LINK_LIFETIME: TimeDelta = TimeDelta::hours(1);

/// A signed link by which anybody can read a version that is not public.
#[derive(Debug, Clone)]
pub struct PreviewLink {
    pub version: i64,
    /// Version number of the item: every change of it ends the link.
    pub number: i64,
    pub expires_at: DateTime<Utc>,
}

impl PreviewLink {
    fn object(&self) -> String {
        format!("{}:{}", self.version, self.number)
    }

    /// The path with its signature.
    pub fn url(&self, shop: &Shop) -> String {
        let key = shop.nonces.link(nonces::PREVIEW, &self.object(), self.expires_at);
        let until = self.expires_at.timestamp();
        format!("{}?version={}&edit={}&until={until}&key={key}", urls::PREVIEW_URL, self.version, self.number)
    }

    pub fn is_valid(&self, shop: &Shop, key: &str) -> bool {
        let now = shop.clock.now();
        shop.nonces.accepts_link(key, nonces::PREVIEW, &self.object(), self.expires_at, now)
    }
}

/// Makes a link to a draft or a scheduled version; `None` if the version is neither.
pub async fn share(
    shop: &Shop,
    audit: &AuditWriter,
    item: i64,
    version: i64,
) -> Result<Option<PreviewLink>, AppError> {
    let now = shop.clock.now();
    let found = store::find_version(&shop.db, version).await?;
    let found = found.filter(|one| one.item_id == item && one.valid_from.is_none_or(|at| at > now));
    let Some(found) = found else { return Ok(None) };
    let number = store::item_version(&shop.db, item).await?.ok_or(AppError::NotFound)?;
    let mut tx = shop.db.begin().await?;
    audit.record(&mut *tx, "content", &format!("{} {item} shared", found.kind.name())).await?;
    tx.commit().await?;
    Ok(Some(PreviewLink { version, number, expires_at: now + LINK_LIFETIME }))
}
