//! Reviews in the staff's queue.

use async_trait::async_trait;
use edge::AppError;
use kernel::{Key, msg};
use moderation::{Changed, ItemState, QueueContext, QueueId, QueueItem, QueueKind, QueueSource, StateChange};
use sqlx::PgConnection;

use crate::{
    service::{self, held_media},
    store::{self, QueuedReview},
    urls::STAFF_TOPICS_URL,
};

pub struct ReviewQueue;

#[async_trait]
impl QueueSource for ReviewQueue {
    fn kinds(&self) -> &'static [QueueKind] {
        &[QueueKind::Review]
    }

    async fn list(
        &self,
        context: &QueueContext<'_>,
        _: QueueKind,
        state: ItemState,
        after: Option<i64>,
        limit: i64,
    ) -> Result<Vec<QueueItem>, AppError> {
        let queued = store::queue(&context.shop.db, state, after, limit).await?;
        let ids: Vec<i64> = queued.iter().map(|review| review.id).collect();
        let mut media = held_media(context, &ids).await?;
        let items = queued.into_iter().map(|review| {
            let media = media.remove(&review.id).unwrap_or_default();
            QueueItem { media, ..item(context, review) }
        });
        Ok(items.collect())
    }

    async fn count(
        &self,
        context: &QueueContext<'_>,
        _: QueueKind,
        state: ItemState,
    ) -> Result<i64, AppError> {
        let db = &context.shop.db;
        Ok(match state {
            ItemState::Published => store::summary(db, 0).await?.count,
            ItemState::Held | ItemState::Refused => store::count_by_state(db, state).await?,
        })
    }

    async fn change(
        &self,
        db: &mut PgConnection,
        item: QueueId,
        change: &StateChange<'_>,
    ) -> Result<Option<Changed>, AppError> {
        service::moderate(db, item.id, change).await
    }

    async fn reply(
        &self,
        context: &QueueContext<'_>,
        db: &mut PgConnection,
        item: QueueId,
        text: &str,
    ) -> Result<Option<Vec<String>>, AppError> {
        let replied = store::reply(db, item.id, text, context.shop.clock.now()).await?;
        Ok(replied.map(service::purge_tags))
    }

    fn tool(&self, item: QueueId) -> Option<(Key, String)> {
        Some((msg::reviews::TOPICS_TITLE, format!("{STAFF_TOPICS_URL}?review={}", item.id)))
    }
}

fn item(context: &QueueContext<'_>, review: QueuedReview) -> QueueItem {
    let text = |key| context.shop.messages.text(key);
    let is_only_confirmed = review.is_confirmed && !review.is_verified;
    let slug = review.product_slug.unwrap_or_default();
    let subject = review.product_name.map(|name| (name, format!("/ar/product/{slug}/")));
    let criteria = review.criteria.0.into_iter().map(|one| (one.label, format!("{} / 5", one.rating)));
    let answers = review.answers.0.into_iter().map(|one| (one.question, one.answer));
    QueueItem {
        id: QueueId { kind: QueueKind::Review, id: review.id },
        state: review.state,
        created_at: review.created_at,
        author: review.name,
        email: review.email,
        badge: review.is_verified.then(|| text(msg::reviews::VERIFIED)),
        is_verified: review.is_verified,
        rating: review.rating.map(i32::from),
        subject: Some(subject.unwrap_or_else(|| (text(msg::reviews::OF_SHOP), "/ar/reviews/".to_owned()))),
        context: String::new(),
        text: review.text,
        facts: criteria.chain(answers).collect(),
        media: Vec::new(),
        signals: review.signals,
        notes: is_only_confirmed.then(|| text(msg::reviews::SIGNAL_CONFIRMED)).into_iter().collect(),
        reply: Some(review.reply),
    }
}
