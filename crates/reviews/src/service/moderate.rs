//! What staff decide about reviews.

use edge::AppError;
use moderation::{Changed, ItemState, StateChange};
use sqlx::PgConnection;

use super::{media_owner, pages::figure_tags};
use crate::store;

/// Changes the state of a review, its figures and its files. Returns `None` if it has the state already, has another state
/// than expected, or does not exist.
pub async fn moderate(
    db: &mut PgConnection,
    review: i64,
    change: &StateChange<'_>,
) -> Result<Option<Changed>, AppError> {
    let Some(before) = store::lock_state(db, review).await? else { return Ok(None) };
    if change.from.is_some_and(|from| from != before.state) {
        return Ok(None);
    }
    let changed = store::change_state(db, review, change.state, change.reason, change.now).await?;
    let Some(changed) = changed else { return Ok(None) };
    match change.state {
        ItemState::Published => media_owner::publish(db, review).await?,
        ItemState::Held | ItemState::Refused => media_owner::withdraw(db, review, change.now).await?,
    }
    Ok(Some(Changed {
        before: before.state,
        before_reason: before.reason,
        purge_tags: figure_tags(changed.product_id),
    }))
}
