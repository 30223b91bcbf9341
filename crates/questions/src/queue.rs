//! Questions and answers in the staff's queue.

use async_trait::async_trait;
use edge::AppError;
use kernel::text;
use moderation::{Changed, ItemState, QueueContext, QueueId, QueueItem, QueueKind, QueueSource, StateChange};
use sqlx::PgConnection;

use crate::{
    QuestionSettings, jobs,
    rules::MAX_TEXT_CHARS,
    service::purge_tag,
    store::{self, QueuedPost},
    urls::product_url,
};

pub struct QuestionQueue;

#[async_trait]
impl QueueSource for QuestionQueue {
    fn kinds(&self) -> &'static [QueueKind] {
        &[QueueKind::Question, QueueKind::Answer]
    }

    async fn list(
        &self,
        context: &QueueContext<'_>,
        kind: QueueKind,
        state: ItemState,
        after: Option<i64>,
        limit: i64,
    ) -> Result<Vec<QueueItem>, AppError> {
        let settings = context.shop.settings.get::<QuestionSettings>().await?;
        let db = &context.shop.db;
        let posts = match kind {
            QueueKind::Answer => store::queue_of_answers(db, state, after, limit).await?,
            _ => store::queue_of_questions(db, state, after, limit).await?,
        };
        Ok(posts.into_iter().map(|post| item(&settings, kind, post)).collect())
    }

    async fn count(
        &self,
        context: &QueueContext<'_>,
        kind: QueueKind,
        state: ItemState,
    ) -> Result<i64, AppError> {
        Ok(store::count_by_state(&context.shop.db, kind, state).await?)
    }

    async fn change(
        &self,
        db: &mut PgConnection,
        item: QueueId,
        change: &StateChange<'_>,
    ) -> Result<Option<Changed>, AppError> {
        let changed = match item.kind {
            QueueKind::Answer => store::change_answer(&mut *db, item.id, change).await?,
            _ => store::change_question(&mut *db, item.id, change).await?,
        };
        let Some(changed) = changed else { return Ok(None) };
        if change.state == ItemState::Published {
            jobs::notify_asker(db, changed.question_id, change.now).await?;
        }
        Ok(Some(Changed {
            before: changed.before,
            before_reason: changed.before_reason,
            purge_tags: vec![purge_tag(changed.product_id)],
        }))
    }

    /// The shop's answer to a question. A question that is held stays held with it.
    async fn reply(
        &self,
        context: &QueueContext<'_>,
        db: &mut PgConnection,
        item: QueueId,
        text: &str,
    ) -> Result<Option<Vec<String>>, AppError> {
        if item.kind != QueueKind::Question {
            return Ok(None);
        }
        let now = context.shop.clock.now();
        let text = text::clean_lines(text, MAX_TEXT_CHARS);
        let product = store::set_shop_answer(&mut *db, item.id, &text, now).await?;
        let Some(product) = product else { return Ok(None) };
        jobs::notify_asker(db, item.id, now).await?;
        Ok(Some(vec![purge_tag(product)]))
    }
}

fn item(settings: &QuestionSettings, kind: QueueKind, post: QueuedPost) -> QueueItem {
    QueueItem {
        id: QueueId { kind, id: post.id },
        state: post.state,
        created_at: post.created_at,
        author: if post.is_shop { settings.shop_name.clone() } else { post.name },
        email: post.email,
        badge: None,
        is_verified: false,
        rating: None,
        subject: Some((post.product_name, product_url(&post.product_slug))),
        context: post.question,
        text: post.text,
        facts: Vec::new(),
        media: Vec::new(),
        signals: post.signals,
        notes: Vec::new(),
        reply: (kind == QueueKind::Question).then_some(post.reply),
    }
}
