//! What staff do with reviews.

use edge::{AppError, Shop, audit::AuditWriter, purge};

use super::{media_owner, pages::purge_tags};
use crate::{rules::ReviewState, store};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moderation {
    Publish,
    /// With the reason, as the audit log and the staff page name it.
    Refuse(String),
}

/// Changes the state of a review. Returns false if it has the state already, or does not exist.
pub async fn moderate(
    shop: &Shop,
    audit: &AuditWriter,
    review: i64,
    moderation: &Moderation,
) -> Result<bool, AppError> {
    let now = shop.clock.now();
    let (state, reason) = match moderation {
        Moderation::Publish => (ReviewState::Published, ""),
        Moderation::Refuse(reason) => (ReviewState::Refused, reason.as_str()),
    };
    let mut tx = shop.db.begin().await?;
    let Some(changed) = store::change_state(&mut tx, review, state, reason, now).await? else {
        return Ok(false);
    };
    match moderation {
        Moderation::Publish => media_owner::publish(&mut tx, review).await?,
        Moderation::Refuse(_) => media_owner::withdraw(&mut tx, review, now).await?,
    }
    let purges = purge::record(&mut *tx, &purge_tags(changed.product_id)).await?;
    audit.record(&mut *tx, "review-state", &format!("review {review} {} {reason}", state.name())).await?;
    tx.commit().await?;
    purge::announce(&shop.redis, &purges).await;
    Ok(true)
}

/// Sets the shop's reply to a review; an empty one removes it.
pub async fn reply(shop: &Shop, audit: &AuditWriter, review: i64, text: &str) -> Result<bool, AppError> {
    let text = kernel::text::clean_lines(text, MAX_REPLY_CHARS);
    let mut tx = shop.db.begin().await?;
    let Some(product) = store::reply(&mut *tx, review, &text, shop.clock.now()).await? else {
        return Ok(false);
    };
    let purges = purge::record(&mut *tx, &purge_tags(product)).await?;
    audit.record(&mut *tx, "review-reply", &format!("review {review}")).await?;
    tx.commit().await?;
    purge::announce(&shop.redis, &purges).await;
    Ok(true)
}

const MAX_REPLY_CHARS: usize = 2_000;
